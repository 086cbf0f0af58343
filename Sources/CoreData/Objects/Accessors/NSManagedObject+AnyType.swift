internal import Foundation
internal import Predicates
internal import Traps

// Properties of types that no other accessor serves: what a transformable attribute holds (any class, array, dictionary, set or
// Codable value), composites as dictionaries, and enumerations over the scalars.

extension NSManagedObject {
    /// A value of any other type, which may be an optional.
    // Overloads that differ in their result alone are not ranked by it: this one comes last by its mark.
    @_disfavoredOverload
    public final func value<T>(at slot: Int, _ name: StaticString) -> T {
        let slot = layout.slot(slot, name, .transformable, T.self)
        if let value: T = anyValue(slot) { return value }
        if let none = (T.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? T { return none }
        trap(
            """
            \(layout.name).\(name) is nil, but the property is declared without `?`. Declare it as \(T.self)?, or set it in awakeFromInsert().
            """
        )
    }

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
    /// An enumeration; nil where the row holds nothing, or a value that is none of its cases.
    public final func value<T: RawRepresentable>(at slot: Int, _ name: StaticString) -> T? {
        guard let scalar = T.RawValue.self as? any SlotValue.Type else {
            return anyValue(layout.slot(slot, name, .transformable, T.self))
        }
        let slot = layout.slot(slot, name, scalar.accessorKind, T.self)
        let value = read(slot)
        if let recorder, let known = recorder.enumerationCase(of: T.self, layout, slot) { return known }
        return (scalar.init(stored: value) as? T.RawValue ?? value.transformed(as: T.RawValue.self)).flatMap(T.init)
    }

    /// An enumeration; where the row holds nothing, the case of the raw value zero.
    public final func value<T: RawRepresentable>(at slot: Int, _ name: StaticString) -> T {
        if let value: T = value(at: slot, name) { return value }
        if let zero = (T.RawValue.self as? any SlotValue.Type)?.zero as? T.RawValue, let value = T(rawValue: zero) {
            return value
        }
        trap(
            """
            \(layout.name).\(name) holds no case of \(T.self), but the property is declared without `?`. Declare it as \(T.self)?, or \
            give the attribute a default value.
            """
        )
    }

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
    /// A composite attribute: its elements by name; those without a value are left out.
    public final func value(at slot: Int, _ name: StaticString) -> [String: Any]? {
        let slot = layout.slot(slot, name, .composite, [String: Any].self)
        return layout.object(read(slot), at: slot) as? [String: Any]
    }

    public final func value(at slot: Int, _ name: StaticString) -> [String: Any] { value(at: slot, name) ?? [:] }

    public final func setValue(_ value: [String: Any]?, at slot: Int, _ name: StaticString) {
        let slot = layout.slot(slot, name, .composite, [String: Any].self)
        write(layout.requiredValue(value, at: slot), at: slot)
    }
}

extension SlotRecorder {
    /// A case of an enumeration, another one in each round, in place of the value just noted; nil where none can be found.
    fileprivate func enumerationCase<T: RawRepresentable>(of type: T.Type, _ layout: EntityLayout, _ slot: Int) -> T? {
        let cases =
            (type as? any CaseIterable.Type).map { Self.allCases($0) }?.compactMap { $0 as? T }
            ?? (-1...256).compactMap {
                ((T.RawValue.self as? any BinaryInteger.Type)?.init(exactly: $0) as? T.RawValue).flatMap { T(rawValue: $0) }
            }
        guard let known = isFirst ? cases.first : cases.last, let scalar = known.rawValue as? any SlotValue else { return nil }
        answer(with: layout.stored(scalar, at: slot))
        return known
    }

    private static func allCases<T: CaseIterable>(_ type: T.Type) -> [Any] { Array(type.allCases) }
}

extension SlotValue {
    /// What accessors of a property without `?` read where the row holds nothing; nil for types without such a value.
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
