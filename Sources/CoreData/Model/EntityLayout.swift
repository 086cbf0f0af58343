internal import Foundation
internal import StrataPredicates
internal import StrataTraps
internal import Synchronization

/// An entity compiled for use at run time: an immutable table of its properties, addressed by slot.
///
/// An `NSEntityDescription` is what apps build and inspect: a mutable tree of named properties,
/// linked by weak references. Reading a value through it would take a dictionary lookup and several
/// casts. Objects, rows, queries, stores and live results therefore use the layout, in which each
/// property has a number, its slot. They consult descriptions only for rarely needed facts, such as
/// a delete rule or a validation predicate.
///
/// For an entity `Event` and its subentity `Quake`:
///
/// ```
/// slot     0     1      2          3
/// Event    date  title
/// Quake    date  title  magnitude  place
/// ```
///
/// **Slots.** The superentity's slots come first, in its order, then the entity's own properties
/// sorted by name. So a slot means the same property in an entity and all its subentities: code
/// that works on events by slot (an accessor, a compiled predicate, a sort) works on quakes too.
/// Generated accessors contain slots as constants, so the order is part of the contract with
/// generated code and must not change. `AcceptedAccessors` checks accessors that were generated for
/// another version of the model.
///
/// **Kinds.** `kinds` has the kind of property in each slot. A row holds the values of attributes
/// and the references of to-one relationships. To-many relationships and fetched properties have a
/// slot too, but the row holds null there: the object keeps their members separately. `types` are
/// the attribute types, and `shape` is the memory layout that follows from both.
///
/// **Hierarchies.** All entities below one root share a table, and so a sequence of primary keys. A
/// row is therefore identified by hierarchy and row ID (`RowKey`), not by entity and row ID: a
/// quake that was fetched as an event is found under the same key. `kind` represents the layout in
/// an `ObjectReference`, which is declared in the module `StrataPredicates` and cannot name this
/// class.
///
/// **Lifetime.** `NSEntityDescription.layout` builds the layout on first use, superentities first.
/// From then on the model is in use, and its setters trap: a change would not reach the layout.
/// Description and layout retain each other and are never released, so rows and references hold
/// layouts by `unowned(unsafe)` pointers, which saves a reference count for each row. The price is
/// that the entities of a model that was used stay in memory.
final class EntityLayout: Sendable, CustomStringConvertible {
    // Strong, although entity and layout then retain each other: objects reach the entity through
    // their layout, and a weak reference would have to be loaded and retained at each access.
    let entity: NSEntityDescription
    let name: String
    let superlayout: EntityLayout?
    /// The identity of the entity's hierarchy. Its entities share one table and one sequence of
    /// primary keys.
    let hierarchy: ObjectIdentifier
    /// The entity's stand-in in an `ObjectReference`.
    let kind: ObjectKind

    let properties: [NSPropertyDescription]
    let names: [String]
    let kinds: ContiguousArray<SlotKind>
    /// The attribute types; undefined for relationships and fetched properties.
    let types: ContiguousArray<NSAttributeType>
    /// The attribute values of a new object.
    let defaults: RowValues
    /// The memory layout of rows.
    let shape: RowShape
    /// The uniqueness constraints as slots, including those of superentities.
    let uniqueSlots: [[Int]]
    let toOneSlots: [Int]
    /// The address of what a layer above this module keeps for the entity's objects; 0 without one.
    /// See `NSEntityDescription.setLayer(_:_:)`.
    let layer = Atomic<UInt>(0)
    /// The to-one slots that keep referring to an object after that object was deleted: those
    /// without an inverse, or whose inverse has `noActionDeleteRule`.
    let danglingSlots: [Int]
    let toManySlots: [Int]
    /// The slots of transient attributes and to-one relationships, whose values are in an object's row
    /// and in no store.
    let transientSlots: [Int]
    /// The slots of derived attributes, which the store computes.
    let derivedSlots: [Int]
    /// The slots of the stored attributes that are not optional, without derived ones.
    let requiredSlots: [Int]
    /// The slots whose values are validated before a save.
    let validatedSlots: [Int]
    /// The slots of the other attributes of 16 and 32 bits, whose rows can hold larger numbers. A save
    /// checks their range.
    let boundedSlots: [Int]
    /// The slots of the stored attributes whose values are encoded as data.
    let encodedSlots: [Int]
    /// The slots of all stored properties, sorted by name. A property's index in this list is its
    /// bit in the history's sets of changed properties.
    let historySlots: [Int]
    /// The index of each slot in `historySlots`; nil for a slot that is not in it.
    let historyBits: [Int?]

