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
    let isMain: Bool
    let state: Mutex<State>

    struct State {
        /// Whether code runs on the queue, or is about to. The main queue, which also runs blocks of
        /// others, always counts as held.
        private(set) var isHeld: Bool
        var line = WaitingLine()
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
        mutating func giveToNext() -> WaitingLine.Place? {
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
    private var ancestors: [SerialQueue] {
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
    var rank: (depth: Int, Int, ObjectIdentifier) { (ancestors.count, isMain ? 0 : 1, ObjectIdentifier(self)) }

    /// Runs a block later.
    ///
    /// The captures of the block are released after the queue was given on: a thread that waited for
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
    func start(_ place: WaitingLine.Place?) {
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
    func add(_ waiter: Waiter) {
        state.withLock {
            waiter.state = $0.takeIfFree() ? .hasTurn : .inLine
            if waiter.state == .inLine, !isMain { $0.line.append(.waiter(waiter)) }
        }
        answerOnMainQueue(waiter)
    }

    /// Has the main queue run a waiter's block, if it is the one that is waited for.
    func answerOnMainQueue(_ waiter: Waiter) {
        if isMain { threads.async { waiter.answer() } }
    }
}
