internal import StrataPredicates

/// The rows that a change can bring into a result, move in it or remove from it.
///
/// A change names the rows that changed themselves. But a query can also follow relationships:
///
///     request for Item where category.name == "Tools", sorted by category.rank
///
/// Here a change of one `Category` can affect every item that refers to it, and none of these items
/// is in the change set. The query knows which relationships it follows, and which properties it
/// reads at their end (`StoreQuery.reads`). If one of these has changed, the store returns the rows
/// that lead to the changed objects: one statement for each chain of relationships. Rows that
/// follow unsaved relationships are not in that answer, so all rows with unsaved changes are added.
///
/// Sometimes the store no longer knows which rows led to an object before the change.
/// `touched(by:)` then returns nil, and the query runs again. This is the case if:
///
/// - the owner of a to-many relationship without an inverse changed. Members have one owner, so it
///   may have claimed a member of another owner, which is not in the change set;
/// - an object was deleted, and no delete rule reaches the objects that referred to it. Their rows
///   still refer to the deleted row, and they are not in the change set either;
/// - more than 4,096 objects changed at the end of a chain.
struct AffectedRows {
    /// The rows that changed themselves.
    var own: Set<RowID> = []
    /// The rows from which a relationship leads to an object that changed. None is in `own`.
    var related: Set<RowID> = []

    var isEmpty: Bool { own.isEmpty && related.isEmpty }
    var count: Int { own.count + related.count }
    var all: Set<RowID> { related.isEmpty ? own : own.union(related) }

    mutating func formUnion(_ other: AffectedRows) {
        own.formUnion(other.own)
        related.formUnion(other.related)
        related.subtract(own)
    }
}

extension LiveResults {
    /// Returns the rows that changes can affect; nil if they are unknown or too many to search for.
    /// Throws the error of a store that cannot be read.
    func touched(by changes: [ChangeSet]) throws -> AffectedRows? {
        var touched = AffectedRows()
        for changes in changes { touched.own.formUnion(changes.rowIDs(of: query.layout)) }
        if query.isRowLocal { return touched }
        do {
            var isRelated = false
            for changes in changes {
                try query.reads.forEachRelated { hops, reads in
                    guard let rowIDs = related(hops, reads, changes) else { throw Unknown() }
                    if rowIDs.isEmpty { return }
                    isRelated = true
                    let stored = rowIDs.filter(\.isPermanent)
                    if !stored.isEmpty {
                        touched.related.formUnion(try context.coordinator.requireStores().roots(hops, leadingTo: stored))
                    }
                }
            }
            // The store does not know unsaved relationships, so all rows with unsaved changes
            // count.
            if isRelated, context.isChanged { touched.related.formUnion(try context.affectedRowIDs(query)) }
        } catch is Unknown {
            return nil
        }
        touched.related.subtract(touched.own)
        return touched
    }

    private struct Unknown: Error {}

    /// Returns the objects at the end of a chain of relationships that changed in a property that
    /// the query reads; nil if the store does not know which rows led to them.
    private func related(_ hops: [QueryPath.Hop], _ reads: QueryReads, _ changes: ChangeSet) -> [RowID]? {
        // The store keeps the owner in the member's row, and a change of the new owner does not
        // name the previous one.
        let losesMembersUnreported = hops.contains {
            $0.isToMany && $0.layout.inverseSlot($0.slot) == nil && changes.touches($0.layout)
        }
        if losesMembersUnreported { return nil }
        var rowIDs: [RowID] = []
        let before = changes.edited.isEmpty ? [:] : changes.rowsBefore(of: reads.layout)
        for entity in changes.entities where entity.entity.layout.isKind(of: reads.layout) {
            // If a delete rule reaches the referring objects, the deletion changes them too. An own
            // save only repeats a deletion that the result has applied already.
            if !entity.deleted.isEmpty, !changes.isFromOwnSave, !isKnownFromDestination(hops) { return nil }
            rowIDs += entity.inserted + entity.deleted
            for rowID in entity.updated {
                if !reads.readsSubentities, changes.edited.contains(rowID), let before = before[rowID],
                    let after = context.registry[RowKey(reads.layout, rowID)]?.row,
                    before.isAlike(after, in: reads.slots)
                {
                    continue
                }
                rowIDs.append(rowID)
            }
        }
        return rowIDs.count <= Self.mostRelated ? rowIDs : nil
    }

    /// Whether the deletion of an object at the end of a chain also changes the objects that refer
    /// to it.
    private func isKnownFromDestination(_ hops: [QueryPath.Hop]) -> Bool {
        guard let last = hops.last, let slot = last.layout.inverseSlot(last.slot) else { return false }
        return last.destination.relationship(slot).deleteRule != .noActionDeleteRule
    }

    /// The most changed objects at the end of a chain that are traced back to rows.
    private static let mostRelated = 4_096
}

extension Row {
    /// Whether two rows have equal values in some slots. False if one of these is a to-many
    /// relationship or a fetched property, whose values are not in rows.
    fileprivate func isAlike(_ other: Row, in slots: Set<Int>) -> Bool {
        slots.allSatisfy { !layout.kinds[$0].isToMany && layout.kinds[$0] != .fetched && values[$0] == other.values[$0] }
    }
}
