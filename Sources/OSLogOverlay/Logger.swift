import Logging

/// Logs messages of a subsystem's category.
///
///     let logger = Logger(subsystem: "org.example.quakes", category: "import")
///     logger.error("Could not read \(url.path, privacy: .public): \(error)")
///
/// A message is made only where its level is written.
public struct Logger: Sendable {
    let log: OSLog

    /// A logger of messages without a subsystem.
    public init() { log = .default }

    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    public init(_ logObj: OSLog) { log = logObj }
}
