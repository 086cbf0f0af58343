internal import StrataUserActivity

/// The activities for which windows of an app have asked their host to open other windows, until
/// these are made.
///
/// An activity is on the server only: the new tab's URL has a token of 128 random bits, which names
/// the activity once, for the same person, within a few minutes. So neither a copied URL nor a
/// reload continues it again.
@MainActor
final class PendingActivities {
    private struct Entry {
        let token: String
        let record: UserActivityRecord
        /// The digest of the person; nil if the app does not know the person.
        let owner: String?
        let window: ObjectIdentifier
        let time: ContinuousClock.Instant
    }

    /// The time within which the new window must be made. The browser may have blocked its tab, and
    /// show a link instead.
    private static let patience = Duration.seconds(300)
    /// The most activities of one window, so that memory is bounded by the number of windows.
    private static let mostOfWindow = 8

    private var entries: [Entry] = []

    /// Adds an activity for which a window opens another one, and returns its token.
    func add(_ record: UserActivityRecord, from window: WindowGraph) -> String {
        let now = ContinuousClock.now
        entries.removeAll { now - $0.time > Self.patience }
        let id = ObjectIdentifier(window)
        if entries.count(where: { $0.window == id }) >= Self.mostOfWindow,
            let oldest = entries.firstIndex(where: { $0.window == id })
        {
            entries.remove(at: oldest)
        }
        let token = RandomToken.make()
        entries.append(Entry(token: token, record: record, owner: window.session.identity.owner, window: id, time: now))
        return token
    }

    /// Removes and returns the activity with a token; nil if there is none for the person.
    func redeem(_ token: String, for owner: String?) -> UserActivityRecord? {
        guard let index = entries.firstIndex(where: { $0.token == token && $0.owner == owner }) else { return nil }
        let entry = entries.remove(at: index)
        return ContinuousClock.now - entry.time <= Self.patience ? entry.record : nil
    }
}
