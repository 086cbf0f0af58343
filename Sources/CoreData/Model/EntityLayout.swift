internal import Foundation
internal import Predicates
internal import Traps

/// An entity in the form that objects and stores work with: every property in a slot.
///
/// The superentity's slots come first, in its own order, then the entity's own properties sorted by name. So what works on a
/// superentity's objects by slot, accessors for one, works on those of all its subentities. Generated accessors name slots as
/// constants, so the order is part of the contract with generated code.
///
/// Lives as long as the program: rows and references to objects name their layout without holding it.
final class EntityLayout: Sendable, CustomStringConvertible {
    // Entity and layout hold each other. Anything weaker costs every object a slower count, since objects hold their layout only
    // and reach their entity through it.
    let entity: NSEntityDescription
    let name: String
    let superlayout: EntityLayout?
    /// What the entities of one hierarchy have in common: one table, and primary keys that are unique among all of them.
    let hierarchy: ObjectIdentifier
    /// What stands for the entity in references to its objects.
    let kind: ObjectKind

    let properties: [NSPropertyDescription]
    let names: [String]
    let kinds: ContiguousArray<SlotKind>
    /// The attribute types; undefined for relationships and fetched properties.
    let types: ContiguousArray<NSAttributeType>
    /// The values of a new object.
    let defaults: RowValues
    /// How rows lie in memory.
    let shape: RowShape
    /// Each constraint as slots; a superentity's hold for its subentities too.
    let uniqueSlots: [[Int]]
    let toOneSlots: [Int]
    /// The to-one slots that the deletion of the object they refer to leaves as they are: those
    /// without an inverse, or whose inverse has `noActionDeleteRule`.
    let danglingSlots: [Int]
    let toManySlots: [Int]
    /// The slots of what no store keeps.
    let transientSlots: [Int]
    /// The slots that cannot be saved with any value.
    let validatedSlots: [Int]
    /// The slots that history counts its bits by: all that the store keeps, sorted by name.
    let historySlots: [Int]
    /// For each slot its place in `historySlots`; nil where it has none.
    let historyBits: [Int?]

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
        transientSlots = properties.indices.filter { kinds[$0].isAttribute && properties[$0].isTransient }
        validatedSlots = properties.indices.filter { kinds[$0] != .fetched && properties[$0].isValidated }
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
                trap("A uniqueness constraint of '\(name)' names '\(element)', which is no property of it.")
            }
            return slot
        }
    }

    func slot(of name: String) -> Int? { slots[name] }

    /// The slot of a name that must exist; a name that does not is the programmer's mistake.
    func requiredSlot(of name: String) -> Int {
        guard let slot = slots[name] else {
            trap("The entity '\(self.name)' has no property '\(name)'.")
        }
        return slot
    }

    /// The topmost entity of the hierarchy.
    var root: EntityLayout { superlayout?.root ?? self }

    /// Whether this is that entity or one below it.
    func isKind(of other: EntityLayout) -> Bool {
        self === other || superlayout?.isKind(of: other) == true
    }

    /// The class of this entity's objects.
    var managedObjectClass: NSManagedObject.Type { entity.managedObjectClass }

    var description: String { name }
}

extension EntityLayout: Hashable {
    static func == (a: EntityLayout, b: EntityLayout) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What a slot holds.
enum SlotKind: UInt8 {
    case attribute
    /// Several attributes; the row holds a list with a value for each.
    case composite
    /// The row holds a reference.
    case toOne
    /// The row holds nothing: the members are a fault of their own.
    case toMany
    case orderedToMany
    /// The row holds nothing: the property is the result of a request.
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

extension NSAttributeDescription {
    /// The value of a new object. Traps for a default of another type.
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
