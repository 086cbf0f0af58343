@_spi(SwiftUI) import Observation
import Dispatch
import Foundation

/// Reads observable state, and calls a closure after each change of a value that was read.
///
/// The public `withObservationTracking` reports a change *before* it happens. When a value changes
/// on another thread, the main actor could then evaluate the reader before the change, and miss it.
/// The standard library's variant for view frameworks, which is an SPI, reports a change after it.
///
/// - Parameters:
///   - read: Reads the state.
///   - changed: Called on the main actor, in the transaction of the change. Observation ends when
///     it returns false, and after the first change that is made off the main queue: that change
///     calls it once, in a task of its own.
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
                Task { @MainActor in (transaction ?? Transaction()).perform { _ = changed() } }
            }
        })
}

/// Returns the result of a closure, and whether it has read observable state.
///
/// - Parameter changed: Called after each change of a value that was read, as in
///   ``trackObservation(of:changed:)``.
@MainActor
func detectingReads<Result>(
    _ read: () -> Result, changed: @escaping @MainActor () -> Bool = { false }
) -> (result: Result, hasRead: Bool) {
    var probe = ReadProbe()
    let result = trackObservation(of: read) { [probe] in withExtendedLifetime(probe) { changed() } }
    // Observation keeps the closure, and with it the probe, only if a value was read.
    return (result, !isKnownUniquelyReferenced(&probe))
}

private final class ReadProbe: Sendable {}

/// Whether the caller runs on the main queue, and so on the main actor.
///
/// Compares queues and not threads: on Linux an asynchronous `main` ends in `dispatchMain()`, and
/// from then on any free thread can serve the main queue.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueMark) != nil }

private let mainQueueMark = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
}()
