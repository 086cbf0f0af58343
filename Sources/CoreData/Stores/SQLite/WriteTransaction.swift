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
    private var written: [TableWrites] = []
    private var keys: [Int64: TableKeys] = [:]
    /// The statement that was asked for last: rows of one entity come one after the other, and to find it again by its text costs
    /// as much as to bind a row.
    private var lastInsert: (table: TableSQL, onConflict: OnConflict, statement: RawStatement)?

    init(_ store: SQLiteStore, _ database: Database, _ origin: TransactionOrigin) throws {
        self.store = store
        self.database = database
        history = store.keepsHistory ? try HistoryWriter(database, origin) : nil
    }

    /// What this transaction wrote of an entity so far.
    func writes(_ table: TableSQL) throws -> TableWrites {
        if let writes = written.first(where: { $0.table === table }) { return writes }
        let writes = TableWrites(table, try keys(of: table), history)
        written.append(writes)
        return writes
    }

    private func keys(of table: TableSQL) throws -> TableKeys {
        if let known = keys[table.rootNumber] { return known }
        let made = try TableKeys(table, database)
        keys[table.rootNumber] = made
        return made
    }

    /// Writes what was kept back until the end. Nothing may be changed afterwards.
    func finish() throws -> ChangeSet {
        var changes = ChangeSet()
        for keys in keys.values { try keys.save(database) }
        for writes in written { changes.add(writes.changes) }
        try history?.finish()
        return changes
    }

    /// The number under which the history has this transaction; nil where it has none.
    var historyNumber: Int64? { history.flatMap { $0.isEmpty ? nil : $0.transactionNumber } }

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
            case .fail: try RawStatement(database, table.insert)
            case .replace: try RawStatement(database, table.insertReplacing)
            case .ignore: try RawStatement(database, table.insertIgnoring)
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
        _ values: ContiguousArray<Value>, as given: Int64? = nil, _ statement: RawStatement, _ writes: TableWrites,
        _ onConflict: OnConflict
    ) throws -> Int64? {
        let number = given ?? writes.keys.last + 1
        statement.bind(number, at: 1)
        let bindings = writes.table.bindings
        for index in bindings.indices { try bindings[index].bind(values, statement, at: index + 2, store.numbers) }
        if onConflict == .fail {
            try statement.run()
        } else {
            sqlite3_set_last_insert_rowid(database.sqliteConnection, 0)
            try statement.run()
            guard sqlite3_last_insert_rowid(database.sqliteConnection) == number else { return nil }
        }
        try writes.didInsert(number)
        return number
    }

    /// The row other than `number` that holds the same values in one of the uniqueness constraints.
    func holder(of values: ContiguousArray<Value>, _ table: TableSQL, except number: Int64) throws -> (key: Int64, slots: [Int])?
    {
        for slots in table.layout.uniqueSlots where !slots.contains(where: { values[$0] == .null }) {
            let key = try RawStatement(database, table.selectKey(unique: slots)).use { statement in
                for (index, slot) in slots.enumerated() { statement.bind(values[slot], at: index + 1) }
                return try statement.step() ? statement.int(0) : nil
            }
            if let key, key != number { return (key, slots) }
        }
        return nil
    }
}

extension SQLiteStore {
    /// Runs `body` in one transaction and announces its changes before they become visible.
    func transact(
        _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, _ body: (WriteTransaction) throws -> Void
    ) throws -> ChangeSet {
        var number: Int64?
        do {
            let changes = try write { database in
                let transaction = try WriteTransaction(self, database, origin)
                try body(transaction)
                let changes = try transaction.finish()
                number = transaction.historyNumber
                // Before it is committed, so that nobody takes it for another process's.
                if let number { position.withLock { $0.own.insert(number) } }
                announce(changes)
                return changes
            }
            if let number { position.withLock { $0.settle(number) } }
            return changes
        } catch {
            if let number { position.withLock { $0.own.remove(number) } }
            throw error
        }
    }
}
