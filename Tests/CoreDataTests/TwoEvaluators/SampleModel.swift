import CoreData

/// A generator of small models with every kind of attribute and relationship that a predicate can
/// read.
///
/// A property's name states its kind: `a3Int64`, `a4StringWild`, `toB2Ordered`. The values of an
/// attribute whose name ends in Wild include the limits of its type. Sums of the other attributes'
/// values are exact, in any order.
struct SampleModel {
    private var dice: Dice
    private var serial = 0

    init(seed: UInt64) {
        dice = Dice(seed: seed)
    }

    mutating func model() -> NSManagedObjectModel {
        let names = ["Alpha", "Beta", "Gamma", "Delta"].prefix(dice.int(2...4))
        let entities = names.map { entity($0) }
        for (position, entity) in entities.enumerated().dropFirst(2) where dice.once(in: 3) {
            let superentity = entities[dice.int(0...(position - 1))]
            superentity.subentities.append(entity)
            if dice.once(in: 4) { superentity.isAbstract = true }
        }
        for entity in entities { relate(entity, dice.pick(entities)) }
        for _ in 0..<dice.int(1...4) { relate(dice.pick(entities), dice.pick(entities)) }
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    private mutating func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        let types: [NSAttributeDescription.AttributeType] = [
            .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binaryData, .uuid, .uri,
        ]
        // Every entity has a number and a text, so that every key path can end at an attribute.
        let chosen = [.string, .integer64] + dice.some(types, 2...6) + (dice.flag() ? [.string] : [])
        entity.properties = chosen.map { attribute($0, name) }
        if dice.once(in: 4) {
            serial += 1
            let composite = NSCompositeAttributeDescription()
            composite.name = "\(name.lowercased().prefix(1))\(serial)Composite"
            composite.elements = [.string, dice.pick(types)].map { attribute($0, "element") }
            entity.properties.append(composite)
        }
        return entity
    }

    private mutating func attribute(_ type: NSAttributeDescription.AttributeType, _ owner: String) -> NSAttributeDescription {
        serial += 1
        let attribute = NSAttributeDescription()
        attribute.type = type
        attribute.isOptional = !dice.once(in: 4)
        let isWild = type == .string || type == .boolean ? false : dice.once(in: 3)
        attribute.name = "\(owner.lowercased().prefix(1))\(serial)\(attribute.attributeType.word)\(isWild ? "Wild" : "")"
        return attribute
    }

    private mutating func relate(_ from: NSEntityDescription, _ to: NSEntityDescription) {
        serial += 1
        let there = relationship("to", to, isToMany: dice.flag())
        from.properties.append(there)
        guard !dice.once(in: 5) else { return }
        let back = relationship("from", from, isToMany: dice.flag())
        to.properties.append(back)
        (there.inverseRelationship, back.inverseRelationship) = (back, there)
    }

    private mutating func relationship(
        _ prefix: String, _ destination: NSEntityDescription, isToMany: Bool
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.destinationEntity = destination
        relationship.maxCount = isToMany ? 0 : 1
        relationship.isOrdered = isToMany && dice.once(in: 3)
        relationship.name =
            "\(prefix)\(destination.name?.prefix(1) ?? "")\(serial)\(relationship.isOrdered ? "Ordered" : isToMany ? "Many" : "")"
        return relationship
    }
}

extension NSAttributeType {
    /// The name of the type in the names of sample attributes.
    fileprivate var word: String {
        switch self {
        case .integer16AttributeType: "Int16"
        case .integer32AttributeType: "Int32"
        case .integer64AttributeType: "Int64"
        case .decimalAttributeType: "Decimal"
        case .doubleAttributeType: "Double"
        case .floatAttributeType: "Float"
        case .stringAttributeType: "String"
        case .booleanAttributeType: "Bool"
        case .dateAttributeType: "Date"
        case .binaryDataAttributeType: "Data"
        case .UUIDAttributeType: "UUID"
        case .URIAttributeType: "URI"
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType: "Other"
        }
    }
}

extension NSEntityDescription {
    /// The entity's own and inherited attributes, in a reproducible order.
    var attributes: [NSAttributeDescription] { attributesByName.values.sorted { $0.name < $1.name } }

    /// The attributes with a single value, including the elements of composite attributes.
    var leaves: [SampleLeaf] {
        attributes.flatMap { attribute in
            guard let composite = attribute as? NSCompositeAttributeDescription else { return [SampleLeaf([attribute])] }
            return composite.elements.map { SampleLeaf([composite, $0]) }
        }
    }

    /// The leaves of the entity, and those of all its subentities.
    var leavesOfSubentities: [SampleLeaf] { leaves + subentities.flatMap(\.leavesOfSubentities) }

    func relationships(_ isIncluded: (NSRelationshipDescription) -> Bool) -> [NSRelationshipDescription] {
        relationshipsByName.values.filter(isIncluded).sorted { $0.name < $1.name }
    }
}

/// An attribute, or an element of a composite attribute.
struct SampleLeaf {
    let names: [String]
    let type: NSAttributeType
    let isWild: Bool

    fileprivate init(_ path: [NSAttributeDescription]) {
        names = path.map(\.name)
        type = path[path.count - 1].attributeType
        isWild = path[path.count - 1].isWild
    }
}

extension NSAttributeDescription {
    /// Whether the attribute's values include the limits of its type.
    var isWild: Bool { name.hasSuffix("Wild") }
}
