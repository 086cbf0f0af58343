internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Predicates
internal import Synchronization

/// One transaction of changes to rows: hands out primary keys, writes the history, and collects the change set.
final class WriteTransaction {
    let database: Database
    private let store: SQLiteStore
    private let history: HistoryWriter?
    let external: ExternalWrites
    private var written: [TableWrites] = []
    private var keys: [Int64: TableKeys] = [:]
    /// The statement that was asked for last: rows of one entity come one after the other, and to find it again by its text costs
    /// as much as to bind a row.
    private var lastInsert: (table: TableSQL, onConflict: OnConflict, statement: RawStatement)?

    init(_ store: SQLiteStore, _ database: Database, _ origin: TransactionOrigin) throws {
        self.store = store
        self.database = database
        history = store.keepsHistory ? try HistoryWriter(database, origin, store.keySpace) : nil
        external = ExternalWrites(store.external, store.keySpace, database)
        store.derived.begin()
    }

    /// What this transaction wrote of an entity so far.
    func writes(_ table: TableSQL) throws -> TableWrites {
        if let writes = written.first(where: { $0.table === table }) { return writes }
        let writes = TableWrites(table, history) { [unowned self] in try keys(of: table) }
        written.append(writes)
        return writes
    }

    /// The rows that this transaction inserted or updated so far.
    var writtenKeys: Set<RowKey> {
        Set(
            written.flatMap { writes in
                (writes.changes.inserted + writes.changes.updated).map { RowKey(writes.table.layout, $0) }
            })
    }

    private func keys(of table: TableSQL) throws -> TableKeys {
        if let known = keys[table.rootNumber] { return known }
        let made = try TableKeys(table, database, store.keySpace)
        keys[table.rootNumber] = made
        return made
    }

    /// Writes what was kept back until the end. Nothing may be changed afterwards.
    func finish() throws -> ChangeSet {
        var changes = ChangeSet()
        try derive()
        for keys in keys.values { try keys.save(database) }
        for writes in written { changes.add(writes.changes) }
        try history?.finish()
        try external.finish()
        return changes
    }

    /// Computes derived attributes. A row that nothing else changed is an updated one.
    private func derive() throws {
        guard !store.derived.isEmpty else { return }
        let keySpace = store.keySpace
        let changes = try store.derived.update(database, store.numbers)
            .map { DerivedAttributes.Change($0.layout, keySpace.number($0.number), $0.slot) }
        let known = Set(written.flatMap { writes in writes.changes.numbers.map { RowKey(writes.table.layout, $0) } })
        let rows = Dictionary(grouping: changes) { RowKey($0.layout, $0.number) }.filter { !known.contains($0.key) }
        for changes in rows.values.sorted(by: { $0[0].number < $1[0].number }) {
            try writes(store.table(changes[0].layout)).didUpdate(changes[0].number, slots: changes.map(\.slot))
        }
    }

    /// The number under which the history has this transaction; nil where it has none.
    var historyNumber: Int64? { history.flatMap { $0.isEmpty ? nil : $0.transactionNumber } }

    /// Runs a statement whose one argument is the key of an object.
    func run(_ sql: String, of number: Int64) throws {
        let statement = try RawStatement(database, sql, store.keySpace)
        statement.bind(key: number, at: 1)
        try statement.run()
    }

    // MARK: Inserting

    /// What an insertion does where a unique value is taken.
    enum OnConflict {
        case fail, replace, ignore

        init(_ policy: NSMergePolicy) {
            self = policy.mergeType == .errorMergePolicyType ? .fail : policy.replacesStoredRow ? .replace : .ignore
        }
    }

    func insertStatement(_ table: TableSQL, _ onConflict: OnConflict) throws -> RawStatement {
        if let lastInsert, lastInsert.table === table, lastInsert.onConflict == onConflict { return lastInsert.statement }
        let statement =
            switch onConflict {
            case .fail: try RawStatement(database, table.insert, store.keySpace)
            case .replace: try RawStatement(database, table.insertReplacing, store.keySpace)
            case .ignore: try RawStatement(database, table.insertIgnoring, store.keySpace)
            }
        lastInsert = (table, onConflict, statement)
        return statement
    }

