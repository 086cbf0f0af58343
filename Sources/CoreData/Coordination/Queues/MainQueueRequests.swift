internal import Dispatch
internal import Foundation
internal import StrataTraps

/// The requests of child contexts to their parents of the main queue, which answers them even while
/// it waits for the queue of a child.
///
/// A child context reads its parent on the parent's queue, also in blocks that no code of the app
/// waits for: the end of an event applies delete rules, and a merge reads rows. If the parent's
/// queue is the main one, and enters the child's queue at that moment, each would wait for the
/// other. A loop that saves a child by `performAndWait`, and then its parent, does that. So the main
/// queue answers requests in `enter(_:_:)` until the child's queue is free.
final class MainQueueRequests: Sendable {
    static let shared = MainQueueRequests()

    /// Guards `requests` and all entries. Signaled when there is a new request, and when a queue was
    /// entered.
    private let condition = NSCondition()
    private nonisolated(unsafe) var requests: [Request] = []

    /// A block that runs on the main queue for a queue that waits for it.
    private final class Request {
        private var block: (() -> Void)?
        private let isDone = DispatchSemaphore(value: 0)

        init(_ block: @escaping () -> Void) {
            self.block = block
        }

        func answer() {
            block?()
            // Before the signal, since the block must not outlive the call that waits.
            block = nil
            isDone.signal()
        }

        func wait() { isDone.wait() }
    }

    /// The use of a queue by the main queue.
    private final class Entry: Sendable {
        nonisolated(unsafe) var isEntered = false
        let isLeft = DispatchSemaphore(value: 0)
    }

    /// Runs a block for another queue on the main queue, and waits for it.
    func perform<T>(_ block: () throws -> T) rethrows -> T {
        let outcome: Outcome<T> = withoutActuallyEscaping(block) { block in
            var outcome: Outcome<T>?
            let request = Request { outcome = Outcome(result: Result { try block() }) }
            condition.withLock {
                requests.append(request)
                condition.broadcast()
            }
            DispatchQueue.main.async { self.answerAll() }
            request.wait()
            guard let outcome else { trap("A request was not run on the main queue.") }
            return outcome
        }
        return try outcome.get { throw $0 }
    }

    /// Runs a block on the main queue while no other block runs on `queue`. Answers requests until
    /// that queue is free.
    func enter<T>(_ queue: DispatchQueue, _ block: () throws -> T) rethrows -> T {
        let entry = Entry()
        queue.async {
            self.condition.withLock {
                entry.isEntered = true
                self.condition.broadcast()
            }
            entry.isLeft.wait()
        }
        defer { entry.isLeft.signal() }
        while let request = nextRequest(before: entry) { request.answer() }
        return try block()
    }

    /// Returns a request as soon as there is one; nil if the queue is entered before.
    private func nextRequest(before entry: Entry) -> Request? {
        condition.withLock {
            while !entry.isEntered, requests.isEmpty { condition.wait() }
            return entry.isEntered ? nil : requests.removeFirst()
        }
    }

    private func answerAll() {
        while let request = condition.withLock({ requests.isEmpty ? nil : requests.removeFirst() }) { request.answer() }
    }
}
