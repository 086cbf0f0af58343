internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// The key that divides the rows of a result into sections.
///
/// A section is a run of consecutive rows with equal values, and not a group: the sort order has to
/// keep equal values together, so sort by the section key first. If the order separates them, a
/// value has several sections. The result then logs a warning, and `performFetch()` of a fetched
/// results controller throws.
///
///     sort: day, time        sections: day        Mon Mon Tue Tue Wed    3 sections
///     sort: magnitude        sections: day        Tue Mon Tue Wed Mon    5 sections
///
/// The source of the values decides what sections cost. Attributes, also those behind to-one
/// relationships, are read by the statement that reads the row IDs. Any other value is computed by
/// the objects: each object is created and evaluated when the result opens, and evaluated again
/// when it changes.
package struct SectionKey {
    /// The identity of a key: equal for keys that give equal sections.
    enum Identity: Hashable {
        case names([String])
        case keyPath(AnyKeyPath)
    }

    enum Source {
        /// An attribute of the entity, which its rows have.
        case slot(Int)
        /// An attribute behind to-one relationships or of a subentity, or an element of a composite
        /// one; the query reads it.
        case path([String])
        /// A value that objects compute: a transient attribute or a computed property. Makes a
        /// function that reads it from one object after another, on one thread.
        case computed(() -> (NSManagedObject) -> Value)
    }

    let identity: Identity
    let source: Source
    /// The attribute at the end of the path; nil for elements of composite ones and computed
    /// values.
    private let attribute: (layout: EntityLayout, slot: Int)?

    /// Creates a key from the name of a property or a path along relationships. Values that the
    /// store does not have are read with `value(forKeyPath:)`.
    package init(_ keyPath: String, of entity: NSEntityDescription) {
        self.init(names: keyPath.split(separator: ".").map(String.init), entity.layout)
    }

    init(names: [String], _ layout: EntityLayout) {
        identity = .names(names)
        // Ignored: names that are no attribute of the entity are read by key-value coding.
        if let path = try? QueryPath(names, in: layout), !path.isToMany,
            case .attribute(let slot, let elements, rest: []) = path.end
        {
            attribute = elements.isEmpty ? (path.destination, slot) : nil
            source = path.hops.isEmpty && elements.isEmpty && !path.readsSubentities ? .slot(slot) : .path(names)
        } else {
            let keyPath = names.joined(separator: ".")
            attribute = nil
            source = .computed {
                { object in
                    let value = object.value(forKeyPath: keyPath)
                    // Ignored: an object that is no value is its own section.
                    return (try? Value(converting: value)) ?? .opaque(OpaqueValue(value as AnyObject))
                }
            }
        }
    }

    /// Creates a key from a Swift key path: to a property, along relationships or to a computed
    /// property.
    package init<Object, Identifier: Hashable>(_ keyPath: KeyPath<Object, Identifier>, of entity: NSEntityDescription) {
        // Only these types are stored as they are. Values of other types, such as enumerations and
        // objects, are computed with the key path. So are those that the store does not have: the
        // getter of a transient attribute may compute it.
        if Identifier.isStorable, let names = KeyPathNames.resolve(keyPath, in: entity).names {
            let named = Self(names: names, entity.layout)
            let type = Object.self as? NSManagedObject.Type
            let hasGetter = type.map { entity.layout.managedObjectClass.isSubclass(of: $0) } == true
            if !named.isComputed || !hasGetter {
                self = named
                return
            }
        }
        self.init(computed: keyPath) {
            let reader = IdentifierReader(keyPath)
            return { reader.identifier(of: $0) }
        }
    }

    private init(computed keyPath: AnyKeyPath, _ value: @escaping () -> (NSManagedObject) -> Value) {
        identity = .keyPath(keyPath)
        attribute = nil
        source = .computed(value)
    }

    /// The path whose value the query has to read in addition to its rows; nil for attributes of
    /// the entity and for computed values.
    var queryPath: [String]? {
        if case .path(let names) = source { names } else { nil }
    }

    /// Whether objects compute the value, because the store does not have it.
    package var isComputed: Bool {
        if case .computed = source { true } else { false }
    }

    /// The transient attribute of an entity whose value divides the rows, if the key is its name, and if
    /// its class may have a getter that key-value coding does not call; nil for other keys.
    func uncalledGetter(of layout: EntityLayout) -> String? {
        guard case .names(let names) = identity, names.count == 1, let slot = layout.slot(of: names[0]),
            layout.kinds[slot] == .attribute, layout.properties[slot].isTransient
        else { return nil }
        let type = layout.managedObjectClass
        return type == NSManagedObject.self || ValueForKeyOverrides.has(type) ? nil : names[0]
    }

    /// The key as text, for messages and cache keys.
    var text: String {
        switch identity {
        case .names(let names): names.joined(separator: ".")
        case .keyPath(let keyPath): "\(keyPath)"
        }
    }

    /// Returns a section's value as text, which is its name; empty if there is no value.
    func name(of value: Value) -> String {
        if let attribute { return attribute.layout.object(value, at: attribute.slot).map { "\($0)" } ?? "" }
        switch value {
        case .null: return ""
        case .string(let string): return string
        case .bool(let bool): return bool ? "1" : "0"
        case .int(let int): return "\(int)"
        case .double(let double): return "\(NSNumber(value: double))"
        case .decimal(let decimal): return "\(decimal)"
        case .date(let date): return "\(date)"
        case .uuid(let uuid): return uuid.uuidString
        case .url(let url): return url.absoluteString
        case .opaque(let opaque): return "\(opaque.object)"
        case .data, .list, .object: return "\(value)"
        }
    }

    /// Whether the first sort is by this key, so that equal values are certain to be consecutive.
    func agrees(with sorts: [SortForm]) -> Bool {
        guard case .names(let names) = identity, let first = sorts.first else { return false }
        return first.keyPath == names && first.comparison == .binary
    }
}

