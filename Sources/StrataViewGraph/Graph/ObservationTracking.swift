@_spi(SwiftUI) import Observation
import Dispatch
import Foundation

/// Reads observable state on the main actor, and calls `changed` there after each change of a value
/// that was read, in the change's transaction, until `changed` returns false. After a change on
/// another thread it is called once.
///
/// The public `withObservationTracking` reports a change *before* it happens. After a change on
/// another thread, the reader could then be evaluated too early and miss it. The standard library's
/// variant for view frameworks (an SPI) reports a change after it.
@MainActor
func trackObservation<Result>(of read: () -> Result, changed: @escaping @MainActor () -> Bool) -> Result {
    withObservationTracking(
        read,
        didSet: { tracking in
            if isOnMainQueue {
                if !MainActor.assumeIsolated(changed) { tracking.cancel() }
            } else {
                tracking.cancel()
                let transaction = Transaction.current
                Task { @MainActor in withTransaction(transaction ?? Transaction()) { _ = changed() } }
            }
        })
}

/// Whether the caller runs on the main queue, and so on the main actor.
///
/// Compares queues and not threads: after `dispatchMain()`, in which an asynchronous `main` ends on
/// Linux, any free thread serves the main queue.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueMark) != nil }

private let mainQueueMark = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
}()
