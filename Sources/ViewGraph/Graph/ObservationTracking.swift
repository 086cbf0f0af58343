@_spi(SwiftUI) import Observation
import Dispatch
import Foundation

/// Reads observable state on the main actor and calls back there after changes of anything that was read, in the transaction of each, until
/// `changed` says that it wants no more. Of changes on other threads it hears once.
///
/// The public function of this name reports *before* the change; with a change on another thread the reader could then be evaluated
/// too early and miss it. The standard library's variant for view frameworks reports after it.
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
/// Asked of the queue and not of the thread: after `dispatchMain()`, which an asynchronous `main` ends in on Linux, the main queue is
/// served by whatever thread is free.
private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueMark) != nil }

private let mainQueueMark = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
}()
