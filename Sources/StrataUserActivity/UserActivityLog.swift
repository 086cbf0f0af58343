internal import StrataTraps
internal import Synchronization

/// The warnings about activities. Each is written once.
package enum UserActivityLog {
    private static let logged = Mutex<Set<String>>([])

    /// Writes a warning to standard error, unless it was written before. At most 1,000 are written.
    package static func warn(_ message: String) {
        guard logged.withLock({ $0.count < 1000 && $0.insert(message).inserted }) else { return }
        StandardStream.error.write("warning: \(message)\n")
    }

    /// The warnings that were written.
    package static var messages: Set<String> { logged.withLock { $0 } }
}
