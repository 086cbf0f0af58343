extension LiveResults {
    /// Keeps a handler subscribed, and the results alive, for as long as it lives or until cancelled.
    package final class Subscription {
        private var results: LiveResults?
        private let number: Int

        fileprivate init(_ results: LiveResults, _ number: Int) {
            self.results = results
            self.number = number
        }

        /// From any thread: who holds a subscription may let go of it anywhere.
        package func cancel() {
            guard let results else { return }
            self.results = nil
            if results.context.queue.isCurrent {
                results.subscribers[number] = nil
            } else {
                nonisolated(unsafe) let results = results
                results.context.perform { [number] in results.subscribers[number] = nil }
            }
        }

        deinit { cancel() }
    }

    /// Calls the handler, on the context's queue, after each change that touched the result.
    package func subscribe(_ handler: @escaping (LiveResults, Change) -> Void) -> Subscription {
        lastSubscriber += 1
        subscribers[lastSubscriber] = handler
        return Subscription(self, lastSubscriber)
    }

    func tell(_ change: Change) {
        guard !change.isEmpty else { return }
        version += 1
        // One handler may cancel another, which must not hear of it then.
        for number in Array(subscribers.keys) { subscribers[number]?(self, change) }
    }
}
