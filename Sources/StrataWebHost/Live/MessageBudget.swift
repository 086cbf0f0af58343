/// A limit for the rate of messages on a connection: a token bucket that holds 1,000 messages and
/// refills by 200 a second.
///
/// The script sends at most one message per frame of a gesture or a scroll: 60 a second, or 120 on
/// some screens. Reports of sizes share messages (``ReportsMessage``), and are at most as many.
struct MessageBudget {
    private static let perSecond = 200.0
    private static let most = 1_000.0

    private var left = most
    private var last: ContinuousClock.Instant

    init(now: ContinuousClock.Instant = .now) { last = now }

    /// Takes one message from the budget; returns false if it is empty.
    mutating func spend(now: ContinuousClock.Instant = .now) -> Bool {
        left = min(Self.most, left + last.duration(to: now) / .seconds(1) * Self.perSecond)
        last = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
