internal import StrataTraps

/// The warnings about mistakes in an app and its resources. Each is written once.
enum WarningLog {
    private static let log = OneTimeLog()

    /// Writes a warning to standard error, unless it was written before.
    static func warn(_ message: String) { log.warn(message) }

    /// The warnings that were written.
    static var messages: Set<String> { log.messages }
}
