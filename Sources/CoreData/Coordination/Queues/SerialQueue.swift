internal import Dispatch
internal import Foundation
internal import Synchronization

/// A queue that runs one block at a time, in order: the main queue, or one of a context or a
/// coordinator. Blocks that wait for each other's queues do not wait forever; see `Waiter`.
final class SerialQueue: Sendable {
    static let main = SerialQueue(isMain: true, threads: .main)

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on the main queue itself, as the main actor does, and not only in a block
    /// on another thread that this queue waits for.
    static var isMainItself: Bool { DispatchQueue.getSpecific(key: mainKey) != nil || Thread.isMainThread }

    /// The threads of asynchronous blocks. Except for the main queue, it has one block at most: the one
    /// whose turn it is.
    private let threads: DispatchQueue
    fileprivate let isMain: Bool
    fileprivate let state: Mutex<State>

    fileprivate struct State {
        /// Whether code runs on the queue, or is about to. The main queue, which also runs blocks of
        /// others, always counts as held.
        private(set) var isHeld: Bool
        var line = Line()
        /// The wait of the code that holds the queue; nil if it runs.
        var holder: Waiter?
        /// The queue of the parent context.
        var parent: SerialQueue?

        init(isHeld: Bool) {
            self.isHeld = isHeld
        }

        mutating func takeIfFree() -> Bool {
            if isHeld { return false }
            isHeld = true
            return true
        }

        /// Gives the queue to the first in line, and returns it.
        mutating func giveToNext() -> Place? {
            let place = line.removeFirst()
            isHeld = place != nil
            if case .waiter(let waiter) = place { waiter.state = .hasTurn }
            return place
        }
    }

    /// - Parameter label: The label of the dispatch queue whose threads the queue uses, for debuggers.
    convenience init(label: String) { self.init(isMain: false, threads: DispatchQueue(label: label)) }

    private init(isMain: Bool, threads: DispatchQueue) {
        self.isMain = isMain
        self.threads = threads
        state = Mutex(State(isHeld: isMain))
    }

    /// Sets the queue of the parent of this queue's context. Contexts of the main queue share it: it
    /// keeps the last parent that one of them had, even if none of them has one any more, and is not
    /// below itself, although its contexts may be.
    func setParent(_ parent: SerialQueue?) {
        if parent == nil, isMain { return }
        if let parent, parent === self || parent.ancestors.contains(where: { $0 === self }) { return }
        state.withLock { $0.parent = parent }
    }

    /// The queues above this one, from the parent's on.
    fileprivate var ancestors: [SerialQueue] {
        var found: [SerialQueue] = []
        var next = state.withLock { $0.parent }
        // Two calls of `setParent(_:)` at once may close a circle.
        while let queue = next, queue !== self, !found.contains(where: { $0 === queue }) {
            found.append(queue)
            next = queue.state.withLock { $0.parent }
        }
        return found
    }

    /// The place of the queue in the order of those that answer: the nearest to the root, then the main
    /// queue, whose code may have to be on its own thread.
    fileprivate var rank: (depth: Int, Int, ObjectIdentifier) { (ancestors.count, isMain ? 0 : 1, ObjectIdentifier(self)) }

    /// Runs a block later.
    ///
    /// What the block has captured is released after the queue was given on: a thread that waited for
    /// the queue may run its block at the same time.
    func async(_ block: @escaping @Sendable () -> Void) {
        if isMain { return threads.async(execute: block) }
        let isFree = state.withLock {
            if $0.takeIfFree() { return true }
            $0.line.append(.block(block))
            return false
        }
        if isFree { start(.block(block)) }
    }

    /// Runs a block while no other code runs on the queue. The caller must not hold it.
    func sync<T>(_ block: () throws -> T) rethrows -> T {
        let held = HeldQueues.current
        let isFree = state.withLock { $0.takeIfFree() }
        if !isFree, let outcome = outcome(of: block, held) { return try outcome.get { throw $0 } }
        defer { start(state.withLock { $0.giveToNext() }) }
        return try held.adding([self]).run(block)
    }

    /// Waits until it is the caller's turn to run a block, and returns nil; or until other code that
    /// holds the queue has run it, and returns its outcome.
    private func outcome<T>(of block: () throws -> T, _ held: HeldQueues) -> Outcome<T>? {
        withoutActuallyEscaping(block) { block in
            var outcome: Outcome<T>?
            let waiter = Waiter(self, held) {
                // The caller waits for the code that runs its block, so both hold their queues.
                let held = HeldQueues.current.adding(held.queues + [self])
                outcome = Outcome(result: Result { try held.run(block) })
            }
            waiter.wait()
            return outcome
        }
    }

    /// Has the code run whose turn it is, if there is some.
    fileprivate func start(_ place: Place?) {
        switch place {
        case .waiter(let waiter): waiter.wakeUp()
        case .block(let block):
            threads.async { [self] in
                HeldQueues(self).run(block)
                start(state.withLock { $0.giveToNext() })
            }
        case nil: break
        }
    }

    /// Adds a waiter to the line, unless the queue is free by now.
    fileprivate func add(_ waiter: Waiter) {
        state.withLock {
            waiter.state = $0.takeIfFree() ? .hasTurn : .inLine
            if waiter.state == .inLine, !isMain { $0.line.append(.waiter(waiter)) }
        }
        answerOnMainQueue(waiter)
    }

    /// Has the main queue run a waiter's block, if it is the one that is waited for.
    fileprivate func answerOnMainQueue(_ waiter: Waiter) {
        if isMain { threads.async { waiter.answer() } }
    }
}

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
private final class Waiter: Sendable {
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

/// An asynchronous block or a thread that waits for a queue.
private enum Place: Sendable {
    case block(@Sendable () -> Void)
    case waiter(Waiter)

    var isAside: Bool { if case .waiter(let waiter) = self { waiter.state == .isAside } else { false } }
}

/// The blocks and threads that wait for a queue, in order.
private struct Line {
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
