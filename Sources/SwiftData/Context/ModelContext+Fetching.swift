package import CoreData
internal import StrataPredicates
internal import Foundation
internal import StrataTraps

extension ModelContext {
    /// Returns the models that a descriptor selects, in its order.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate`, `unsupportedSortDescriptor` or
    ///   `unsupportedKeyPath`, with the part that cannot be evaluated, `unknownSchema` for a type
    ///   that the schema lacks, and the errors of the store.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        let request = try request(descriptor, NSManagedObject.self)
        let objects = try evaluating { try managed.fetch(request) }
        return objects.compactMap { ($0 as? _ModelObject)?.madeModel as? T }
    }

    /// Returns the models that a descriptor selects, each batch of which is read when it is used.
    ///
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` unless the descriptor excludes
    ///   pending changes; otherwise as `fetch(_:)`.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws -> FetchResultsCollection<T> {
        let identifiers = try fetchIdentifiers(descriptor, batchSize: batchSize)
        return FetchResultsCollection(count: identifiers.count) { [self] position in
            guard let model = model(for: identifiers[position]) as? T else {
                trap("The fetched model is no \(T.self).")
            }
            return model
        }
    }

    /// Returns the number of models that a descriptor selects. Throws as `fetch(_:)`.
    public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        let request = try request(descriptor, NSManagedObject.self)
        return try evaluating { try managed.count(for: request) }
    }

    /// Returns the identifiers of the models that a descriptor selects, in its order.
    ///
    /// - Throws: `SwiftDataError.sortingPendingChangesWithIdentifiers` if the context has changes
    ///   that would have to be sorted; otherwise as `fetch(_:)`.
    public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier] {
        if !descriptor.sortBy.isEmpty, descriptor.includePendingChanges, hasChanges {
            throw SwiftDataError.sortingPendingChangesWithIdentifiers.because(
                "Save first, or set includePendingChanges to false.")
        }
        let request = try request(descriptor, NSManagedObjectID.self)
        request.resultType = .managedObjectIDResultType
        return try evaluating { try managed.fetch(request) }.map { id in
            if id.isTemporaryID { (managed.registeredObject(withTemporaryID: id) as? _ModelObject)?.hasEarlyIdentifier = true }
            return PersistentIdentifier(id)
        }
    }

    /// Returns the identifiers of the models that a descriptor selects. Throws as
    /// `fetch(_:batchSize:)`.
    public func fetchIdentifiers<T>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        guard !descriptor.includePendingChanges else {
            throw SwiftDataError.includePendingChangesWithBatchSize.because(
                "Set the descriptor's includePendingChanges to false.")
        }
        let identifiers = try fetchIdentifiers(descriptor)
        return FetchResultsCollection(count: identifiers.count) { identifiers[$0] }
    }

    /// Calls a closure with each model that a descriptor selects, in its order. Models that the
    /// closure does not keep are released after each batch.
    ///
    /// - Throws: The error of the closure, which ends the enumeration; otherwise as `fetch(_:)`.
    public func enumerate<T>(
        _ fetch: FetchDescriptor<T>, batchSize: Int = 5_000, allowEscapingMutations: Bool = false, block: (T) throws -> Void
    ) throws {
        let request = try request(fetch, NSManagedObject.self)
        request.fetchBatchSize = batchSize
        for object in try evaluating({ try managed.fetch(request) }) {
            guard let model = (object as? _ModelObject)?.madeModel as? T else { continue }
            try block(model)
        }
    }

    /// Calls a closure that fetches, and replaces the error of a predicate that a store cannot evaluate.
    private func evaluating<Result>(_ fetch: () throws -> Result) throws -> Result {
        do {
            return try fetch()
        } catch let error as NSError where error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError {
            throw SwiftDataError.unsupportedPredicate.because(error.localizedDescription)
        }
    }

    /// Returns the request of a descriptor.
    package func request<T, Result>(_ descriptor: FetchDescriptor<T>, _ type: Result.Type) throws -> NSFetchRequest<Result> {
        pull()
        guard let layout = storage.layout(of: T.self) else {
            throw SwiftDataError.unknownSchema.because(
                "\(T.self) is not in the container's schema. Name it in `ModelContainer(for:)` or its Schema.")
        }
        let request = NSFetchRequest<Result>(entityName: layout.modelClass.name)
        if let predicate = descriptor.predicate,
            let entity = storage.coordinator.managedObjectModel.entitiesByName[layout.modelClass.name]
        {
            do {
                request.predicate = try PersistentIdentifier.$coordinator.withValue(storage.coordinator) {
                    try NSPredicate.ofModels(predicate, entity)
                }
            } catch {
                throw SwiftDataError.unsupportedPredicate.because("\(error)")
            }
        }
        request.sortDescriptors = try descriptor.sortBy.map(Self.sortDescriptor)
        if let limit = descriptor.fetchLimit { request.fetchLimit = limit }
        if let offset = descriptor.fetchOffset { request.fetchOffset = offset }
        request.includesPendingChanges = descriptor.includePendingChanges
        request.relationshipKeyPathsForPrefetching = descriptor.relationshipKeyPathsForPrefetching
            .compactMap { KeyPathNaming.names(of: $0)?.joined(separator: ".") }
        return request
    }

    private static func sortDescriptor<T>(_ descriptor: SortDescriptor<T>) throws -> NSSortDescriptor {
        guard let keyPath = descriptor.keyPath else {
            throw SwiftDataError.unsupportedSortDescriptor.because(
                "A descriptor without a key path cannot be sorted by in a store.")
        }
        guard let names = KeyPathNaming.names(of: keyPath) else {
            throw SwiftDataError.unsupportedKeyPath.because(
                "\(KeyPathSymbols.description(of: keyPath)) is no path of stored properties of \(T.self), so a store cannot sort by it."
            )
        }
        return NSSortDescriptor(descriptor, names: names.isEmpty ? ["self"] : names)
    }
}
