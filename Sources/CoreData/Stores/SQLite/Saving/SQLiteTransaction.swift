internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import StrataPredicates
internal import Synchronization

/// One transaction of changes to rows, for a save or a batch request: assigns primary keys, writes
/// the history, and collects the change set.
///
/// Life, in `SQLiteEngine.transact`:
///
/// 1. BEGIN IMMEDIATE, so that no other connection writes until the end.
/// 2. The body writes rows. It records each insertion, update and deletion in the entity's
///    `EntityLog`, which adds it to the change set and to the history.
/// 3. `finish()` computes the derived attributes, writes the last used keys and the history's
///    transaction, and syncs the folder of external data files.
/// 4. The transaction's history number is marked as the coordinator's own, and the change set is
///    published (`announce`). Both happen before the commit, so that every reader that can read a
///    changed row finds the change in the `ChangeFeed`.
/// 5. `beforeCommit` runs. A save to several stores nests the transactions here, so that none of
///    them commits before all have been written.
/// 6. COMMIT. If external data files are no longer referenced, the commit is synced, and they are
///    removed.
///
/// An error in any step rolls everything back and removes the external data files written so far.
final class SQLiteTransaction {
    let database: Database
    let store: SQLiteEngine
    private let history: HistoryWriter?
    private let log: ChangeLog<HistoryWriter>
    let external: ExternalWrites
    private var written: [TableWrites] = []
    private var keys: [Int64: TableKeys] = [:]
    /// The most recently used insert statement. Rows of one entity are inserted one after another,
    /// and looking the statement up by its text costs as much as binding a row.
    private var lastInsert: (table: TableSQL, onConflict: OnConflict, statement: RawStatement)?
    /// The most recently used statement of a batch update.
    private var lastUpdate: (table: TableSQL, slots: [Int], bindings: [ColumnBinding], statement: RawStatement)?

    init(_ store: SQLiteEngine, _ database: Database, _ origin: TransactionOrigin) throws {
        self.store = store
        self.database = database
        history = store.keepsHistory ? try HistoryWriter(database, origin, store.keySpace) : nil
        log = ChangeLog(history)
        external = ExternalWrites(store.external, store.keySpace, database)
        store.derived.begin()
    }

    /// Returns the record of this transaction's writes to an entity.
    func writes(_ table: TableSQL) throws -> TableWrites {
        if let writes = written.first(where: { $0.table === table }) { return writes }
        let writes = TableWrites(table, log.entity(table.layout, table)) { [unowned self] in try keys(of: table) }
        written.append(writes)
        return writes
    }

    /// The rows that this transaction inserted or updated so far.
    var writtenKeys: Set<RowKey> { log.writtenKeys }

    private func keys(of table: TableSQL) throws -> TableKeys {
        if let known = keys[table.rootNumber] { return known }
        let made = try TableKeys(table, database, store.keySpace)
        keys[table.rootNumber] = made
        return made
    }

    /// Computes the derived attributes, completes the history and returns the changes.
    ///
    /// No row may be written afterwards.
    func finish() throws -> ChangeSet {
        try derive()
        for keys in keys.values { try keys.save(database) }
        try history?.finish()
        try external.finish()
        return log.changes
    }

    /// Computes the derived attributes.
    private func derive() throws {
        guard !store.derived.isEmpty else { return }
        let keySpace = store.keySpace
        let changes = try store.derived.update(database, store.entityNumbers)
            .map { (reference: ObjectReference($0.layout, keySpace.rowID($0.key)), slot: $0.slot) }
        try log.didDerive(changes, store.table)
    }

    /// The transaction's number in the history; nil if the store keeps no history or if nothing was
    /// recorded.
    var historyNumber: Int64? { history.flatMap { $0.isEmpty ? nil : $0.transactionNumber } }

    /// Runs a statement whose only argument is an object's primary key.
    func run(_ sql: String, of rowID: RowID) throws {
        let statement = try RawStatement(database, sql, store.keySpace)
        statement.bind(rowID: rowID, at: 1)
        try statement.run()
    }

    // MARK: Insertions

    /// Returns the prepared insert statement of an entity.
    func insertStatement(_ table: TableSQL, _ onConflict: OnConflict) throws -> RawStatement {
        if let lastInsert, lastInsert.table === table, lastInsert.onConflict == onConflict { return lastInsert.statement }
        let statement =
            switch onConflict {
            case .fail: try RawStatement(database, table.insert, store.keySpace)
            case .replace: try RawStatement(database, table.insertReplacing, store.keySpace)
            case .replaceAttributes: try RawStatement(database, table.insertReplacingAttributes, store.keySpace)
            case .ignore: try RawStatement(database, table.insertIgnoring, store.keySpace)
            }
        lastInsert = (table, onConflict, statement)
        return statement
    }

