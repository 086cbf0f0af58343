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
    ///
    /// A handler may change the context again. The change that results from that is reported when
    /// the handler has returned: on its own to the subscribers that know the first change, and
    /// combined with the first to the others. So each handler is called for one change at a time, and
    /// finds the result in the state after that change.
    func notify(_ change: Change) {
        guard !change.isEmpty else { return }
        revision += 1
        leaving += removeHandedOut(change)
        for id in subscribers.keys { unreported[id] = unreported[id]?.followed(by: change) ?? change }
        guard !isReporting else { return }
        isReporting = true
        context.keepRemovedObjects {
            // A handler may cancel another one, which must then not be called.
            while let (id, change) = unreported.popFirst() { subscribers[id]?(self, change) }
        }
        isReporting = false
        leaving = []
    }
}
