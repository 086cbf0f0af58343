import Foundation

/// A value that the evaluators hand on without looking into it.
///
/// Two are equal where they hold the same instance, or where `isEqual` (which for a Swift value is its own `==`) says so.
/// Whoever puts an object in answers for nobody changing it from another thread.
// Safe to share: the reference is constant; an app that hands an object in does not change it from
// another thread.
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

// Objects that answer for their own keys are compared by their reference, which is a value of its
// own. Where a key path goes on from one, as in `%@.category.name`, the object itself has to be
// there.
extension Value {
    /// Reads any value as `init(converting:)` does, but for objects with keys of their own, which
    /// stay objects.
    package init(converting value: Any?, keepingObjects: Bool) throws {
        if keepingObjects, let kept = try Self.keepingObjects(of: value) {
            self = kept
        } else {
            try self.init(converting: value)
        }
    }

    /// An object with keys of its own, or a collection that has one among its elements; nil for
    /// anything else.
    private static func keepingObjects(of value: Any?) throws -> Value? {
        if let object = value as? any KeyValueReadable & AnyObject { return .opaque(OpaqueValue(object)) }
        guard let elements = value as? any ElementSequence else { return nil }
        let operands = elements.elementOperands
        guard operands.contains(where: \.isReadable) else { return nil }
        let values = try operands.map { try Value($0) }
        // In ascending order, so that equal sets make equal predicates.
        return .list(elements.isSet ? values.sorted { order($0.comparable, $1.comparable) == .orderedAscending } : values)
    }

    /// The value of an operand, or the object that it is.
    private init(_ operand: Operand) throws {
        if case .readable(let object as any KeyValueReadable & AnyObject) = operand {
            self = .opaque(OpaqueValue(object))
        } else {
            self = try operand.value
        }
    }

    /// Whether it is, or holds, an object that stayed one.
    package var keepsObjects: Bool {
        switch self {
        case .opaque(let value): value.object is any KeyValueReadable
        case .list(let values): values.contains(where: \.keepsObjects)
        default: false
        }
    }

    /// The value with a reference in the place of each object that stayed one.
    package var comparable: Value {
        switch self {
        case .opaque(let value) where value.object is any KeyValueReadable: (try? Value(converting: value.object)) ?? self
        case .list(let values): .list(values.map(\.comparable))
        default: self
        }
    }

    /// The values of a dictionary in ascending order, which is what IN looks into; nil for anything else.
    var dictionaryValues: [Value]? {
        guard case .opaque(let value) = self, let dictionary = value.object as? NSDictionary else { return nil }
        return try? Array(dictionary.allValues).map { try Value(converting: $0) }
            .sorted { order($0, $1) == .orderedAscending }
    }
}
