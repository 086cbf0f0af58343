extension ManagedClass {
    /// The declaration of the class, without properties.
    var classSource: String {
        "nonisolated public class \(SwiftSource.identifier(name)): \(superclass) {}"
    }

    /// Returns the class's `fetchRequest()` and properties, the methods of its to-many
    /// relationships, and its conformance.
    ///
    /// All declarations are nonisolated, because an object belongs to its context's queue.
    /// Otherwise, in a target that is isolated to the main actor by default, code on a background
    /// context could not read a value.
    func propertiesSource(names: TypeNames) -> String {
        let identifier = SwiftSource.identifier(name)
        // Xcode writes this type alias, too. It also prevents a warning about the public import if
        // the class is written by hand and internal, so that nothing else in the file is public.
        var parts = ["public typealias \(name)CoreDataPropertiesSet = \(names.known("NSSet"))"]
        let members = [fetchRequest(names)].compactMap { $0 } + properties.map(\.declaration)
        if !members.isEmpty {
            parts.append("nonisolated extension \(identifier) {\n\(members.joined(separator: "\n\n"))\n}")
        }
        parts += properties.compactMap { $0.collectionMethods(of: identifier, names: names) }
        if isRoot {
            parts.append("nonisolated extension \(identifier): \(names.known("Identifiable")) {}")
        }
        return parts.joined(separator: "\n\n")
    }

    private func fetchRequest(_ names: TypeNames) -> String? {
        guard let requestedEntity else { return nil }
        let type = "\(names.known("NSFetchRequest"))<\(SwiftSource.identifier(name))>"
        return """
                public class func fetchRequest() -> \(type) {
                    \(type)(entityName: \(SwiftSource.literal(requestedEntity)))
                }
            """
    }
}
