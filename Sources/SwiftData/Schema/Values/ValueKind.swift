internal import CoreData
internal import StrataTraps
internal import Synchronization

// How a Swift value becomes an attribute
//
// A model's attribute has any Codable type. A managed object's attribute has one of Core Data's
// types. A `ValueKind` is the way from one to the other for one attribute: it is made once from the
// type of the Swift property, its name and its options, and then converts values in both
// directions.
//
// | Swift type                                      | storage       | stored object              |
// | ----------------------------------------------- | ------------- | -------------------------- |
// | String, numbers, Bool, Date, UUID, URL, Data    | `scalar`      | the value itself           |
// | enumeration with raw values                     | `rawValue`    | [name: raw value]          |
// | enumeration without raw values and payloads     | `cases`       | [case: case]               |
// | structure                                       | `composite`   | [stored property: value]   |
// | array of scalars                                | `archive`     | NSArray                    |
// | any other Codable type, `.codable`              | `json`        | Data                       |
// | `.transformable`                                | `transformer` | the value itself           |
// | `.ephemeral`, unless scalar                     | `memory`      | the value itself           |
//
// An optional is stored as what it wraps, or as null.
//
// **Structures.** A structure is taken apart by the stored properties that the compiler lists in
// the type's metadata, and put together from them in memory, so neither its initializers nor its
// `encode(to:)` take part, and names of coding keys do not matter. That works only if each stored
// property can be stored. If one cannot, such as a class or an existential, then the structure is
// stored as JSON by its own `encode(to:)`. So is one of the Swift or Foundation module with hidden
// stored properties, such as `Set`, because these may change with the next release. A structure
// within a structure is JSON, too, as in Apple's stores.
//
// **Values that do not fit.** A store may hold a value that the type does not have: the raw value
// of a case that was removed, or JSON of an earlier form. Decoding returns `nil` then, and the
// caller uses a default value. It never traps. The first value of an attribute whose JSON cannot be
// decoded is reported to standard error.
//
// **Optional structures.** The elements of an optional structure are optional, so the rows from
// before a property was added have null for it. As long as one element has a value, a required one
// that is missing reads as the empty value of its type. A structure without required properties
// may have no element with a value. The object that it was set on keeps it; a store has no column
// for the composite as a whole, so a row that is read has nil.
//
// **Cost.** A scalar costs a cast. Accessors with a static scalar type may read the managed
// object's slot directly instead. A `ValueKind` is constant and used by all threads.

/// The conversion between the values of a model's attribute and the objects that a managed object's
/// attribute takes and returns by key-value coding.
// Safe to share: constant. The closures capture types and other constant conversions only.
class ValueKind: @unchecked Sendable {
    /// The form in which values are stored.
    enum Storage: Equatable {
        /// One column.
        case scalar(NSAttributeType)
        /// A composite attribute with the raw value of an enumeration as its only element.
        case rawValue(NSAttributeType)
        /// A composite attribute with an element for each case of an enumeration. The element of
        /// the value's case has the name of the case as its value.
        case cases([String])
        /// A composite attribute with an element for each stored property of a structure.
        case composite
        /// A keyed archive of an array of scalars.
        case archive
        /// JSON, by the type's own `encode(to:)`.
        case json
        /// The data of the value transformer with a name.
        case transformer(String)
        /// No storage: the object keeps the value in memory.
        case memory
        /// No value: the property is a relationship.
        case relationship
    }

    /// An element of a composite attribute.
    struct Element {
        let name: String
        let type: any Any.Type
        /// The storage of the element: a scalar or JSON.
        let storage: Storage
        let isOptional: Bool
    }

    /// The attribute's type, which may be an optional type.
    let type: any Any.Type
    let storage: Storage
    /// Whether the type is an optional type.
    let isOptional: Bool
    /// The elements of a composite attribute; empty for other attributes.
    let elements: [Element]

    init(type: any Any.Type, storage: Storage, isOptional: Bool, elements: [Element]) {
        self.type = type
        self.storage = storage
        self.isOptional = isOptional
        self.elements = elements
    }

    /// Whether the attribute is stored as a composite attribute.
    var isComposite: Bool {
        switch storage {
        case .rawValue, .cases, .composite: true
        case .scalar, .archive, .json, .transformer, .memory, .relationship: false
        }
    }

    /// Whether the property is a relationship, which has models instead of values.
    var isRelationship: Bool { storage == .relationship }

    // MARK: Conversions

    /// Returns the value of a stored object, wrapped in an optional if the attribute's type is one;
    /// `nil` for an object that does not fit.
    func decode(_ stored: Any?) -> Any? { nil }

