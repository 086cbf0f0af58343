internal import StrataTraps

// Accessors of properties whose true type the accessors' module cannot name. `Carrier` is a type of
// that module with the same layout: it is passed in the same registers and counts the same
// references.

extension NSManagedObject {
    /// Returns the value of a property declared with `?`.
    public final func optionalValue<Carrier>(at slot: Int, _ name: StaticString, of type: TrueType) -> Carrier? {
        func open<T>(_: T.Type) -> Carrier? {
            optionalValue(at: slot, name, of: T.self).map { type.pass($0, as: Carrier.self) }
        }
        return _openExistential(type.find(), do: open)
    }

    /// Returns the value of a property declared without `?`. Traps for null.
    public final func requiredValue<Carrier>(at slot: Int, _ name: StaticString, of type: TrueType) -> Carrier {
        func open<T>(_: T.Type) -> Carrier { type.pass(requiredValue(at: slot, name, of: T.self), as: Carrier.self) }
        return _openExistential(type.find(), do: open)
    }

    /// Sets a property. `nil` sets null.
    public final func setValue<Carrier>(_ value: Carrier?, at slot: Int, _ name: StaticString, of type: TrueType) {
        func open<T>(_: T.Type) { setValue(value.map { type.pass($0, as: T.self) }, at: slot, name, of: T.self) }
        _openExistential(type.find(), do: open)
    }

    /// Sets a property's primitive value; see `setPrimitiveValue(_:forKey:)`.
    public final func setPrimitiveValue<Carrier>(_ value: Carrier?, forKey key: String, of type: TrueType) {
        func open<T>(_: T.Type) { setPrimitiveValue(value.map { type.pass($0, as: T.self) }, forKey: key) }
        _openExistential(type.find(), do: open)
    }
}

// The same for types that both modules can name, but for which a call of `value(at:_:)` would be
// ambiguous.
extension NSManagedObject {
    /// Returns the value of a property declared with `?`.
    public final func optionalValue<T>(at slot: Int, _ name: StaticString, of type: T.Type) -> T? {
        let value = reading(slot, name, type)
        noteOptional()
        return value
    }

    /// Returns the value of a property declared without `?`. Traps for null, unless the row is gone
    /// or could not be read, and the type has an empty value.
    public final func requiredValue<T>(at slot: Int, _ name: StaticString, of type: T.Type) -> T {
        if let value = reading(slot, name, type) { return value }
        if recorder != nil || lacksValues, let empty = Self.emptyValue(of: type) { return empty }
        trap(
            """
            \(layout.name).\(name) is nil, but the property is declared without `?`. Declare it as \(T.self)?, or set it in awakeFromInsert().
            """
        )
    }

    /// Sets a property of any type. An enumeration is set to its raw value.
    public final func setValue<T>(_ value: T?, at slot: Int, _ name: StaticString, of type: T.Type) {
        guard let raw = type as? any RawRepresentable.Type else { return setValue(value, at: slot, name) }
        func open<R: RawRepresentable>(_: R.Type) { setValue(value as? R, at: slot, name) }
        open(raw)
    }

    private final func reading<T>(_ slot: Int, _ name: StaticString, _ type: T.Type) -> T? {
        guard let raw = type as? any RawRepresentable.Type else { return anyValue(layout.slot(slot, name, .transformable, type)) }
        func open<R: RawRepresentable>(_: R.Type) -> T? {
            let value: R? = enumeration(slot, name)
            return value as? T
        }
        return open(raw)
    }
}

extension TrueType {
    /// Reinterprets the bits of a value as another type. Traps if the two types differ in size or
    /// alignment.
    fileprivate func pass<From, To>(_ value: From, as type: To.Type) -> To {
        require(
            MemoryLayout<From>.size == MemoryLayout<To>.size && MemoryLayout<From>.alignment == MemoryLayout<To>.alignment,
            "The accessors of a property of type \(From.self) were built for another layout of that type. Rebuild the app.")
        return unsafeBitCast(value, to: type)
    }
}

extension NSManagedObject {
    /// Returns the empty value of a type, for a property without `?` of an object that has no values;
    /// nil if the type has none.
    static func emptyValue<T>(of type: T.Type) -> T? {
        if let collection = type as? any EmptyCollection.Type { return collection.init() as? T }
        if let enumeration = type as? any RawRepresentable.Type, let zero = emptyCase(of: enumeration) as? T { return zero }
        if let enumeration = type as? any CaseIterable.Type { return firstCase(of: enumeration) as? T }
        return (type as? any SlotValue.Type)?.zero as? T
    }

    private static func emptyCase<Enumeration: RawRepresentable>(of type: Enumeration.Type) -> Any? {
        ((Enumeration.RawValue.self as? any SlotValue.Type)?.zero as? Enumeration.RawValue).flatMap(Enumeration.init)
    }

    private static func firstCase<Enumeration: CaseIterable>(of type: Enumeration.Type) -> Any? { type.allCases.first }
}

private protocol EmptyCollection {
    init()
}

extension Array: EmptyCollection {}
extension Set: EmptyCollection {}
extension Dictionary: EmptyCollection {}
