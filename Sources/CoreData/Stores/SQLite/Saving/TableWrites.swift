internal import StrataPredicates

/// A transaction's writes to one entity: the record of them, and the keys of new rows.
final class TableWrites {
    let table: TableSQL
    let log: EntityLog<HistoryWriter>
    private var knownKeys: TableKeys?
    private let readKeys: () throws -> TableKeys

    /// - Parameter readKeys: reads the table's keys, which only insertions need; called at most
    ///   once.
    init(_ table: TableSQL, _ log: EntityLog<HistoryWriter>, readKeys: @escaping () throws -> TableKeys) {
        self.table = table
        self.log = log
        self.readKeys = readKeys
    }

    var keys: TableKeys {
        get throws {
            if let knownKeys { return knownKeys }
            let keys = try readKeys()
            knownKeys = keys
            return keys
        }
    }

    /// Records an insertion, and uses up its key.
    func didInsert(_ rowID: RowID) throws {
        try keys.use(rowID)
        try log.didInsert(rowID)
    }

    /// Records the rows that upserts overwrote, as updates of some of their properties. Rows that
    /// this transaction inserted itself remain insertions.
    func didReplace(_ rowIDs: Set<RowID>, slots: [Int]) throws {
        for rowID in rowIDs.sorted() where try keys.isOld(rowID) {
            try log.didUpdate(rowID, slots: slots)
        }
    }
}
