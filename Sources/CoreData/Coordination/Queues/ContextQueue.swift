internal import Dispatch
internal import Foundation
internal import StrataTraps
internal import Synchronization

/// The queue that a context and its objects are confined to: the main queue or a private one.
///
/// A context of the confinement type has none, and every caller counts as on its queue.
final class ContextQueue: Sendable {
    private let queue: DispatchQueue?
    private let isMain: Bool
    private let identity: Identity
    let name: String
    /// Whether blocks of a context without a queue run later on the main queue; see `attachToMain()`.
    private let runsLaterOnMain = Atomic<Bool>(false)

    /// Whether a context of this queue reads, as a descendant, from one of the main queue.
    private let readsFromMain = Atomic<Bool>(false)

    /// The identity of a queue, for comparisons. On Linux `DispatchQueue.main` returns a new object
    /// each time.
    final class Identity: Sendable {}

    private static let key = DispatchSpecificKey<Identity>()
    private static let main: Identity = {
        let identity = Identity()
        DispatchQueue.main.setSpecific(key: key, value: identity)
        return identity
    }()

    static let mainQueue = ContextQueue(.mainQueueConcurrencyType)

    init(_ type: NSManagedObjectContextConcurrencyType) {
        isMain = type == .mainQueueConcurrencyType
        switch type {
        case .mainQueueConcurrencyType:
            queue = .main
            identity = Self.main
            name = "the main queue"
        case .privateQueueConcurrencyType:
            let queue = DispatchQueue(label: "NSManagedObjectContext")
            identity = Identity()
            queue.setSpecific(key: Self.key, value: identity)
            self.queue = queue
            name = "the context's own queue"
        case .confinementConcurrencyType:
            queue = nil
            identity = Identity()
            name = "the thread it is confined to"
        }
    }

    /// Whether the caller runs on this queue, or in a block that this queue waits for.
    ///
    /// The main actor runs on the main queue. That runs on the main thread in programs with a run
    /// loop, and on any thread after `dispatchMain()`. Code on the main thread always counts as on
    /// the queue.
    var isCurrent: Bool {
        if isMain { return Self.isMainCurrent }
        return queue == nil || DispatchQueue.getSpecific(key: Self.key) === identity || WaitingQueues.contain(identity)
    }

    private static var isMainCurrent: Bool { isMainItself || WaitingQueues.contain(main) }

    /// Whether the caller runs on the main queue itself, as the main actor does, and not only in a block
    /// that this queue waits for.
    static var isMainItself: Bool {
        let main = Self.main
        return DispatchQueue.getSpecific(key: key) === main || Thread.isMainThread
    }

    /// Runs `block` later. Traps for a context of the confinement type, where Apple's framework
    /// raises an exception.
    func async(_ block: @escaping @Sendable () -> Void) {
        guard let queue else {
            trap("A confined context has no queue to perform blocks on. Create it with privateQueueConcurrencyType.")
        }
        queue.async(execute: block)
    }

    /// Runs `block` later, or never if the context has no queue and was not attached to the main one.
    /// Such a context processes its changes when it saves, and merges no changes automatically.
    func asyncIfQueued(_ block: @escaping @Sendable () -> Void) {
        (queue ?? (runsLaterOnMain.load(ordering: .relaxed) ? .main : nil))?.async(execute: block)
    }

    /// Whether the context is used on the main queue.
    var isUsedOnMain: Bool { isMain || runsLaterOnMain.load(ordering: .relaxed) }

    /// Runs the later blocks of a context without a queue on the main queue from now on. Returns
    /// whether they did not before.
    func attachToMain() -> Bool {
        queue == nil && !runsLaterOnMain.exchange(true, ordering: .relaxed)
    }

    /// Records that the context of this queue has a parent.
    func setParent(_ parent: ContextQueue) {
        if parent.isMain || parent.readsFromMain.load(ordering: .relaxed) { readsFromMain.store(true, ordering: .relaxed) }
    }

    /// Runs `block` on the queue and waits for it. Runs it immediately if the caller is on the
    /// queue, or in a block that the queue waits for.
    ///
    /// This lets a child context read from its parent while the parent's queue waits for the child. For
    /// a block of the child that the parent's queue does not wait for yet, see `MainQueueRequests`.
    func sync<T>(_ block: () throws -> T) rethrows -> T {
        guard let queue, !isCurrent else { return try block() }
        let waiting = waitingQueues
        if readsFromMain.load(ordering: .relaxed), Self.isMainCurrent {
            return try MainQueueRequests.shared.enter(queue) { try WaitingQueues.run(waiting, block) }
        }
        return try queue.sync { try WaitingQueues.run(waiting, block) }
    }

    /// Runs `block` for a child context, on whose queue the caller is. Unlike `sync(_:)`, does so
    /// even while the main queue waits for that queue.
    func syncForChild<T>(_ block: () throws -> T) rethrows -> T {
        guard isMain, !isCurrent else { return try sync(block) }
        let waiting = waitingQueues
        return try MainQueueRequests.shared.perform { try WaitingQueues.run(waiting, block) }
    }

    /// The queues that wait during a block of this queue.
    private var waitingQueues: [Identity] {
        let waiting = WaitingQueues.current + [identity]
        // The caller's own queue waits, too. It is not in `WaitingQueues` yet if the caller is an
        // asynchronous block.
        return DispatchQueue.getSpecific(key: Self.key).map { waiting + [$0] } ?? waiting
    }
}

/// Calls a closure on the main actor: at once if the caller is on the main queue, otherwise later.
/// For observers of a context of the main queue, which an app may use on another one, too.
package func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard ContextQueue.isMainItself else { return DispatchQueue.main.async { MainActor.assumeIsolated(body) } }
    MainActor.assumeIsolated(body)
}

/// Whether the caller is on the main queue, so that it can assume to be on the main actor.
package var isOnMainQueue: Bool { ContextQueue.isMainItself }
