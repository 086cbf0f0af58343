import Logging

/// A log object, which logs the messages of one category of a subsystem.
///
/// It writes to a swift-log logger with the label `subsystem:category`. The log handler that the
/// program passes to `LoggingSystem.bootstrap(_:)` determines where messages are written, and from
/// which level on.
public final class OSLog: Sendable {
    /// The log for messages without a subsystem, labeled with the program's name.
    public static let `default` = OSLog(logger: Logging.Logger(label: ProgramName.current))

    /// A log that discards all messages.
    public static let disabled = OSLog(logger: nil)

    let logger: Logging.Logger?

    /// Creates a log for a category of a subsystem.
    public convenience init(subsystem: String, category: String) {
        self.init(logger: Logging.Logger(label: "\(subsystem):\(category)"))
    }

    init(logger: Logging.Logger?) { self.logger = logger }

    var label: String? { logger?.label }

    /// Returns whether messages of a type are written.
    public func isEnabled(type: OSLogType) -> Bool { isEnabled(type.level) }

    func isEnabled(_ level: Logging.Logger.Level) -> Bool {
        guard let logger else { return false }
        return logger.logLevel <= level
    }

    /// Writes a message, which is evaluated only if its level is enabled.
    func write(_ level: Logging.Logger.Level, _ message: () -> String, at place: Place) {
        guard isEnabled(level) else { return }
        logger?.log(
            level: level, "\(message())", source: place.module, file: place.file, function: place.function, line: place.line)
    }
}
