import CoreData
import Foundation

/// A relationship of the random graphs' model, as the reference model describes it.
struct GraphLink: Sendable {
    let owner: GraphKind
    let name: String
    let destination: GraphKind
    let inverse: String
    var isToMany = false
    var isOrdered = false
    var rule = NSDeleteRule.nullifyDeleteRule

    static let all: [GraphLink] = [
        GraphLink(owner: .item, name: "parent", destination: .item, inverse: "children"),
        GraphLink(
            owner: .item, name: "children", destination: .item, inverse: "parent", isToMany: true, rule: .cascadeDeleteRule),
        GraphLink(owner: .item, name: "list", destination: .list, inverse: "items"),
        GraphLink(owner: .list, name: "items", destination: .item, inverse: "list", isToMany: true, isOrdered: true),
        GraphLink(owner: .item, name: "tags", destination: .tag, inverse: "items", isToMany: true),
        GraphLink(owner: .tag, name: "items", destination: .item, inverse: "tags", isToMany: true),
        GraphLink(owner: .item, name: "partner", destination: .item, inverse: "admirer"),
        GraphLink(owner: .item, name: "admirer", destination: .item, inverse: "partner"),
        GraphLink(owner: .list, name: "picks", destination: .item, inverse: "pickedBy", isToMany: true, isOrdered: true),
        GraphLink(owner: .item, name: "pickedBy", destination: .list, inverse: "picks", isToMany: true),
        GraphLink(owner: .tag, name: "kept", destination: .list, inverse: "keeper", isToMany: true, rule: .denyDeleteRule),
        GraphLink(owner: .list, name: "keeper", destination: .tag, inverse: "kept"),
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ("\($0.owner).\($0.name)", $0) })

    static func named(_ name: String, of kind: GraphKind) -> GraphLink {
        guard let link = byName["\(kind).\(name)"] else { preconditionFailure("\(kind) has no relationship \(name).") }
        return link
    }

    static let ofKind = Dictionary(grouping: all, by: \.owner)

    /// The inverse of the relationship.
    var opposite: GraphLink { Self.named(inverse, of: destination) }
}

enum GraphKind: String, CaseIterable, Sendable {
    case item = "Item"
    case list = "List"
    case tag = "Tag"
}

/// An object of the random graphs. Its validation rejects one name with an error of the app's own.
final class GraphObject: NSManagedObject {
    struct Refusal: Error {}

    static let refusedName = "refused"

    private func check() throws {
        if value(forKey: "name") as? String == Self.refusedName { throw Refusal() }
    }

    override func validateForInsert() throws {
        try super.validateForInsert()
        try check()
    }

    override func validateForUpdate() throws {
        try super.validateForUpdate()
        try check()
    }
}

extension NSManagedObjectModel {
    /// Returns a model with every kind of relationship that has an inverse, and every delete rule
    /// except No Action. SpecialItem inherits from Item.
    static func graph() -> NSManagedObjectModel {
        var entities: [GraphKind: NSEntityDescription] = [:]
        for kind in GraphKind.allCases {
            let entity = NSEntityDescription()
            entity.name = kind.rawValue
            entity.managedObjectClassName = NSStringFromClass(GraphObject.self)
            entity.properties = [
                attribute("key", .integer64, default: 0), attribute("value", .integer64, default: 0), attribute("name", .string),
            ]
            entities[kind] = entity
        }
        var relationships: [String: NSRelationshipDescription] = [:]
        for link in GraphLink.all {
            let relationship = NSRelationshipDescription()
            relationship.name = link.name
            relationship.destinationEntity = entities[link.destination]
            relationship.maxCount = link.isToMany ? 0 : 1
            relationship.isOrdered = link.isOrdered
            relationship.deleteRule = link.rule
            entities[link.owner]?.properties.append(relationship)
            relationships["\(link.owner).\(link.name)"] = relationship
        }
        for link in GraphLink.all {
            relationships["\(link.owner).\(link.name)"]?.inverseRelationship =
                relationships["\(link.destination).\(link.inverse)"]
        }
        let special = NSEntityDescription()
        special.name = "SpecialItem"
        special.managedObjectClassName = NSStringFromClass(GraphObject.self)
        special.properties = [attribute("extra", .string)]
        entities[.item]?.subentities = [special]
        let model = NSManagedObjectModel()
        model.entities = GraphKind.allCases.compactMap { entities[$0] } + [special]
        return model
    }
}
