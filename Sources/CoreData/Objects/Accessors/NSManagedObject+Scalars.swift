public import Foundation
internal import Predicates
internal import Traps

// The accessors that generated code calls: `var time: Date? { get { value(at: 4, "time") } set { setValue(newValue, at: 4, "time") } }`.
// The number is the property's slot: the superentity's properties come first, then the entity's own sorted by name. The name
// finds the property where the model at hand is another version. The overloads are spelled out, one a type, so that a call from
// an app costs one direct call and boxes nothing.

extension NSManagedObject {
    public final func value(at slot: Int, _ name: StaticString) -> Int16? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Int32? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Int64? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Int? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Double? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Float? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Bool? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> String? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Data? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Date? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> Decimal? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> UUID? { slotValue(slot, name) }
    public final func value(at slot: Int, _ name: StaticString) -> URL? { slotValue(slot, name) }
}

// A scalar, a String or a Data declared without `?` reads as zero or empty where the row holds none, as bridging does
// on Apple's platforms.
extension NSManagedObject {
    public final func value(at slot: Int, _ name: StaticString) -> Int16 { slotValue(slot, name) ?? 0 }
    public final func value(at slot: Int, _ name: StaticString) -> Int32 { slotValue(slot, name) ?? 0 }
    public final func value(at slot: Int, _ name: StaticString) -> Int64 { slotValue(slot, name) ?? 0 }
    public final func value(at slot: Int, _ name: StaticString) -> Int { slotValue(slot, name) ?? 0 }
    public final func value(at slot: Int, _ name: StaticString) -> Double { slotValue(slot, name) ?? 0 }
    public final func value(at slot: Int, _ name: StaticString) -> Float { slotValue(slot, name) ?? 0 }
    public final func value(at slot: Int, _ name: StaticString) -> Bool { slotValue(slot, name) ?? false }
    public final func value(at slot: Int, _ name: StaticString) -> String { slotValue(slot, name) ?? "" }
    public final func value(at slot: Int, _ name: StaticString) -> Data { slotValue(slot, name) ?? Data() }
}

// The others have no such value: a missing one traps, except where the row itself is gone.
extension NSManagedObject {
    public final func value(at slot: Int, _ name: StaticString) -> Date {
        slotValue(slot, name) ?? missing(slot, name, Date.self, orIfGone: Date(timeIntervalSinceReferenceDate: 0))
    }
    public final func value(at slot: Int, _ name: StaticString) -> Decimal {
        slotValue(slot, name) ?? missing(slot, name, Decimal.self, orIfGone: 0)
    }
    public final func value(at slot: Int, _ name: StaticString) -> UUID {
        slotValue(slot, name)
            ?? missing(slot, name, UUID.self, orIfGone: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
    public final func value(at slot: Int, _ name: StaticString) -> URL {
        slotValue(slot, name) ?? missing(slot, name, URL.self, orIfGone: URL(filePath: "/"))
    }
}

// One setter serves both `T` and `T?` properties: the value is promoted.
extension NSManagedObject {
    public final func setValue(_ value: Int16?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Int32?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Int64?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Int?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Double?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Float?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Bool?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: String?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Data?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Date?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: Decimal?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: UUID?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    public final func setValue(_ value: URL?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
}

extension NSManagedObject {
    @inline(__always)
    final func slotValue<T: SlotValue>(_ slot: Int, _ name: StaticString) -> T? {
        let slot = layout.slot(slot, name, T.accessorKind, T.self)
        if state.intersection([.realised, .guarded]) == .realised, let value = slots?.packed(slot, as: T.self) { return value }
        let value = read(slot)
        return T(stored: value) ?? value.transformed(as: T.self)
    }

    @inline(__always)
    final func setSlotValue<T: SlotValue>(_ value: T?, _ slot: Int, _ name: StaticString) {
        let slot = layout.slot(slot, name, T.accessorKind, T.self)
        write(value.map { layout.stored($0, at: slot) } ?? .null, at: slot)
    }

    /// What a property declared without `?` reads as where it holds nothing: a stand-in where the row is gone, else a trap.
    @inline(never)
    final func missing<T>(_ slot: Int, _ name: StaticString, _ type: T.Type, orIfGone zero: @autoclosure () -> T) -> T {
        if state.contains(.inaccessible) || recorder != nil { return zero() }
        trap(
            """
            \(layout.name).\(name) is nil, but the property is declared without `?`. Declare it as \(T.self)?, or give the attribute \
            a default value.
            """
        )
    }
}

extension EntityLayout {
    /// A value of a type that fits a slot as the slot holds it.
    @inline(__always)
    func stored<T: SlotValue>(_ value: T, at slot: Int) -> Value {
        if types[slot] == .transformableAttributeType {
            // It may be declared as a String or a Date; its transformer takes the value itself.
            requiredValue(value, at: slot)
        } else if T.accessorKind == .floatingPoint, types[slot] == .dateAttributeType, case .double(let seconds) = value.stored {
            .date(Date(timeIntervalSinceReferenceDate: seconds))
        } else {
            value.stored
        }
    }
}
