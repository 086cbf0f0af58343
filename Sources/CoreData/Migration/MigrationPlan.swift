internal import Foundation
internal import StrataModelDifference
internal import StrataPredicates

/// The operations of a lightweight migration, which turn a store of one version of a model into a
/// store of another.
///
/// A plan knows entities, properties and values, and nothing of tables: the store's engine executes
/// it. `ModelDifference` decides what is a new name for what, and what cannot be
/// done; the plan adds where each value of an object comes from.
///
/// Example: version 2 renames `Note` to `Item`, adds `Item.stars` with the default 3, makes
/// `Item.title` required with the default "Untitled", and removes `Draft`:
///
///     keepEntity(Note → Item): stars = 3, title = Note.title or "Untitled", …
///     removeEntity(Draft)
///
/// Objects keep their primary keys and versions (`Z_OPT`), so the URIs of their identifiers stay
/// valid unless their entity was renamed.
struct MigrationPlan {
    enum Operation {
        /// The entity's objects are deleted, with their history.
        case removeEntity(EntityLayout)
        /// The entity is new and has no objects.
        case addEntity(EntityLayout)
        /// The objects of an entity remain, as objects of its new version.
        case keepEntity(KeptEntity)
        /// The members of a relationship remain stored where they are.
        case copyRelationship(KeptRelationship)
        /// The members of a relationship are stored or limited differently than before: they are
        /// collected first and stored when all entities are in place.
        case convertRelationship(KeptRelationship)
        /// References to objects that no longer exist, or that the relationship no longer accepts,
        /// are removed.
        case clearReferences(EntityLayout, slot: Int)
        /// The members of a relationship that had no order get one: that of their keys.
        case orderMembers(EntityLayout, slot: Int)
        /// The value of a derived attribute is computed for all objects.
        case computeDerived(EntityLayout, slot: Int)
        /// All objects must have a value that the migration cannot supply. The change names it.
        case requireValue(EntityLayout, slot: Int, Change)
    }

    let source: NSManagedObjectModel
    let destination: NSManagedObjectModel
    let operations: [Operation]

    var kept: [KeptEntity] {
        operations.compactMap { if case .keepEntity(let entity) = $0 { entity } else { nil } }
    }
}

/// An entity of both versions.
struct KeptEntity {
    let old: EntityLayout
    let new: EntityLayout
    /// The origin of the value in each slot of `new`.
    let values: [ValueOrigin]
    /// The slots of `old` that the slots of `new` continue.
    let oldSlots: [Int?]
}

/// The origin of a value in a migrated object.
indirect enum ValueOrigin {
    /// Nothing is stored, or another operation stores it: a to-many relationship, a transient
    /// property, a new to-one relationship.
    case none
    /// The default value of a new attribute; null if it has none.
    case constant(Value, NSAttributeDescription)
    case attribute(KeptAttribute)
    /// The origins of the elements of a composite attribute.
    case elements([ValueOrigin])
    /// The to-one relationship in a slot of the old entity.
    case reference(Int)
}

/// A stored attribute of both versions.
struct KeptAttribute {
    let old: NSAttributeDescription
    let new: NSAttributeDescription
    /// The slot of the old entity.
    let slot: Int
    /// The positions of the elements that lead to the attribute in nested composites; empty for an
    /// attribute of the entity itself.
    let path: [Int]
    /// The value for objects without one, if the new version requires one.
    let missing: Value?
}

/// A relationship that keeps members.
struct KeptRelationship {
    /// The old relationships whose members it keeps: for each entity that declares or inherits it,
    /// the slot in the entity's old version.
    struct Source {
        let entity: EntityLayout
        let slot: Int
    }

    let entity: EntityLayout
    let slot: Int
    let sources: [Source]

    /// Returns the old relationships that a new one continues, by entity.
    static func sources(_ layout: EntityLayout, _ slot: Int, among kept: [KeptEntity]) -> [Source] {
        kept.compactMap { entity in
            guard entity.new.isKind(of: layout), let was = entity.oldSlots[slot], entity.old.kinds[was].isRelationship,
                !entity.old.properties[was].isTransient
            else { return nil }
            return Source(entity: entity.old, slot: was)
        }
    }
}
