internal import Foundation
internal import StrataModelDifference
internal import StrataModelFormat
internal import StrataPredicates

/// Plans the lightweight migration of a store from one version of a model to another.
struct MigrationPlanner {
    private let source: NSManagedObjectModel
    private let destination: NSManagedObjectModel
    private let difference: ModelDifference
    /// The entities of the store, by old name, and those that it will have, by new name.
    private let old: [String: EntityLayout]
    let new: [String: EntityLayout]
    /// The changes that need a value of all objects.
    let required: [Change]
    private var kept: [KeptEntity] = []
    private var keptByNewName: [String: KeptEntity] = [:]
    private var keptByOldName: [String: KeptEntity] = [:]

    /// - Parameters:
    ///   - stored: the entities of the source model that the store has.
    ///   - wanted: the entities of the destination model that the store will have.
    /// - Throws: an NSError that names the first change that a lightweight migration cannot make.
    init(
        from source: NSManagedObjectModel, _ stored: [EntityLayout], to destination: NSManagedObjectModel,
        _ wanted: [EntityLayout]
    ) throws {
        self.source = source
        self.destination = destination
        difference = source.difference(to: destination)
        old = Dictionary(uniqueKeysWithValues: stored.map { ($0.name, $0) })
        new = Dictionary(uniqueKeysWithValues: wanted.map { ($0.name, $0) })
        let entities = new
        let changes = difference.changes.filter { entities[$0.entity] != nil }
        required = changes.filter { Self.slot($0, entities) != nil }
        // Whether a value is missing is up to the objects. They may all have one, as after the handler
        // of a stage.
        if let obstacle = MigrationObstacle(changes.filter { Self.slot($0, entities) == nil }) {
            throw obstacle.error(from: source, to: destination)
        }
        for layout in wanted {
            guard let was = difference.oldName(of: layout.name).flatMap({ old[$0] }) else { continue }
            let entity = keep(was, as: layout)
            kept.append(entity)
            keptByNewName[layout.name] = entity
            keptByOldName[was.name] = entity
        }
        // A wrong path or a wrong model would otherwise empty the store.
        guard !kept.isEmpty || stored.isEmpty || wanted.isEmpty else {
            throw NSError(
                code: NSMigrationMissingMappingModelError,
                """
                The store was not migrated, because the new model has none of its entities: \
                \(stored.map(\.name).sorted().prefix(5).joined(separator: ", ")). It may be the store of another program. Check the \
                path and the model.
                """,
                [
                    "reason": "Can't find or automatically infer mapping model for migration", "sourceModel": source,
                    "destinationModel": destination,
                ])
        }
    }

    /// Returns the plan.
    func plan() -> MigrationPlan {
        let removed = old.values.filter { keptByOldName[$0.name] == nil }.sorted { $0.name < $1.name }
        let added = new.values.filter { keptByNewName[$0.name] == nil }.sorted { $0.name < $1.name }
        let relationships = new.values.sorted { $0.name < $1.name }.flatMap { layout in
            layout.ownRelationships.filter { !layout.properties[$0].isTransient }.map { (layout, $0) }
        }
        var operations: [MigrationPlan.Operation] = removed.map { .removeEntity($0) } + added.map { .addEntity($0) }
        operations += kept.map { .keepEntity($0) }
        operations += relationships.compactMap { continuation($0.0, $0.1) }
        operations += relationships.filter { losesObjects($0.0, $0.1) }.map { .clearReferences($0.0, slot: $0.1) }
        operations += relationships.filter { isNewlyOrdered($0.0, $0.1) }.map { .orderMembers($0.0, slot: $0.1) }
        for layout in new.values.sorted(by: { $0.name < $1.name }) {
            operations += layout.ownSlots.filter { needsComputing(layout, $0) }.map { .computeDerived(layout, slot: $0) }
        }
        operations += required.compactMap { change in
            Self.slot(change, new).map { .requireValue($0.layout, slot: $0.slot, change) }
        }
        operations += relationships.filter { mayBecomeEmpty($0.0, $0.1) }.map { layout, slot in
            .requireValue(layout, slot: slot, emptied(layout.relationship(slot), of: layout))
        }
        return MigrationPlan(source: source, destination: destination, operations: operations)
    }

