public import Foundation
internal import Predicates

// The accessors that generated code calls: `var time: Date? { get { value(at: 4) } set { setValue(newValue, at: 4) } }`.
// The number is the position of the attribute among the entity's properties sorted by name. The overloads are
// spelled out, one a type, so that a call from an app costs one direct call and boxes nothing.

extension NSManagedObject {
    public final func value(at slot: Int) -> Int16? { Int16(stored: read(slot)) }
    public final func value(at slot: Int) -> Int32? { Int32(stored: read(slot)) }
    public final func value(at slot: Int) -> Int64? { Int64(stored: read(slot)) }
    public final func value(at slot: Int) -> Double? { Double(stored: read(slot)) }
    public final func value(at slot: Int) -> Float? { Float(stored: read(slot)) }
    public final func value(at slot: Int) -> Bool? { Bool(stored: read(slot)) }
    public final func value(at slot: Int) -> String? { String(stored: read(slot)) }
    public final func value(at slot: Int) -> Data? { Data(stored: read(slot)) }
    public final func value(at slot: Int) -> Date? { Date(stored: read(slot)) }
    public final func value(at slot: Int) -> Decimal? { Decimal(stored: read(slot)) }
    public final func value(at slot: Int) -> UUID? { UUID(stored: read(slot)) }
    public final func value(at slot: Int) -> URL? { URL(stored: read(slot)) }
    public final func value(at slot: Int) -> NSDecimalNumber? { Decimal(stored: read(slot)).map(NSDecimalNumber.init(decimal:)) }
}

// A scalar, a String or a Data declared without `?` reads as zero or empty where the row holds none, as bridging does
// on Apple's platforms.
extension NSManagedObject {
    public final func value(at slot: Int) -> Int16 { Int16(stored: read(slot)) ?? 0 }
    public final func value(at slot: Int) -> Int32 { Int32(stored: read(slot)) ?? 0 }
    public final func value(at slot: Int) -> Int64 { Int64(stored: read(slot)) ?? 0 }
    public final func value(at slot: Int) -> Double { Double(stored: read(slot)) ?? 0 }
    public final func value(at slot: Int) -> Float { Float(stored: read(slot)) ?? 0 }
    public final func value(at slot: Int) -> Bool { Bool(stored: read(slot)) ?? false }
    public final func value(at slot: Int) -> String { String(stored: read(slot)) ?? "" }
    public final func value(at slot: Int) -> Data { Data(stored: read(slot)) ?? Data() }
}

// The others have no such value: a missing one traps, except where the row itself is gone.
extension NSManagedObject {
    public final func value(at slot: Int) -> Date { required(slot, orIfGone: Date(timeIntervalSinceReferenceDate: 0)) }
    public final func value(at slot: Int) -> Decimal { required(slot, orIfGone: 0) }
    public final func value(at slot: Int) -> NSDecimalNumber { NSDecimalNumber(decimal: required(slot, orIfGone: 0)) }
    public final func value(at slot: Int) -> UUID {
        required(slot, orIfGone: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
    public final func value(at slot: Int) -> URL { required(slot, orIfGone: URL(filePath: "/")) }

    private func required<T: SlotValue>(_ slot: Int, orIfGone zero: @autoclosure () -> T) -> T {
        if let value = T(stored: read(slot)) { return value }
        if state.contains(.inaccessible) { return zero() }
        preconditionFailure(
            """
            \(layout.name).\(layout.attributes[slot].name) is nil, but the property is declared without `?`. Declare it \
            as \(T.self)?, or give the attribute a default value.
            """
        )
    }
}

// One setter serves both `T` and `T?` properties: the value is promoted.
extension NSManagedObject {
    public final func setValue(_ value: Int16?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: Int32?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: Int64?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: Double?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: Float?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: Bool?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: String?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: Data?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: Date?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: Decimal?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: UUID?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: URL?, at slot: Int) { write(value?.stored ?? .null, at: slot) }
    public final func setValue(_ value: NSDecimalNumber?, at slot: Int) { write(value?.decimalValue.stored ?? .null, at: slot) }
}
