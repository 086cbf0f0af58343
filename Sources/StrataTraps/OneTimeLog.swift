import Synchronization

/// A log on standard error that writes each message once.
///
/// Otherwise a mistake that concerns each row, or each evaluation, would fill the log with one
/// sentence.
package final class OneTimeLog: Sendable {
    private let logged = Mutex<Set<String>>([])

    package init() {}

    /// Writes a warning, unless it was written before. At most 1,000 are written.
    package func warn(_ message: String) {
        guard logged.withLock({ $0.count < 1000 && $0.insert(message).inserted }) else { return }
        StandardStream.error.write("warning: \(message)\n")
    }

    /// The warnings that were written.
    package var messages: Set<String> { logged.withLock { $0 } }
}
