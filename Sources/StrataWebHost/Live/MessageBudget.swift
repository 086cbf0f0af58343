/// A limit for the rate of a window's messages, on all its connections: a token bucket that holds
/// 1,000 messages and refills by 200 a second.
///
/// The script sends at most one message per frame of a gesture or a scroll: 60 a second, or 120 on
/// some screens. Reports of sizes share messages (``ReportsMessage``), and are at most as many. When
/// the connection is lost, it makes a few attempts a second to connect again.
struct MessageBudget {
    private static let perSecond = 200.0
    private static let most = 1_000.0
    /// The number of messages that a connection counts as: the window is drawn again for it.
    static let connection = 20.0

    private var left = most
    private var last: ContinuousClock.Instant

    init(now: ContinuousClock.Instant = .now) { last = now }

    /// Takes messages from the budget; returns false if it has too few.
    mutating func spend(_ amount: Double = 1, now: ContinuousClock.Instant = .now) -> Bool {
        left = min(Self.most, left + last.duration(to: now) / .seconds(1) * Self.perSecond)
        last = now
        guard left >= amount else { return false }
        left -= amount
        return true
    }
}
