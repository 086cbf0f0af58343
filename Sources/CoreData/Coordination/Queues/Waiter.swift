internal import Dispatch
internal import Synchronization

// Who waits for whom
//
// Code *holds* the queue that it runs on, and the queues of all code that waits for it: a block
// that calls `performAndWait` still holds its own queue while it waits for the other one. Contexts
// wait for each other in both directions. An app that is on a parent's queue enters the child's:
//
//     parent.performAndWait { child.performAndWait { … } }
//
// and a child reads its parent, also in work that no code of the app waits for: the end of an event
// applies delete rules, and a merge reads rows. If both happen at once, each holds what the other
// one waits for:
//
//     parent's queue   the app's block waits for the child's queue
//     child's queue    a merge waits for the parent's queue
//
// Neither can go on, and neither can give up its queue in the middle of a block. But the app's
// block does nothing while it waits. So its thread runs the block that the merge waits for, and
// then waits again: it *answers* the merge. For that, each wait has its block with it.
//
// Only waits in a circle are answered. It may have any length, since children have children.
// Without an answer, none of its blocks would ever go on; so nothing else changes the order of
// blocks, or runs a block in the middle of another one. Circles that consist of the app's own calls
// end in the same way.
//
// To find a circle, each queue knows the wait of the code that holds it, and each wait knows its
// queue. A thread that has to wait shows its wait on all queues that it holds, gets in line, and
// then follows the waits until it comes to code that runs, or back to its own. A thread that wakes
// up looks for a circle again, whatever has woken it up.
//
// One thread of a circle answers: the one that holds the queue nearest to the root, or the main
// queue if several are at the same distance. It waits for another queue of the circle, and none of
// these is above its own. So its context is not in the middle of a read of its parent, which the
// answer could disturb, unless that read has called an observer that waits for a context below.
//
// While a thread answers, its own wait is *aside*. It keeps its place in line, but it does not get
// the queue, and is not answered; and a wait that is being answered does not answer others.
// Otherwise its block could run at the same time as the one that its thread runs: of the code that
// holds a queue, one thread at most runs. An answer holds the queues of both sides. Its own calls
// of `performAndWait` are new waits, even for a queue that its thread waits for further out, since
// that wait is aside.
//
// No circle remains, because the last wait of it that gets in line sees all others, which are in
// line and shown. Code that gets a queue or is woken up with an answer runs, so it closes no circle
// before it waits again, and a wait that was aside gets in line again as a new one does. An answer
// is not lost, since a thread that is woken up before it sleeps does not sleep.
//
// A free queue is taken at the cost of its lock. Threads that hold no queue only wait for their
// turn, since no other one waits for them. Waits by other means, such as `DispatchQueue.main.sync`,
// are not seen.

/// A call of `SerialQueue.sync` that waits.
final class Waiter: Sendable {
    enum State {
        case inLine
        /// The thread runs the block of another waiter. Others may pass it meanwhile.
        case isAside
        /// It is the thread's turn to run its block.
        case hasTurn
        /// Other code that holds the queue runs the block.
        case isBeingAnswered
        case isAnswered
    }

    /// The queue that is waited for.
    let queue: SerialQueue
    /// The queues of the code that waits.
    private let held: [SerialQueue]
    /// Guarded by the lock of `queue`.
    nonisolated(unsafe) var state = State.isAside
    // Safe to share: used by the code that answers, or else by the thread that waits.
    private nonisolated(unsafe) var block: (() -> Void)?
    private let wakeUps = DispatchSemaphore(value: 0)

    init(_ queue: SerialQueue, _ held: HeldQueues, _ block: @escaping () -> Void) {
        self.queue = queue
        self.held = held.queues
        self.block = block
    }

    func wakeUp() { wakeUps.signal() }

    /// Waits until it is the thread's turn, or until its block has run.
    func wait() {
        showWait(self)
        queue.add(self)
        while !isOver {
            // A call of `wakeUp()` that was made before the wait ends it, too.
            if !answerInCircle() { wakeUps.wait() }
        }
        showWait(nil)
        // The block must not outlive this call.
        block = nil
    }

    private var isOver: Bool { queue.state.withLock { _ in state == .hasTurn || state == .isAnswered } }

    /// Shows others what the code that holds these queues waits for.
    private func showWait(_ waiter: Waiter?) {
        for queue in held { queue.state.withLock { $0.holder = waiter } }
    }

    // MARK: Circles

    /// If the thread waits in a circle, and it is the one to answer, answers the wait before it and
    /// returns true. Wakes up the one that is to answer otherwise.
    private func answerInCircle() -> Bool {
        guard let circle else { return false }
        // In an order of all queues, so that all threads of a circle agree.
        let ranks = circle.map(\.queue.rank)
        guard let highest = ranks.indices.min(by: { ranks[$0] < ranks[$1] }) else { return false }
        guard highest == circle.count - 1 else {
            circle[highest + 1].wakeUp()
            return false
        }
        guard stepAside() else { return false }
        circle[highest].answer()
        stepBack()
        return true
    }

    /// The waits in a circle with this one, from this one on: each is for a queue that the code of the
    /// next one holds. Nil if code that does not wait is among them.
    private var circle: [Waiter]? {
        if held.isEmpty { return nil }
        var circle = [self]
        while let next = circle.last?.next {
            if next === self { return circle }
            // A circle that this one waits for, and is not part of.
            if circle.contains(where: { $0 === next }) { return nil }
            circle.append(next)
        }
        return nil
    }

    /// The wait of the code that holds the queue; nil if that code runs, or this wait is not in line.
    private var next: Waiter? { queue.state.withLock { state == .inLine ? $0.holder : nil } }

    /// Lets others pass, unless it is the thread's turn or its block is being run.
    private func stepAside() -> Bool {
        queue.state.withLock { _ in
            guard state == .inLine else { return false }
            state = .isAside
            return true
        }
    }

    private func stepBack() {
        // Waits of the answered block have ended.
        showWait(self)
        let place = queue.state.withLock {
            state = .inLine
            return $0.isHeld ? nil : $0.giveToNext()
        }
        queue.start(place)
        queue.answerOnMainQueue(self)
    }

    /// Runs the block, unless it has run, or its thread does something else. The caller must hold the
    /// queue.
    func answer() {
        let isWaiting = queue.state.withLock {
            guard state == .inLine else { return false }
            state = .isBeingAnswered
            $0.line.remove(self)
            return true
        }
        guard isWaiting else { return }
        block?()
        // Before the thread knows, since the block must not outlive its call.
        block = nil
        queue.state.withLock { _ in state = .isAnswered }
        wakeUp()
    }
}
