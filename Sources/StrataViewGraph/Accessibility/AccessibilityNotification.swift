public import Foundation

/// The notifications that an app sends to assistive technology.
public enum AccessibilityNotification {
    /// A message that a screen reader speaks.
    ///
    ///     AccessibilityNotification.Announcement("Twelve earthquakes imported").post()
    ///
    /// It is for the window of the action, the body or the task that posts it.
    public struct Announcement: Sendable {
        private let message: String

        /// Creates an announcement of a string.
        public init(_ announcement: String) { message = announcement }

        /// Creates an announcement of an attributed string, whose attributes are not spoken.
        @_disfavoredOverload
        public init(_ announcement: AttributedString) { message = String(announcement.characters) }

        /// Sends the announcement to the window of the running code. Writes a warning if there is
        /// none.
        public func post() {
            guard let window = WindowActivities.running else {
                return WarningLog.warn(
                    "The announcement \"\(message.prefix(100))\" was posted by code that belongs to no window. Post it in an action or a task of a view."
                )
            }
            Task { @MainActor [message] in window.graph?.request(.announce(message)) }
        }
    }
}
