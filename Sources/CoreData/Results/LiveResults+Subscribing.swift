extension LiveResults {
    /// A subscription of a handler, which keeps the result in use until it is canceled or released.
    package final class Subscription {
        private var results: LiveResults?
        private let number: Int

        fileprivate init(_ results: LiveResults, _ number: Int) {
            self.results = results
            self.number = number
        }

        /// Removes the handler. Safe on any thread, since a subscription may be released on any
        /// thread.
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

    /// Has a handler called, on the context's queue, after each change of the result. The handlers
    /// of one result are called in no particular order.
    package func subscribe(_ handler: @escaping (LiveResults, Change) -> Void) -> Subscription {
        lastSubscriber += 1
        subscribers[lastSubscriber] = handler
        return Subscription(self, lastSubscriber)
    }

    /// Notifies the subscribers of a change, unless it is empty.
    func tell(_ change: Change) {
        guard !change.isEmpty else { return }
        version += 1
        // A handler may cancel another one, which must then not be called.
        for number in Array(subscribers.keys) { subscribers[number]?(self, change) }
    }
}
