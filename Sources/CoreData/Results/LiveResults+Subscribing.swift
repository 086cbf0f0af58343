extension LiveResults {
    /// The subscription of a handler. It keeps the result in use until it is canceled or released.
    package final class Subscription {
        private var results: LiveResults?
        private let id: Int

        fileprivate init(_ results: LiveResults, _ id: Int) {
            self.results = results
            self.id = id
        }

        /// Removes the handler. Safe on any thread, since a subscription may be released on any
        /// thread.
        package func cancel() {
            guard let results else { return }
            self.results = nil
            if results.context.queue.isCurrent {
                results.subscribers[id] = nil
            } else {
                nonisolated(unsafe) let results = results
                results.context.perform { [id] in results.subscribers[id] = nil }
            }
        }

        deinit { cancel() }
    }

    /// Registers a handler that is called after each change of the result, on the context's queue.
    /// The handlers of one result are called in no particular order.
    package func subscribe(_ handler: @escaping (LiveResults, Change) -> Void) -> Subscription {
        lastSubscriber += 1
        subscribers[lastSubscriber] = handler
        return Subscription(self, lastSubscriber)
    }

    /// Notifies the subscribers of a change, unless it is empty.
    func notify(_ change: Change) {
        guard !change.isEmpty else { return }
        revision += 1
        leaving = removeHandedOut(change)
        defer { leaving = [] }
        // A handler may cancel another one, which must then not be called.
        for id in Array(subscribers.keys) { subscribers[id]?(self, change) }
    }
}
