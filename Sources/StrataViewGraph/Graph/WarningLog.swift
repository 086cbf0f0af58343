internal import StrataTraps
import Synchronization

/// The warnings about mistakes in an app and its resources. Each is written once.
enum WarningLog {
    private static let logged = Mutex<Set<String>>([])

    /// Writes a warning to standard error, unless it was written before. At most 1,000 are written.
    static func warn(_ message: String) {
        guard logged.withLock({ $0.count < 1000 && $0.insert(message).inserted }) else { return }
        StandardStream.error.write("warning: \(message)\n")
    }

    /// The warnings that were written.
    static var messages: Set<String> { logged.withLock { $0 } }
}
