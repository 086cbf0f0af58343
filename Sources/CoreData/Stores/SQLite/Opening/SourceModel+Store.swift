internal import GRDB

extension SourceModel {
    /// Returns the names of the entities that a store has.
    static func storedNames(_ database: Database) throws -> Set<String> {
        try Set(
            String.fetchAll(
                database, sql: "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < ? AND Z_NAME IS NOT NULL",
                arguments: [HistoryTables.changeEntity]))
    }
}
