internal import Foundation
internal import StrataPredicates

/// The end of a store's history, to which a transaction appends its changes in the engine's own
/// form.
///
/// The engine numbers the changes and stores them; `ChangeLog` decides what is a change.
protocol HistoryAppender: AnyObject {
    /// The engine's knowledge of an entity's rows.
    associatedtype Table

    /// Appends a change.
    ///
    /// - Parameter columns: The properties that an update wrote, in the form of `HistoryColumns`; nil
    ///   for other kinds.
    func append(_ kind: HistoryRecord.Kind, _ rowID: RowID, _ table: Table, columns: Data?) throws

    /// Adds the values in `EntityLayout.tombstoneSlots` of a row, which still exists, to the change
    /// that was appended last: its deletion.
    func preserve(_ rowID: RowID, _ table: Table) throws
}

/// Records what one transaction writes: for the change set, and for the history if the store keeps
/// one.
///
/// An engine's transaction tells the log of an entity about each row, and completes its change set
/// from the log before the commit.
final class ChangeLog<History: HistoryAppender> {
    private let history: History?
    /// The logs of the entities of which rows were written, in the order of their first writes.
    private(set) var entities: [EntityLog<History>] = []

    /// - Parameter history: The history to which changes are appended; nil for none.
    init(_ history: History?) { self.history = history }

    /// Returns the log of an entity.
    func entity(_ layout: EntityLayout, _ table: @autoclosure () -> History.Table) -> EntityLog<History> {
        if let known = entities.first(where: { $0.layout === layout }) { return known }
        let made = EntityLog(layout, table(), history)
        entities.append(made)
        return made
    }

    /// The changes so far.
    var changes: ChangeSet {
        var changes = ChangeSet()
        for entity in entities { changes.add(entity.changes) }
        return changes
    }

    /// The rows that were inserted or updated so far.
    var writtenKeys: Set<RowKey> {
        Set(
            entities.flatMap { entity in
                (entity.changes.inserted + entity.changes.updated).map { RowKey(entity.layout, $0) }
            })
    }

    /// Records the derived attributes that the store has computed. A row in which only these changed
    /// counts as updated.
    ///
    /// - Parameter table: Returns the engine's knowledge of an entity.
    func didDerive(
        _ changes: [(reference: ObjectReference, slot: Int)], _ table: (EntityLayout) -> History.Table
    ) throws {
        let known = Set(entities.flatMap { entity in entity.changes.rowIDs.map { RowKey(entity.layout, $0) } })
        let rows = Dictionary(grouping: changes, by: \.reference.key).filter { !known.contains($0.key) }
        for changes in rows.values.sorted(by: { $0[0].reference.rowID < $1[0].reference.rowID }) {
            let reference = changes[0].reference
            let log = entity(reference.layout, table(reference.layout))
            try log.didDerive(reference.rowID, slots: changes.map(\.slot))
        }
    }
}

/// Records what a transaction writes to the rows of one entity.
final class EntityLog<History: HistoryAppender> {
    let layout: EntityLayout
    private let table: History.Table
    private let history: History?
    private(set) var changes: ChangeSet.Entity

    init(_ layout: EntityLayout, _ table: History.Table, _ history: History?) {
        self.layout = layout
        self.table = table
        self.history = history
        changes = ChangeSet.Entity(entity: layout.entity)
    }

    func didInsert(_ rowID: RowID) throws {
        changes.inserted.append(rowID)
        try history?.append(.insert, rowID, table, columns: nil)
    }

    /// Records an update.
    ///
    /// - Parameter slots: The properties that changed, including to-many relationships.
    func didUpdate(_ rowID: RowID, slots: some Collection<Int>) throws {
        changes.updated.append(rowID)
        changes.record(relationships: slots.lazy.filter { self.layout.kinds[$0].isRelationship }, of: rowID)
        if let history {
            try history.append(.update, rowID, table, columns: HistoryColumns.encode(slots, of: layout))
        }
    }

    /// Records an update of derived attributes only.
    func didDerive(_ rowID: RowID, slots: [Int]) throws {
        changes.record(derived: rowID)
        try didUpdate(rowID, slots: slots)
    }

    /// Records a change of to-many relationships in the change set, but not in the history, which
    /// has a change only for each new version.
    func didChangeMembers(_ rowID: RowID, slots: [Int]) {
        changes.updated.append(rowID)
        changes.record(relationships: slots, of: rowID)
    }

    /// Records a deletion. The row must still exist, since the history keeps some of its values.
    func willDelete(_ rowID: RowID) throws {
        changes.deleted.append(rowID)
        try history?.append(.delete, rowID, table, columns: nil)
        try history?.preserve(rowID, table)
    }
}
