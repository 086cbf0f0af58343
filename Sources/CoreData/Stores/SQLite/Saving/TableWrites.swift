internal import GRDB
internal import Predicates

/// The primary keys of one table, which the entities of a hierarchy share.
final class TableKeys {
    let rootNumber: Int64
    private let keySpace: KeySpace
    /// The last key in use.
    private var last: Int64
    /// The last key before the transaction.
    private let before: Int64

    init(_ table: TableSQL, _ database: Database, _ keySpace: KeySpace) throws {
        rootNumber = table.rootNumber
        self.keySpace = keySpace
        let last = try Int64.fetchOne(
            database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", arguments: [table.rootNumber]
        )
        guard let last else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "Z_PRIMARYKEY has no row for \(table.table)")
        }
        self.last = last
        before = last
    }

    /// The number for a row with a key that no row has yet.
    func next() -> Int64 {
        last += 1
        return keySpace.number(last)
    }

    /// What `next()` would give.
    var upcoming: Int64 { keySpace.number(last + 1) }

    /// Whether a row was there before the transaction.
    func isOld(_ number: Int64) -> Bool { keySpace.key(number) <= before }

    /// Writes down which keys are in use.
    func save(_ database: Database) throws {
        try database.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", arguments: [last, rootNumber])
    }

    /// A row that comes back under its old key uses up none.
    func use(_ number: Int64) {
        last = max(last, keySpace.key(number))
    }
}

/// What a transaction wrote of one entity: the change set's part, and the history as it goes.
final class TableWrites {
    let table: TableSQL
    private(set) var changes: ChangeSet.Entity
    private var knownKeys: TableKeys?
    private let readKeys: () throws -> TableKeys
    private let history: HistoryWriter?

    /// - Parameter readKeys: reads the table's keys, which only insertions need.
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

    func didInsert(_ number: Int64) throws {
        try keys.use(number)
        changes.inserted.append(number)
        try history?.record(.insert, table, number, columns: nil)
    }

    /// - Parameter slots: the properties that were written, relationships to many among them.
    func didUpdate(_ number: Int64, slots: some Collection<Int>) throws {
        changes.updated.append(number)
        changes.note(relationships: slots.lazy.filter { self.table.layout.kinds[$0].isRelationship }, of: number)
        if let history {
            try history.record(.update, table, number, columns: HistoryColumns.encode(slots, of: table.layout))
        }
    }

    /// Rows that insertions replaced, with all their attributes. One that this transaction inserted itself stays an insertion.
    func didReplace(_ numbers: Set<Int64>) throws {
        for number in numbers.sorted() where try keys.isOld(number) {
            try didUpdate(number, slots: table.layout.historySlots)
        }
    }

    func willDelete(_ number: Int64) throws {
        changes.deleted.append(number)
        try history?.record(.delete, table, number, columns: nil)
        try history?.preserve(table, number)
    }
}
