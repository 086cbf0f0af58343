internal import Synchronization
internal import Traps

/// What kind of Swift type an accessor reads or writes a property as.
///
/// The raw value stands in the upper byte of the marks that `AcceptedAccessors` keeps.
enum AccessorKind: UInt8 {
    case integer = 1
    case floatingPoint, bool, string, date, data, uuid, url, decimal
    /// NSNumber: any numeric attribute.
    case number
    /// NSDecimalNumber: a decimal attribute, or any number read as one.
    case decimalNumber
    /// A class or a value that an attribute's transformer stores.
    case transformable
    /// A dictionary with the elements of a composite attribute.
    case composite
    case object
    case set, orderedSet
    /// An array of fetched objects.
    case fetched

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
        // Xcode's “Use Scalar Type” makes a TimeInterval of a date.
        case .dateAttributeType: self == .date || self == .floatingPoint
        case .binaryDataAttributeType: self == .data
        case .UUIDAttributeType: self == .uuid
        case .URIAttributeType: self == .url
        case .compositeAttributeType: self == .composite
        // What a transformable holds is known at run time only: a String or a Date may be transformed as well.
        case .transformableAttributeType, .undefinedAttributeType: self != .object && self != .fetched
        case .objectIDAttributeType: self == .transformable
        }
    }
}

/// For each slot of a layout, the accessor that was last found to fit it: its name's address and its kind, in eight bytes.
///
/// An accessor is compiled against one version of a model and may meet another, so the pair of slot and name it gives is
/// checked, once: what is remembered here passes with one comparison.
// Safe to share: the pointer is constant, and what it points at is atomic.
struct AcceptedAccessors: @unchecked Sendable {
    private let marks: UnsafeMutablePointer<Atomic<UInt>>
    private let count: Int

    /// Never freed: a layout lives as long as the program.
    init(count: Int) {
        marks = .allocate(capacity: max(count, 1))
        self.count = count
        for slot in 0..<count { (marks + slot).initialize(to: Atomic(0)) }
    }

    @inline(__always)
    static func mark(_ name: StaticString, _ kind: AccessorKind) -> UInt {
        UInt(bitPattern: name.utf8Start) | UInt(kind.rawValue) << 56
    }

    @inline(__always)
    func contains(_ mark: UInt, at slot: Int) -> Bool {
        UInt(bitPattern: slot) < UInt(bitPattern: count) && marks[slot].load(ordering: .relaxed) == mark
    }

    func insert(_ mark: UInt, at slot: Int) {
        marks[slot].store(mark, ordering: .relaxed)
    }
}

extension EntityLayout {
    /// The slot of an accessor's property: the one it names, or, in another version of the model, the one its name has there.
    ///
    /// Traps where the entity has no such property, or one of another type.
    @inline(__always)
    func slot(_ slot: Int, _ name: StaticString, _ kind: AccessorKind, _ type: Any.Type) -> Int {
        acceptedAccessors.contains(AcceptedAccessors.mark(name, kind), at: slot) ? slot : foundSlot(slot, name, kind, type)
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
        if found == slot { acceptedAccessors.insert(AcceptedAccessors.mark(name, kind), at: slot) }
        return found
    }

    private var className: String { entity.managedObjectClassName ?? "NSManagedObject" }

    private var modelDescription: String {
        let identifiers = entity.model?.versionIdentifiers.map { "\($0)" }.filter { !$0.isEmpty }.sorted() ?? []
        return identifiers.isEmpty ? "the model" : "the model \(identifiers.joined(separator: ", "))"
    }

    /// What a property is, in words.
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
    /// The type as Xcode's model editor calls it.
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