    /// Returns the prepared statement that writes some slots of a row and increments its version,
    /// and the bindings of its arguments, which the primary key follows.
    func nextVersionStatement(_ table: TableSQL, _ slots: [Int]) throws -> (RawStatement, [ColumnBinding]) {
        if let lastUpdate, lastUpdate.table === table, lastUpdate.slots == slots {
            return (lastUpdate.statement, lastUpdate.bindings)
        }
        let bindings = table.bindings(slots)
        let assignments = ["Z_OPT = Z_OPT + 1"] + bindings.map { "\($0.column) = ?" }
        let sql = "UPDATE \(table.table) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?"
        let statement = try RawStatement(database, sql, store.keySpace)
        lastUpdate = (table, slots, bindings, statement)
        return (statement, bindings)
    }

    /// Inserts one row and returns its ID; nil if another row holds a unique value. That row was
    /// then overwritten or kept, depending on `onConflict`.
    ///
    /// SQLite does not report which branch of an upsert ran, but only an insertion changes
    /// `sqlite3_last_insert_rowid`.
    ///
    /// - Parameter given: the ID that was assigned before; nil for the table's next ID.
    func insert(
        _ values: RowValues, as given: RowID? = nil, _ statement: RawStatement, _ writes: TableWrites,
        _ onConflict: OnConflict
    ) throws -> RowID? {
        let rowID = try given ?? writes.keys.upcoming
        let hasExternal = !writes.table.externalSlots.isEmpty
        let files = external.count
        let values = hasExternal ? try keepExternal(values, writes.table, onConflict) : values
        statement.bind(rowID: rowID, at: 1)
        try writes.table.bind(values, statement, from: 2, store.entityNumbers)
        if onConflict == .fail {
            try statement.run()
        } else {
            sqlite3_set_last_insert_rowid(database.sqliteConnection, 0)
            try statement.run()
            guard sqlite3_last_insert_rowid(database.sqliteConnection) == store.keySpace.primaryKey(rowID).rawValue else {
                if hasExternal, onConflict == .ignore { external.discard(since: files) }
                return nil
            }
        }
        try writes.didInsert(rowID)
        return rowID
    }

    /// Returns the values of a new row as the columns store them, with large data written to files.
    private func keepExternal(
        _ values: RowValues, _ table: TableSQL, _ onConflict: OnConflict
    ) throws -> RowValues {
        if onConflict.replaces, let holder = try holder(of: values, table.layout, table) {
            try external.willReplace(holder.rowID, table, table.externalSlots, database)
        }
        return try external.stored(values, table, table.externalSlots)
    }

}

extension SQLiteEngine {
    func transact(
        _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?,
        _ body: (SQLiteTransaction) throws -> Void
    ) throws -> ChangeSet {
        var transactionNumber: Int64?
        let metadata = identity.unsaved
        var external: ExternalWrites?
        // Before the rollback: the next write gets the same number, and may enter it at once.
        func giveBackNumber() {
            if let transactionNumber { position.withLock { _ = $0.own.remove(transactionNumber) } }
        }
        do {
            let changes = try write(beforeRollback: giveBackNumber) { database in
                let transaction = try SQLiteTransaction(self, database, origin)
                external = transaction.external
                try body(transaction)
                if let metadata { try metadata.content.write(to: database) }
                let changes = try transaction.finish()
                transactionNumber = transaction.historyNumber
                // Before the commit, so that no reader mistakes it for an external change.
                if let transactionNumber { position.withLock { _ = $0.own.insert(transactionNumber) } }
                announce(changes)
                if let beforeCommit {
                    try flush(database)
                    try beforeCommit()
                }
                return changes
            }
            external?.didCommit()
            if let transactionNumber { position.withLock { $0.publish(through: transactionNumber) } }
            if let metadata { identity.didSave(revision: metadata.revision) }
            return changes
        } catch {
            external?.didRollBack()
            throw error
        }
    }

    /// Flushes the transaction's dirty pages from SQLite's page cache to its files.
    private func flush(_ database: Database) throws {
        let code = sqlite3_db_cacheflush(database.sqliteConnection)
        // SQLITE_BUSY: a page in use remained in the cache, which is not an error.
        guard code == SQLITE_OK || code == SQLITE_BUSY else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
