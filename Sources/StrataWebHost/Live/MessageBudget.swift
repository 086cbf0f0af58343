/// Limits the rate of messages on a connection: a budget that fills as time passes, and that each
/// message draws from.
///
/// A gesture or a scroll causes at most one message a frame, 60 a second, or 120 on some screens.
struct MessageBudget {
    private static let perSecond = 200.0
    private static let most = 1_000.0

    private var left = most
    private var last: ContinuousClock.Instant

    init(now: ContinuousClock.Instant = .now) { last = now }

    /// Draws one message; returns false if the budget is empty.
    mutating func spend(now: ContinuousClock.Instant = .now) -> Bool {
        left = min(Self.most, left + last.duration(to: now) / .seconds(1) * Self.perSecond)
        last = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
