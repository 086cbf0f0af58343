internal import Foundation
internal import StrataPredicates

/// Compares mappings with the models before a migration changes anything.
///
/// A mapping model can come from a file, so a mistake in it is an error and never ends the process.
/// Key paths are checked here too: reading a key that an entity does not have would trap.
struct MappingChecker {
    private let manager: NSMigrationManager

    init(_ manager: NSMigrationManager) {
        self.manager = manager
    }

    // MARK: Entities and properties

    /// Returns the entity that a mapping names; nil if it names none.
    ///
    /// - Throws: NSMigrationError if the model does not have it, or has another version of it.
    func entity(
        _ name: String?, _ hash: Data?, of model: NSManagedObjectModel, _ role: String, _ mapping: NSEntityMapping
    ) throws -> NSEntityDescription? {
        guard let name else { return nil }
        guard let entity = model.entitiesByName[name] else {
            throw MigrationError.failed(
                "\(mapping.title) is for the \(role) entity '\(name)', which the \(role) model does not have.")
        }
        guard hash == nil || hash == entity.versionHash else {
            throw MigrationError.failed(
                """
                \(mapping.title) was made for another version of the \(role) entity '\(name)' than the \(role) model has: the version \
                hashes differ. Make the mapping model again, or use the model that it was made for.
                """)
        }
        return entity
    }

    /// Returns the slot of the property that a property mapping sets.
    func slot(
        of property: NSPropertyMapping, _ entity: NSEntityDescription, _ kind: String, _ mapping: NSEntityMapping
    ) throws -> Int {
        guard let name = property.name else {
            throw MigrationError.failed(
                "\(mapping.title) has a property mapping without a name. Set the name of the property in '\(entity.name ?? "")'.")
        }
        let isRelationship = entity.relationshipsByName[name] != nil
        guard let slot = entity.layout.slot(of: name), isRelationship || entity.attributesByName[name] != nil else {
            throw MigrationError.failed(
                "\(mapping.title) sets the \(kind) '\(name)' of '\(entity.name ?? "")', which has no such \(kind).")
        }
        guard isRelationship == (kind == "relationship") else {
            throw MigrationError.failed(
                "\(mapping.title) has '\(name)' of '\(entity.name ?? "")' among its \(kind)s. It is \(isRelationship ? "a relationship" : "an attribute")."
            )
        }
        return slot
    }

    /// Returns mappings for all properties that both entities have, for a copy mapping without property
    /// mappings; none for other mappings.
    func copiedProperties(
        _ mapping: NSEntityMapping, _ source: NSEntityDescription?, _ destination: NSEntityDescription?,
        in model: NSMappingModel
    ) throws -> (attributes: [NSPropertyMapping], relationships: [NSPropertyMapping]) {
        guard mapping.mappingType == .copyEntityMappingType, let source, let destination else { return ([], []) }
        let known = source.attributesByName
        let attributes = destination.attributesByName.values.filter {
            known[$0.name] != nil && !($0 is NSDerivedAttributeDescription)
        }
        let relationships = destination.relationshipsByName.keys.filter { source.relationshipsByName[$0] != nil }
        return (
            attributes.map(\.name).sorted().map { NSPropertyMapping($0, MappingExpressions.source($0)) },
            relationships.sorted().map { NSPropertyMapping($0, MappingExpressions.related($0)) }
        )
    }

    // MARK: Expressions

    /// Throws NSMigrationError if an expression reads a key that an entity does not have, or a variable
    /// that does not exist.
    func check(
        _ form: ExpressionForm, _ subject: String, source: NSEntityDescription?, destination: NSEntityDescription?
    ) throws {
        var problem: String?
        _ = form.contains { form in
            problem = problem ?? self.problem(form, source, destination)
            return problem != nil
        }
        if let problem { throw MigrationError.failed("The value expression of \(subject) \(problem)") }
    }

    private func problem(
        _ form: ExpressionForm, _ source: NSEntityDescription?, _ destination: NSEntityDescription?
    ) -> String? {
        func problem(_ names: [String], of variable: String) -> String? {
            switch variable {
            case NSMigrationSourceObjectKey: Self.problem(names, source, "source")
            case NSMigrationDestinationObjectKey: Self.problem(names, destination, "destination")
            case NSMigrationManagerKey:
                names.first.flatMap { name in
                    NSMigrationManager.keys.contains(name)
                        ? nil
                        : "reads '\(name)' of the migration manager, which has \(NSMigrationManager.keys.sorted().joined(separator: ", "))."
                }
            default: nil
            }
        }
        switch form {
        case .keyPath(let names): return names.isEmpty ? nil : problem(names, of: NSMigrationSourceObjectKey)
        case .path(.variable(let variable), let names): return problem(names, of: variable)
        case .message(.variable(let variable), "valueForKey:", let arguments),
            .message(.variable(let variable), "valueForKeyPath:", let arguments):
            guard arguments.count == 1, case .constant(.string(let path)) = arguments[0] else { return nil }
            return problem(path.split(separator: ".").map(String.init), of: variable)
        default: return nil
        }
    }

    /// Returns what is wrong with a key path from an object of an entity; nil if nothing is.
    private static func problem(_ names: [String], _ entity: NSEntityDescription?, _ role: String) -> String? {
        guard var entity else { return "reads the \(role) object, and its mapping has no \(role) entity." }
        for name in names {
            // An operator on a collection, and what follows: these are checked by the evaluator, which
            // throws.
            if name.hasPrefix("@") { return nil }
            if ownKeys.contains(name) { continue }
            guard let property = entity.propertiesByName[name] else {
                return "reads '\(name)' of the \(role) entity '\(entity.name ?? "")', which has no such property."
            }
            guard let next = (property as? NSRelationshipDescription)?.destinationEntity else { return nil }
            entity = next
        }
        return nil
    }

    /// The keys that every managed object has.
    private static let ownKeys: Set = ["self", "objectID", "entity", "managedObjectContext", "description"]
}
