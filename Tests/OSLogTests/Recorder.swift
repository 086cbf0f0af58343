import Foundation
import Logging
import Synchronization

@testable import StrataOSLogOverlay

/// Keeps what is logged, in place of a file.
final class Recorder: Sendable {
    private let messages = Mutex<[String]>([])

    /// The messages so far, each behind its level.
    var lines: [String] { messages.withLock { $0 } }

    /// Returns a log that writes here, from a level on.
    func log(from level: Logging.Logger.Level = .trace) -> OSLog {
        var logger = Logging.Logger(label: "recorder") { _ in Handler(recorder: self) }
        logger.logLevel = level
        return OSLog(logger: logger)
    }

    private struct Handler: LogHandler {
        let recorder: Recorder
        var logLevel = Logging.Logger.Level.trace
        var metadata: Logging.Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logging.Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            recorder.messages.withLock { $0.append("\(event.level) \(event.message) \(event.source)") }
        }
    }
}
