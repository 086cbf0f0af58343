public import Foundation

extension NotificationCenter {
    /// Returns the notifications with a name that are posted from the first iteration on, as an
    /// asynchronous sequence. Foundation on Linux has no such method.
    ///
    ///     for await _ in NotificationCenter.default.notifications(named: .NSCalendarDayChanged) {
    ///         day = .now
    ///     }
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts them; nil for any.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// The notifications of a center with a name. The sequence ends when its task is canceled.
    // Safe to share: notification centers may be used on any thread, and the object is only compared.
    public final class Notifications: AsyncSequence, @unchecked Sendable {
        public typealias Element = Notification
        public typealias Failure = Never

        private let center: NotificationCenter
        private let name: Notification.Name
        private let object: AnyObject?

        init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Observes the center until the iterator is released or its task is canceled.
        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Unchecked<Notification>.self)
            let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
                continuation.yield(Unchecked(value: notification))
            }
            let observation = Unchecked(value: (center, token))
            continuation.onTermination = { _ in observation.value.0.removeObserver(observation.value.1) }
            return Iterator(base: stream.makeAsyncIterator())
        }

        /// An iterator over notifications in the order in which they are posted.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncStream<Unchecked<Notification>>.Iterator

            /// Waits for the next notification. Returns nil when the task is canceled.
            public mutating func next() async -> Notification? { await base.next()?.value }

            /// Waits for the next notification on an actor. Returns nil when the task is canceled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await base.next(isolation: actor)?.value
            }
        }
    }
}

/// A value that crosses threads.
// Safe to share: one thread hands the value over, and does not use it afterwards.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
}
