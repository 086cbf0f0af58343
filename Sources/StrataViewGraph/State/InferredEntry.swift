/// A key that `@Entry` makes for a declaration without a type.
///
/// The compiler infers the type of a stored property but not of a computed one, and a stored
/// property that threads share has to be Sendable. So the key stores the value in a
/// ``_EntryDefault``, and its `Value` is inferred from that.
public protocol _InferredEntry {
    /// The type of the value.
    associatedtype Value

    /// The default value.
    static var _entry: _EntryDefault<Value> { get }
}

extension _InferredEntry {
    /// The default value.
    public static var defaultValue: Value { _entry.value }
}

/// The default value of a key that `@Entry` makes.
// Safe to share: it never changes, and the views that use an object in it do so on the main actor.
public struct _EntryDefault<Value>: @unchecked Sendable {
    fileprivate let value: Value

    /// Creates the value.
    public init(_ value: Value) { self.value = value }
}
