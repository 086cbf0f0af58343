import CoreData
import Foundation
import StrataTestSupport

/// A model as a test edits it. Each entity and property has an identity that edits keep, so what a
/// migration is to do is known without comparing names.
struct RandomSchema {
    struct Attribute {
        let id: Int
        var name: String
        var type: NSAttributeType
        var isOptional: Bool
        var defaultValue: Int?
    }

    struct Relationship {
        let id: Int
        var name: String
        var inverseName: String
        /// The identity of the destination.
        var destination: Int
        var isToMany: Bool
        var inverseIsToMany: Bool
    }

    struct Entity {
        let id: Int
        var name: String
        var parent: Int?
        var isAbstract = false
        var attributes: [Attribute] = []
        var relationships: [Relationship] = []
        var isIndexed = false
    }

    var entities: [Entity] = []
    private var last = 0

    /// The names of entities and properties by identity.
    var names: [Int: String] {
        var names: [Int: String] = [:]
        for entity in entities {
            names[entity.id] = entity.name
            for attribute in entity.attributes { names[attribute.id] = attribute.name }
            for relationship in entity.relationships {
                names[relationship.id] = relationship.name
                names[-relationship.id] = relationship.inverseName
            }
        }
        return names
    }

    mutating func nextID() -> Int {
        last += 1
        return last
    }

    /// The entity with an identity and its parents, nearest first.
    func line(_ id: Int) -> [Entity] {
        var line: [Entity] = []
        var next: Int? = id
        while let current = next, let entity = entities.first(where: { $0.id == current }) {
            line.append(entity)
            next = entity.parent
        }
        return line
    }

    // MARK: Random models and edits

    static let types: [NSAttributeType] = [
        .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType, .stringAttributeType,
        .dateAttributeType, .booleanAttributeType,
    ]

