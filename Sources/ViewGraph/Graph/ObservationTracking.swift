@_spi(SwiftUI) import Observation
import Dispatch
import Foundation

/// Reads observable state on the main actor and calls back there, once, after the first change of anything that was read.
///
/// The public function of this name reports *before* the change; with a change on another thread the reader could then be evaluated
/// too early and miss it. The standard library's variant for view frameworks reports after it.
@MainActor
func trackObservation<Result>(of read: () -> Result, changed: @escaping @MainActor () -> Void) -> Result {
    withObservationTracking(
        read,
        didSet: { tracking in
            tracking.cancel()
            if isOnMainQueue {
                MainActor.assumeIsolated { changed() }
            } else {
                Task { @MainActor in changed() }
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
