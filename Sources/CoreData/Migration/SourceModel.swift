internal import Foundation
internal import StrataPredicates

/// The model that a store was created with, made safe to build tables from.
///
/// It comes from the store's file, so any part of it may be damaged: an `EntityLayout` traps for a
/// model that a programmer has built wrongly, and no stored byte may end the process. So the model
/// is checked first, and the parts that a migration does not need are left out.
struct SourceModel {
    let model: NSManagedObjectModel

    /// - Parameters:
    ///   - model: a model that no one else uses.
    ///   - stored: the names of the entities that the store has.
    /// - Throws: `MigrationFailure` that names what is wrong.
    init(_ model: NSManagedObjectModel, storing stored: Set<String>) throws {
        self.model = model
        for entity in model.entities where stored.contains(entity.name ?? "") {
            entity.indexes = []
            for property in entity.ownProperties {
                (property as? NSAttributeDescription)?.defaultValue = nil
            }
        }
        try Self.check(model, storing: stored)
    }

    /// Checks the parts of a model that tables are built from.
    ///
    /// - Throws: `MigrationFailure` that names what is wrong.
    static func check(_ model: NSManagedObjectModel, storing stored: Set<String>) throws {
        let entities = model.entitiesByName
        if let missing = stored.sorted().first(where: { entities[$0] == nil }) {
            throw MigrationFailure("its model has no entity '\(missing)', of which it has a table")
        }
        for entity in model.entities where stored.contains(entity.name ?? "") { try check(entity, stored) }
    }

    /// The entities that the store has.
    func entities(_ stored: Set<String>) -> Set<NSEntityDescription> {
        Set(model.entities.filter { stored.contains($0.name ?? "") })
    }

    private static func check(_ entity: NSEntityDescription, _ stored: Set<String>) throws {
        let name = entity.name ?? ""
        if let parent = entity.superentity, !stored.contains(parent.name ?? "") {
            throw MigrationFailure("it has no table of '\(parent.name ?? "")', the parent entity of '\(name)'")
        }
        let properties = entity.properties
        let names = Set(properties.map(\.name))
        guard names.count == properties.count, !names.contains("") else {
            throw MigrationFailure("its model has a property of '\(name)' twice")
        }
        for property in properties where !property.isTransient {
            switch property {
            case let attribute as NSAttributeDescription:
                guard isStorable(attribute), Value(attribute.defaultValue, of: attribute) != nil else {
                    throw MigrationFailure("its model has an attribute \(name).\(property.name) that cannot be stored")
                }
            case let relationship as NSRelationshipDescription:
                guard let destination = relationship.destinationEntity?.name, stored.contains(destination) else {
                    throw MigrationFailure("its model has a relationship \(name).\(property.name) to an entity that it lacks")
                }
            default: break
            }
        }
        entity.uniquenessConstraints = NSEntityDescription.names(entity.uniquenessConstraints)
            .filter { Set($0).isSubset(of: names) && !$0.isEmpty }
    }

    private static func isStorable(_ attribute: NSAttributeDescription) -> Bool {
        if let composite = attribute as? NSCompositeAttributeDescription {
            return composite.elements.allSatisfy(isStorable)
        }
        return ![.undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType].contains(attribute.attributeType)
    }
}
