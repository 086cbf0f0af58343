public import OpenCombine

/// A modifier that runs an action for each value that a publisher sends.
private struct ReceiveModifier<P: Publisher>: BuiltInModifier where P.Failure == Never {
    let publisher: P
    let action: (P.Output) -> Void

    // Safe to share: it is used on the main actor. Other threads only keep a reference to it.
    private final class Subscription: @unchecked Sendable {
        var publisher: P
        var action: (P.Output) -> Void
        var cancellable: AnyCancellable?

        init(_ publisher: P, _ action: @escaping (P.Output) -> Void) {
            self.publisher = publisher
            self.action = action
        }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let subscription = node.storage as? Subscription {
            subscription.action = action
            // Each evaluation of the body may make the publisher again. Keep the subscription if it
            // is the same.
            if !haveSameBytes(subscription.publisher, publisher), !areEqual(subscription.publisher, publisher) {
                subscription.publisher = publisher
                subscribe(subscription, node)
            }
        } else {
            let subscription = Subscription(publisher, action)
            node.storage = subscription
            node.onRemoval = { subscription.cancellable?.cancel() }
            subscribe(subscription, node)
        }
        node.updateChild(0, content)
    }

    /// Subscribes once the view is shown, and cancels the previous subscription then.
    private func subscribe(_ subscription: Subscription, _ node: ViewNode) {
        node.graph.whenShown { [weak node, publisher] in
            guard node?.isInGraph == true else { return }
            subscription.cancellable = publisher.sink(receiveValue: Self.receiver(of: subscription))
        }
    }

    /// Returns a closure that passes a value to the action on the main actor. A publisher calls it on
    /// any thread, so it is made outside of the actor: a closure that belongs to the actor would trap.
    private nonisolated static func receiver(of subscription: Subscription) -> (P.Output) -> Void {
        { [weak subscription] value in
            let delivery = Delivery { [weak subscription] in subscription?.action(value) }
            guard isOnMainQueue else {
                Task { @MainActor in RunningAction.perform(delivery.run) }
                return
            }
            MainActor.assumeIsolated { RunningAction.perform(delivery.run) }
        }
    }
}

/// A value on its way from the publisher's thread to the action.
// Safe to share: the publisher hands the value over, and only the action reads it afterwards.
private struct Delivery: @unchecked Sendable {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

extension View {
    /// Runs an action for each value that a publisher sends while the view is shown.
    public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
    where P.Failure == Never {
        modified(ReceiveModifier(publisher: publisher, action: action))
    }
}
