internal import Foundation
internal import Glibc
internal import Synchronization

/// The notifications about a coordinator's stores that are still to be posted, in the order of the
/// changes.
///
/// Observers are the app's code: one may use the coordinator on another thread and wait for it. So
/// no lock is held while they run. A change adds its notification under the lock of the changes,
/// which fixes the order, and posts it after the lock is released.
///
/// Two changes can end at the same time, on two threads. Then one thread posts both notifications,
/// the older one first, and the other thread does not wait for it: the observer that runs may be
/// waiting for the other thread. Without that order, an observer could see a store removed before it
/// was added.
final class StoreChangeNotifications: Sendable {
    // Safe to share: a notification is immutable, and posted on the thread that removes it.
    private struct Waiting: @unchecked Sendable {
        let notification: Notification
    }

    private struct State {
        var waiting: [Waiting] = []
        /// The thread that posts; nil if none does.
        var poster: pthread_t?
    }

    private let state = Mutex(State())

    /// Adds a notification. Call `post()` when no lock is held.
    func add(_ notification: Notification) {
        let waiting = Waiting(notification: notification)
        state.withLock { $0.waiting.append(waiting) }
    }

    /// Posts the notifications that were added, unless another thread is posting.
    ///
    /// An observer on this thread that changes the stores comes here again, and its notifications are
    /// posted before it continues.
    func post() {
        let thread = pthread_self()
        let isOuter = state.withLock { state -> Bool? in
            if let poster = state.poster { return poster == thread ? false : nil }
            state.poster = thread
            return true
        }
        guard let isOuter else { return }
        while let next = next(endsPosting: isOuter) { NotificationCenter.default.post(next.notification) }
    }

    /// Removes and returns the oldest notification. If there is none, ends the turn of this thread.
    private func next(endsPosting: Bool) -> Waiting? {
        state.withLock { state in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            if endsPosting { state.poster = nil }
            return nil
        }
    }
}
