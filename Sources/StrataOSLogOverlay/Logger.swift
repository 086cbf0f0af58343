import Logging

/// A logger for the messages of one category of a subsystem.
///
///     let logger = Logger(subsystem: "org.example.quakes", category: "import")
///     logger.error("Could not read \(url.path, privacy: .public): \(error)")
///
/// A message is evaluated only if its level is enabled.
public struct Logger: Sendable {
    let log: OSLog

    /// Creates a logger for messages without a subsystem, labeled with the program's name.
    public init() { log = .default }

    /// Creates a logger for a category of a subsystem. Its label in swift-log is
    /// `subsystem:category`.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    /// Creates a logger that writes to a log object.
    public init(_ logObj: OSLog) { log = logObj }
}
