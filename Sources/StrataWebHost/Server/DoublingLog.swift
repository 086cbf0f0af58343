import Logging
import Synchronization

/// A log of what clients can cause as often as they like, such as refusals. It has the first one,
/// and then one each time when their number has doubled, so that no client fills the log.
final class DoublingLog: Sendable {
    private let refusals = Mutex(0)
    private let logger = Logger(label: "Strata.WebHost")

    /// The number of refusals.
    var count: Int { refusals.withLock { $0 } }

    /// Counts a refusal, and logs it if their number has doubled.
    func warn(_ message: @autoclosure () -> String) {
        let count = refusals.withLock { number in
            number += 1
            return number
        }
        guard count & (count - 1) == 0 else { return }
        logger.warning("\(message()) Refused so far: \(count)")
    }
}
