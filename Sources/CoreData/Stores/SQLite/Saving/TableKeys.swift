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
    /// The last used key.
    private var last: PrimaryKey
    /// The last used key before the transaction.
    private let before: PrimaryKey

    init(_ table: TableSQL, _ database: Database, _ keySpace: KeySpace) throws {
        rootNumber = table.rootNumber
        self.keySpace = keySpace
        let last = try Int64.fetchOne(
            database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", arguments: [table.rootNumber]
        )
        guard let last, KeySpace.canContinue(after: last) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "Z_PRIMARYKEY has \(last == nil ? "no row" : "an impossible key") for \(table.table)")
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

    /// Returns whether a row's key was already used before the transaction.
    func isOld(_ rowID: RowID) -> Bool { keySpace.primaryKey(rowID) <= before }

    /// Writes the last used key to Z_PRIMARYKEY.
    func save(_ database: Database) throws {
        try database.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", arguments: [last.rawValue, rootNumber])
    }

    /// Marks a row's key as used. A row that is inserted again under its old key needs no new key.
    func use(_ rowID: RowID) {
        last = max(last, keySpace.primaryKey(rowID))
    }
}
