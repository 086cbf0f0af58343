import Foundation
import Testing

/// Collects the notifications of one name and object, and waits for them.
final class Notices: Sendable {
    private final class Received: @unchecked Sendable {
        private let lock = NSLock()
        private var notifications: [Notification] = []

        var all: [Notification] { lock.withLock { notifications } }

        func add(_ notification: Notification) { lock.withLock { notifications.append(notification) } }
    }

    private nonisolated(unsafe) let observer: any NSObjectProtocol
    private let stream: AsyncStream<Void>
    private let notifications = Received()

    init(_ name: Notification.Name, of object: AnyObject) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        let notifications = notifications
        observer = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { notification in
            notifications.add(notification)
            continuation.yield()
        }
    }

    deinit { NotificationCenter.default.removeObserver(observer) }

    var received: [Notification] { notifications.all }

    /// Returns once a condition holds, which is looked at now and after each notification.
    func wait(until isFulfilled: () throws -> Bool) async rethrows {
        if try isFulfilled() { return }
        for await _ in stream {
            if try isFulfilled() { return }
        }
    }
}
