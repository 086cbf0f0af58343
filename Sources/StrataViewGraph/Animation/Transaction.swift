import Foundation

/// The context of a state change, with the animation of the views that follow from it.
public struct Transaction: Sendable {
    /// The animation of the change; nil for none.
    public var animation: Animation?
    /// Whether the change is not animated, whatever ``animation`` is.
    public var disablesAnimations = false

    /// Creates a transaction without an animation.
    public init() {}

    /// Creates a transaction with an animation.
    public init(animation: Animation?) { self.animation = animation }

    /// The transaction of the running code, kept by thread. It ends with the closure of
    /// `withTransaction`; tasks started there are not part of it.
    package internal(set) static var current: Transaction? {
        get { Thread.current.threadDictionary[key] as? Transaction }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    private static let key = "Strata.Transaction"

    /// The animation that a host draws; nil if animations are disabled.
    package var effectiveAnimation: Animation? { disablesAnimations ? nil : animation }
}

/// Runs a closure in a transaction: the views that follow from its state changes are drawn with its
/// animation. Returns the closure's result.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    let outer = Transaction.current
    Transaction.current = transaction
    defer { Transaction.current = outer }
    return try body()
}

/// Runs a closure whose state changes are animated: elements that are inserted, removed and moved
/// because of them. With nil, the changes get no animation. Returns the closure's result.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}

extension Binding {
    /// Returns a binding that writes in a transaction.
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        Binding(get: { wrappedValue }, set: { value in withTransaction(transaction) { wrappedValue = value } })
    }

    /// Returns a binding whose writes are animated.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        transaction(Transaction(animation: animation))
    }
}
