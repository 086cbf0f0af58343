public import Foundation
internal import StrataPredicates
internal import StrataTraps

// How an accessor reads and writes a property
//
// The code that is generated for a model implements each property with two methods, `value(at:_:)`
// and `setValue(_:at:_:)`, whose overloads are in this folder:
//
//     var time: Date? {
//         get { value(at: 4, "time") }
//         set { setValue(newValue, at: 4, "time") }
//     }
//
// 4 is the property's slot: the superentity's properties come first, then the entity's own, sorted
// by name. A read takes these steps:
//
// 1. `EntityLayout.slot(_:_:_:_:)` checks the accessor against the model. The slot is the right one
//    if the model is the version that the code was generated from; in another version, the property
//    is found by its name. If there is no property of that name, or its type does not match
//    `Date?`, the program traps with a message that names both. `AcceptedAccessors` caches the
//    result, so that later calls make one comparison.
// 2. If the object is not a fault and the slot is packed (a number, a date or a Boolean value), the
//    value is loaded from the row's memory, without creating a `Value`.
// 3. In all other cases `read(_:)` fires the fault and returns a `Value`, which `SlotValue` or, for
//    a transformable attribute, `TransformedValue` converts to the declared type.
//
// A setter checks the slot likewise, converts to a `Value`, and calls `write(_:at:)`, a tracked
// change. Setters of relationships also update the inverse.
//
// The declared type selects the overload. Each type has an overload of its own, so that a call from
// an app is one direct call that boxes nothing: scalars here, Foundation's classes in `+Objects`,
// relationships and fetched properties in `+Relationships`, all other types in `+AnyType`.
// `+TrueTypes` is for the accessors of `@NSManaged` members, which are in a module that cannot name
// the app's types. `+Members` has the methods of to-many relationships, such as `addToReports(_:)`.
//
// Overloads for `T` and `T?` differ for null. An integer, Double, Float, Bool, String or Data
// declared without `?` reads as zero, false or empty, as it does on Apple's platforms. Other types
// trap.

extension NSManagedObject {
    /// Returns the value of an `Int16?` property.
    ///
    /// - Parameters:
    ///   - slot: The property's slot in the model that the accessor was generated from.
    ///   - name: The property's name, by which it is found in another version of the model.
    public final func value(at slot: Int, _ name: StaticString) -> Int16? { slotValue(slot, name) }
    /// Returns the value of an `Int32?` property.
    public final func value(at slot: Int, _ name: StaticString) -> Int32? { slotValue(slot, name) }
    /// Returns the value of an `Int64?` property.
    public final func value(at slot: Int, _ name: StaticString) -> Int64? { slotValue(slot, name) }
    /// Returns the value of an `Int?` property, of any integer attribute.
    public final func value(at slot: Int, _ name: StaticString) -> Int? { slotValue(slot, name) }
    /// Returns the value of a `Double?` property. A date reads as its seconds since 2001.
    public final func value(at slot: Int, _ name: StaticString) -> Double? { slotValue(slot, name) }
    /// Returns the value of a `Float?` property. A date reads as its seconds since 2001.
    public final func value(at slot: Int, _ name: StaticString) -> Float? { slotValue(slot, name) }
    /// Returns the value of a `Bool?` property.
    public final func value(at slot: Int, _ name: StaticString) -> Bool? { slotValue(slot, name) }
    /// Returns the value of a `String?` property.
    public final func value(at slot: Int, _ name: StaticString) -> String? { slotValue(slot, name) }
    /// Returns the value of a `Data?` property.
    public final func value(at slot: Int, _ name: StaticString) -> Data? { slotValue(slot, name) }
    /// Returns the value of a `Date?` property.
    public final func value(at slot: Int, _ name: StaticString) -> Date? { slotValue(slot, name) }
    /// Returns the value of a `Decimal?` property.
    public final func value(at slot: Int, _ name: StaticString) -> Decimal? { slotValue(slot, name) }
    /// Returns the value of a `UUID?` property.
    public final func value(at slot: Int, _ name: StaticString) -> UUID? { slotValue(slot, name) }
    /// Returns the value of a `URL?` property.
    public final func value(at slot: Int, _ name: StaticString) -> URL? { slotValue(slot, name) }
}

