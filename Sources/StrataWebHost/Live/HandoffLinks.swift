import Foundation
import StrataUserActivity
import StrataViewGraph

/// The links by which people continue activities on another device.
///
/// # The life of a link
///
/// 1. **Made.** The user asks for a link. It has a random token, and a record of the activity at
///    that moment.
/// 2. **Requested.** A browser requests the page that the link names. The page is rendered without
///    the activity, and the link stays valid: the programs that show a preview of a link in a chat
///    request the page, too.
/// 3. **Redeemed.** The script of the page connects to the page's window. Now the link is used, and
///    the window continues the activity. The object of the activity in the first window is notified.
/// 4. **Refused.** A link that is used, expired or unknown, or that belongs to another person, is
///    answered with a page that says so (`HandoffPage`). This is counted and logged.
///
/// Links are in memory only, so they end with the process. Used and expired ones are remembered for
/// a while, to explain their refusal. No log contains a token.
@MainActor
final class HandoffLinks {
    /// The reason for which a link is refused.
    enum Refusal: Error, CaseIterable {
        /// There is no such link, or it was made before the process started.
        case unknown
        case expired
        case used
        /// The person who opens the link is not the one who made it.
        case foreign
    }

    /// An activity that a link continues.
    struct Link {
        let record: UserActivityRecord
        /// The activity of the window that has made the link, to notify its delegate.
        private(set) weak var activity: NSUserActivity?
        /// The token of that window.
        let window: String
        /// A digest of the person whose activity it is; nil if the app does not know the person.
        let owner: String?
        var expiration: Date
        var isUsed = false

        init(_ record: UserActivityRecord, of activity: NSUserActivity?, window: String, owner: String?, expiration: Date) {
            self.record = record
            self.activity = activity
            self.window = window
            self.owner = owner
            self.expiration = expiration
        }
    }

    /// The maximum number of valid links of one window. A further one ends the oldest.
    static let mostOfWindow = 4
    /// The maximum number of used and expired links of one window that are kept, so that a window
    /// does not displace the links of others.
    static let mostEndedOfWindow = 16
    /// The maximum number of links that are kept, with the used and expired ones.
    static let most = 4_000

    /// The time for which a link is valid.
    let lifetime: Duration
    private let now: () -> Date
    private let log = DoublingLog()
    private var links: [String: Link] = [:]
    /// The tokens of the links, the oldest first.
    private var order: [String] = []
    /// The number of links that were refused.
    var refusals: Int { log.count }

    init(lifetime: Duration = WindowLimits().handoffLifetime, now: @escaping () -> Date = { Date() }) {
        self.lifetime = lifetime
        self.now = now
    }

    /// The number of links that are kept.
    var count: Int { links.count }

    /// Makes a link, and returns its token; nil for an activity that is not eligible, or has expired.
    ///
    /// - Parameters:
    ///   - record: The activity.
    ///   - activity: The object whose delegate is notified when the link is used.
    ///   - window: The token of the window of the activity.
    ///   - owner: A digest of the person whose window it is.
    func make(_ record: UserActivityRecord, of activity: NSUserActivity?, window: String, owner: String?) -> String? {
        let time = now()
        guard record.canContinue(at: time) else { return nil }
        let own = order.filter { links[$0]?.window == window }
        let valid = own.filter { links[$0]?.refusal(at: time) == nil }
        for oldest in valid.dropLast(Self.mostOfWindow - 1) { links[oldest]?.expiration = time }
        let ended = own.filter { links[$0]?.refusal(at: time) != nil }
        let surplus = ended.dropLast(Self.mostEndedOfWindow)
        for oldest in surplus { links[oldest] = nil }
        if !surplus.isEmpty { order.removeAll { links[$0] == nil } }
        while order.count >= Self.most { links[order.removeFirst()] = nil }
        let end = time.addingTimeInterval(Double(lifetime.components.seconds))
        let token = RandomToken.make()
        links[token] = Link(
            record, of: activity, window: window, owner: owner, expiration: min(end, record.expirationDate ?? end))
        order.append(token)
        return token
    }

    /// Returns the reason for which a link is refused; nil for a link that is valid. The link can
    /// still be used.
    func refusal(of token: String, for owner: String?) -> Refusal? {
        guard let link = links[token] else { return .unknown }
        // Another person learns nothing about the link.
        return link.owner == owner ? link.refusal(at: now()) : .foreign
    }

    /// Uses a link.
    ///
    /// - Throws: A ``Refusal`` unless the link is valid.
    func redeem(_ token: String, for owner: String?) throws(Refusal) -> Link {
        if let refusal = refusal(of: token, for: owner) { throw refusal }
        guard let link = links[token] else { throw .unknown }
        links[token]?.isUsed = true
        return link
    }

    /// Counts a link that was refused, which a client that guesses tokens causes.
    func refuse(_ refusal: Refusal, from address: String?) {
        log.warn(
            "A browser of \(address ?? "an unknown address") opened a link to an activity that was refused. \(refusal.sentence)")
    }
}

extension HandoffLinks.Link {
    /// Returns the reason for which the link is refused at a time; nil if it is valid.
    fileprivate func refusal(at time: Date) -> HandoffLinks.Refusal? {
        if isUsed { return .used }
        return time < expiration ? nil : .expired
    }
}

extension HandoffLinks.Refusal {
    /// The reason in a sentence.
    var sentence: String {
        switch self {
        case .unknown: "No such link exists."
        case .expired: "The link has expired."
        case .used: "The link was used already."
        case .foreign: "The link belongs to another person."
        }
    }
}

/// An activity that may be continued on another device: the object of an app, or its record.
protocol HandoffCandidate {
    var isEligibleForHandoff: Bool { get }
    var expirationDate: Date? { get }
}

extension HandoffCandidate {
    /// Returns whether the activity can be continued on another device at a time.
    func canContinue(at time: Date) -> Bool { isEligibleForHandoff && (expirationDate.map { time < $0 } ?? true) }
}

extension NSUserActivity: HandoffCandidate {}
extension UserActivityRecord: HandoffCandidate {}
