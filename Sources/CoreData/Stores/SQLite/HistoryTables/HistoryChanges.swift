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

    private let store: SQLiteEngine
    private let database: Database
    private let entities: [Int64: Entity]
    private let tombstones: Int

    init(_ store: SQLiteEngine, _ database: Database) throws {
        self.store = store
        self.database = database
        entities = Dictionary(
            uniqueKeysWithValues: store.tables.map { ($0.entityNumber, Entity($0.layout)) })
        // A read-only store may have fewer tombstone columns than the model needs.
        tombstones = try HistoryTables.tombstones(in: database)
    }

    /// Returns the changes of the transactions that match a condition, keyed by transaction number.
    ///
    /// - Parameter limit: The LIMIT clause of the transactions; empty for all of them.
    func read(of transactions: HistoryCondition, limit: String) throws -> [Int64: [NSPersistentHistoryChange]] {
        let order = limit.isEmpty ? "" : " ORDER BY Z_PK\(limit)"
        let columns = (0..<tombstones).map { ", \(HistoryTables.tombstone($0))" }.joined()
        let statement = try RawStatement(
            database,
            """
            SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(columns) FROM ACHANGE \
            WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION WHERE \(transactions.sql)\(order)) ORDER BY Z_PK
            """,
            store.keySpace
        )
        return try statement.use { statement in
            try transactions.bind(to: statement)
            var changes: [Int64: [NSPersistentHistoryChange]] = [:]
            while try statement.step() {
                // Skips entities that are not part of the store's configuration.
                guard let entity = entities[statement.int(2)] else { continue }
                changes[statement.int(4), default: []].append(try change(statement, of: entity))
            }
            return changes
        }
    }

    private func change(_ statement: RawStatement, of entity: Entity) throws -> NSPersistentHistoryChange {
        guard let type = NSPersistentHistoryChangeType(rawValue: Int(statement.int(1))) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "change \(statement.int(0)) is of an unknown type")
        }
        let layout = entity.layout
        return NSPersistentHistoryChange(
            changeID: statement.int(0),
            changedObjectID: NSManagedObjectID(
                entity: layout.entity, rowID: statement.rowID(3), reference: store.identity.reference),
            changeType: type,
            tombstone: type == .delete && !entity.preserved.isEmpty ? tombstone(entity, statement) : nil,
            updatedProperties: statement.data(5).map { columns in
                Set(HistoryColumns.decode(columns, of: layout).map { layout.properties[$0] })
            }
        )
    }

    private func tombstone(_ entity: Entity, _ statement: RawStatement) -> [AnyHashable: Any] {
        var values: [AnyHashable: Any] = [:]
        var column = 0
        for (slot, types) in entity.preserved where column + types.count <= tombstones {
            values[entity.layout.names[slot]] =
                entity.layout.kinds[slot] == .composite
                ? composite(statement, column + 6, types, entity.layout, slot)
                : object(statement, column + 6, entity.layout, slot)
            column += types.count
        }
        return values
    }

    /// Returns the value of a composite attribute; nil if all of its elements are NULL.
    private func composite(
        _ statement: RawStatement, _ column: Int, _ types: [NSAttributeType], _ layout: EntityLayout, _ slot: Int
    ) -> Any? {
        let elements = types.enumerated().map { statement.value(column + $0, as: $1) }
        return elements.allSatisfy { $0 == .null } ? nil : layout.object(.list(elements), at: slot)
    }

    private func object(_ statement: RawStatement, _ column: Int, _ layout: EntityLayout, _ slot: Int) -> Any? {
        let attribute = layout.attribute(slot)
        if attribute.attributeType == .transformableAttributeType {
            return statement.data(column).flatMap(attribute.coding.decode)
        }
        return layout.object(statement.value(column, as: attribute.attributeType), at: slot)
    }
}
