import Foundation

/// The context of a state change, with the animation of the changes that it causes in views.
public struct Transaction: Sendable {
    /// The animation of the change; nil for none.
    public var animation: Animation?
    /// Whether the change is drawn without animation, even if ``animation`` is set.
    public var disablesAnimations = false
    /// Whether the change is one of many in a continuous interaction, such as a drag.
    public var isContinuous = false
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

    /// The animation that a host draws; nil if animations are disabled.
    package var effectiveAnimation: Animation? { disablesAnimations ? nil : animation }
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
    Transaction.current = transaction
    defer { Transaction.current = outer }
    return try body()
}

/// Runs a closure whose state changes are animated: the elements that are inserted, removed and
/// moved because of them, and changes of appearance. Returns the closure's result.
///
/// All changes of one patch share one animation. With nil the closure requests none, but its
/// changes have that of others in the same patch.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}

/// The moment at which an animation counts as complete. `withAnimation` treats both alike: the
/// animation is complete when its duration, that of all repetitions, has passed.
public struct AnimationCompletionCriteria: Hashable, Sendable {
    private enum Kind {
        case logical, removed
    }

    private let kind: Kind

    /// The animation has logically completed, although a spring may still move slightly.
    public static let logicallyComplete = AnimationCompletionCriteria(kind: .logical)
    /// The animation has come to rest.
    public static let removed = AnimationCompletionCriteria(kind: .removed)
}

/// Runs a closure whose state changes are animated, and another one when the animation is complete.
/// Returns the first closure's result.
///
/// The time is measured on the server, from the change on. If the animation is nil, the completion
/// runs soon afterwards. For an animation that repeats forever it never runs, nor for one that takes
/// years.
///
/// - Parameters:
///   - animation: The animation; nil for none.
///   - completionCriteria: Ignored; see ``AnimationCompletionCriteria``.
///   - body: The closure that changes state.
///   - completion: The closure that runs when the animation is complete.
@MainActor
public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping @MainActor () -> Void
) rethrows -> Result {
    let result = try withAnimation(animation, body)
    let seconds = animation.map { $0.wait + ($0.repetitions ?? .infinity) * $0.duration } ?? 0
    // Also false for a number that is not one. `Duration` traps for such numbers and for very large
    // ones.
    guard seconds < longestCompletion else { return result }
    Task {
        try? await Task.sleep(for: .seconds(max(seconds, 0)))
        completion()
    }
    return result
}

/// The duration in seconds, ten years, from which on an animation never completes.
private let longestCompletion = 3.2e8
