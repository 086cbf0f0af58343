import Foundation
import OpenCombine

/// A subscription to `CombineLatest`.
///
/// Both publishers can publish at the same time, on different threads, and the subscriber can
/// cancel or request more elements while it receives one. A recursive lock is therefore held while
/// an element is stored, combined and delivered, so that the subscriber receives one pair after the
/// other, the newest last.
///
/// Pairs are not queued while the subscriber has no demand. When it requests elements again, it
/// receives the latest pair.
final class LatestCombination<First, Second, Downstream: Subscriber>: Subscription
where Downstream.Input == (First, Second) {
    /// The latest element of one publisher, and the state of the subscription to it.
    struct State<Element> {
        var latest: Element?
        var subscription: (any Subscription)?
        var isFinished = false

        /// Whether the publisher has finished without an element, so that there will be no pair.
        var isFinishedWithoutElement: Bool { isFinished && latest == nil }
    }

    var first = State<First>()
    var second = State<Second>()
    private var downstream: Downstream?
    private var demand = Subscribers.Demand.none
    private var isUndelivered = false
    private let lock = NSRecursiveLock()

    init(downstream: Downstream) { self.downstream = downstream }

    func request(_ more: Subscribers.Demand) {
        lock.withLock {
            guard downstream != nil else { return }
            demand += more
            deliver()
            first.subscription?.request(more)
            second.subscription?.request(more)
        }
    }

    func cancel() {
        lock.withLock { end() }
    }

    private func receive<Element>(_ element: Element, at side: ReferenceWritableKeyPath<LatestCombination, State<Element>>) {
        lock.withLock {
            guard downstream != nil else { return }
            self[keyPath: side].latest = element
            isUndelivered = true
            deliver()
        }
    }

    private func receive<Element>(
        _ completion: Subscribers.Completion<Downstream.Failure>,
        at side: ReferenceWritableKeyPath<LatestCombination, State<Element>>
    ) {
        lock.withLock {
            guard let downstream else { return }
            self[keyPath: side].isFinished = true
            self[keyPath: side].subscription = nil
            if case .finished = completion {
                guard
                    first.isFinished && second.isFinished || first.isFinishedWithoutElement || second.isFinishedWithoutElement
                else { return }
            }
            end()
            downstream.receive(completion: completion)
        }
    }

    private func receive<Element>(
        _ subscription: any Subscription, at side: ReferenceWritableKeyPath<LatestCombination, State<Element>>
    ) {
        lock.withLock {
            guard downstream != nil, self[keyPath: side].subscription == nil else { return subscription.cancel() }
            self[keyPath: side].subscription = subscription
            if demand > .none { subscription.request(demand) }
        }
    }

    /// Delivers the latest pair if it was not delivered yet and the subscriber demands it.
    private func deliver() {
        guard isUndelivered, demand > .none, let downstream, let a = first.latest, let b = second.latest else { return }
        isUndelivered = false
        demand -= 1
        let more = downstream.receive((a, b))
        if more > .none { request(more) }
    }

    private func end() {
        downstream = nil
        let subscriptions = [first.subscription, second.subscription]
        (first, second) = (State(), State())
        for subscription in subscriptions { subscription?.cancel() }
    }

    /// The subscriber to one of the two publishers.
    struct Side<Element>: Subscriber {
        typealias Input = Element
        typealias Failure = Downstream.Failure

        private let combination: LatestCombination
        private let side: ReferenceWritableKeyPath<LatestCombination, State<Element>>
        let combineIdentifier = CombineIdentifier()

        init(of combination: LatestCombination, at side: ReferenceWritableKeyPath<LatestCombination, State<Element>>) {
            self.combination = combination
            self.side = side
        }

        func receive(subscription: any Subscription) { combination.receive(subscription, at: side) }

        func receive(_ element: Element) -> Subscribers.Demand {
            combination.receive(element, at: side)
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) { combination.receive(completion, at: side) }
    }
}
