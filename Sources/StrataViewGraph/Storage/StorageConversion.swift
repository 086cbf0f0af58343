internal import Foundation
internal import StrataArchives

/// A conversion between the type of a storage wrapper and ``StoredValue``.
///
/// A wrapper keeps the conversion as a metatype, `any StorageConversion<Value>.Type`. It is a type
/// without values and not a closure, so that the views of two evaluations have the same bytes (see
/// `ViewValue`).
package protocol StorageConversion<Value>: SendableMetatype {
    /// The type of the wrapper's value.
    associatedtype Value

    /// Returns the value for a stored one; nil if that is of another type, which reads as the
    /// default value.
    static func value(of stored: StoredValue) -> Value?

    /// Returns what is stored for a value; nil to remove the key.
    static func stored(_ value: Value) -> StoredValue?
}

/// The conversion of a type that is stored as it is.
package enum PlainConversion<Value: StorableValue>: StorageConversion {
    package static func value(of stored: StoredValue) -> Value? { Value(stored: stored) }
    package static func stored(_ value: Value) -> StoredValue? { value.stored }
}

/// The conversion of a type that is stored as its raw value. A raw value that the type does not have
/// reads as the default value.
package enum RawValueConversion<Value: RawRepresentable>: StorageConversion where Value.RawValue: StorableValue {
    package static func value(of stored: StoredValue) -> Value? { Value.RawValue(stored: stored).flatMap(Value.init(rawValue:)) }
    package static func stored(_ value: Value) -> StoredValue? { value.rawValue.stored }
}

/// The conversion of an optional. Nil removes the key.
package enum OptionalConversion<Wrapped: StorageConversion>: StorageConversion {
    package static func value(of stored: StoredValue) -> Wrapped.Value?? { Wrapped.value(of: stored).map(Optional.some) }
    package static func stored(_ value: Wrapped.Value?) -> StoredValue? { value.flatMap(Wrapped.stored) }
}

/// The conversion of a type that is stored as the data of its JSON.
package enum CodableConversion<Value: Codable>: StorageConversion {
    package static func value(of stored: StoredValue) -> Value? {
        guard case .data(let data) = stored else { return nil }
        do {
            return try JSONDecoder().decode(Value.self, fromUntrusted: data)
        } catch {
            WarningLog.warn("A stored value is no \(Value.self), and reads as the default value: \(error)")
            return nil
        }
    }

    package static func stored(_ value: Value) -> StoredValue? {
        let encoder = JSONEncoder()
        // Equal values are stored as equal data.
        encoder.outputFormatting = .sortedKeys
        do {
            return .data(try encoder.encode(value))
        } catch {
            WarningLog.warn("A value of the type \(Value.self) cannot be stored: \(error)")
            return nil
        }
    }
}
