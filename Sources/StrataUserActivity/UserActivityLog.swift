internal import StrataTraps

/// The warnings about activities. Each is written once.
package enum UserActivityLog {
    private static let log = OneTimeLog()

    /// Writes a warning to standard error, unless it was written before.
    package static func warn(_ message: String) { log.warn(message) }

    /// The warnings that were written.
    package static var messages: Set<String> { log.messages }
}
