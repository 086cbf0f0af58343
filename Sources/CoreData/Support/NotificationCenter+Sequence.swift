public import Foundation

extension NotificationCenter {
    /// Returns the notifications of a name, as a sequence that ends when its task is canceled.
    ///
    ///     for await _ in center.notifications(named: .NSPersistentStoreRemoteChange) {
    ///         await refresh()
    ///     }
    ///
    /// An addition to Foundation on Linux, which lacks the method.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts the notifications; nil for any.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// The notifications that a center posts, in order.
    ///
    /// An iterator has those that were posted after it was made.
    // Safe to share: nothing changes after the initializer, and the object is only compared.
    public final class Notifications: AsyncSequence, @unchecked Sendable {
        /// The notifications of an iterator, which buffers those that it has not returned yet.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var buffer: AsyncStream<Posted>.AsyncIterator

            /// Returns the next notification; nil after the task was canceled.
            public mutating func next() async -> Notification? { await buffer.next()?.notification }

            /// Returns the next notification to the caller's actor; nil after the task was canceled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await buffer.next(isolation: actor)?.notification
            }
        }

        private let center: NotificationCenter
        private let name: Notification.Name
        private let object: AnyObject?

        fileprivate init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Observes the center until the iterator is released.
        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
            let observer = Observer(
                token: center.addObserver(forName: name, object: object, queue: nil) {
                    continuation.yield(Posted(notification: $0))
                })
            continuation.onTermination = { [center] _ in center.removeObserver(observer.token) }
            return Iterator(buffer: stream.makeAsyncIterator())
        }
    }
}

/// A notification on its way from the thread that posts it to the task that iterates.
// Safe to share: the values in a notification are the poster's to pass on, as with any observer on
// another queue.
private struct Posted: @unchecked Sendable {
    let notification: Notification
}

/// The token of an observer.
// Safe to share: the token is only passed back to its center, which has a lock.
private struct Observer: @unchecked Sendable {
    let token: any NSObjectProtocol
}
