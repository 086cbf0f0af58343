internal import Foundation
internal import StrataPredicates
internal import StrataTraps

// Properties of all other types: the content of transformable attributes (any class, array,
// dictionary, set or Codable value), composites as dictionaries, and enumerations over scalars.

extension NSManagedObject {
    /// Returns the value of a property of any other type. For null, returns `nil` if the type is
    /// optional, and traps otherwise.
    // Disfavored, so that the compiler prefers an overload for a specific type: it does not rank
    // overloads by their result type.
    @_disfavoredOverload
    public final func value<T>(at slot: Int, _ name: StaticString) -> T {
        let slot = layout.slot(slot, name, .transformable, T.self)
        if let value: T = anyValue(slot) { return value }
        if let none = (T.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? T {
            noteOptional()
            return none
        }
        if lacksValues || recorder != nil, let empty = Self.emptyValue(of: T.self) { return empty }
        trap(
            """
            \(layout.name).\(name) is nil, but the property is declared without `?`. Declare it as \(T.self)?, or set it in awakeFromInsert().
            """
        )
    }

    /// Sets a property of any other type. Traps if the attribute does not accept the value.
    public final func setValue<T>(_ value: T?, at slot: Int, _ name: StaticString) {
        let slot = layout.slot(slot, name, .transformable, T.self)
        write(layout.requiredValue(value, at: slot), at: slot)
    }

    final func anyValue<T>(_ slot: Int) -> T? {
        let value = read(slot)
        if let value = value.transformed(as: T.self) { return value }
        guard let object = layout.object(value, at: slot) else { return nil }
        guard let typed = object as? T else {
            trap(
                "\(layout.name).\(layout.names[slot]) is declared as \(T.self), but it holds a \(type(of: object)).")
        }
        return typed
    }
}

extension NSManagedObject {
    /// Returns the value of an enumeration property; `nil` for null, and for a raw value that no
    /// case has.
    public final func value<T: RawRepresentable>(at slot: Int, _ name: StaticString) -> T? {
        let value: T? = enumeration(slot, name)
        noteOptional()
        return value
    }

    /// Returns the value of an enumeration property, which may be declared without `?`.
    final func enumeration<T: RawRepresentable>(_ slot: Int, _ name: StaticString) -> T? {
        guard let scalar = T.RawValue.self as? any SlotValue.Type else {
            return anyValue(layout.slot(slot, name, .transformable, T.self))
        }
        let slot = layout.slot(slot, name, scalar.accessorKind, T.self)
        let value = read(slot)
        if let recorder, let known = recorder.enumerationCase(of: T.self, layout, slot) { return known }
        return (scalar.init(stored: value) as? T.RawValue ?? value.transformed(as: T.RawValue.self)).flatMap(T.init)
    }

    /// Returns the value of an enumeration property declared without `?`. For null, and for a raw
    /// value that no case has, returns the case whose raw value is zero or empty, and traps if
    /// there is none.
    public final func value<T: RawRepresentable>(at slot: Int, _ name: StaticString) -> T {
        if let value: T = enumeration(slot, name) { return value }
        if let zero = (T.RawValue.self as? any SlotValue.Type)?.zero as? T.RawValue, let value = T(rawValue: zero) {
            return value
        }
        if lacksValues || recorder != nil, let empty = Self.emptyValue(of: T.self) { return empty }
        trap(
            """
            \(layout.name).\(name) holds no case of \(T.self), but the property is declared without `?`. Declare it as \(T.self)?, or \
            give the attribute a default value.
            """
        )
    }

    /// Sets an enumeration property to the raw value of a case. If the raw value is not a scalar,
    /// the attribute's transformer stores the case itself.
    public final func setValue<T: RawRepresentable>(_ value: T?, at slot: Int, _ name: StaticString) {
        guard let scalar = T.RawValue.self as? any SlotValue.Type else {
            let slot = layout.slot(slot, name, .transformable, T.self)
            write(layout.requiredValue(value, at: slot), at: slot)
            return
        }
        let slot = layout.slot(slot, name, scalar.accessorKind, T.self)
        write((value?.rawValue as? any SlotValue).map { layout.stored($0, at: slot) } ?? .null, at: slot)
    }
}

extension NSManagedObject {
    /// Returns the elements of a composite attribute, by name. Omits null elements.
    public final func value(at slot: Int, _ name: StaticString) -> [String: Any]? {
        let elements = elements(slot, name)
        noteOptional()
        return elements
    }

    private final func elements(_ slot: Int, _ name: StaticString) -> [String: Any]? {
        let slot = layout.slot(slot, name, .composite, [String: Any].self)
        return layout.object(read(slot), at: slot) as? [String: Any]
    }

    /// Returns the elements of a composite attribute, by name; an empty dictionary for null. Omits
    /// null elements.
    public final func value(at slot: Int, _ name: StaticString) -> [String: Any] { elements(slot, name) ?? [:] }

    /// Sets the elements of a composite attribute. Traps for a name that no element has.
    public final func setValue(_ value: [String: Any]?, at slot: Int, _ name: StaticString) {
        let slot = layout.slot(slot, name, .composite, [String: Any].self)
        write(layout.requiredValue(value, at: slot), at: slot)
    }
}

extension SlotRecorder {
    /// Replaces the last answer with the raw value of a case of the enumeration, and returns the
    /// case: the first one in the first rounds, and the last one in the others. Returns `nil` if no
    /// case is found.
    fileprivate func enumerationCase<T: RawRepresentable>(of type: T.Type, _ layout: EntityLayout, _ slot: Int) -> T? {
        noteEnumeration()
        let cases =
            (type as? any CaseIterable.Type).map { Self.allCases($0) }?.compactMap { $0 as? T }
            ?? (-1...256).compactMap {
                ((T.RawValue.self as? any BinaryInteger.Type)?.init(exactly: $0) as? T.RawValue).flatMap { T(rawValue: $0) }
            }
        guard let known = takesFirst ? cases.first : cases.last, let scalar = known.rawValue as? any SlotValue else { return nil }
        answer(with: layout.stored(scalar, at: slot))
        return known
    }

    private static func allCases<T: CaseIterable>(_ type: T.Type) -> [Any] { Array(type.allCases) }
}

extension SlotValue {
    /// The value that a property of this type, declared without `?`, has for null. `nil` for types
    /// without such a value.
    static var zero: Any? {
        switch self {
        case is String.Type: ""
        case is Data.Type: Data()
        case is Bool.Type: false
        case let number as any (Numeric & SlotValue).Type: number.init(exactly: 0)
        default: nil
        }
    }
}
