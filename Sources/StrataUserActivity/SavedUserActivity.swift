package import Foundation

/// An activity that was saved so that the person finds it by a search.
package struct SavedUserActivity: Hashable, Sendable {
    /// A random text.
    package let id: String
    package var record: UserActivityRecord
    /// The time at which the activity was last current.
    package var lastCurrent: Date

    package init(id: String, record: UserActivityRecord, lastCurrent: Date) {
        self.id = id
        self.record = record
        self.lastCurrent = lastCurrent
    }
}

extension UserActivityRecord {
    /// Returns whether a person can find the activity by a search at a time: it is eligible, has a
    /// title, and has not expired.
    package func canBeFound(at time: Date) -> Bool {
        let hasTitle = title?.contains { !$0.isWhitespace } ?? false
        return isEligibleForSearch && hasTitle && (expirationDate.map { time < $0 } ?? true)
    }

    /// The part of the record by which a newer one of the same content replaces it.
    var contentIdentity: UserActivityIdentity {
        if let persistentIdentifier { return .persistent(persistentIdentifier) }
        if let targetContentIdentifier { return .target(type: activityType, targetContentIdentifier) }
        if let webpageURL { return .webpage(type: activityType, webpageURL) }
        if let userInfo, !userInfo.isEmpty { return .content(type: activityType, userInfo) }
        return .title(type: activityType, title ?? "")
    }
}

/// The content that an activity describes. Two saved activities never have the same one.
enum UserActivityIdentity: Hashable {
    case persistent(NSUserActivityPersistentIdentifier)
    case target(type: String, String)
    case webpage(type: String, URL)
    case content(type: String, [UserInfoValue: UserInfoValue])
    case title(type: String, String)
}