/// Reads the section identifiers of one object after another.
///
/// Consecutive objects mostly have the same class and the same identifier. So the class is checked
/// only where it changes, and equal identifiers share one value.
private final class IdentifierReader<Object, Identifier: Hashable> {
    private let keyPath: KeyPath<Object, Identifier>
    private let takesReferences = Object.self is AnyClass
    /// The last class whose objects are of type `Object`.
    private var known: AnyClass?
    /// The last identifier, if there is a value. Behind a pointer, since the type of a generic
    /// optional is looked up at each access.
    private let last = UnsafeMutablePointer<Identifier>.allocate(capacity: 1)
    private var value: Value?

    init(_ keyPath: KeyPath<Object, Identifier>) {
        self.keyPath = keyPath
    }

    deinit {
        if value != nil { last.deinitialize(count: 1) }
        last.deallocate()
    }

    func identifier(of object: NSManagedObject) -> Value {
        let identifier = typed(object)[keyPath: keyPath]
        if let value {
            if last.pointee == identifier { return value }
            last.pointee = identifier
        } else {
            last.initialize(to: identifier)
        }
        let new = (identifier as? String).map(Value.string) ?? .opaque(OpaqueValue(ComputedIdentifier(AnyHashable(identifier))))
        value = new
        return new
    }

    private func typed(_ object: NSManagedObject) -> Object {
        // A cast takes longer than reading the property. All references have the same size.
        if takesReferences, type(of: object) == known { return unsafeBitCast(object, to: Object.self) }
        guard let typed = object as? Object else {
            trap("The section identifier \(keyPath) cannot be read from an object of type \(type(of: object)).")
        }
        known = type(of: object)
        return typed
    }
}

/// A section identifier that a key path computed, of any type, in an object that a `Value` can
/// hold.
final class ComputedIdentifier: NSObject {
    let identifier: AnyHashable

    init(_ identifier: AnyHashable) {
        self.identifier = identifier
    }

    override func isEqual(_ object: Any?) -> Bool { (object as? ComputedIdentifier)?.identifier == identifier }

    override var hash: Int { identifier.hashValue }

    override var description: String {
        if let value = identifier.base as? any OptionalValue { value.wrapped.map { "\($0)" } ?? "" } else { "\(identifier.base)" }
    }
}

/// An optional of any type.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 } }
}
