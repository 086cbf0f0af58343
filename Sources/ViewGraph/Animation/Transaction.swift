import Foundation

/// What goes along with a change of state: how the views that follow from it are to move.
public struct Transaction: Sendable {
    /// How the change is animated; nil for at once.
    public var animation: Animation?
    /// Whether no animation takes place, whatever the views below ask for.
    public var disablesAnimations = false

    public init() {}

    public init(animation: Animation?) { self.animation = animation }

    /// The one that the code which runs now is in. It ends with the closure that it was given to: tasks begun there are not in it.
    package internal(set) static var current: Transaction? {
        get { Thread.current.threadDictionary[key] as? Transaction }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    private static let key = "Strata.Transaction"

    /// What a host has to animate.
    package var effectiveAnimation: Animation? { disablesAnimations ? nil : animation }
}

/// Changes state in a transaction: the views that follow from it are drawn as that says.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    let outer = Transaction.current
    Transaction.current = transaction
    defer { Transaction.current = outer }
    return try body()
}

/// Changes state with an animation: what comes, goes and moves because of it does so over time. With nil, at once.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}

extension Binding {
    /// A binding that writes in a transaction.
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        Binding(get: { wrappedValue }, set: { value in withTransaction(transaction) { wrappedValue = value } })
    }

    /// A binding whose writes are animated.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        transaction(Transaction(animation: animation))
    }
}
