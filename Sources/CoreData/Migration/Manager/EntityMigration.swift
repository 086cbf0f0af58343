internal import Foundation
internal import StrataPredicates

/// An entity mapping that is being carried out: its policy, and its expressions, compiled.
final class EntityMigration {
    let mapping: NSEntityMapping
    let policy: NSEntityMigrationPolicy
    let source: NSEntityDescription?
    let destination: NSEntityDescription?
    let attributes: [PropertyMigration]
    let relationships: [PropertyMigration]
    /// The values of the variables.
    let bindings: Bindings

    /// Whether the policy is the app's own, which can do anything.
    var isCustom: Bool { type(of: policy) != NSEntityMigrationPolicy.self }

    /// The relationships of the source objects that the expressions read, to be read with the objects.
    let prefetched: [[QueryPath.Hop]]

    /// - Throws: NSMigrationError for a mapping that does not fit the models, or a policy that does not
    ///   exist.
    init(_ mapping: NSEntityMapping, _ manager: NSMigrationManager, in model: NSMappingModel) throws {
        let checker = MappingChecker(manager)
        self.mapping = mapping
        source = try checker.entity(
            mapping.sourceEntityName, mapping.sourceEntityVersionHash, of: manager.sourceSide.model, "source", mapping)
        destination = try checker.entity(
            mapping.destinationEntityName, mapping.destinationEntityVersionHash, of: manager.destinationSide.model, "destination",
            mapping)
        policy = try NSEntityMigrationPolicy.policy(
            for: mapping, modules: [manager.destinationSide.model.module, manager.sourceSide.model.module].compactMap { $0 })
        let (source, destination) = (source, destination)
        let isCustom = type(of: policy) != NSEntityMigrationPolicy.self
        func properties(_ mappings: [NSPropertyMapping], _ kind: String) throws -> [PropertyMigration] {
            // A custom policy may fill what its mapping describes in any way, so only the expressions
            // that it evaluates by calling super must fit.
            guard let destination else { return [] }
            return try mappings.compactMap { property in
                guard property.valueExpression != nil else { return nil }
                do {
                    return try PropertyMigration(property, mapping, checker, from: source, to: destination, kind)
                } catch  where isCustom {
                    return PropertyMigration(failing: property, error)
                }
            }
        }
        let copied = try checker.copiedProperties(mapping, source, destination, in: model)
        attributes = try properties(mapping.attributeMappings ?? copied.attributes, "attribute")
        relationships = try properties(mapping.relationshipMappings ?? copied.relationships, "relationship")
        prefetched = Set(relationships.compactMap(\.readRelationship)).sorted().compactMap { name in
            guard let layout = source?.layout, source?.relationshipsByName[name] != nil else { return nil }
            return layout.slot(of: name).map { [QueryPath.Hop(layout: layout, slot: $0)] }
        }
        bindings = Bindings([
            NSMigrationManagerKey: manager, NSMigrationEntityMappingKey: mapping, NSMigrationEntityPolicyKey: policy,
        ])
    }
}

/// A property mapping that is being carried out.
struct PropertyMigration {
    let mapping: NSPropertyMapping
    let slot: Int
    private let expression: CompiledExpression?
    private let failure: (any Error)?
    /// The slot of the source's attribute that is copied as it is; nil for any other expression.
    private let copiedSlot: Int?
    /// The name of the source's property that the expression begins at, if it is the only one.
    let readRelationship: String?
    private let subject: String

    init(
        _ mapping: NSPropertyMapping, _ entityMapping: NSEntityMapping, _ checker: MappingChecker,
        from source: NSEntityDescription?, to destination: NSEntityDescription, _ kind: String
    ) throws {
        self.mapping = mapping
        subject = "\(destination.name ?? "").\(mapping.name ?? "")"
        failure = nil
        let to = try checker.slot(of: mapping, destination, kind, entityMapping)
        slot = to
        guard let form = mapping.valueExpression?.form else {
            (expression, copiedSlot, readRelationship) = (nil, nil, nil)
            return
        }
        try checker.check(form, subject, source: source, destination: destination)
        do {
            expression = try CompiledExpression(form)
        } catch {
            throw MigrationError.evaluation(of: subject, error)
        }
        readRelationship = form.sourceKeys.first
        copiedSlot = form.copiedSourceKey.flatMap { key in
            guard let source, let from = source.layout.slot(of: key) else { return nil }
            let (old, new) = (source.layout, destination.layout)
            guard old.kinds[from] == .attribute, new.kinds[to] == .attribute, old.isPlain(from), new.isPlain(to),
                old.types[from] == new.types[to]
            else { return nil }
            return from
        }
    }

