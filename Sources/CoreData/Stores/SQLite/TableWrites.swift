internal import GRDB
internal import Predicates

/// What a transaction wrote to one table: the change set's part, the last primary key, and the history as it goes.
final class TableWrites {
    let table: TableSQL
    private(set) var changes: ChangeSet.Entity
    /// The last key in use.
    private(set) var lastKey: Int64
    private let keyBefore: Int64
    private let history: HistoryWriter?

    init(_ table: TableSQL, _ database: Database, _ history: HistoryWriter?) throws {
        self.table = table
        self.history = history
        changes = ChangeSet.Entity(entity: table.layout.entity)
        let last = try Int64.fetchOne(
            database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", arguments: [table.entityNumber]
        )
        guard let last else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "Z_PRIMARYKEY has no row for \(table.layout.name)")
        }
        lastKey = last
        keyBefore = last
    }

    func didInsert(_ number: Int64) throws {
        // A row that comes back under its old key uses up none.
        lastKey = max(lastKey, number)
        changes.inserted.append(number)
        try history?.record(.insert, table, number, columns: nil)
    }

    /// - Parameter slots: the attributes that were written.
    func didUpdate(_ number: Int64, slots: some Collection<Int>) throws {
        changes.updated.append(number)
        if let history {
            try history.record(.update, table, number, columns: HistoryColumns.encode(slots, of: table.layout))
        }
    }

    /// Rows that insertions replaced, with all their attributes. One that this transaction inserted itself stays an insertion.
    func didReplace(_ numbers: Set<Int64>) throws {
        for number in numbers.sorted() where number <= keyBefore {
            try didUpdate(number, slots: table.layout.types.indices)
        }
    }

    func didDelete(_ number: Int64) throws {
        changes.deleted.append(number)
        try history?.record(.delete, table, number, columns: nil)
    }
}
