package import Foundation

/// The saved activities of a person, and the search for them.
///
/// A search finds an activity if each word of the text is the beginning of a word of the title or of
/// a keyword, without regard to case and diacritics. Activities that were current last come first.
/// A search is a pass over the words of all activities, of which there are ``mostActivities`` at
/// most.
package struct UserActivityIndex: Sendable {
    /// The maximum number of activities. A further one removes the one that was not current for the
    /// longest time.
    package static let mostActivities = 500
    /// The maximum number of activities that a search finds.
    package static let mostResults = 20

    private struct Entry {
        var saved: SavedUserActivity
        /// The folded words of the title and the keywords.
        let words: Set<String>

        init(_ saved: SavedUserActivity) {
            self.saved = saved
            words = Set(([saved.record.title ?? ""] + saved.record.keywords).flatMap(UserActivityIndex.words))
        }

        /// Returns whether the activity was last current before another. The IDs decide for equal
        /// times, so that the order is always the same.
        func isOlder(than other: Entry) -> Bool {
            (saved.lastCurrent, saved.id) < (other.saved.lastCurrent, other.saved.id)
        }
    }

    private var entries: [UserActivityIdentity: Entry] = [:]

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package var count: Int { entries.count }

    /// Saves an activity that is current, in place of the former one with the same content.
    ///
    /// - Parameters:
    ///   - id: The ID for a new activity. One that replaces another keeps that one's.
    ///   - time: The current time.
    /// - Returns: The saved activity, and the IDs of those that it removes; nil if the activity is
    ///   not one that can be found.
    package mutating func insert(
        _ record: UserActivityRecord, id: String, at time: Date
    ) -> (saved: SavedUserActivity, removed: [String])? {
        guard record.canBeFound(at: time) else { return nil }
        let identity = record.contentIdentity
        let saved = SavedUserActivity(id: entries[identity]?.saved.id ?? id, record: record, lastCurrent: time)
        entries[identity] = Entry(saved)
        return (saved, removeOldest())
    }

    /// Adds an activity that was saved before. An activity with the same content that is current since
    /// then stays.
    ///
    /// - Returns: The IDs of activities that are not kept.
    package mutating func restore(_ saved: SavedUserActivity) -> [String] {
        let identity = saved.record.contentIdentity
        if let known = entries[identity]?.saved, known.id != saved.id, known.lastCurrent >= saved.lastCurrent {
            return [saved.id]
        }
        let replaced = entries[identity].map { $0.saved.id == saved.id ? [] : [$0.saved.id] } ?? []
        entries[identity] = Entry(saved)
        return replaced + removeOldest()
    }

    /// Removes the activities beyond the maximum number, and returns their IDs.
    private mutating func removeOldest() -> [String] {
        var removed: [String] = []
        while entries.count > Self.mostActivities, let oldest = entries.min(by: { $0.value.isOlder(than: $1.value) }) {
            entries[oldest.key] = nil
            removed.append(oldest.value.saved.id)
        }
        return removed
    }

    /// Removes the activities with some persistent identifiers, or all, and returns their IDs.
    package mutating func remove(_ identifiers: [NSUserActivityPersistentIdentifier]?) -> [String] {
        let identities = identifiers.map { $0.map(UserActivityIdentity.persistent) } ?? Array(entries.keys)
        return identities.compactMap { entries.removeValue(forKey: $0)?.saved.id }
    }

    /// Removes the activities that have expired at a time, and those that were last current before a
    /// date, and returns their IDs.
    package mutating func removeExpired(at time: Date, lastCurrentBefore date: Date) -> [String] {
        let expired = entries.filter { !$0.value.saved.record.canBeFound(at: time) || $0.value.saved.lastCurrent < date }
        for identity in expired.keys { entries[identity] = nil }
        return expired.values.map(\.saved.id)
    }

    /// Returns the activity with an ID; nil if there is none, or if it has expired at a time.
    package func activity(_ id: String, at time: Date) -> SavedUserActivity? {
        entries.values.first { $0.saved.id == id && $0.saved.record.canBeFound(at: time) }?.saved
    }

    /// Returns the activities that match a text, the last current one first. A text without words
    /// matches all.
    package func find(_ text: String, at time: Date) -> [SavedUserActivity] {
        let wanted = Self.words(of: text)
        let found = entries.values.filter { entry in
            entry.saved.record.canBeFound(at: time)
                && wanted.allSatisfy { word in entry.words.contains { $0.hasPrefix(word) } }
        }
        return found.sorted { $1.isOlder(than: $0) }.prefix(Self.mostResults).map(\.saved)
    }

    /// Returns the words of a text, without case and diacritics.
    static func words(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
