internal import StrataPredicates

/// Records a transaction's writes to one entity, in its change set and, if there is one, in the
/// history.
final class TableWrites {
    let table: TableSQL
    private(set) var changes: ChangeSet.Entity
    private var knownKeys: TableKeys?
    private let readKeys: () throws -> TableKeys
    private let history: HistoryWriter?

    /// - Parameter readKeys: reads the table's keys, which only insertions need; called at most
    ///   once.
    init(_ table: TableSQL, _ history: HistoryWriter?, readKeys: @escaping () throws -> TableKeys) {
        self.table = table
        self.readKeys = readKeys
        self.history = history
        changes = ChangeSet.Entity(entity: table.layout.entity)
    }

    var keys: TableKeys {
        get throws {
            if let knownKeys { return knownKeys }
            let keys = try readKeys()
            knownKeys = keys
            return keys
        }
    }

    func didInsert(_ rowID: RowID) throws {
        try keys.use(rowID)
        changes.inserted.append(rowID)
        try history?.record(.insert, table, rowID, columns: nil)
    }

    /// Records an update.
    ///
    /// - Parameter slots: the properties that changed, including to-many relationships.
    func didUpdate(_ rowID: RowID, slots: some Collection<Int>) throws {
        changes.updated.append(rowID)
        changes.record(relationships: slots.lazy.filter { self.table.layout.kinds[$0].isRelationship }, of: rowID)
        if let history {
            try history.record(.update, table, rowID, columns: HistoryColumns.encode(slots, of: table.layout))
        }
    }

    /// Records a change of to-many relationships in the change set, but not in the history, which
    /// has a row only for each new version.
    func didChangeMembers(_ rowID: RowID, slots: [Int]) {
        changes.updated.append(rowID)
        changes.record(relationships: slots, of: rowID)
    }

    /// Records the rows that upserts overwrote, as updates of all their properties. Rows that this
    /// transaction inserted itself remain insertions.
    func didReplace(_ rowIDs: Set<RowID>) throws {
        for rowID in rowIDs.sorted() where try keys.isOld(rowID) {
            try didUpdate(rowID, slots: table.layout.historySlots)
        }
    }

    /// Records a deletion. The row must still exist, since the history may copy values from it.
    func willDelete(_ rowID: RowID) throws {
        changes.deleted.append(rowID)
        try history?.record(.delete, table, rowID, columns: nil)
        try history?.preserve(table, rowID)
    }
}
