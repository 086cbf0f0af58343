import Foundation

/// The context of a state change, with the animation of the changes that it causes in views.
public struct Transaction: Sendable {
    /// The animation of the change; nil for none.
    public var animation: Animation?
    /// Whether `animation` modifiers insert no animations of their own. The change still has that of
    /// the transaction.
    public var disablesAnimations = false
    /// Whether the change is one of many in a continuous interaction, such as a drag.
    public var isContinuous = false
    /// Whether the change is one of fetched results, in the transaction of their request. A list
    /// then animates its rows with the default animation, as on Apple's platforms.
    package var isOfResults = false
    /// The closures that run when the animation is complete.
    var completions: [AnimationCompletion] = []
    /// The values that the app has set, by their keys.
    private var values: [ObjectIdentifier: TransactionValue] = [:]

    /// Creates a transaction without an animation.
    public init() {}

    /// Creates a transaction with an animation.
    public init(animation: Animation?) { self.animation = animation }

    /// The value of a key; the key's default value where none has been set.
    public subscript<K: TransactionKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)]?.value as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = TransactionValue(value: newValue) }
    }

    /// The transaction of the code that runs on this thread. It ends with the closure of
    /// `withTransaction`, and tasks that the closure starts are not part of it.
    package internal(set) static var current: Transaction? {
        get { Thread.current.threadDictionary[key] as? Transaction }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    private static let key = "Strata.Transaction"

    /// Runs a closure in the transaction, without scheduling its completions.
    func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = Transaction.current
        Transaction.current = self
        defer { Transaction.current = outer }
        return try body()
    }
}

/// A key of a value that a ``Transaction`` carries from a state change to the views that it updates.
///
///     struct IsFromServer: TransactionKey {
///         static let defaultValue = false
///     }
///
///     extension Transaction {
///         var isFromServer: Bool {
///             get { self[IsFromServer.self] }
///             set { self[IsFromServer.self] = newValue }
///         }
///     }
public protocol TransactionKey {
    /// The type of the value.
    associatedtype Value

    /// The value of transactions that have none for the key.
    static var defaultValue: Value { get }
}

/// A value of a transaction.
// Safe to share: it never changes, and views read it on the main actor only.
private struct TransactionValue: @unchecked Sendable {
    let value: Any
}

/// Runs a closure in the current transaction with another value of a key. Returns the closure's
/// result.
public func withTransaction<R, V>(
    _ keyPath: WritableKeyPath<Transaction, V>, _ value: V, _ body: () throws -> R
) rethrows -> R {
    var transaction = Transaction.current ?? Transaction()
    transaction[keyPath: keyPath] = value
    return try withTransaction(transaction, body)
}

/// Runs a closure in a transaction: the changes that its state changes cause in views are drawn
/// with the transaction's animation. Returns the closure's result.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    let outer = Transaction.current
    let result = try transaction.perform(body)
    // A transaction that changes a copy of the one around it has its completions, too.
    AnimationCompletion.schedule(transaction.completions(notIn: outer), after: transaction.animation)
    return result
}

/// Runs a closure whose state changes are animated: the elements that are inserted, removed and
/// moved because of them, and changes of appearance. Returns the closure's result.
///
/// All changes of one patch share one animation, except those inside an `animation` modifier. With
/// nil the closure requests none, but its changes have that of others in the same patch.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}
