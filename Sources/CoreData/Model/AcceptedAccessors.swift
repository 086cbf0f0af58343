internal import Synchronization
internal import StrataTraps

/// The kind of Swift type that an accessor declares for a property.
///
/// The raw value is the upper byte of an entry in `AcceptedAccessors`.
enum AccessorKind: UInt8 {
    case integer = 1
    case floatingPoint, bool, string, date, data, uuid, url, decimal
    /// `NSNumber`, which fits any numeric attribute.
    case number
    /// `NSDecimalNumber`, which fits a decimal attribute.
    case decimalNumber
    /// A class or value type that a value transformer encodes.
    case transformable
    /// A dictionary of a composite attribute's elements.
    case composite
    case object
    case set, orderedSet
    /// The array of a fetched property.
    case fetched

    /// Whether an accessor of this kind can read and write a slot.
    func fits(_ layout: EntityLayout, _ slot: Int) -> Bool {
        switch layout.kinds[slot] {
        case .toOne: self == .object
        case .toMany: self == .set
        case .orderedToMany: self == .orderedSet || self == .set
        case .fetched: self == .fetched
        case .composite: self == .composite || self == .transformable
        case .attribute: fits(layout.types[slot])
        }
    }

    private func fits(_ type: NSAttributeType) -> Bool {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: self == .integer || self == .number
        case .doubleAttributeType, .floatAttributeType: self == .floatingPoint || self == .number
        case .booleanAttributeType: self == .bool || self == .number
        case .decimalAttributeType: self == .decimal || self == .decimalNumber || self == .number
        case .stringAttributeType: self == .string
        // With Xcode's “Use Scalar Type”, a date is a TimeInterval.
        case .dateAttributeType: self == .date || self == .floatingPoint
        case .binaryDataAttributeType: self == .data
        case .UUIDAttributeType: self == .uuid
        case .URIAttributeType: self == .url
        case .compositeAttributeType: self == .composite
        // The type of a transformable attribute's value is known at run time only: it may be a
        // String or a Date too.
        case .transformableAttributeType, .undefinedAttributeType: self != .object && self != .fetched
        case .objectIDAttributeType: self == .transformable
        }
    }
}

/// A cache of checked accessors: for each slot, the accessor that was last found to match it.
///
/// Generated code accesses a property by a slot and a name, as in `value(at: 2, "magnitude")`. Both
/// are constants of the version of the model that the code was generated from, and an object may
/// have another version. So an accessor is checked against the layout before its first use. The
/// cache then stores its signature, one word: the address of the name, with the kind in the upper
/// byte. Each later access compares that word.
// Safe to share: the pointer is constant, and the memory it points to is atomic.
struct AcceptedAccessors: @unchecked Sendable {
    private let signatures: UnsafeMutablePointer<Atomic<UInt>>
    private let count: Int

    /// Allocates the cache. It is never freed, since a layout lives as long as the program.
    init(count: Int) {
        signatures = .allocate(capacity: max(count, 1))
        self.count = count
        for slot in 0..<count { (signatures + slot).initialize(to: Atomic(0)) }
    }

    /// Returns the signature of an accessor.
    @inline(__always)
    static func signature(_ name: StaticString, _ kind: AccessorKind) -> UInt {
        UInt(bitPattern: name.utf8Start) | UInt(kind.rawValue) << 56
    }

    /// Whether the last accessor that was checked for a slot has this signature.
    @inline(__always)
    func contains(_ signature: UInt, at slot: Int) -> Bool {
        UInt(bitPattern: slot) < UInt(bitPattern: count) && signatures[slot].load(ordering: .relaxed) == signature
    }

    /// Stores the signature of a checked accessor.
    func insert(_ signature: UInt, at slot: Int) {
        signatures[slot].store(signature, ordering: .relaxed)
    }
}

extension EntityLayout {
    /// Returns the slot of an accessor's property: the accessor's own slot or, in another version
    /// of the model, the slot of the property with that name.
    ///
    /// Traps if the entity has no property of that name, or if the property has another type.
    @inline(__always)
    func slot(_ slot: Int, _ name: StaticString, _ kind: AccessorKind, _ type: Any.Type) -> Int {
        acceptedAccessors.contains(AcceptedAccessors.signature(name, kind), at: slot) ? slot : foundSlot(slot, name, kind, type)
    }

    @inline(never)
    private func foundSlot(_ slot: Int, _ name: StaticString, _ kind: AccessorKind, _ type: Any.Type) -> Int {
        guard let found = self.slot(of: name.description) else {
            trap(
                """
                \(className).\(name) has no property behind it: \(modelDescription) has no '\(name)' in the entity '\(self.name)'. Add it to \
                the model, or remove it from the class.
                """
            )
        }
        guard kind.fits(self, found) else {
            trap(
                """
                \(className).\(name) is declared as \(type), but in \(modelDescription) it is \(kindDescription(found)). Make the two agree.
                """
            )
        }
        if found == slot { acceptedAccessors.insert(AcceptedAccessors.signature(name, kind), at: slot) }
        return found
    }

    private var className: String { entity.managedObjectClassName ?? "NSManagedObject" }

    private var modelDescription: String {
        let identifiers = entity.model?.versionIdentifiers.map { "\($0)" }.filter { !$0.isEmpty }.sorted() ?? []
        return identifiers.isEmpty ? "the model" : "the model \(identifiers.joined(separator: ", "))"
    }

    /// Returns a phrase for a property's kind, such as “an attribute of type Double”.
    func kindDescription(_ slot: Int) -> String {
        switch kinds[slot] {
        case .attribute: "an attribute of type \(types[slot].displayName)"
        case .composite: "a composite attribute"
        case .toOne: "a relationship to one \(relationship(slot).destinationEntity?.name ?? "")"
        case .toMany: "a relationship to many \(relationship(slot).destinationEntity?.name ?? "")"
        case .orderedToMany: "an ordered relationship to many \(relationship(slot).destinationEntity?.name ?? "")"
        case .fetched: "a fetched property"
        }
    }
}

extension NSAttributeType {
    /// The type's name in Xcode's model editor.
    var displayName: String {
        switch self {
        case .undefinedAttributeType: "Undefined"
        case .integer16AttributeType: "Integer 16"
        case .integer32AttributeType: "Integer 32"
        case .integer64AttributeType: "Integer 64"
        case .decimalAttributeType: "Decimal"
        case .doubleAttributeType: "Double"
        case .floatAttributeType: "Float"
        case .stringAttributeType: "String"
        case .booleanAttributeType: "Boolean"
        case .dateAttributeType: "Date"
        case .binaryDataAttributeType: "Binary Data"
        case .UUIDAttributeType: "UUID"
        case .URIAttributeType: "URI"
        case .transformableAttributeType: "Transformable"
        case .objectIDAttributeType: "Object ID"
        case .compositeAttributeType: "Composite"
        }
    }
}