    private let knownVersionHash = Mutex<Data?>(nil)
    /// The version hash of the entity, which is computed once: each store that is opened compares
    /// it.
    var versionHash: Data {
        knownVersionHash.withLock { known in
            if let known { return known }
            let hash = entity.computedVersionHash
            known = hash
            return hash
        }
    }

    private let slots: [String: Int]
    let acceptedAccessors: AcceptedAccessors

    init(of entity: NSEntityDescription) {
        guard let name = entity.name, !name.isEmpty else {
            trap("An entity needs a name before it can be used.")
        }
        let superlayout = entity.superentity?.layout
        let inherited = superlayout?.properties ?? []
        let own = entity.ownProperties.sorted { $0.name < $1.name }
        let properties = inherited + own
        let slots = Dictionary(
            properties.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { slot, _ in
                trap(
                    "The entity '\(name)' has two properties '\(properties[slot].name)', its own or inherited ones.")
            }
        )
        let kinds = ContiguousArray(properties.map(SlotKind.init))

        self.entity = entity
        self.name = name
        self.superlayout = superlayout
        kind = ObjectKind(root: superlayout?.root.kind) { NSManagedObjectID.uri(name, $0, "") }
        hierarchy = kind.hierarchy
        self.properties = properties
        names = properties.map(\.name)
        self.kinds = kinds
        self.slots = slots
        types = ContiguousArray(properties.map { ($0 as? NSAttributeDescription)?.attributeType ?? .undefinedAttributeType })
        shape = RowShape(kinds, types)
        let inheritedDefaults = superlayout.map { layout in layout.defaults.indices.map { layout.defaults[$0] } } ?? []
        defaults = RowValues(
            shape, inheritedDefaults + own.map { ($0 as? NSAttributeDescription)?.defaultSlotValue(in: name) ?? .null })
        uniqueSlots = (superlayout?.uniqueSlots ?? []) + entity.uniquenessConstraints.map { Self.slots(of: $0, slots, name) }
        toOneSlots = kinds.indices.filter { kinds[$0] == .toOne }
        danglingSlots = toOneSlots.filter {
            guard let inverse = (properties[$0] as? NSRelationshipDescription)?.inverseRelationship else { return true }
            return inverse.deleteRule == .noActionDeleteRule
        }
        toManySlots = kinds.indices.filter { kinds[$0].isToMany }
        transientSlots = properties.indices.filter {
            (kinds[$0].isAttribute || kinds[$0] == .toOne) && properties[$0].isTransient
        }
        derivedSlots = properties.indices.filter { properties[$0] is NSDerivedAttributeDescription }
        requiredSlots = properties.indices.filter {
            kinds[$0].isAttribute && !properties[$0].isOptional && !properties[$0].isTransient
                && !(properties[$0] is NSDerivedAttributeDescription)
        }
        validatedSlots = properties.indices.filter { kinds[$0] != .fetched && properties[$0].isValidated }
        boundedSlots = properties.indices.filter {
            (properties[$0] as? NSAttributeDescription)?.attributeType.range != nil && !properties[$0].isValidated
                && !(properties[$0] is NSDerivedAttributeDescription)
        }
        encodedSlots = properties.indices.filter {
            !properties[$0].isTransient && (properties[$0] as? NSAttributeDescription)?.isEncoded == true
        }
        let historySlots = properties.indices.filter { kinds[$0] != .fetched && !properties[$0].isTransient }
            .sorted { properties[$0].name < properties[$1].name }
        self.historySlots = historySlots
        var bits = [Int?](repeating: nil, count: properties.count)
        for (bit, slot) in historySlots.enumerated() { bits[slot] = bit }
        historyBits = bits
        acceptedAccessors = AcceptedAccessors(count: properties.count)
        kind.owner = self
    }

    private static func slots(of constraint: [Any], _ slots: [String: Int], _ name: String) -> [Int] {
        constraint.map { element in
            guard let slot = slots[(element as? NSPropertyDescription)?.name ?? element as? String ?? ""] else {
                trap("A uniqueness constraint of '\(name)' names '\(element)', which is not one of its properties.")
            }
            return slot
        }
    }