    /// Returns the property of which all objects need a value; nil for any other change.
    static func slot(_ change: Change, _ entities: [String: EntityLayout]) -> (layout: EntityLayout, slot: Int)? {
        guard change.obstacle?.isMissingValue == true, let layout = entities[change.entity],
            let slot = change.property.flatMap(layout.slot)
        else { return nil }
        switch layout.kinds[slot] {
        case .attribute, .toOne: return (layout, slot)
        // Of a composite attribute with required elements, one may be missing and another not.
        case .composite: return change.obstacle?.condition == nil ? nil : (layout, slot)
        case .toMany, .orderedToMany, .fetched: return nil
        }
    }

    // MARK: Values

    private func keep(_ old: EntityLayout, as new: EntityLayout) -> KeptEntity {
        let names = difference.oldNames(ofPropertiesOf: new.name)
        let slots = new.names.map { name in names[name].flatMap { old.slot(of: $0) } }
        let values = new.kinds.indices.map { slot -> ValueOrigin in
            guard !new.properties[slot].isTransient else { return .none }
            let was = slots[slot].flatMap { old.properties[$0].isTransient ? nil : $0 }
            switch new.kinds[slot] {
            case .attribute, .composite:
                return origin(
                    of: new.attribute(slot), default: new.defaults[slot], was.map { old.attribute($0) }, slot: was ?? 0, path: [])
            case .toOne: return was.flatMap { old.kinds[$0] == .toOne ? .reference($0) : nil } ?? .none
            case .toMany, .orderedToMany, .fetched: return .none
            }
        }
        return KeptEntity(old: old, new: new, values: values, oldSlots: slots)
    }

    private func origin(
        of attribute: NSAttributeDescription, default value: Value, _ was: NSAttributeDescription?, slot: Int, path: [Int]
    ) -> ValueOrigin {
        if let composite = attribute as? NSCompositeAttributeDescription {
            return elements(of: composite, value, was as? NSCompositeAttributeDescription, slot, path)
        }
        guard let was, !(was is NSCompositeAttributeDescription) else { return .constant(value, attribute) }
        // A derived attribute of another type is computed.
        let isDerived = attribute is NSDerivedAttributeDescription
        if isDerived, was.attributeType != attribute.attributeType { return .none }
        let missing = was.isOptional && !attribute.isOptional && !isDerived && value != .null ? value : nil
        return .attribute(KeptAttribute(old: was, new: attribute, slot: slot, path: path, missing: missing))
    }

    private func elements(
        of composite: NSCompositeAttributeDescription, _ value: Value, _ was: NSCompositeAttributeDescription?, _ slot: Int,
        _ path: [Int]
    ) -> ValueOrigin {
        let before = was?.elements ?? []
        let names = ModelDifference.oldNames(
            ofElements: composite.elements.map(AttributeElement.init), in: before.map(AttributeElement.init))
        return .elements(
            composite.elements.enumerated().map { place, element in
                let position = names[element.name].flatMap { name in before.firstIndex { $0.name == name } }
                let own = Value(element.defaultValue, of: element) ?? .null
                // In the other elements, each row has a value already. The default may contradict it: a
                // new case of an enumeration would be a second one of the row.
                let isLeftOut = was != nil && position == nil && element.isOptional
                let given = if !isLeftOut, case .list(let values) = value, place < values.count { values[place] } else { own }
                return origin(
                    of: element, default: given, position.map { before[$0] }, slot: slot,
                    path: path + (position.map { [$0] } ?? []))
            })
    }

    // MARK: Relationships

    /// The place in which a relationship's members are stored.
    private enum Storage {
        /// In the objects of the relationship's own entity.
        case owners
        /// In the objects of its destination.
        case members
        /// In both, for a one-to-one relationship.
        case both
        /// In a list of their own, for a many-to-many relationship.
        case list
    }

    private func storage(_ relationship: NSRelationshipDescription) -> Storage {
        let inverse = relationship.inverseRelationship?.isToMany
        return switch (relationship.isToMany, inverse) {
        case (false, nil), (false, true?): .owners
        case (false, false?): .both
        case (true, nil), (true, false?): .members
        case (true, true?): .list
        }
    }

    private func sources(_ layout: EntityLayout, _ slot: Int) -> [KeptRelationship.Source] {
        KeptRelationship.sources(layout, slot, among: kept)
    }

    private func inverseSources(_ layout: EntityLayout, _ slot: Int) -> [KeptRelationship.Source] {
        guard let inverse = layout.relationship(slot).inverseRelationship, let owner = inverse.owner?.layout,
            let back = owner.slot(of: inverse.name)
        else { return [] }
        return sources(owner, back)
    }

