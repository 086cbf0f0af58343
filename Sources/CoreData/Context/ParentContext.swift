internal import Foundation
internal import StrataPredicates
internal import Synchronization

/// A parent context as the source of its child. Requests run on the parent's queue and include its
/// unsaved changes.
///
/// Each result comes with the permanent IDs that were assigned since the last request. The child
/// applies them first, so that it never has two IDs for one object; see
/// `NSManagedObjectContext+Parent.swift`.
struct ParentContext: ContextSource {
    let parent: NSManagedObjectContext
    let child: NSManagedObjectContext

    private func ask<T>(_ question: () throws -> T) rethrows -> T {
        let (answer, entries, end) = try parent.queue.sync {
            parent.pullPermanentIDs()
            let answer = try question()
            let known = child.mailbox.permanentIDsPulled.load(ordering: .relaxed)
            return (answer, parent.permanentIDs.entries(after: known), parent.permanentIDs.end)
        }
        child.apply(entries, upTo: end)
        return answer
    }

    /// Applies the permanent IDs that were assigned since the last request.
    func pullPermanentIDs() { ask {} }

    func rows(_ layout: EntityLayout, _ rowIDs: [RowID], maxAge: TimeInterval) throws -> [RowID: Row] {
        try ask { try parent.currentRows(layout, rowIDs, maxAge: maxAge) }
    }

    func fetch(_ query: StoreQuery) throws -> [IdentifiedRow] {
        try ask { try parent.rows(matching: query, pending: true).map(parent.current) }
    }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] {
        try ask {
            try parent.sortedRows(matching: query)
                .map { SortedRow(row: parent.current($0.row), sortValues: $0.sortValues, section: $0.section) }
        }
    }

    func count(_ query: StoreQuery) throws -> Int {
        try ask { try parent.count(query, pending: true) }
    }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try ask { try parent.currentMembers(of: rowID, layout, slot) }
    }

    func save(_ request: SaveRequest) throws -> SaveOutcome {
        try ask { try parent.absorb(request) }
    }

    func publish(_ changes: ChangeSet, savedBy saver: (any CoordinatorFollower)?) -> ChangeSet {
        parent.mergeIntoChildren(changes, except: saver)
        return changes
    }

    /// Returns the IDs of an entity's objects that have unsaved changes of the given properties, or
    /// of any property if `slots` is nil, in the ancestor contexts.
    func changedRowIDs(_ layout: EntityLayout, _ slots: Set<Int>?) -> [RowID] {
        ask { parent.changedRowIDs(layout, slots) }
    }
}
