package import Foundation
internal import StrataArchives

/// The content of an activity at a moment, which can be kept, sent and made an activity again.
package struct UserActivityRecord: Hashable, Codable, Sendable {
    package var activityType: String
    package var title: String?
    /// The entries of the activity's `userInfo`; nil if it has none.
    package var userInfo: [UserInfoValue: UserInfoValue]?
    package var requiredUserInfoKeys: Set<String>?
    package var targetContentIdentifier: String?
    package var webpageURL: URL?
    package var referrerURL: URL?
    package var expirationDate: Date?
    package var keywords: Set<String>
    package var persistentIdentifier: NSUserActivityPersistentIdentifier?
    package var isEligibleForHandoff: Bool
    package var isEligibleForSearch: Bool
    package var isEligibleForPublicIndexing: Bool
    package var isEligibleForPrediction: Bool

    /// Creates a record of an activity. Entries of its `userInfo` that cannot be kept are left out,
    /// and a line in the log names each.
    package init(_ activity: NSUserActivity) {
        let (record, problems) = Self.record(of: activity)
        for problem in problems {
            UserActivityLog.warn(
                "An entry of an activity of the type '\(activity.activityType)' is not kept: \(problem). Use strings, numbers, dates, data, URLs, UUIDs, and collections of these, or setTypedPayload(_:)."
            )
        }
        self = record
    }

    /// Returns a record of an activity, and the entries of its `userInfo` that cannot be kept.
    package static func record(of activity: NSUserActivity) -> (record: UserActivityRecord, problems: [UserInfoProblem]) {
        var problems: [UserInfoProblem] = []
        var entries: [UserInfoValue: UserInfoValue]?
        if let userInfo = activity.userInfo {
            entries = [:]
            for (key, object) in userInfo {
                let path = ".\(key.base)"
                do throws(UserInfoProblem) {
                    entries?[try UserInfoValue.value(key.base, at: path)] = try UserInfoValue.value(object, at: path)
                } catch {
                    problems.append(error)
                }
            }
        }
        return (UserActivityRecord(activity, userInfo: entries), problems.sorted { $0.path < $1.path })
    }

    private init(_ activity: NSUserActivity, userInfo: [UserInfoValue: UserInfoValue]?) {
        activityType = activity.activityType
        title = activity.title
        self.userInfo = userInfo
        requiredUserInfoKeys = activity.requiredUserInfoKeys
        targetContentIdentifier = activity.targetContentIdentifier
        webpageURL = activity.webpageURL
        referrerURL = activity.referrerURL
        expirationDate = activity.expirationDate
        keywords = activity.keywords
        persistentIdentifier = activity.persistentIdentifier
        isEligibleForHandoff = activity.isEligibleForHandoff
        isEligibleForSearch = activity.isEligibleForSearch
        isEligibleForPublicIndexing = activity.isEligibleForPublicIndexing
        isEligibleForPrediction = activity.isEligibleForPrediction
    }

    /// The number of bytes of the strings and the data in the record, about its size.
    package var size: Int {
        let texts = [activityType, title, targetContentIdentifier, webpageURL?.absoluteString, referrerURL?.absoluteString]
        let values = userInfo?.reduce(0) { $0 + $1.key.size + $1.value.size } ?? 0
        return values + texts.compactMap(\.self).reduce(0) { $0 + $1.utf8.count } + keywords.reduce(0) { $0 + $1.utf8.count }
    }

    /// The record as it is stored for a search or a restoration: of `userInfo`, it has only the
    /// entries that ``requiredUserInfoKeys`` names, or all if that is nil. A link to another device
    /// transfers all entries at once, so it does not use this.
    package var storable: UserActivityRecord {
        guard let keys = requiredUserInfoKeys, let userInfo else { return self }
        var record = self
        record.userInfo = userInfo.filter { entry in
            if case .string(let key) = entry.key { keys.contains(key) } else { false }
        }
        return record
    }

    /// The record as a binary property list.
    package func encoded() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try encoder.encode(self)
    }

    /// Creates a record from data that ``encoded()`` has made. Throws for other data, and for a record
    /// without a type, of which no activity can be made.
    package init(encoded data: Data) throws {
        self = try PropertyList.decode(Self.self, from: data)
        guard !activityType.isEmpty else { throw CocoaError(.coderInvalidValue) }
    }
}

extension NSUserActivity {
    /// Creates an activity with the content of a record.
    package convenience init(_ record: UserActivityRecord) {
        self.init(activityType: record.activityType)
        title = record.title
        userInfo = record.userInfo.map(UserInfoValue.objects)
        requiredUserInfoKeys = record.requiredUserInfoKeys
        targetContentIdentifier = record.targetContentIdentifier
        webpageURL = record.webpageURL
        referrerURL = record.referrerURL
        expirationDate = record.expirationDate
        keywords = record.keywords
        persistentIdentifier = record.persistentIdentifier
        isEligibleForHandoff = record.isEligibleForHandoff
        isEligibleForSearch = record.isEligibleForSearch
        isEligibleForPublicIndexing = record.isEligibleForPublicIndexing
        isEligibleForPrediction = record.isEligibleForPrediction
    }

    /// Has the delegate update the activity, if it needs an update.
    package func updateIfNeeded() {
        guard needsSave else { return }
        delegate?.userActivityWillSave(self)
        needsSave = false
    }
}