    /// Creates the migration of a property mapping that does not fit, which throws when it is used.
    init(failing mapping: NSPropertyMapping, _ error: any Error) {
        self.mapping = mapping
        (slot, expression, copiedSlot, readRelationship, subject) = (0, nil, nil, nil, mapping.name ?? "")
        failure = error
    }

    /// Sets the property of a destination object. The bindings have the source object.
    ///
    /// - Throws: NSMigrationError for a value that the property does not take, and errors of the app's
    ///   own code.
    func apply(to object: NSManagedObject, from source: NSManagedObject?, _ bindings: Bindings) throws {
        if let failure { throw failure }
        guard let expression else { return }
        if let copiedSlot, let source {
            object.write(source.read(copiedSlot), at: slot)
            return
        }
        let value: Any?
        do {
            bindings.values[NSMigrationPropertyMappingKey] = .object(mapping)
            value = try expression.value(of: Operand(subject: source), bindings).object
        } catch {
            throw MigrationError.evaluation(of: subject, error)
        }
        try set((value as? TransformedValue).map(\.value) ?? value, of: object)
    }

    private func set(_ value: Any?, of object: NSManagedObject) throws {
        let layout = object.layout
        func unacceptable() -> NSError {
            MigrationError.failed(
                """
                The value expression of \(subject) has a value of the type \(value.map { "\(type(of: $0))" } ?? "nil"), and the property \
                is \(layout.kindDescription(slot)). Convert the value in the expression or in a policy.
                """)
        }
        switch layout.kinds[slot] {
        case .attribute, .composite:
            guard let converted = layout.value(value, at: slot) else { throw unacceptable() }
            object.write(converted, at: slot)
        case .toOne:
            guard let found = Self.objects(value) else { throw unacceptable() }
            if let other = found.first { try checkDestination(other, layout) }
            object.setValue(found.first, at: slot)
        case .toMany, .orderedToMany:
            guard let found = Self.objects(value) else { throw unacceptable() }
            for other in found { try checkDestination(other, layout) }
            object.setValue(found, at: slot)
        case .fetched:
            return
        }
    }

    private func checkDestination(_ other: NSManagedObject, _ layout: EntityLayout) throws {
        guard !other.layout.isKind(of: layout.destination(slot)) else { return }
        throw MigrationError.failed(
            "The value expression of \(subject) has an object of '\(other.layout.name)', and the relationship leads to '\(layout.destination(slot).name)'."
        )
    }

    /// Returns the objects in a value; nil if it has anything else.
    private static func objects(_ value: Any?) -> [NSManagedObject]? {
        switch value {
        case nil, is NSNull: return []
        case let object as NSManagedObject: return [object]
        case let set as NSSet: return set.allObjects as? [NSManagedObject]
        case let ordered as NSOrderedSet: return ordered.array as? [NSManagedObject]
        case let array as [Any]:
            let objects = array.filter { !($0 is NSNull) }.compactMap { $0 as? NSManagedObject }
            return objects.count == array.count { !($0 is NSNull) } ? objects : nil
        default: return nil
        }
    }
}

extension ExpressionForm {
    /// The key of a source object's property that the whole expression reads: `$source.name` or
    /// `FUNCTION($source, "valueForKey:", "name")`.
    var copiedSourceKey: String? {
        switch self {
        case .path(.variable(NSMigrationSourceObjectKey), let names) where names.count == 1: names[0]
        case .message(.variable(NSMigrationSourceObjectKey), "valueForKey:", let arguments) where arguments.count == 1:
            arguments[0].constantText
        case .message(.variable(NSMigrationSourceObjectKey), "valueForKeyPath:", let arguments) where arguments.count == 1:
            arguments[0].constantText.flatMap { $0.contains(".") ? nil : $0 }
        default: nil
        }
    }

    private var constantText: String? {
        if case .constant(.string(let text)) = self { text } else { nil }
    }

    /// The first keys of the paths from the source object that the expression reads.
    var sourceKeys: [String] {
        var keys: [String] = []
        _ = contains { form in
            if let key = form.copiedSourceKey {
                keys.append(key)
            } else if case .path(.variable(NSMigrationSourceObjectKey), let names) = form, let key = names.first {
                keys.append(key)
            }
            return false
        }
        return keys
    }
}
