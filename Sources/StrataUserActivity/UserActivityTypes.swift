internal import Foundation

/// The types of activities that the app declares.
package enum UserActivityTypes {
    /// The entry `NSUserActivityTypes` of the app's `Info.plist`; empty without one.
    package static let declared = AppInformation.entry("NSUserActivityTypes") as? [String] ?? []

    /// Writes a line to the log if the app does not declare a type. The type works anyway.
    package static func check(_ type: String) {
        guard type != NSUserActivityTypeBrowsingWeb, !declared.contains(type) else { return }
        UserActivityLog.warn(
            "The activity type '\(type)' is not among the NSUserActivityTypes of the app's Info.plist. It works here, but not on Apple's platforms: add it there."
        )
    }
}
