extension LiveResults {
    /// Keeps a handler subscribed, and the results alive, for as long as it lives or until cancelled.
    package final class Subscription {
        private var results: LiveResults?
        private let number: Int

        fileprivate init(_ results: LiveResults, _ number: Int) {
            self.results = results
            self.number = number
        }

        package func cancel() {
            results?.subscribers[number] = nil
            results = nil
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
        for handler in subscribers.values { handler(self, change) }
    }
}
