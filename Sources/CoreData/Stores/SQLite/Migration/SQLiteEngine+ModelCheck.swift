internal import Foundation
internal import GRDB
internal import Synchronization

extension SQLiteEngine {
    /// Throws an error if another process has migrated the file to another version of the model.
    ///
    /// The tables of such a file may be named alike, and its entities numbered differently: a row
    /// would be read as, or written for, another entity. Every migration changes the schema, so its
    /// version is compared first, which costs about a microsecond.
    func checkModel(_ database: Database) throws {
        let version = try RawStatement(database, "PRAGMA schema_version").use { try $0.step() ? $0.int(0) : 0 }
        guard version != checkedSchema.load(ordering: .relaxed) else { return }
        let row = try MetadataRow(in: database)
        // Mostly only the schema has changed, as when the first connection creates the log.
        guard row != openedMetadata else { return checkedSchema.store(version, ordering: .relaxed) }
        let opened = identity.metadata.values[NSStoreModelVersionHashesKey] as? [String: Data]
        let found = row.map { StoreMetadata($0).values[NSStoreModelVersionHashesKey] } as? [String: Data]
        guard let opened, let found, opened != found else { return checkedSchema.store(version, ordering: .relaxed) }
        throw NSError(
            code: NSPersistentStoreIncompatibleVersionHashError,
            """
            The store at \(url?.path ?? uuid) was migrated to another version of its model while this program had it open. Restart \
            the program with that version.
            """,
            ["reason": "The model used to open the store is incompatible with the one that it has now"])
    }
}
