package import CoreData
internal import Foundation

extension ModelContext {
    /// Returns the request of a descriptor whose results are divided into sections, and the names of
    /// the properties along the section key path, joined by periods.
    ///
    /// The request sorts by the section key path first. If the descriptor does so, too, its order and
    /// comparison decide over the order of the sections.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path does not name a stored string,
    ///   such as a computed property; otherwise as `fetch(_:)`.
    package func request<T, Result>(
        _ descriptor: FetchDescriptor<T>, sectionBy keyPath: PartialKeyPath<T>, _ type: Result.Type
    ) throws -> (request: NSFetchRequest<Result>, sectionKey: String) {
        let request = try request(descriptor, type)
        let isText = keyPath is KeyPath<T, String> || keyPath is KeyPath<T, String?>
        guard isText, let names = ModelKeyPaths.names(of: keyPath), !names.isEmpty,
            let entity = storage.coordinator.managedObjectModel.entitiesByName[request.entityName ?? ""],
            // Ignored: the error is about predicates.
            let columns = try? ModelPredicateResolver(entity).columns(along: names),
            case let key = columns.joined(separator: "."), !SectionKey(key, of: entity).isComputed
        else {
            throw SwiftDataError.unsupportedKeyPath.because(
                """
                \(KeyPathSymbols.description(of: keyPath)) does not name a stored String of \(T.self), so results cannot be divided \
                into sections by it.
                """)
        }
        var sorts = request.sortDescriptors ?? []
        // The comparison of the descriptor may find texts equal that are not. Those of one section
        // have to be next to each other.
        sorts.insert(NSSortDescriptor(key: key, ascending: true), at: sorts.first?.key == key ? 1 : 0)
        request.sortDescriptors = sorts
        return (request, key)
    }

    /// Returns the live results of a descriptor, which are shared with all equal requests of the
    /// context.
    ///
    /// - Parameter keyPath: The key path to the titles of the sections; nil for no sections.
    /// - Throws: As `request(_:sectionBy:_:)`, and the errors of the store.
    package func liveResults<T>(_ descriptor: FetchDescriptor<T>, sectionBy keyPath: PartialKeyPath<T>? = nil) throws
        -> LiveResults
    {
        guard let keyPath else {
            return try LiveResults.shared(
                request: request(descriptor, NSManagedObject.self), sectionKey: nil, in: managedObjectContext)
        }
        let (request, key) = try request(descriptor, sectionBy: keyPath, NSManagedObject.self)
        return try LiveResults.shared(request: request, sectionKey: key, in: managedObjectContext)
    }
}
