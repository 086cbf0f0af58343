public import Foundation

/// What became of a controller's results, as index paths before and after: what a list on a screen has to do to show them.
public struct FetchedResultsChanges: Sendable {
    /// What became of one object.
    public struct Change: Sendable {
        public let objectID: NSManagedObjectID
        public let type: NSFetchedResultsChangeType
        /// Its place before all of these changes; nil for one that entered.
        public let indexPath: IndexPath?
        /// Its place after all of them; nil for one that left.
        public let newIndexPath: IndexPath?
    }

    /// The sections that went, by their places before.
    public let deletedSections: IndexSet
    /// The sections that came, by their places after.
    public let insertedSections: IndexSet
    public let objects: [Change]
}

/// The changes of a controller's results, one after the other; see ``NSFetchedResultsController/changes``.
public struct FetchedResultsChangeSequence: AsyncSequence, Sendable {
    public typealias Element = FetchedResultsChanges
    public typealias Failure = Never

    private let listener: FetchedResultsListener

    init(_ listener: FetchedResultsListener) {
        self.listener = listener
    }

    public func makeAsyncIterator() -> Iterator { Iterator(listener) }

    public struct Iterator: AsyncIteratorProtocol {
        private let listener: FetchedResultsListener
        private var signals: AsyncStream<Void>.Iterator

        fileprivate init(_ listener: FetchedResultsListener) {
            self.listener = listener
            signals = listener.signals.makeAsyncIterator()
        }

        /// The changes since the last ones; nil when the controller is gone or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FetchedResultsChanges? {
            while await signals.next(isolation: actor) != nil {
                if let changes = await listener.take() { return changes }
            }
            return nil
        }
    }
}

extension NSFetchedResultsController {
    /// The changes of the results from now on, as a sequence to wait for.
    ///
    ///     try controller.performFetch()
    ///     let changes = controller.changes
    ///     Task {
    ///         for await step in changes {
    ///             for change in step.objects { print(change.type, change.objectID) }
    ///         }
    ///     }
    ///
    /// Each element says what happened since the one before. Who takes long to ask for the next one gets what happened meanwhile as one
    /// difference, and misses nothing. While somebody listens the controller keeps its results current, as with a delegate.
    ///
    /// Ask for it on the context's queue, after `performFetch()`, once for each loop; the loop may run anywhere. It ends with the controller. A
    /// single change costs what it touches; several as one are compared in O(n log n).
    public var changes: FetchedResultsChangeSequence { FetchedResultsChangeSequence(core.listen()) }
}

/// Gathers the changes of a controller's results until somebody asks for them.
// Safe to share: its variables are confined to the context's queue; the rest is constant.
final class FetchedResultsListener: @unchecked Sendable {
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let context: NSManagedObjectContext
    // The rest belongs to the context's queue.
    private weak var core: FetchedResultsCore?
    private var told: LiveResults.Arrangement
    private var waiting: LiveResults.Change?

    init(_ core: FetchedResultsCore) {
        context = core.context
        self.core = core
        told = core.arrangement
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ change: LiveResults.Change) {
        waiting = waiting?.followed(by: change) ?? change
        signal.yield()
    }

    func finish() { signal.finish() }

    fileprivate func take() async -> FetchedResultsChanges? {
        await context.perform { self.difference() }
    }

    private func difference() -> FetchedResultsChanges? {
        guard let core, let change = waiting else { return nil }
        let difference = ResultsDifference(change, from: told, to: core.arrangement)
        (told, waiting) = (core.arrangement, nil)
        return difference.isEmpty ? nil : core.changes(difference)
    }
}

extension LiveResults.Change {
    /// This change and a later one as one: of its rows only those are known that may have new values.
    func followed(by later: LiveResults.Change) -> LiveResults.Change {
        var both = LiveResults.Change(isReopened: true)
        // Rows of this change may have other numbers since; and what has another one had one before, perhaps.
        let names = Dictionary(later.renamed.map { ($1, $0) }) { first, _ in first }
        both.touched = touchedRows.flatMap { rows in
            later.touchedRows.map { Set(rows.map { names[$0] ?? $0 }).union($0) }
        }
        both.renamed = later.renamed.mapValues { renamed[$0] ?? $0 }
        for (number, former) in renamed where names[number] == nil { both.renamed[number] = former }
        return both
    }

    /// The rows that may have new values; nil where any may.
    private var touchedRows: Set<Int64>? { isReopened ? touched : Set(rows.map(\.number)) }
}