    init(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 2...5, using: &random) { addEntity(&random) }
        for _ in 0..<Int.random(in: 0...4, using: &random) { addRelationship(&random) }
    }

    private mutating func addEntity(_ random: inout SeededGenerator) {
        let id = nextID()
        var entity = Entity(id: id, name: "\(["A", "M", "Z"].randomElement(using: &random)!)e\(id)")
        if Int.random(in: 0..<3, using: &random) == 0 { entity.parent = entities.randomElement(using: &random)?.id }
        entities.append(entity)
        for _ in 0..<Int.random(in: 1...4, using: &random) { addAttribute(to: entities.count - 1, &random) }
    }

    private mutating func addAttribute(to place: Int, _ random: inout SeededGenerator) {
        let id = nextID()
        let isOptional = Bool.random(using: &random)
        let value = isOptional && Bool.random(using: &random) ? nil : Int.random(in: 0..<100, using: &random)
        entities[place].attributes.append(
            Attribute(
                id: id, name: "\(["a", "m", "z"].randomElement(using: &random)!)t\(id)",
                type: Self.types.randomElement(using: &random)!,
                isOptional: isOptional, defaultValue: value))
    }

    private mutating func addRelationship(_ random: inout SeededGenerator) {
        let id = nextID()
        let place = Int.random(in: 0..<entities.count, using: &random)
        entities[place].relationships.append(
            Relationship(
                id: id, name: "r\(id)", inverseName: "i\(id)", destination: entities.randomElement(using: &random)!.id,
                isToMany: Bool.random(using: &random), inverseIsToMany: Bool.random(using: &random)))
    }

    /// Makes one random edit that a lightweight migration can follow.
    mutating func edit(_ random: inout SeededGenerator) {
        let place = Int.random(in: 0..<entities.count, using: &random)
        let attribute = entities[place].attributes.indices.randomElement(using: &random)
        let relationship = entities[place].relationships.indices.randomElement(using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: addAttribute(to: place, &random)
        case 1: if let attribute { entities[place].attributes.remove(at: attribute) }
        case 2: if let attribute { entities[place].attributes[attribute].name = "b\(nextID())" }
        case 3:
            guard let attribute else { return }
            entities[place].attributes[attribute].isOptional.toggle()
            if entities[place].attributes[attribute].defaultValue == nil {
                entities[place].attributes[attribute].defaultValue = 7
            }
        case 4:
            let numbers = Self.types.prefix(4)
            guard let attribute, numbers.contains(entities[place].attributes[attribute].type) else { return }
            entities[place].attributes[attribute].type = numbers.randomElement(using: &random)!
        case 5: addEntity(&random)
        case 6:
            let id = entities[place].id
            let isUsed = entities.contains {
                $0.parent == id || ($0.id != id && $0.relationships.contains { $0.destination == id })
            }
            if !isUsed, entities.count > 2 { entities.remove(at: place) }
        case 7: entities[place].name = "\(["B", "Y"].randomElement(using: &random)!)e\(nextID())"
        case 8: addRelationship(&random)
        case 9: if let relationship { entities[place].relationships.remove(at: relationship) }
        case 10: if let relationship { entities[place].relationships[relationship].name = "s\(nextID())" }
        case 11:
            guard let relationship else { return }
            // A change to fewer members depends on which comes first, which other tests look at.
            entities[place].relationships[relationship].isToMany = true
            if Bool.random(using: &random) { entities[place].relationships[relationship].inverseIsToMany = true }
        case 12: entities[place].isIndexed.toggle()
        default:
            // An attribute moves down to all child entities' parent's parent: up by one.
            guard let attribute, let parent = entities[place].parent,
                let above = entities.firstIndex(where: { $0.id == parent })
            else { return }
            var moved = entities[place].attributes.remove(at: attribute)
            if moved.defaultValue == nil { moved.defaultValue = 9 }
            entities[above].attributes.append(moved)
        }
    }

    // MARK: Models

    /// Creates the model, with renaming identifiers for what had another name in the original.
    func model(originally original: [Int: String]) -> NSManagedObjectModel {
        var made: [Int: NSEntityDescription] = [:]
        for entity in entities {
            let description = NSEntityDescription()
            description.name = entity.name
            description.isAbstract = entity.isAbstract
            if let was = original[entity.id], was != entity.name { description.renamingIdentifier = was }
            description.properties = entity.attributes.map { attribute in
                let made = NSAttributeDescription()
                made.name = attribute.name
                made.attributeType = attribute.type
                made.isOptional = attribute.isOptional
                made.defaultValue = attribute.defaultValue.map { Self.value($0, attribute.type) }
                if let was = original[attribute.id], was != attribute.name { made.renamingIdentifier = was }
                return made
            }
            made[entity.id] = description
        }
        for entity in entities {
            if let parent = entity.parent { made[parent]?.subentities.append(made[entity.id]!) }
            for relationship in entity.relationships {
                let (there, back) = (NSRelationshipDescription(), NSRelationshipDescription())
                there.name = relationship.name
                back.name = relationship.inverseName
                if let was = original[relationship.id], was != there.name { there.renamingIdentifier = was }
                there.destinationEntity = made[relationship.destination]
                back.destinationEntity = made[entity.id]
                there.maxCount = relationship.isToMany ? 0 : 1
                back.maxCount = relationship.inverseIsToMany ? 0 : 1
                made[entity.id]?.properties.append(there)
                made[relationship.destination]?.properties.append(back)
                there.inverseRelationship = back
                back.inverseRelationship = there
            }
            if entity.isIndexed, let first = made[entity.id]?.attributesByName[entity.attributes.first?.name ?? ""] {
                made[entity.id]?.indexes = [
                    NSFetchIndexDescription(
                        name: "byFirst", elements: [NSFetchIndexElementDescription(property: first, collationType: .binary)])
                ]
            }
        }
        let model = NSManagedObjectModel()
        model.entities = entities.map { made[$0.id]! }
        return model
    }

    /// The value of a type that stands for a number.
    static func value(_ number: Int, _ type: NSAttributeType) -> Any {
        switch type {
        case .stringAttributeType: "\(number)"
        case .dateAttributeType: Date(timeIntervalSinceReferenceDate: Double(number))
        case .booleanAttributeType: number % 2 == 0
        case .doubleAttributeType: Double(number)
        default: number
        }
    }
}
