@_spi(SwiftUI) import Observation
import Foundation

/// Reads observable state on the main actor and calls back there, once, after the first change of anything that was read.
///
/// The public function of this name reports *before* the change; with a change on another thread the reader could then be evaluated
/// too early and miss it. The standard library's variant for view frameworks reports after it.
@MainActor
func trackObservation<Result>(of read: () -> Result, changed: @escaping @MainActor () -> Void) -> Result {
    withObservationTracking(read, didSet: { tracking in
        tracking.cancel()
        if Thread.isMainThread {
            MainActor.assumeIsolated { changed() }
        } else {
            Task { @MainActor in changed() }
        }
    })
}
