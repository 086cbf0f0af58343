public import Foundation

/// The difference between two states of a controller's results, as index paths before and after:
/// the updates that a list on a screen has to apply.
public struct FetchedResultsChanges: Sendable {
    /// The change of one object.
    public struct Change: Sendable {
        /// The object's permanent ID, or its temporary one until it is saved.
        public let objectID: NSManagedObjectID
        /// The kind of change, which determines which of the index paths are set.
        public let type: NSFetchedResultsChangeType
        /// The object's position before the difference; nil if it was inserted.
        public let indexPath: IndexPath?
        /// The object's position after the difference; nil if it was deleted.
        public let newIndexPath: IndexPath?
    }

    /// The indices of the deleted sections, before the difference.
    public let deletedSections: IndexSet
    /// The indices of the inserted sections, after the difference.
    public let insertedSections: IndexSet
    /// The changes of objects: first deletions, then the others. Includes the objects of deleted
    /// and inserted sections.
    public let objects: [Change]
}

/// An asynchronous sequence of the changes of a controller's results; see
/// ``NSFetchedResultsController/changes``.
public struct FetchedResultsChangeSequence: AsyncSequence, Sendable {
    public typealias Element = FetchedResultsChanges
    public typealias Failure = Never

    private let listener: FetchedResultsListener

    init(_ listener: FetchedResultsListener) {
        self.listener = listener
    }

    /// Creates the iterator. Two iterators of one sequence would divide its changes between them.
    public func makeAsyncIterator() -> Iterator { Iterator(listener) }

    /// The iterator of a ``FetchedResultsChangeSequence``.
    public struct Iterator: AsyncIteratorProtocol {
        private let listener: FetchedResultsListener
        private var signals: AsyncStream<Void>.Iterator

        fileprivate init(_ listener: FetchedResultsListener) {
            self.listener = listener
            signals = listener.signals.makeAsyncIterator()
        }

        /// Waits for changes, and returns all changes since the last call as one difference.
        /// Returns nil when the controller is released or the task is canceled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FetchedResultsChanges? {
            while await signals.next(isolation: actor) != nil {
                if let changes = await listener.take() { return changes }
            }
            return nil
        }
    }
}

extension NSFetchedResultsController {
    /// An asynchronous sequence of the changes of the results from now on.
    ///
    ///     try controller.performFetch()
    ///     let changes = controller.changes
    ///     Task {
    ///         for await step in changes {
    ///             for change in step.objects { print(change.type, change.objectID) }
    ///         }
    ///     }
    ///
    /// Each element has all that changed since the previous one. A loop that is slow to ask for the
    /// next element gets several changes combined into one difference, and misses none. While a
    /// sequence is in use, the controller keeps its results current, as it does for a delegate.
    ///
    /// Access this property on the context's queue, after `performFetch()`, once for each loop. The
    /// loop may run anywhere, and ends when the controller is released. A single change takes time
    /// that depends on its size; combined changes take O(n log n) for n results.
    public var changes: FetchedResultsChangeSequence { FetchedResultsChangeSequence(core.listen()) }
}

/// Collects the changes of a controller's results until the next element of a sequence is
/// requested.
// Safe to share: its variables are confined to the context's queue; the rest is constant.
final class FetchedResultsListener: @unchecked Sendable {
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let context: NSManagedObjectContext
    // The rest is confined to the context's queue.
    private weak var core: FetchedResultsCore?
    private var delivered: LiveResults.Arrangement
    private var waiting: LiveResults.Change?

    init(_ core: FetchedResultsCore) {
        context = core.context
        self.core = core
        delivered = core.arrangement
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
        let difference = ResultsDifference(change, from: delivered, to: core.arrangement)
        (delivered, waiting) = (core.arrangement, nil)
        return difference.isEmpty ? nil : core.changes(difference)
    }
}

extension LiveResults.Change {
    /// Combines this change and a later one. The combination has no positions, only the rows that
    /// may have new values.
    func followed(by later: LiveResults.Change) -> LiveResults.Change {
        var both = LiveResults.Change(isReopened: true, changesStaleness: changesStaleness != later.changesStaleness)
        // The later change may have replaced temporary IDs that this change names. The combination
        // has each row's latest ID, and the ID from before both changes.
        let permanentIDs = later.temporaryIDs.permanentIDsByTemporaryID
        both.touched = touchedRows.flatMap { rows in
            later.touchedRows.map { Set(rows.map { permanentIDs[$0] ?? $0 }).union($0) }
        }
        both.temporaryIDs = later.temporaryIDs.mapValues { temporaryIDs[$0] ?? $0 }
        for (rowID, former) in temporaryIDs where permanentIDs[rowID] == nil { both.temporaryIDs[rowID] = former }
        return both
    }

    /// The rows that may have new values; nil if any may.
    private var touchedRows: Set<RowID>? { isReopened ? touched : Set(rows.map(\.rowID)) }
}
