internal import GRDB
internal import StrataPredicates

/// Assigns the primary keys of one table, which the entities of a hierarchy share.
///
/// The last used key is read from Z_PRIMARYKEY once for each transaction and written back at its
/// end. No other connection can assign the same keys, since the transaction holds the write lock
/// from its beginning. The keys of deleted rows are not reused.
final class TableKeys {
    let rootNumber: Int64
    private let keySpace: KeySpace
    /// The last key in use.
    private var last: PrimaryKey
    /// The last key in use before the transaction.
    private let before: PrimaryKey

    init(_ table: TableSQL, _ database: Database, _ keySpace: KeySpace) throws {
        rootNumber = table.rootNumber
        self.keySpace = keySpace
        let last = try Int64.fetchOne(
            database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", arguments: [table.rootNumber]
        )
        guard let last else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "Z_PRIMARYKEY has no row for \(table.table)")
        }
        self.last = PrimaryKey(last)
        before = self.last
    }

    /// Returns a row ID with an unused primary key, and marks the key as used.
    func next() -> RowID {
        last = last.next
        return keySpace.rowID(last)
    }

    /// The row ID that `next()` would return.
    var upcoming: RowID { keySpace.rowID(last.next) }

    /// Whether a row's key was in use before the transaction.
    func isOld(_ rowID: RowID) -> Bool { keySpace.primaryKey(rowID) <= before }

    /// Writes the last used key to Z_PRIMARYKEY.
    func save(_ database: Database) throws {
        try database.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", arguments: [last.rawValue, rootNumber])
    }

    /// Marks a row's key as used. A row inserted again under its old key uses up no new one.
    func use(_ rowID: RowID) {
        last = max(last, keySpace.primaryKey(rowID))
    }
}

/// Records a transaction's writes to one entity, in its change set and, if there is one, in the
/// history.
final class TableWrites {
    let table: TableSQL
    private(set) var changes: ChangeSet.Entity
    private var knownKeys: TableKeys?
    private let readKeys: () throws -> TableKeys
    private let history: HistoryWriter?

    /// - Parameter readKeys: reads the table's keys, which only insertions need; called once.
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

    /// - Parameter slots: the properties that changed, to-many relationships included.
    func didUpdate(_ rowID: RowID, slots: some Collection<Int>) throws {
        changes.updated.append(rowID)
        changes.record(relationships: slots.lazy.filter { self.table.layout.kinds[$0].isRelationship }, of: rowID)
        if let history {
            try history.record(.update, table, rowID, columns: HistoryColumns.encode(slots, of: table.layout))
        }
    }

    /// Publishes a change of to-many relationships to the coordinator's contexts, without a row in
    /// the history, which has one for each new version.
    func didChangeMembers(_ rowID: RowID, slots: [Int]) {
        changes.updated.append(rowID)
        changes.record(relationships: slots, of: rowID)
    }

    /// Records rows that upserts overwrote, as updates of all their properties. Rows that this
    /// transaction inserted itself stay insertions.
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
