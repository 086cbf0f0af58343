internal import Foundation
internal import GRDB

// Triggers, R-trees and indexes.
extension SQLiteMigration {
    private var ownTables: Set<String> { Set(old.tables.map(\.name) + old.joins.map(\.name)) }

    /// Drops the triggers and R-trees of the old tables.
    func dropTriggers() throws {
        let own = ownTables
        for row in try GRDB.Row.fetchAll(database, sql: "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'") {
            if own.contains(row[1]) { try database.execute(sql: "DROP TRIGGER \(quoted(row[0]))") }
        }
        let trees = try String.fetchAll(
            database,
            sql:
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z#_RT#_%' ESCAPE '#' AND sql LIKE 'CREATE VIRTUAL%'"
        )
        for tree in trees { try database.execute(sql: "DROP TABLE \(quoted(tree))") }
    }

    /// Drops the indexes of the old tables, except those that the new schema has in the same words and
    /// whose table stays.
    ///
    /// SQLite moves an index with its column. An index that names a renamed column, by its old or its
    /// new name, is therefore dropped, too: the words could be the same for another column.
    func dropIndexes(_ tables: [KeptTable], _ wanted: [String]) throws {
        let staying = Dictionary(
            tables.filter { $0.isInPlace && $0.migration.new.name == $0.migration.old.name }
                .map { ($0.migration.new.name, $0.migration.renamedColumns) },
            uniquingKeysWith: { $0.union($1) })
        let statements = Set(wanted)
        let own = ownTables
        let sql = "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        for row in try GRDB.Row.fetchAll(database, sql: sql) {
            let statement: String = row[2]
            if !own.contains(row[1]) { continue }
            if let renamed = staying[row[1]], statements.contains(statement), renamed.isDisjoint(with: Self.names(in: statement))
            {
                continue
            }
            try database.execute(sql: "DROP INDEX \(quoted(row[0]))")
        }
    }

    private static func names(in statement: String) -> Set<String> {
        Set(statement.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }

    func createIndexes(_ statements: [String]) throws {
        let existing = Set(try String.fetchAll(database, sql: "SELECT name FROM sqlite_master"))
        let deferred = defersCleanup ? Set(cleanup.indexes) : []
        for statement in statements where !statement.hasPrefix("CREATE TABLE") && !deferred.contains(statement) {
            guard let name = Self.name(in: statement), !existing.contains(name) else { continue }
            do {
                try database.execute(sql: statement)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw try duplicate(statement) ?? error
            }
            try progress.check()
        }
        for entity in new.entities {
            for index in entity.layout.entity.indexes where index.isRTree { try fill(index, entity.layout) }
        }
    }

    /// A unique index of the new schema.
    private struct UniqueIndex {
        let name: String
        let layout: EntityLayout
        let slots: [Int]
    }

    /// The unique indexes of the new schema, also those that subentities inherit.
    private var uniqueIndexes: [UniqueIndex] {
        new.entities.map(\.layout).flatMap { layout in
            layout.uniqueSlots.map { slots in
                let names = slots.map { layout.names[$0] }.joined(separator: "_")
                return UniqueIndex(name: "Z_\(layout.name)_UNIQUE_\(names)", layout: layout, slots: slots)
            }
        }
    }

    /// The names of the unique indexes with a derived attribute that the migration computes.
    var computedUniqueIndexes: Set<String?> {
        let computed = plan.operations.compactMap { operation -> (layout: EntityLayout, slot: Int)? in
            if case .computeDerived(let layout, let slot) = operation { (layout, slot) } else { nil }
        }
        return Set(
            uniqueIndexes.filter { index in
                computed.contains { index.layout.isKind(of: $0.layout) && index.slots.contains($0.slot) }
            }.map(\.name))
    }

    /// Returns the name in a statement that creates an index, a trigger or a virtual table.
    static func name(in statement: String) -> String? {
        let words = statement.split(separator: " ", maxSplits: 4)
        return words.indices.first { ["INDEX", "TRIGGER", "TABLE"].contains(words[$0]) }.map { String(words[$0 + 1]) }
    }

    private func fill(_ index: NSFetchIndexDescription, _ layout: EntityLayout) throws {
        let rows = new.rows(of: layout)
        let columns = index.rTreeSlots(layout).map { new.table(layout).column($0, layout) }
        let kinds = rows.numbers.map { " WHERE Z_ENT IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        try database.execute(
            sql: """
                INSERT INTO \(index.rTreeName(layout)) SELECT Z_PK\(columns.map { ", \($0), \($0)" }.joined()) \
                FROM \(rows.table)\(kinds)
                """)
    }

    /// Returns the error for values that a unique index does not allow twice; nil if there are none.
    private func duplicate(_ statement: String) throws -> NSError? {
        for index in uniqueIndexes where index.name == Self.name(in: statement) {
            let (layout, table) = (index.layout, new.table(index.layout))
            let columns = index.slots.map { table.column($0, layout) }
            let list = columns.joined(separator: ", ")
            let row = try GRDB.Row.fetchOne(
                database,
                sql: """
                    SELECT \(list), count(*) FROM \(table.name) WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) \
                    GROUP BY \(list) HAVING count(*) > 1 LIMIT 1
                    """)
            guard let row else { continue }
            let names = index.slots.map { layout.names[$0] }
            let values = names.enumerated().map { place, name in "\(name) = \(row[place] as DatabaseValue)" }
            return NSError(
                code: NSMigrationConstraintViolationError,
                """
                The store was not migrated: \(row[columns.count] as Int) objects of '\(layout.name)' have \
                \(values.joined(separator: ", ")), which the new model requires to be unique. Make the values different \
                with the old model first.
                """,
                ["entity": layout.name, "constraint": names])
        }
        return nil
    }

    private func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
