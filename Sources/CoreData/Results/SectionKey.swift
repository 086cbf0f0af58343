internal import Foundation
internal import Predicates
internal import Traps

/// What the rows of a result are divided into sections by.
package struct SectionKey {
    /// Equal for keys that divide alike.
    enum Identity: Hashable {
        case names([String])
        case keyPath(AnyKeyPath)
    }

    enum Source {
        /// An attribute, which rows have.
        case slot(Int)
        /// An attribute behind to-one relationships, or an element of a composite one, which the store finds.
        case path([String])
        /// What only an object knows: a transient attribute or a computed property.
        case computed((NSManagedObject) -> Value)
    }

    let identity: Identity
    let source: Source
    /// The attribute that the names lead to; nil for what is computed.
    private let attribute: (layout: EntityLayout, slot: Int)?

    /// A property by its name, or by a path of names along relationships. What is not in the store is asked of the objects by
    /// `value(forKeyPath:)`.
    package init(_ keyPath: String, of entity: NSEntityDescription) {
        self.init(names: keyPath.split(separator: ".").map(String.init), entity.layout)
    }

    init(names: [String], _ layout: EntityLayout) {
        identity = .names(names)
        if let path = try? QueryPath(names, in: layout), !path.isToMany,
            case .attribute(let slot, let elements, rest: []) = path.end
        {
            attribute = elements.isEmpty ? (path.destination, slot) : nil
            source = path.hops.isEmpty && elements.isEmpty ? .slot(slot) : .path(names)
        } else {
            let keyPath = names.joined(separator: ".")
            attribute = nil
            source = .computed { object in
                let value = object.value(forKeyPath: keyPath)
                return (try? Value(converting: value)) ?? .opaque(OpaqueValue(value as AnyObject))
            }
        }
    }

    /// What a Swift key path reads: a property or a path of them, or something computed of an object.
    package init<Object, Identifier: Hashable>(_ keyPath: KeyPath<Object, Identifier>, of entity: NSEntityDescription) {
        // The store has values of these types only: an enumeration or an object is what the key path makes of one.
        if Identifier.isStorable, let names = KeyPathNames.resolve(keyPath, in: entity).names {
            self.init(names: names, entity.layout)
            return
        }
        self.init(computed: keyPath) { object in
            guard let object = object as? Object else {
                trap("The section identifier \(keyPath) was asked of a \(type(of: object)).")
            }
            let identifier = object[keyPath: keyPath]
            return (identifier as? String).map(Value.string) ?? .opaque(OpaqueValue(ComputedIdentifier(AnyHashable(identifier))))
        }
    }

    private init(computed keyPath: AnyKeyPath, _ value: @escaping (NSManagedObject) -> Value) {
        identity = .keyPath(keyPath)
        attribute = nil
        source = .computed(value)
    }

    /// The path that a query has to read with its rows; nil where these have the value, or where it is computed.
    var queryPath: [String]? {
        if case .path(let names) = source { names } else { nil }
    }

    var isComputed: Bool {
        if case .computed = source { true } else { false }
    }

    /// What names a section in a sort descriptor, and to people.
    var text: String {
        switch identity {
        case .names(let names): names.joined(separator: ".")
        case .keyPath(let keyPath): "\(keyPath)"
        }
    }

    /// A section's value as text; empty where there is none.
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

    /// Whether the first of these sorts alone keeps the rows of a section together.
    func agrees(with sorts: [SortForm]) -> Bool {
        guard case .names(let names) = identity, let first = sorts.first else { return false }
        return first.keyPath == names && first.comparison == .binary
    }
}

/// An identifier that a key path computed, of whatever type.
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

/// An optional, whatever it wraps.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 } }
}
