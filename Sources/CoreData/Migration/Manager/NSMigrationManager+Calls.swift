internal import Foundation
internal import StrataPredicates

// What value expressions read and call of the manager: `$manager.userInfo`, `FUNCTION($manager,
// "destinationInstancesForEntityMappingNamed:sourceInstances:", "AToB", $source.items)`.

extension NSMigrationManager: KeyValueReadable {
    package func value(forKey key: String) -> Any? {
        switch key {
        case "sourceContext": sourceContext
        case "destinationContext": destinationContext
        case "sourceModel": sourceModel
        case "destinationModel": destinationModel
        case "mappingModel": mappingModel
        case "currentEntityMapping": currentEntityMapping
        case "migrationProgress": NSNumber(value: migrationProgress)
        case "userInfo": userInfo
        default: nil
        }
    }

    /// The keys that expressions can read.
    static let keys: Set = [
        "sourceContext", "destinationContext", "sourceModel", "destinationModel", "mappingModel", "currentEntityMapping",
        "migrationProgress", "userInfo",
    ]
}

extension NSMigrationManager: SelectorReceiver {
    /// Calls a method by its selector.
    ///
    /// - Throws: NSMigrationError that names the selector, if the manager has no such method, and
    ///   `InvalidPredicate` for arguments that it does not take.
    package func call(_ selector: String, arguments: [Any?]) throws -> Any? {
        func argument(_ index: Int) -> Any? { index < arguments.count ? arguments[index] : nil }
        func name(_ index: Int) throws -> String {
            guard let name = argument(index) as? String else {
                throw InvalidPredicate("'\(selector)' takes a name as its argument \(index + 1).")
            }
            return name
        }
        func mapping() throws -> NSEntityMapping {
            guard let mapping = argument(0) as? NSEntityMapping else {
                throw InvalidPredicate("'\(selector)' takes an entity mapping, such as $entityMapping.")
            }
            return mapping
        }
        switch selector {
        case MappingExpressions.Selector.destinationInstances:
            return destinationInstances(
                forEntityMappingName: try known(name(0)), sourceInstances: try Self.objects(argument(1), selector))
        case MappingExpressions.Selector.sourceInstances:
            return sourceInstances(
                forEntityMappingName: try known(name(0)), destinationInstances: try Self.objects(argument(1), selector))
        case MappingExpressions.Selector.relatedInstances:
            return try relatedInstances(of: Self.objects(argument(1), selector))
        case MappingExpressions.Selector.fetchRequest:
            return try fetchRequest(forSourceEntityNamed: name(0), predicateString: argument(1) as? String)
        case "sourceEntityForEntityMapping:": return sourceEntity(for: try mapping())
        case "destinationEntityForEntityMapping:": return destinationEntity(for: try mapping())
        case _ where arguments.isEmpty && Self.keys.contains(selector): return value(forKey: selector)
        default:
            throw MigrationError.failed(
                """
                A value expression calls '\(selector)' of the migration manager, which has no such method. Use \
                \(MappingExpressions.Selector.destinationInstances) or another method of NSMigrationManager.
                """)
        }
    }

    /// Returns the name of an entity mapping. Throws if there is none.
    private func known(_ name: String) throws -> String {
        guard mappingModel.entityMappings.contains(where: { $0.name == name }) || associations[name] != nil else {
            let names = mappingModel.entityMappings.map { "'\($0.name ?? "")'" }.joined(separator: ", ")
            throw InvalidPredicate("There is no entity mapping '\(name)'. There are \(names).")
        }
        return name
    }

    /// Returns the objects in an argument: one object or a collection. Nil counts as none.
    private static func objects(_ any: Any?, _ selector: String) throws -> [NSManagedObject] {
        let elements: [Any] =
            switch any {
            case nil, is NSNull: []
            case let object as NSManagedObject: [object]
            case let set as NSSet: set.allObjects
            case let ordered as NSOrderedSet: ordered.array
            case let array as [Any]: array
            default: [any as Any]
            }
        return try elements.map { element in
            guard let object = element as? NSManagedObject else {
                throw InvalidPredicate("'\(selector)' takes managed objects, not a \(type(of: element)).")
            }
            return object
        }
    }

    /// Returns the objects that any entity mapping made of the given source objects. The objects of a
    /// relationship can be of several entities, each with a mapping of its own.
    private func relatedInstances(of sources: [NSManagedObject]) -> [NSManagedObject] {
        let names = mappingModel.entityMappings.compactMap(\.name)
        return sources.flatMap { source in
            names.lazy.compactMap { name in
                self.associations[name]?.destinations(of: source, in: self.destinationSide.context)
            }.first { !$0.isEmpty } ?? []
        }
    }

    /// Returns the request for the objects of a source entity that satisfy a predicate. Omits those
    /// of its subentities, which have mappings of their own.
    private func fetchRequest(
        forSourceEntityNamed name: String, predicateString: String?
    ) throws -> NSFetchRequest<any NSFetchRequestResult> {
        guard sourceSide.model.entitiesByName[name] != nil else {
            throw InvalidPredicate("The source model has no entity '\(name)'.")
        }
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: name)
        request.includesSubentities = false
        if let predicateString, !predicateString.isEmpty {
            request.predicate = NSPredicate.predicate(for: try FormatParser.parse(predicateString))
        }
        return request
    }
}
