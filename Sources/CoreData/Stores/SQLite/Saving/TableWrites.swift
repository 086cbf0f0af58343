internal import GRDB
internal import Predicates

/// Assigns the primary keys of one table, which the entities of a hierarchy share.
///
/// The last used key is read from Z_PRIMARYKEY once for each transaction and written back at its
/// end. No other connection can assign the same keys, since the transaction holds the write lock
/// from its beginning. The keys of deleted rows are not reused.
final class TableKeys {
    let rootNumber: Int64
    private let keySpace: KeySpace
    /// The last key in use.
    private var last: Int64
    /// The last key in use before the transaction.
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

    /// Returns a row ID with an unused primary key, and marks the key as used.
    func next() -> Int64 {
        last += 1
        return keySpace.number(last)
    }

    /// The row ID that `next()` would return.
    var upcoming: Int64 { keySpace.number(last + 1) }

    /// Whether a row's key was in use before the transaction.
    func isOld(_ number: Int64) -> Bool { keySpace.key(number) <= before }

    /// Writes the last used key to Z_PRIMARYKEY.
    func save(_ database: Database) throws {
        try database.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", arguments: [last, rootNumber])
    }

    /// Marks a row's key as used. A row inserted again under its old key uses up no new one.
    func use(_ number: Int64) {
        last = max(last, keySpace.key(number))
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

    func didInsert(_ number: Int64) throws {
        try keys.use(number)
        changes.inserted.append(number)
        try history?.record(.insert, table, number, columns: nil)
    }

    /// - Parameter slots: the properties that changed, to-many relationships included.
    func didUpdate(_ number: Int64, slots: some Collection<Int>) throws {
        changes.updated.append(number)
        changes.note(relationships: slots.lazy.filter { self.table.layout.kinds[$0].isRelationship }, of: number)
        if let history {
            try history.record(.update, table, number, columns: HistoryColumns.encode(slots, of: table.layout))
        }
    }

    /// Publishes a change of to-many relationships to the coordinator's contexts, without a row in
    /// the history, which has one for each new version.
    func didChangeMembers(_ number: Int64, slots: [Int]) {
        changes.updated.append(number)
        changes.note(relationships: slots, of: number)
    }

    /// Records rows that upserts overwrote, as updates of all their properties. Rows that this
    /// transaction inserted itself stay insertions.
    func didReplace(_ numbers: Set<Int64>) throws {
        for number in numbers.sorted() where try keys.isOld(number) {
            try didUpdate(number, slots: table.layout.historySlots)
        }
    }

    /// Records a deletion. The row must still exist, since the history may copy values from it.
    func willDelete(_ number: Int64) throws {
        changes.deleted.append(number)
        try history?.record(.delete, table, number, columns: nil)
        try history?.preserve(table, number)
    }
}
