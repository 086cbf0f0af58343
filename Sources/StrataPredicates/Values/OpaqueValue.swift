import Foundation

/// A value that the evaluators pass on without interpreting it.
///
/// Two are equal if they hold the same instance or if `isEqual(_:)` returns true, which for a boxed
/// Swift value calls its `==`.
// Safe to share: the reference is constant. An app must not mutate an object from another thread
// once a predicate holds it.
package struct OpaqueValue: Hashable, @unchecked Sendable {
    package let object: AnyObject

    package init(_ object: AnyObject) {
        self.object = object
    }

    package static func == (a: Self, b: Self) -> Bool {
        if a.object === b.object { return true }
        guard let object = a.object as? NSObject else { return false }
        return object.isEqual(b.object)
    }

    package func hash(into hasher: inout Hasher) {
        if let object = object as? NSObject {
            hasher.combine(object.hash)
        } else {
            hasher.combine(ObjectIdentifier(object))
        }
    }
}

// A managed object is compared by its reference, which is a `Value` of its own. The object itself is
// kept
//
// - where a key path continues from it, as in `%@.category.name`,
// - in a constant, while it is not saved: its first save replaces the temporary row ID in its
//   reference, and the predicate that was made before still means the same object. Such a constant
//   is compared by the reference that the object has at that time.
extension Value {
    /// Converts the constant of a predicate as `init(converting:)` does, but keeps objects that are
    /// not saved.
    package init(constant: Any?) throws {
        try self.init(converting: constant)
        if isTemporary, let kept = try Self.keepingObjects(of: constant) { self = kept.settled }
    }

    /// Converts any value as `init(converting:)` does, but keeps objects that read their own keys.
    package init(converting value: Any?, keepingObjects: Bool) throws {
        if keepingObjects, let kept = try Self.keepingObjects(of: value) {
            self = kept
        } else {
            try self.init(converting: value)
        }
    }

    /// Returns an object that reads its own keys, or a collection that contains one; nil for
    /// anything else.
    private static func keepingObjects(of value: Any?) throws -> Value? {
        if let object = value as? any KeyValueReadable & AnyObject { return .opaque(OpaqueValue(object)) }
        guard let elements = value as? any ElementSequence else { return nil }
        let operands = elements.elementOperands
        guard operands.contains(where: \.isReadable) else { return nil }
        let values = try operands.map { try Value($0) }
        // Sorted, so that predicates with equal sets are equal.
        return .list(elements.isSet ? values.sorted { order($0.comparable, $1.comparable) == .orderedAscending } : values)
    }

    /// The operand's value, or the object itself if it reads its own keys.
    private init(_ operand: Operand) throws {
        if case .readable(let object as any KeyValueReadable & AnyObject) = operand {
            self = .opaque(OpaqueValue(object))
        } else {
            self = try operand.value
        }
    }

    /// Whether the value is, or contains, an object that reads its own keys.
    package var keepsObjects: Bool {
        switch self {
        case .opaque(let value): value.object is any KeyValueReadable
        case .list(let values): values.contains(where: \.keepsObjects)
        default: false
        }
    }

    /// The value with each kept object replaced by its reference.
    package var comparable: Value {
        switch self {
        // Ignored: an object that is no value is compared as itself.
        case .opaque(let value) where value.object is any KeyValueReadable: (try? Value(converting: value.object)) ?? self
        case .list(let values) where keepsObjects: .list(values.map(\.comparable))
        default: self
        }
    }

    /// The value with each kept object replaced by its reference, except those that are not saved.
    var settled: Value {
        switch self {
        case .opaque where keepsObjects: comparable.isTemporary ? self : comparable
        case .list(let values) where keepsObjects: .list(values.map(\.settled))
        default: self
        }
    }

    /// Whether the value is, or contains, a reference to an object that is not saved.
    fileprivate var isTemporary: Bool {
        switch self {
        case .object(let reference): reference.rowID.isTemporary
        case .list(let values): values.contains(where: \.isTemporary)
        default: false
        }
    }

    /// Whether the value is, or contains, a kept object that is not saved.
    var keepsUnsavedObjects: Bool { keepsObjects && comparable.isTemporary }

    /// The values of a dictionary, which IN searches, sorted; nil for anything else.
    package var dictionaryValues: [Value]? {
        guard case .opaque(let value) = self, let dictionary = value.object as? NSDictionary else { return nil }
        // Ignored: IN finds nothing in a dictionary of objects that are no values.
        return try? Array(dictionary.allValues).map { try Value(converting: $0) }
            .sorted { order($0, $1) == .orderedAscending }
    }
}

extension Operand {
    /// Wraps the value of a constant. A kept object is compared by the reference that it has then.
    init(constant value: Value) {
        switch value {
        case .opaque(let opaque): self = (opaque.object as? any KeyValueReadable).map(Operand.readable) ?? .value(value)
        case .list(let values) where value.keepsObjects: self = .collection(values.map(Operand.init(constant:)))
        default: self = .value(value)
        }
    }

    /// The value of a constant with what the operand is: `value`, but with the objects that are not
    /// saved.
    var constant: Value {
        get throws {
            switch self {
            case .value(let value): value
            case .collection(let elements): .list(try elements.map { try $0.constant })
            case .readable(let object): try Value(constant: object)
            case .object(let object): try Value(constant: object)
            }
        }
    }
}
