import StrataViewGraph

// Activities that go from one window to another.
extension Windows {
    /// Uses the link whose activity a window continues. Returns false if the link is not valid any
    /// more.
    func redeemHandoff(of window: Window) -> Bool {
        guard let token = window.handoff else { return true }
        do throws(HandoffLinks.Refusal) {
            let link = try handoffLinks.redeem(token, for: window.request.owner)
            window.handoff = nil
            window.hasContinued = true
            window.continue(link.record)
            if let activity = link.activity { windows[link.window]?.activityWasContinued(activity) }
            return true
        } catch {
            // The tab requests its page again, and this request is counted and explained.
            return false
        }
    }

    /// Handles a message of the page's own menu.
    ///
    /// - Throws: ``ProtocolViolation`` for a message that the script does not send.
    func receiveActivityMessage(_ message: ClientMessage, for window: Window) throws {
        switch message.event {
        case ActivityMessages.link: window.makeHandoffLink(handoffLinks)
        case ActivityMessages.find: window.find(try message.members(as: ActivityMessages.Find.self))
        default: window.continue(try message.members(as: ActivityMessages.Choice.self))
        }
        window.didReceive(message)
    }

    /// Updates the page's menu in the windows of a person who has saved activities now, or none any
    /// more.
    func updateOffers(of owner: String?) {
        for window in windows.values where window.request.owner == owner && window.isConnected { window.planFlush() }
    }
}
