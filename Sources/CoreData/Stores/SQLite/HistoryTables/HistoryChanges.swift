internal import Foundation
internal import GRDB
internal import StrataPredicates

/// Reads the rows of ACHANGE as changes.
struct HistoryChanges {
    /// An entity's layout, with the attributes that tombstones preserve.
    private struct Entity {
        let layout: EntityLayout
        let preserved: [(slot: Int, types: [NSAttributeType])]

        init(_ layout: EntityLayout) {
            self.layout = layout
            preserved = layout.tombstoneSlots.map { ($0, layout.tombstoneTypes($0)) }
        }
    }

    /// The changes of several transactions, from which those of each are taken.
    struct List {
        private var changes: [HistoryRecord.Change] = []
        /// The number of each change's transaction.
        private var transactions: [Int64] = []
        private var isSorted = true
        private var next = 0

        /// Appends a change of a transaction.
        mutating func append(_ change: HistoryRecord.Change, of transaction: Int64) {
            // A writer numbers the changes of one transaction after the other. A store whose keys say
            // something else is read, too.
            if let last = transactions.last, transaction < last { isSorted = false }
            changes.append(change)
            transactions.append(transaction)
        }

        /// Returns the changes of a transaction, in the order in which they were appended. Must be
        /// called with increasing numbers.
        mutating func take(_ transaction: Int64) -> ArraySlice<HistoryRecord.Change> {
            if !isSorted { sort() }
            while next < transactions.count, transactions[next] < transaction { next += 1 }
            let first = next
            while next < transactions.count, transactions[next] == transaction { next += 1 }
            return changes[first..<next]
        }

        private mutating func sort() {
            let order = transactions.indices.sorted { (transactions[$0], $0) < (transactions[$1], $1) }
            changes = order.map { changes[$0] }
            transactions = order.map { transactions[$0] }
            isSorted = true
        }
    }

    private let keySpace: KeySpace
    private let database: Database
    private let entities: [Int64: Entity]
    private let tombstones: Int

    init(_ store: SQLiteEngine, _ database: Database) throws {
        keySpace = store.keySpace
        self.database = database
        entities = store.entityNumbers.layouts.mapValues(Entity.init)
        // A read-only store may have fewer tombstone columns than the model needs.
        tombstones = try HistoryTables.tombstones(in: database)
    }

    /// Returns the changes of the transactions that match a condition.
    ///
    /// - Parameter limit: The LIMIT clause of the transactions; empty for all of them.
    func read(of transactions: HistoryCondition, limit: String) throws -> List {
        let order = limit.isEmpty ? "" : " ORDER BY Z_PK\(limit)"
        let columns = (0..<tombstones).map { ", \(HistoryTables.tombstone($0))" }.joined()
        let statement = try RawStatement(
            database,
            """
            SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(columns) FROM ACHANGE \
            WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION WHERE \(transactions.sql)\(order)) ORDER BY Z_PK
            """,
            keySpace
        )
        return try statement.use { statement in
            try transactions.bind(to: statement)
            var list = List()
            while try statement.step() {
                // Skips entities that are not part of the store's configuration.
                guard let entity = entities[statement.int(2)] else { continue }
                list.append(try change(statement, of: entity), of: statement.int(4))
            }
            return list
        }
    }

    private func change(_ statement: RawStatement, of entity: Entity) throws -> HistoryRecord.Change {
        guard let kind = HistoryRecord.Kind(rawValue: Int(statement.int(1))) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "change \(statement.int(0)) is of an unknown type")
        }
        return HistoryRecord.Change(
            number: statement.int(0), kind: kind, layout: entity.layout, rowID: statement.rowID(3),
            columns: statement.data(5),
            tombstone: kind == .delete && !entity.preserved.isEmpty ? tombstone(entity, statement) : nil
        )
    }

    private func tombstone(_ entity: Entity, _ statement: RawStatement) -> [(slot: Int, value: Value)] {
        var values: [(slot: Int, value: Value)] = []
        var column = 0
        for (slot, types) in entity.preserved where column + types.count <= tombstones {
            let value =
                entity.layout.kinds[slot] == .composite
                ? composite(statement, column + 6, types) : value(statement, column + 6, types[0])
            values.append((slot, value))
            column += types.count
        }
        return values
    }

    /// Returns the value of a composite attribute; null if all of its elements are NULL.
    private func composite(_ statement: RawStatement, _ column: Int, _ types: [NSAttributeType]) -> Value {
        let elements = types.enumerated().map { statement.value(column + $0, as: $1) }
        return elements.allSatisfy { $0 == .null } ? .null : .list(elements)
    }

    private func value(_ statement: RawStatement, _ column: Int, _ type: NSAttributeType) -> Value {
        if type == .transformableAttributeType { return statement.data(column).map(Value.data) ?? .null }
        return statement.value(column, as: type)
    }
}
