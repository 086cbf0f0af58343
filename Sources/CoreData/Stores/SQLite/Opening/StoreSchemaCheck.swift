internal import Foundation
internal import GRDB

/// Compares the tables of a store with those that a model needs.
struct StoreSchemaCheck {
    let layout: StoreLayout
    /// Whether tables may have further columns.
    let allowsMore: Bool

    /// Returns a phrase for the first difference; nil if there is none.
    func difference(_ database: Database) throws -> String? {
        for entity in layout.entities {
            let number = try Int64.fetchOne(
                database, sql: "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?", arguments: [entity.layout.name]
            )
            guard let number else { return "it has no table for the entity '\(entity.layout.name)'" }
            guard number == entity.number else { return "it numbers its entities differently" }
        }
        for table in layout.tables {
            guard try database.tableExists(table.name) else { return "it has no table \(table.name)" }
            if let difference = try columnDifference(table, database) { return difference }
            let unique = try database.indexes(on: table.name).filter(\.isUnique).map { Set($0.columns) }
            for entity in table.entities {
                for slots in entity.layout.uniqueSlots where !unique.contains(Set(slots.map { table.column($0, entity.layout) }))
                {
                    let names = slots.map { entity.layout.names[$0] }.joined(separator: ", ")
                    return "it does not keep \(names) of '\(entity.layout.name)' unique"
                }
            }
        }
        for join in layout.joins {
            guard try database.tableExists(join.name) else {
                return "it has no table \(join.name) for the relationship '\(join.named.name)'"
            }
            if let difference = try columnDifference(join, database) { return difference }
        }
        return nil
    }

    private func columnDifference(_ table: TableLayout, _ database: Database) throws -> String? {
        let found = try Dictionary(uniqueKeysWithValues: database.columns(in: table.name).map { ($0.name, $0.type) })
        for column in table.columns where found[column.name] != column.type {
            return found[column.name].map { "it keeps \(column.name) of \(table.name) as \($0)" }
                ?? "it has no column \(column.name) in \(table.name)"
        }
        return difference(table.name, Set(found.keys), knowing: table.columns.map(\.name) + ["Z_PK", "Z_ENT", "Z_OPT"])
    }

    /// Compares the columns of a join table. Those that earlier versions of Strata chose fit, too; see
    /// `StoreLayout.renamed(asIn:)`.
    private func columnDifference(_ join: JoinTable, _ database: Database) throws -> String? {
        let found = Set(try database.columns(in: join.name).map(\.name))
        let columns = join.possibleColumns.first { found.isSuperset(of: $0.all) } ?? join.columns
        if let missing = columns.all.first(where: { !found.contains($0) }) {
            return "it has no column \(missing) in \(join.name) for the relationship '\(join.named.name)'"
        }
        return difference(join.name, found, knowing: columns.all)
    }

    /// Returns a phrase for the columns of a table that are not known; nil if there are none or if
    /// they are allowed.
    private func difference(_ table: String, _ found: Set<String>, knowing known: [String]) -> String? {
        let extra = found.subtracting(known).sorted()
        guard extra.isEmpty || allowsMore else {
            return "its table \(table) has columns the model does not know: \(extra.joined(separator: ", "))"
        }
        return nil
    }
}
