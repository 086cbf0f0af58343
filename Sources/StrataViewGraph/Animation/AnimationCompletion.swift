/// A closure that runs when the animation of a transaction is complete.
final class AnimationCompletion: Sendable {
    private let criteria: AnimationCompletionCriteria
    private let action: @MainActor () -> Void
    /// The transform of the `transaction` modifier that has added the closure; nil for others.
    let source: ObjectIdentifier?

    init(_ criteria: AnimationCompletionCriteria, source: ObjectIdentifier? = nil, _ action: @escaping @MainActor () -> Void) {
        (self.criteria, self.action, self.source) = (criteria, action, source)
    }

    /// Returns a copy that a transform has added.
    func added(by source: ObjectIdentifier) -> AnimationCompletion {
        AnimationCompletion(criteria, source: source, action)
    }

    /// Runs closures when their time has passed after a change with an animation, soon if there is
    /// no animation, and never after one that does not end. They run in the order of their times.
    static func schedule(_ completions: [AnimationCompletion], after animation: Animation?) {
        let timed = completions.compactMap { completion -> (seconds: Double, completion: AnimationCompletion)? in
            let seconds = animation.map { completion.criteria.duration(of: $0) } ?? 0
            // Also false for a number that is not one. `Duration` traps for such numbers and for
            // very large ones.
            return seconds < longestCompletion ? (max(seconds, 0), completion) : nil
        }
        guard !timed.isEmpty else { return }
        let start = ContinuousClock.now
        // One task, since the system resumes tasks whose times have both passed in any order.
        Task { @MainActor in
            for (seconds, completion) in timed.sorted(by: { $0.seconds < $1.seconds }) {
                // Ignored: nothing cancels the task.
                try? await Task.sleep(until: start + .seconds(seconds), clock: .continuous)
                RunningAction.perform(completion.action)
            }
        }
    }
}

/// The duration in seconds, ten years, from which on an animation never completes.
private let longestCompletion = 3.2e8

/// The moment at which an animation counts as complete.
public struct AnimationCompletionCriteria: Hashable, Sendable {
    private enum Kind {
        case logical, removed
    }

    private let kind: Kind

    /// The perceived duration has passed, although a spring may still move slightly.
    public static let logicallyComplete = AnimationCompletionCriteria(kind: .logical)
    /// The animation has come to rest.
    public static let removed = AnimationCompletionCriteria(kind: .removed)

    /// Returns the seconds from a change to this moment.
    func duration(of animation: Animation) -> Double {
        switch kind {
        case .logical: animation.logicalDuration
        case .removed: animation.totalDuration
        }
    }
}

extension Transaction {
    /// Adds a closure that runs once when the animation of the transaction is complete.
    ///
    ///     var transaction = Transaction(animation: .bouncy)
    ///     transaction.addAnimationCompletion { isSettled = true }
    ///     withTransaction(transaction) { isLarge.toggle() }
    ///
    /// The time is measured on the server, from the change on. Without an animation, the closure
    /// runs soon afterwards. For an animation that repeats forever it never runs, nor for one that
    /// takes years.
    ///
    /// - Parameters:
    ///   - criteria: The moment at which the animation counts as complete.
    ///   - completion: The closure.
    public mutating func addAnimationCompletion(
        criteria: AnimationCompletionCriteria = .logicallyComplete, _ completion: @escaping @MainActor () -> Void
    ) {
        completions.append(AnimationCompletion(criteria, completion))
    }

    /// Returns the completions that another transaction does not have.
    func completions(notIn other: Transaction?) -> [AnimationCompletion] {
        let known = other?.completions ?? []
        return completions.filter { completion in !known.contains { $0 === completion } }
    }
}

/// Runs a closure whose state changes are animated, and another one when the animation is complete.
/// Returns the first closure's result. ``Transaction/addAnimationCompletion(criteria:_:)`` says when
/// that is.
///
/// - Parameters:
///   - animation: The animation; nil for none.
///   - completionCriteria: The moment at which the animation counts as complete.
///   - body: The closure that changes state.
///   - completion: The closure that runs when the animation is complete.
@MainActor
public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping @MainActor () -> Void
) rethrows -> Result {
    var transaction = Transaction(animation: animation)
    transaction.addAnimationCompletion(criteria: completionCriteria, completion)
    return try withTransaction(transaction, body)
}
