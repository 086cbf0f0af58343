internal import Dispatch
internal import StrataTraps
internal import Synchronization

/// The queue that a context and its objects are confined to: the main queue or a private one.
///
/// A context of the confinement type has none, and every caller counts as on its queue.
final class ContextQueue: Sendable {
    /// Nil for the confinement type. The contexts of the main queue share one.
    private let queue: SerialQueue?
    let name: String
    /// Whether blocks of a context without a queue run later on the main queue; see `attachToMain()`.
    private let runsLaterOnMain = Atomic<Bool>(false)

    static let mainQueue = ContextQueue(.mainQueueConcurrencyType)

    /// - Parameter label: The label that debuggers show for a private queue.
    init(_ type: NSManagedObjectContextConcurrencyType, label: String = "NSManagedObjectContext") {
        (queue, name) =
            switch type {
            case .mainQueueConcurrencyType: (.main, "the main queue")
            case .privateQueueConcurrencyType: (SerialQueue(label: label), "the context's own queue")
            case .confinementConcurrencyType: (nil, "the thread it is confined to")
            }
    }

    /// Whether the caller runs on this queue, or in a block that this queue waits for.
    ///
    /// The main actor runs on the main queue. That runs on the main thread in programs with a run
    /// loop, and on any thread after `dispatchMain()`. Code on the main thread always counts as on
    /// the queue.
    var isCurrent: Bool { queue.map(HeldQueues.contain) ?? true }

    /// Runs `block` later. Traps for a context of the confinement type, where Apple's framework
    /// raises an exception.
    func async(_ block: @escaping @Sendable () -> Void) {
        guard let queue else {
            trap("A confined context has no queue to perform blocks on. Create it with privateQueueConcurrencyType.")
        }
        queue.async(block)
    }

    /// Runs `block` later, or never if the context has no queue and was not attached to the main one.
    /// Such a context processes its changes when it saves, and merges no changes automatically.
    func asyncIfQueued(_ block: @escaping @Sendable () -> Void) {
        (queue ?? (runsLaterOnMain.load(ordering: .relaxed) ? .main : nil))?.async(block)
    }

    /// Whether the context is used on the main queue.
    var isUsedOnMain: Bool { queue === SerialQueue.main || runsLaterOnMain.load(ordering: .relaxed) }

    /// Runs the later blocks of a context without a queue on the main queue from now on. Returns
    /// whether they did not before.
    func attachToMain() -> Bool {
        queue == nil && !runsLaterOnMain.exchange(true, ordering: .relaxed)
    }

    /// Sets the queue of the context's parent.
    func setParent(_ parent: ContextQueue?) { queue?.setParent(parent?.queue) }

    /// Runs `block` on the queue and waits for it. Runs it immediately if the caller is on the
    /// queue, or in a block that the queue waits for.
    func sync<T>(_ block: () throws -> T) rethrows -> T {
        guard let queue, !isCurrent else { return try block() }
        return try queue.sync(block)
    }
}

/// Calls a closure on the main actor: at once if the caller is on the main queue, otherwise later.
/// For observers of a context of the main queue, which an app may use on another one, too.
package func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard SerialQueue.isMainItself else { return DispatchQueue.main.async { MainActor.assumeIsolated(body) } }
    MainActor.assumeIsolated(body)
}

/// Whether the caller is on the main queue, so that it can assume to be on the main actor.
package var isOnMainQueue: Bool { SerialQueue.isMainItself }
