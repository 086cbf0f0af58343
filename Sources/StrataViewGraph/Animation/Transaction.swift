import Foundation

/// The context of a state change, with the animation of the changes that it causes in views.
public struct Transaction: Sendable {
    /// The animation of the change; nil for none.
    public var animation: Animation?
    /// Whether the change is drawn without animation, even if ``animation`` is set.
    public var disablesAnimations = false

    /// Creates a transaction without an animation.
    public init() {}

    /// Creates a transaction with an animation.
    public init(animation: Animation?) { self.animation = animation }

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