    /// Returns the operation that gives a relationship its members; nil for one without earlier
    /// members, and for the inverse of one that has an operation.
    func continuation(_ layout: EntityLayout, _ slot: Int) -> MigrationPlan.Operation? {
        let relationship = layout.relationship(slot)
        let sources = sources(layout, slot)
        let others = inverseSources(layout, slot)
        guard !sources.isEmpty else { return nil }
        let kept = KeptRelationship(entity: layout, slot: slot, sources: sources)
        guard let inverse = relationship.inverseRelationship, inverse !== relationship else {
            return isCopied(sources, [], relationship) ? .copyRelationship(kept) : .convertRelationship(kept)
        }
        // Of a relationship and its inverse, the one that had members before, or else the first.
        if !others.isEmpty {
            let names = (inverse.owner?.layout.name ?? "", inverse.name)
            guard (layout.name, relationship.name) < names else { return nil }
        }
        return isCopied(sources, others, relationship) ? .copyRelationship(kept) : .convertRelationship(kept)
    }

    /// Whether the members remain stored where they are.
    private func isCopied(
        _ sources: [KeptRelationship.Source], _ others: [KeptRelationship.Source], _ relationship: NSRelationshipDescription
    ) -> Bool {
        let old = sources.map { $0.entity.relationship($0.slot) }
        let back = others.map { $0.entity.relationship($0.slot) }
        let isOne = Set(old.map(ObjectIdentifier.init)).count == 1
        /// Whether the old inverses are the old versions of the new inverse.
        let areInverse = old.allSatisfy { one in
            one.inverseRelationship === one
                ? relationship.inverseRelationship === relationship
                : back.contains { $0 === one.inverseRelationship }
        }
        // An order is stored with the members of one relationship.
        let hasOrder = relationship.isOrdered || relationship.inverseRelationship?.isOrdered == true
        switch storage(relationship) {
        case .owners: return old.allSatisfy { !$0.isToMany } && (!hasOrder || isOne)
        case .both: return old.allSatisfy { storage($0) == .both } && areInverse
        case .members:
            guard isOne else { return false }
            if relationship.inverseRelationship == nil {
                return old.allSatisfy { storage($0) == .members && $0.inverseRelationship == nil }
            }
            return areInverse && old.allSatisfy { [.members, .both].contains(storage($0)) }
        case .list: return isOne && old.allSatisfy { storage($0) == .list } && areInverse
        }
    }

    /// Whether stored references of a relationship may lead to objects that are gone, or that no
    /// longer fit it.
    func losesObjects(_ layout: EntityLayout, _ slot: Int) -> Bool {
        let relationship = layout.relationship(slot)
        return sources(layout, slot).contains { source in
            let was = source.entity.relationship(source.slot)
            let losesMembers = loses(source.entity.destination(source.slot), to: layout.destination(slot))
            let losesOwners = loses(was.owner?.layout ?? source.entity, to: layout)
            return switch storage(relationship) {
            case .owners, .both: losesMembers
            case .members: relationship.inverseRelationship == nil && losesOwners
            case .list: losesMembers || losesOwners
            }
        }
    }

    /// Whether some objects of an old entity are not objects of a new one.
    private func loses(_ was: EntityLayout, to destination: EntityLayout) -> Bool {
        old.values.contains { entity in
            entity.isKind(of: was) && !entity.entity.isAbstract
                && keptByOldName[entity.name]?.new.isKind(of: destination) != true
        }
    }

    private func isNewlyOrdered(_ layout: EntityLayout, _ slot: Int) -> Bool {
        guard layout.kinds[slot] == .orderedToMany else { return false }
        let sources = sources(layout, slot)
        if sources.isEmpty { return !inverseSources(layout, slot).isEmpty }
        return sources.contains { $0.entity.kinds[$0.slot] != .orderedToMany }
    }

    // MARK: Derived attributes

    /// Whether the values of a derived attribute are unknown: it is new or has another expression,
    /// or the objects that it is derived from may have changed.
    private func needsComputing(_ layout: EntityLayout, _ slot: Int) -> Bool {
        guard layout.isDerived(slot), !layout.properties[slot].isTransient else { return false }
        let expression = (layout.attribute(slot) as? NSDerivedAttributeDescription)?.derivationExpression
        return kept.contains { entity in
            guard entity.new.isKind(of: layout) else { return false }
            guard let was = entity.oldSlots[slot],
                let derived = entity.old.properties[was] as? NSDerivedAttributeDescription,
                derived.attributeType == layout.types[slot], derived.derivationExpression == expression
            else { return true }
            // The time of the last change stays.
            return expression?.form != .function(.now, [])
        }
    }
}