    /// Inserts one row and returns its key; nil where the unique value was taken and the row that has it was replaced or kept.
    ///
    /// SQLite does not say which branch of an upsert ran. But only an insertion moves the last inserted row's number.
    ///
    /// - Parameter number: the key, where it was taken from the table's keys before; else the next one.
    func insert(
        _ values: RowValues, as given: Int64? = nil, _ statement: RawStatement, _ writes: TableWrites,
        _ onConflict: OnConflict
    ) throws -> Int64? {
        let number = try given ?? writes.keys.upcoming
        let hasExternal = !writes.table.externalSlots.isEmpty
        let files = external.count
        let values = hasExternal ? try keepExternal(values, writes.table, onConflict) : values
        statement.bind(key: number, at: 1)
        try writes.table.bind(values, statement, from: 2, store.numbers)
        if onConflict == .fail {
            try statement.run()
        } else {
            sqlite3_set_last_insert_rowid(database.sqliteConnection, 0)
            try statement.run()
            guard sqlite3_last_insert_rowid(database.sqliteConnection) == store.keySpace.key(number) else {
                if hasExternal, onConflict == .ignore { external.discard(since: files) }
                return nil
            }
        }
        try writes.didInsert(number)
        return number
    }

    /// The values of a new row, with large data in files.
    private func keepExternal(
        _ values: RowValues, _ table: TableSQL, _ onConflict: OnConflict
    ) throws -> RowValues {
        if onConflict == .replace, let holder = try holder(of: values, table, except: 0) {
            try external.willReplace(holder.key, table, table.externalSlots, database)
        }
        return try external.stored(values, table, table.externalSlots)
    }

    /// The row other than `number` that holds the same values in one of the uniqueness constraints.
    func holder(of values: RowValues, _ table: TableSQL, except number: Int64) throws -> (key: Int64, slots: [Int])? {
        for slots in table.layout.uniqueSlots {
            if let key = try table.holder(of: values, unique: slots, database, store.keySpace), key != number {
                return (key, slots)
            }
        }
        return nil
    }
}

extension SQLiteStore {
    /// Runs `body` in one transaction and announces its changes before they become visible.
    ///
    /// - Parameter beforeCommit: called when all is written but the commit; what it throws undoes the transaction. All that was
    ///   written has found room on the disk by then.
    func transact(
        _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)? = nil,
        _ body: (WriteTransaction) throws -> Void
    ) throws -> ChangeSet {
        var number: Int64?
        let metadata = unsavedMetadata
        var external: ExternalWrites?
        do {
            let changes = try write { database in
                let transaction = try WriteTransaction(self, database, origin)
                external = transaction.external
                try body(transaction)
                if let metadata { try metadata.saved.write(to: database) }
                let changes = try transaction.finish()
                number = transaction.historyNumber
                // Before it is committed, so that nobody takes it for another process's.
                if let number { position.withLock { _ = $0.own.insert(number) } }
                announce(changes)
                if let beforeCommit {
                    try flush(database)
                    try beforeCommit()
                }
                return changes
            }
            external?.didCommit()
            if let number { position.withLock { $0.settle(number) } }
            if let metadata { didSaveMetadata(edition: metadata.edition) }
            return changes
        } catch {
            external?.didRollBack()
            if let number { position.withLock { _ = $0.own.remove(number) } }
            throw error
        }
    }

    /// Has SQLite write what it keeps in memory of a transaction into its files.
    private func flush(_ database: Database) throws {
        let code = sqlite3_db_cacheflush(database.sqliteConnection)
        // A page in use stays in memory, which SQLite reports as busy.
        guard code == SQLITE_OK || code == SQLITE_BUSY else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
