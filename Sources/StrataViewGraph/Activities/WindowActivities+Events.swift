internal import StrataUserActivity

// Activities and URLs that the views of the window handle.
extension WindowActivities {
    /// Passes an event to the views that handle it, now or when there is one.
    ///
    /// - Returns: Whether a view has handled it.
    func receive(_ event: ActivityEvent) -> Bool {
        guard let graph else { return false }
        if graph.isShown, perform({ deliver(event) }) { return true }
        waiting.removeAll { $0.type == event.type }
        waiting.append(event)
        setNeedsUpdate()
        return false
    }

    /// Passes the events that wait to views. Returns whether one was handled.
    func deliverWaiting() -> Bool {
        var isHandled = false
        for event in waiting where deliver(event) {
            waiting.removeAll { $0.type == event.type }
            isHandled = true
        }
        return isHandled
    }

    private func deliver(_ event: ActivityEvent) -> Bool {
        let handlers = sorted.filter { $0.handles(event) }
        guard !handlers.isEmpty else { return false }
        if event.isActivity(like: restored) { restored = nil }
        RunningAction.perform { for handler in handlers { handler.handle(event) } }
        return true
    }

    /// Returns how much the views want the external events with an identifier.
    func preference(for identifier: String) -> ExternalEventPreference {
        participants.map { $0.preference(for: identifier) }.max() ?? .none
    }
}
