internal import Foundation
internal import StrataPredicates

/// The source objects of an entity mapping, which are read in batches.
struct SourceObjects {
    private let identifiers: [NSManagedObjectID]
    /// The objects themselves, if the source expression is no FETCH.
    private let objects: [NSManagedObject]

    /// Evaluates the source expression of a mapping.
    ///
    /// Of a FETCH in the source context, only the identifiers are read.
    ///
    /// - Throws: NSMigrationError for an expression that does not evaluate to managed objects.
    init(_ migration: EntityMigration, _ manager: NSMigrationManager) throws {
        guard let expression = migration.mapping.sourceExpression else {
            (identifiers, objects) = ([], [])
            return
        }
        do {
            if case .fetch(let request, let context, false) = expression.form {
                let context = try Self.value(context, migration.bindings)
                let request = try Self.value(request, migration.bindings)
                let own = manager.sourceSide.context
                if context as? NSManagedObjectContext === own, let request = request as? any IdentifierRequest {
                    identifiers = try request.identifiers(in: own)
                    objects = []
                    return
                }
            }
            let value = try CompiledExpression(expression.form).value(of: Operand(nil), migration.bindings).object
            let elements: [Any] =
                switch value {
                case nil: []
                case let array as [Any]: array
                case let set as NSSet: set.allObjects
                default: [value as Any]
                }
            objects = try elements.map { element in
                guard let object = element as? NSManagedObject else {
                    throw InvalidPredicate("it evaluates to a \(type(of: element)) and not to managed objects.")
                }
                return object
            }
            identifiers = []
        } catch let problem as InvalidPredicate {
            throw MigrationError.failed("\(migration.mapping.title) has a source expression that failed: \(problem.message)")
        }
    }

    private static func value(_ form: ExpressionForm, _ bindings: Bindings) throws -> Any? {
        try CompiledExpression(form).value(of: Operand(nil), bindings).object
    }

    /// Calls a closure with batches of objects, and with the part of all objects that each completes.
    func forEachBatch(_ manager: NSMigrationManager, _ body: ([NSManagedObject], Double) throws -> Void) throws {
        if !objects.isEmpty { return try body(objects, 1) }
        var start = 0
        while start < identifiers.count {
            let end = min(start + NSMigrationManager.batchSize, identifiers.count)
            let references = identifiers[start..<end].map { ObjectReference($0.entity.layout, $0.rowID) }
            let batch = try manager.objects(references[...], manager.sourceSide.context, [])
            try body(batch, Double(end) / Double(identifiers.count))
            start = end
        }
    }
}

/// A fetch request of which only the identifiers are read.
private protocol IdentifierRequest {
    func identifiers(in context: NSManagedObjectContext) throws -> [NSManagedObjectID]
}

extension NSFetchRequest: IdentifierRequest {
    /// Executes the request for identifiers. Throws `InvalidPredicate` for an entity that the context
    /// does not have.
    fileprivate func identifiers(in context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
        guard let name = entityName, context.model.entitiesByName[name] != nil else {
            throw InvalidPredicate(
                "its fetch request is for the entity '\(entityName ?? "")', which the source model does not have.")
        }
        let request = NSFetchRequest<NSManagedObjectID>(self)
        request.resultType = .managedObjectIDResultType
        request.includesPendingChanges = false
        return try context.fetch(request)
    }
}
