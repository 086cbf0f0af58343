internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Predicates

/// One transaction of changes to rows: hands out primary keys, writes the history, and collects the change set.
final class WriteTransaction {
    let database: Database
    private(set) var changes = ChangeSet()
    private let store: SQLiteStore
    private let history: HistoryWriter?
    /// By entity number: the last key in use, and the first that this transaction handed out.
    private var lastKeys: [Int64: Int64] = [:]
    private var firstKeys: [Int64: Int64] = [:]

    init(_ store: SQLiteStore, _ database: Database, _ origin: TransactionOrigin) throws {
        self.store = store
        self.database = database
        history = store.keepsHistory ? try HistoryWriter(database, origin) : nil
    }

    // MARK: Primary keys

    /// The key of the next row to insert; used up by `didInsert`.
    func nextKey(_ table: TableSQL) throws -> Int64 {
        if let last = lastKeys[table.entityNumber] { return last + 1 }
        let last = try Int64.fetchOne(
            database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", arguments: [table.entityNumber]
        )
        guard let last else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "Z_PRIMARYKEY has no row for \(table.layout.name)")
        }
        lastKeys[table.entityNumber] = last
        firstKeys[table.entityNumber] = last + 1
        return last + 1
    }

    // MARK: What was done

    func didInsert(_ number: Int64, _ table: TableSQL) throws {
        lastKeys[table.entityNumber] = number
        changes.note(.inserted, table.layout.entity, number)
        try history?.record(.insert, table, number, columns: nil)
    }

    /// A row came back under the key it had before it was deleted.
    func didReinsert(_ number: Int64, _ table: TableSQL) throws {
        changes.note(.inserted, table.layout.entity, number)
        try history?.record(.insert, table, number, columns: nil)
    }

    /// - Parameter slots: the attributes that were written.
    func didUpdate(_ number: Int64, _ table: TableSQL, slots: some Collection<Int>) throws {
        changes.note(.updated, table.layout.entity, number)
        if let history {
            try history.record(.update, table, number, columns: HistoryColumns.encode(slots, of: table.layout))
        }
    }

    /// Rows that insertions replaced, with all their attributes. One that this transaction inserted itself stays an insertion.
    func didReplace(_ numbers: Set<Int64>, _ table: TableSQL) throws {
        let firstInserted = firstKeys[table.entityNumber] ?? .max
        for number in numbers.sorted() where number < firstInserted {
            try didUpdate(number, table, slots: table.layout.types.indices)
        }
    }

    func didDelete(_ number: Int64, _ table: TableSQL) throws {
        changes.note(.deleted, table.layout.entity, number)
        try history?.record(.delete, table, number, columns: nil)
    }

    /// Writes what was kept back until the end. Nothing may be changed afterwards.
    func finish() throws -> ChangeSet {
        for (entityNumber, last) in lastKeys {
            try database.execute(
                sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", arguments: [last, entityNumber]
            )
        }
        try history?.finish()
        return changes
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
        switch onConflict {
        case .fail: try RawStatement(database, table.insert)
        case .replace: try RawStatement(database, table.insertReplacing)
        case .ignore: try RawStatement(database, table.insertIgnoring)
        }
    }

    /// Inserts one row and returns its key; nil where the unique value was taken and the row that has it was replaced or kept.
    ///
    /// SQLite does not say which branch of an upsert ran. But only an insertion moves the last inserted row's number.
    func insert(
        _ values: ContiguousArray<Value>, _ statement: RawStatement, _ table: TableSQL, _ onConflict: OnConflict
    ) throws -> Int64? {
        let number = try nextKey(table)
        statement.bind(number, at: 1)
        for slot in values.indices { statement.bind(values[slot], at: slot + 2) }
        if onConflict == .fail {
            try statement.run()
        } else {
            sqlite3_set_last_insert_rowid(database.sqliteConnection, 0)
            try statement.run()
            guard sqlite3_last_insert_rowid(database.sqliteConnection) == number else { return nil }
        }
        try didInsert(number, table)
        return number
    }

    /// The row other than `number` that holds the same values in one of the uniqueness constraints.
    func holder(of values: ContiguousArray<Value>, _ table: TableSQL, except number: Int64) throws -> (key: Int64, slots: [Int])? {
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
        try write { database in
            let transaction = try WriteTransaction(self, database, origin)
            try body(transaction)
            let changes = try transaction.finish()
            announce(changes)
            return changes
        }
    }
}
