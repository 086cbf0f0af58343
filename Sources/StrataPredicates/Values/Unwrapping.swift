/// Returns what an optional of any type contains, and any other value itself; nil for nil.
package func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any AnyOptional else { return value }
    return optional.content
}

/// An optional of a type that is known at run time only.
private protocol AnyOptional {
    var content: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var content: Any? { self }
}
