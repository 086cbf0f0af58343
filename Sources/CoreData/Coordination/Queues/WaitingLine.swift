/// The blocks and threads that wait for a queue, in order. Used under the lock of the queue.
struct WaitingLine {
    /// An asynchronous block or a thread that waits for a queue.
    enum Place: Sendable {
        case block(@Sendable () -> Void)
        case waiter(Waiter)

        var isAside: Bool { if case .waiter(let waiter) = self { waiter.state == .isAside } else { false } }
    }

    /// The first ones, in reverse order, so that the first is removed in constant time.
    private var first: [Place] = []
    private var last: [Place] = []

    mutating func append(_ place: Place) { last.append(place) }

    /// Removes the first that has not stepped aside.
    mutating func removeFirst() -> Place? {
        if first.allSatisfy(\.isAside) {
            first = last.reversed() + first
            last = []
        }
        return first.lastIndex { !$0.isAside }.map { first.remove(at: $0) }
    }

    mutating func remove(_ waiter: Waiter) {
        func isWaiter(_ place: Place) -> Bool { if case .waiter(let other) = place { other === waiter } else { false } }
        first.removeAll(where: isWaiter)
        last.removeAll(where: isWaiter)
    }
}