// Types that read as zero or empty where the row holds null.
extension NSManagedObject {
    /// Returns the value of an `Int16` property; 0 for null.
    public final func value(at slot: Int, _ name: StaticString) -> Int16 { slotValue(slot, name, isOptional: false) ?? 0 }
    /// Returns the value of an `Int32` property; 0 for null.
    public final func value(at slot: Int, _ name: StaticString) -> Int32 { slotValue(slot, name, isOptional: false) ?? 0 }
    /// Returns the value of an `Int64` property; 0 for null.
    public final func value(at slot: Int, _ name: StaticString) -> Int64 { slotValue(slot, name, isOptional: false) ?? 0 }
    /// Returns the value of an `Int` property, of any integer attribute; 0 for null.
    public final func value(at slot: Int, _ name: StaticString) -> Int { slotValue(slot, name, isOptional: false) ?? 0 }
    /// Returns the value of a `Double` property; 0 for null. A date reads as its seconds since
    /// 2001.
    public final func value(at slot: Int, _ name: StaticString) -> Double { slotValue(slot, name, isOptional: false) ?? 0 }
    /// Returns the value of a `Float` property; 0 for null. A date reads as its seconds since 2001.
    public final func value(at slot: Int, _ name: StaticString) -> Float { slotValue(slot, name, isOptional: false) ?? 0 }
    /// Returns the value of a `Bool` property; `false` for null.
    public final func value(at slot: Int, _ name: StaticString) -> Bool { slotValue(slot, name, isOptional: false) ?? false }
    /// Returns the value of a `String` property; an empty string for null.
    public final func value(at slot: Int, _ name: StaticString) -> String { slotValue(slot, name, isOptional: false) ?? "" }
    /// Returns the value of a `Data` property; empty data for null.
    public final func value(at slot: Int, _ name: StaticString) -> Data { slotValue(slot, name, isOptional: false) ?? Data() }
}

// Types that have no value for null. Null traps, unless the row itself is gone or unreadable.
extension NSManagedObject {
    /// Returns the value of a `Date` property. Traps for null; 2001-01-01 if the row is gone.
    public final func value(at slot: Int, _ name: StaticString) -> Date {
        slotValue(slot, name, isOptional: false)
            ?? missing(slot, name, Date.self, orIfGone: Date(timeIntervalSinceReferenceDate: 0))
    }
    /// Returns the value of a `Decimal` property. Traps for null; 0 if the row is gone.
    public final func value(at slot: Int, _ name: StaticString) -> Decimal {
        slotValue(slot, name, isOptional: false) ?? missing(slot, name, Decimal.self, orIfGone: 0)
    }
    /// Returns the value of a `UUID` property. Traps for null; the zero UUID if the row is gone.
    public final func value(at slot: Int, _ name: StaticString) -> UUID {
        slotValue(slot, name, isOptional: false)
            ?? missing(slot, name, UUID.self, orIfGone: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
    /// Returns the value of a `URL` property. Traps for null; `/` as a file URL if the row is gone.
    public final func value(at slot: Int, _ name: StaticString) -> URL {
        slotValue(slot, name, isOptional: false) ?? missing(slot, name, URL.self, orIfGone: URL(filePath: "/"))
    }
}

// One setter serves both `T` and `T?` properties, because a value converts to an optional. `nil`
// sets null.
extension NSManagedObject {
    /// Sets an `Int16` property.
    public final func setValue(_ value: Int16?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets an `Int32` property.
    public final func setValue(_ value: Int32?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets an `Int64` property.
    public final func setValue(_ value: Int64?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets an `Int` property, of any integer attribute.
    public final func setValue(_ value: Int?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `Double` property. A date attribute takes the seconds since 2001.
    public final func setValue(_ value: Double?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `Float` property. A date attribute takes the seconds since 2001.
    public final func setValue(_ value: Float?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `Bool` property.
    public final func setValue(_ value: Bool?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `String` property.
    public final func setValue(_ value: String?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `Data` property.
    public final func setValue(_ value: Data?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `Date` property.
    public final func setValue(_ value: Date?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `Decimal` property.
    public final func setValue(_ value: Decimal?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `UUID` property.
    public final func setValue(_ value: UUID?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
    /// Sets a `URL` property.
    public final func setValue(_ value: URL?, at slot: Int, _ name: StaticString) { setSlotValue(value, slot, name) }
}

extension NSManagedObject {
    @inline(__always)
    final func slotValue<T: SlotValue>(_ slot: Int, _ name: StaticString, isOptional: Bool = true) -> T? {
        let slot = layout.slot(slot, name, T.accessorKind, T.self)
        if state.intersection([.loaded, .guarded]) == .loaded, let value = slots?.packed(slot, as: T.self) { return value }
        let value = read(slot)
        if isOptional { noteOptional() }
        return T(stored: value) ?? value.transformed(as: T.self)
    }

    /// Tells the recorder of a key path, if there is one, that the property that was read last is
    /// declared with `?`.
    @inline(__always)
    final func noteOptional() {
        // A probe has no state. This is faster than a look at the extras.
        if state.isEmpty { recorder?.noteOptional() }
    }

    @inline(__always)
    final func setSlotValue<T: SlotValue>(_ value: T?, _ slot: Int, _ name: StaticString) {
        let slot = layout.slot(slot, name, T.accessorKind, T.self)
        write(value.map { layout.stored($0, at: slot) } ?? .null, at: slot)
    }

    /// Returns a substitute for null in a property declared without `?` if the row is gone or could
    /// not be read. Traps otherwise.
    @inline(never)
    final func missing<T>(_ slot: Int, _ name: StaticString, _ type: T.Type, orIfGone zero: @autoclosure () -> T) -> T {
        if lacksValues || recorder != nil { return zero() }
        trap(
            """
            \(layout.name).\(name) is nil, but the property is declared without `?`. Declare it as \(T.self)?, or give the attribute \
            a default value.
            """
        )
    }
}