    /// Returns the slot of a property; nil for an unknown name.
    func slot(of name: String) -> Int? { slots[name] }

    /// Returns the slot of a property. Traps for an unknown name.
    func requiredSlot(of name: String) -> Int {
        guard let slot = slots[name] else {
            trap("The entity '\(self.name)' has no property '\(name)'.")
        }
        return slot
    }

    /// The root entity of the hierarchy.
    var root: EntityLayout { superlayout?.root ?? self }

    /// Whether this entity is `other` or one of its subentities.
    func isKind(of other: EntityLayout) -> Bool {
        self === other || superlayout?.isKind(of: other) == true
    }

    /// Returns the entity of a name if it is this entity, a superentity or a subentity; nil for any
    /// other.
    func kind(named name: String) -> EntityLayout? {
        var above: EntityLayout? = self
        while let layout = above {
            if layout.name == name { return layout }
            above = layout.superlayout
        }
        return subkind(named: name)
    }

    /// Returns the entities whose property a name in a query can mean: this entity if it has one of
    /// that name, otherwise the topmost of its subentities that have one.
    func entities(having name: String) -> [EntityLayout] {
        slot(of: name) == nil ? entity.subentities.flatMap { $0.layout.entities(having: name) } : [self]
    }

    private func subkind(named name: String) -> EntityLayout? {
        for entity in entity.subentities {
            if entity.name == name { return entity.layout }
            if let found = entity.layout.subkind(named: name) { return found }
        }
        return nil
    }

    /// The class of this entity's objects.
    var managedObjectClass: NSManagedObject.Type { entity.managedObjectClass }

    var description: String { name }
}

extension NSEntityDescription {
    /// Returns the entity of a name if it is this entity, a superentity or a subentity; nil for any
    /// other.
    package func kind(named name: String) -> NSEntityDescription? { layout.kind(named: name)?.entity }
}

extension EntityLayout: Hashable {
    static func == (a: EntityLayout, b: EntityLayout) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The kind of property in a slot, which determines what a row holds there.
enum SlotKind: UInt8 {
    /// The row holds a value.
    case attribute
    /// The row holds a list with a value for each of the composite's elements.
    case composite
    /// The row holds a reference, or null.
    case toOne
    /// The row holds null. The object keeps the members separately, as a fault until they are read.
    case toMany
    /// Like `toMany`, with an order.
    case orderedToMany
    /// The row holds null. The value is the result of a fetch request.
    case fetched

    init(_ property: NSPropertyDescription) {
        switch property {
        case let relationship as NSRelationshipDescription:
            self = !relationship.isToMany ? .toOne : relationship.isOrdered ? .orderedToMany : .toMany
        case is NSFetchedPropertyDescription: self = .fetched
        case is NSCompositeAttributeDescription: self = .composite
        case is NSAttributeDescription: self = .attribute
        default:
            trap(
                "\(property.name) is a \(Swift.type(of: property)). An entity's properties are attributes, relationships and fetched properties."
            )
        }
    }

    var isToMany: Bool { self == .toMany || self == .orderedToMany }
    var isRelationship: Bool { self == .toOne || isToMany }
    var isAttribute: Bool { self == .attribute || self == .composite }
}

extension EntityLayout {
    /// The slots of the properties that the entity declares itself.
    var ownSlots: Range<Int> { (superlayout?.kinds.count ?? 0)..<kinds.count }
    /// The slots of the relationships that the entity declares itself, sorted by name.
    var ownRelationships: [Int] { ownSlots.filter { kinds[$0].isRelationship } }

    /// Whether a slot is that of a transient to-many relationship, whose members no store has.
    func isTransientToMany(_ slot: Int) -> Bool { kinds[slot].isToMany && properties[slot].isTransient }

    /// Whether a slot is that of a derived attribute, which the store computes.
    func isDerived(_ slot: Int) -> Bool { properties[slot] is NSDerivedAttributeDescription }
}

extension NSAttributeDescription {
    /// Returns the value of a new object. Traps for a default value of another type.
    fileprivate func defaultSlotValue(in entityName: String) -> Value {
        guard attributeType != .undefinedAttributeType || isTransient else {
            trap("\(entityName).\(name) has no attribute type.")
        }
        guard let value = Value(defaultValue, of: self) else {
            trap("The default value of \(entityName).\(name) is not of the attribute's type.")
        }
        return value
    }
}
