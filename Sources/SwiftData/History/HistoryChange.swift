/// A change of a model in the history.
///
/// A cast selects the changes of one class:
///
///     switch change {
///     case .insert(let insertion as DefaultHistoryInsert<Trip>): …
///     case .update(let update as DefaultHistoryUpdate<Trip>): …
///     case .delete(let deletion as DefaultHistoryDelete<Trip>):
///         print(deletion.tombstone[\.name] ?? "")
///     default: break
///     }
public enum HistoryChange: Sendable {
    /// The model was inserted.
    case insert(any HistoryInsert)
    /// The model was changed.
    case update(any HistoryUpdate)
    /// The model was deleted.
    case delete(any HistoryDelete)

    /// The identifier of the changed model.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let insertion): insertion.changedPersistentIdentifier
        case .update(let update): update.changedPersistentIdentifier
        case .delete(let deletion): deletion.changedPersistentIdentifier
        }
    }
}

/// The insertion of a model.
public protocol HistoryInsert<Model>: Sendable {
    /// The model's class.
    associatedtype Model: PersistentModel
    /// The type of the change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The identifier of the change among those of its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// A change of a model's properties.
public protocol HistoryUpdate<Model>: Sendable {
    /// The model's class.
    associatedtype Model: PersistentModel
    /// The type of the change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// A property that changed.
    typealias PropertyUpdate = any PartialKeyPath<Model> & Sendable

    /// The identifier of the change among those of its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The properties that were saved with new values.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// The deletion of a model.
public protocol HistoryDelete<Model>: Sendable {
    /// The model's class.
    associatedtype Model: PersistentModel
    /// The type of the change's identifier.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// The type of the transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The identifier of the change among those of its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The identifier of the transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier that the model had.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The values of the model that the history preserves.
    var tombstone: HistoryTombstone<Model> { get }
}

/// The last values of a deleted model: those of its attributes with the option
/// `.preserveValueOnDeletion` that were not nil.
///
/// As a sequence, it has the values in the order of the properties.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    private let values: [(keyPath: any PartialKeyPath<Model> & Sendable, value: any Sendable)]

    init(_ values: [(keyPath: any PartialKeyPath<Model> & Sendable, value: any Sendable)]) { self.values = values }

    /// Returns the value of an attribute; nil if it was nil, or is not preserved.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        values.first { $0.keyPath == keyPath }?.value
    }

    /// Returns an iterator over the values.
    public func makeIterator() -> AnyIterator<Any> {
        var rest = values.makeIterator()
        return AnyIterator { rest.next()?.value }
    }
}
