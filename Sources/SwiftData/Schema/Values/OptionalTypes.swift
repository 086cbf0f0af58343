/// An optional type, found by a cast of a type that is known at run time only.
protocol OptionalType {
    static var wrappedType: any Any.Type { get }
    /// The value nil of the type.
    static var nothing: Any { get }
}

extension Optional: OptionalType {
    static var wrappedType: any Any.Type { Wrapped.self }
    static var nothing: Any { Self.none as Any }
}

/// An array type, found by a cast of a type that is known at run time only.
protocol ArrayType {
    static var elementType: any Any.Type { get }
}

extension Array: ArrayType {
    static var elementType: any Any.Type { Element.self }
}

enum OptionalTypes {
    /// Returns the type that an optional type wraps, and any other type itself.
    static func unwrapped(_ type: any Any.Type) -> any Any.Type {
        (type as? any OptionalType.Type)?.wrappedType ?? type
    }

    /// Returns the value that an optional wraps, and any other value itself; nil for nil.
    static func unwrapped(value: Any) -> Any? {
        guard let optional = value as? any OptionalValue else { return value }
        return optional.wrapped.flatMap(unwrapped(value:))
    }
}

/// An optional, found by a cast of a value whose type is known at run time only.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }
}
