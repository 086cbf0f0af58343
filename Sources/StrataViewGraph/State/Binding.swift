/// A way to read and write a value that is owned elsewhere, such as a view's `@State`.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// Creates a binding from closures that read and write the value.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        read = get
        write = set
    }

    /// Creates a binding from another one; for parameters marked with `@Binding`.
    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// The value. Reading it in a body observes what the binding reads.
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    /// The binding itself: `$name` of a property marked with `@Binding`.
    public var projectedValue: Binding<Value> { self }

    /// Returns a binding that always reads the same value and ignores writes.
    public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }

    /// Returns a binding to a part of the value: `$quake.place`. Writing replaces the whole value.
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(
            get: { read()[keyPath: keyPath] },
            set: { newValue in
                var value = read()
                value[keyPath: keyPath] = newValue
                write(value)
            })
    }
}
