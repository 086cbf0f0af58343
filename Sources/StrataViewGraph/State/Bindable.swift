public import Observation

/// A property that makes bindings to the properties of an observable object.
///
///     struct Editor: View {
///         @Bindable var book: Book
///         var body: some View { TextField("Title", text: $book.title) }
///     }
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
    /// The object.
    public var wrappedValue: Value

    /// Wraps an observable object.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Wraps an observable object: `Bindable(book).title` is a binding.
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Creates a copy of another wrapper. Swift calls this for parameters marked with `@Bindable`.
    public init(projectedValue: Bindable<Value>) { self = projectedValue }

    /// The wrapper itself, whose members are bindings: `$book.title`.
    public var projectedValue: Bindable<Value> { self }

    /// Returns a binding to a property of the object.
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(PropertyLocation(wrappedValue, keyPath))
    }
}

extension Bindable: Identifiable where Value: Identifiable {
    /// The ID of the object.
    public var id: Value.ID { wrappedValue.id }
}

extension Bindable: Sendable where Value: Sendable {}
