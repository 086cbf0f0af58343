internal import StrataTraps

/// A way to read and write a value that is owned elsewhere, such as a view's `@State`.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
    private let location: BindingLocation<Value>
    /// The transaction that was set; nil without one. A single reference, so that equal bindings
    /// have the same bytes (see `ViewValue`).
    private var ownTransaction: BindingTransaction?

    /// The transaction in which the binding writes. Until it is set it is empty, and the binding
    /// writes in the transaction of the running code.
    public var transaction: Transaction {
        get { ownTransaction?.value ?? Transaction() }
        set { ownTransaction = BindingTransaction(newValue) }
    }

    /// Creates a binding to the value of a location.
    init(_ location: BindingLocation<Value>) { self.location = location }

    /// Creates a binding from closures that read and write the value.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        location = ClosureLocation(read: get) { value, _ in set(value) }
    }

    /// Creates a binding from closures that read the value, and write it in a transaction.
    public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        location = ClosureLocation(read: get, write: set)
    }

    /// Creates a copy of another binding. Swift calls this for parameters marked with `@Binding`.
    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// The source of the value.
    var source: BindingSource { location.source }

    /// The value. A body that reads it observes the state that the binding reads.
    public var wrappedValue: Value {
        get { location.read() }
        nonmutating set {
            guard let ownTransaction else { return location.write(newValue, in: Transaction.current ?? Transaction()) }
            withTransaction(ownTransaction.value) { location.write(newValue, in: ownTransaction.value) }
        }
    }

    /// The binding itself: `$name` of a property marked with `@Binding`.
    public var projectedValue: Binding<Value> { self }

    /// Returns a binding that always reads the same value and ignores writes.
    public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }

    /// Returns a binding to a property of the value: `$quake.place`. A write reads the whole value,
    /// changes the property, and writes the whole value.
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        var binding = Binding<Subject>(location.location(at: keyPath))
        binding.ownTransaction = ownTransaction
        return binding
    }

    /// Returns a binding that writes in a transaction.
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        var binding = self
        binding.transaction = transaction
        return binding
    }

    /// Returns a binding whose writes are animated.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        transaction(Transaction(animation: animation))
    }
}

/// The transaction of a binding.
private final class BindingTransaction: Sendable {
    let value: Transaction
    init(_ value: Transaction) { self.value = value }
}

// MARK: Optionals

extension Binding {
    /// Creates a binding to an optional value from a binding to a value. Nil is not written.
    public init<V>(_ base: Binding<V>) where Value == V? {
        self.init(ConvertedLocation(base, read: { $0 }, write: { $0 }))
    }

    /// Creates a binding to the value of an optional. Returns nil if the optional is nil now.
    ///
    /// If the optional becomes nil later, the binding reads the last value that it read or wrote.
    public init?(_ base: Binding<Value?>) {
        guard let value = base.wrappedValue else { return nil }
        let last = LastBoundValue(value)
        let location = ConvertedLocation<Value?, Value>(base) { value in
            if let value { last.value = value }
            return last.value
        } write: { newValue in
            last.value = newValue
            return newValue
        }
        self.init(location)
    }

    /// Creates a binding to a hashable value with its type erased. Writing a value of another type
    /// traps.
    public init<V: Hashable>(_ base: Binding<V>) where Value == AnyHashable {
        let location = ConvertedLocation<V, AnyHashable>(base) { value in
            AnyHashable(value)
        } write: { newValue in
            guard let value = newValue.base as? V else {
                trap("A binding to a \(V.self) was set to a \(type(of: newValue.base)). Set it to a \(V.self).")
            }
            return value
        }
        self.init(location)
    }
}

/// The location of the value of a binding in another type. Each evaluation makes another one, but
/// all have the same source.
// Safe to share: it is immutable, and its closures use nothing but a last value, which is safe, too.
private final class ConvertedLocation<Base, Value>: BindingLocation<Value>, @unchecked Sendable {
    private let base: Binding<Base>
    private let readValue: (Base) -> Value
    /// Returns the value to write; nil to write none.
    private let writeValue: (Value) -> Base?

    init(_ base: Binding<Base>, read: @escaping (Base) -> Value, write: @escaping (Value) -> Base?) {
        self.base = base
        readValue = read
        writeValue = write
    }

    override var source: BindingSource { base.source.appending(ObjectIdentifier(Value.self)) }

    override func read() -> Value { readValue(base.wrappedValue) }

    override func write(_ value: Value, in transaction: Transaction) {
        if let value = writeValue(value) { base.wrappedValue = value }
    }
}

// MARK: Conformances

/// A binding to a value that can be shared between threads. An app that makes a binding from
/// closures, and passes it to other threads, makes sure that the closures can run there.
extension Binding: Sendable where Value: Sendable {}

extension Binding: Identifiable where Value: Identifiable {
    /// The ID of the value.
    public var id: Value.ID { wrappedValue.id }
}

extension Binding: Sequence where Value: MutableCollection {
    /// A binding to an element of the value.
    public typealias Element = Binding<Value.Element>
    /// An iterator over bindings to the elements.
    public typealias Iterator = IndexingIterator<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
    /// A position in the value.
    public typealias Index = Value.Index
    /// The positions in the value.
    public typealias Indices = Value.Indices

    /// The position of the first element.
    public var startIndex: Value.Index { wrappedValue.startIndex }
    /// The position after the last element.
    public var endIndex: Value.Index { wrappedValue.endIndex }
    /// The positions of all elements.
    public var indices: Value.Indices { wrappedValue.indices }

    /// Returns the position after another.
    public func index(after index: Value.Index) -> Value.Index { wrappedValue.index(after: index) }

    /// Moves a position to the next element.
    public func formIndex(after index: inout Value.Index) { wrappedValue.formIndex(after: &index) }

    /// Returns a binding to the element at a position.
    ///
    /// If the collection becomes too short to have the position, the binding keeps the last value
    /// that it read, because a control may read it once more before it is removed too. Writes are
    /// then ignored. While such a binding to the property of an object or of a view is in use, the
    /// position can be bound again, as by a page that is evaluated once more.
    public subscript(position: Value.Index) -> Binding<Value.Element> {
        if let snapshot = location as? CollectionSnapshot<Value> { return snapshot.element(position) }
        return Binding<Value.Element>(ElementLocation<Value, Never>(self, at: position, of: wrappedValue))
    }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection & MutableCollection {
    /// Returns the position before another.
    public func index(before index: Value.Index) -> Value.Index { wrappedValue.index(before: index) }

    /// Moves a position to the previous element.
    public func formIndex(before index: inout Value.Index) { wrappedValue.formIndex(before: &index) }
}

extension Binding: RandomAccessCollection where Value: MutableCollection & RandomAccessCollection {}

extension Binding: DynamicProperty, PassiveProperty {}