    /// Returns the stored object of a value of unknown type; `nil` for `nil`, and for a value that
    /// is not of the attribute's type. Converts literals: the default value of a `Double` may be
    /// the integer 1.
    ///
    /// Logs a value whose `encode(to:)` throws, and returns `nil`.
    func encodeAny(_ value: Any?) -> Any? { nil }

    /// Returns the value of a stored object as a type; `nil` for an object that does not fit, and
    /// for another type than the attribute's. If the type is optional, the stored null is
    /// `.some(nil)`.
    ///
    /// Faster than `decode(_:)`, because the value is not boxed.
    final func decode<Value>(_ stored: Any?, as type: Value.Type) -> Value? {
        if let typed = self as? TypedValueKind<Value> { return typed.coding.decode(stored) }
        guard let value = decode(stored) else { return nil }
        return value as? Value
    }

    /// Returns the stored object of a value; `nil` for a value that is `nil`, and for another type
    /// than the attribute's.
    ///
    /// Logs a value whose `encode(to:)` throws, and returns `nil`: saving a required attribute then
    /// fails.
    final func encode<Value>(_ value: Value) -> Any? {
        if let typed = self as? TypedValueKind<Value> { return typed.encodeTyped(value) }
        return encodeAny(value)
    }

    /// Sets an attribute of a managed object to a value of unknown type; to null as `encodeAny(_:)`
    /// returns it.
    func store(_ value: Any, in object: NSManagedObject, at slot: Int) {
        object.setObjectValue(encodeAny(value), at: slot)
    }

    // MARK: Making

    /// The kind of relationships.
    static let relationship = ValueKind(type: Any.self, storage: .relationship, isOptional: false, elements: [])

    /// Returns the conversion of an element of a composite attribute; `nil` for a type that cannot be
    /// stored.
    static func element(of type: any Any.Type, named name: String) -> ValueKind? {
        ValueCodingBuilder(element: name).kind(of: type)
    }

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let name: String
        let options: [Schema.Attribute.Option]
    }

    private static let known = Mutex<[Key: ValueKind?]>([:])

    /// Returns the conversion of an attribute; `nil` for a type that cannot be stored: one that is
    /// neither Codable nor transformable.
    static func kind(
        of type: any Any.Type, named name: String, options: [Schema.Attribute.Option] = []
    ) -> ValueKind? {
        let key = Key(type: ObjectIdentifier(type), name: name, options: options)
        if let kind = known.withLock({ $0[key] }) { return kind }
        let kind = ValueCodingBuilder(name: name, options: options).kind(of: type)
        known.withLock { $0[key] = .some(kind) }
        return kind
    }
}

/// The conversion of an attribute whose type is known statically.
// Safe to share: see ValueKind.
final class TypedValueKind<Value>: ValueKind, @unchecked Sendable {
    let coding: ValueCoding<Value>

    init(_ coding: ValueCoding<Value>) {
        self.coding = coding
        super.init(type: Value.self, storage: coding.storage, isOptional: coding.isOptional, elements: coding.elements)
    }

    override func decode(_ stored: Any?) -> Any? { coding.decode(stored) }

    override func encodeAny(_ value: Any?) -> Any? {
        guard let value, let typed = (value as? Value) ?? coding.convert(value) else { return nil }
        return encodeTyped(typed)
    }

    override func store(_ value: Any, in object: NSManagedObject, at slot: Int) {
        guard let store = coding.store, let typed = value as? Value else {
            return super.store(value, in: object, at: slot)
        }
        store(typed, object, slot)
    }

    fileprivate func encodeTyped(_ value: Value) -> Any? {
        do {
            return try coding.encode(value)
        } catch {
            warn("A value of \(Value.self) cannot be encoded, so it is stored as nil: \(error)")
            return nil
        }
    }
}

/// The closures of a conversion.
struct ValueCoding<Value> {
    var storage: ValueKind.Storage
    var isOptional = false
    var elements: [ValueKind.Element] = []
    /// Returns the stored object; `nil` for null.
    var encode: (Value) throws -> Any?
    /// Sets an attribute of a managed object, without the stored object; `nil` if there is no such way.
    var store: ((Value, NSManagedObject, Int) -> Void)?
    /// Returns the value of a stored object, which is `nil` for null.
    var decode: (Any?) -> Value?
    /// Returns the value of a stored object that lacks required elements, with empty values for these;
    /// `nil` if there is no such way.
    var decodePartial: ((Any) -> Value?)?
    /// Returns the value of a literal of another type.
    var convert: (Any) -> Value? = { _ in nil }
}
