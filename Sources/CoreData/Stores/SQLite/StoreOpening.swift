internal import Foundation
internal import GRDB

/// Opens a store's file, checks that it is what the model expects, and makes the tables of a new one.
struct StoreOpening {
    struct Opened {
        let database: any DatabaseWriter
        let identifier: String
        let metadata: [String: Any]
        let readOnlyReason: String?
    }

    let url: URL
    let layout: StoreLayout
    let isInMemory: Bool
    let keepsHistory: Bool
    private let isReadOnly: Bool
    private let isLenient: Bool
    private let connection: StoreConnection

    /// Throws where the description cannot be followed: a type, a configuration or a pragma that there is not.
    init(_ description: NSPersistentStoreDescription, url: URL, model: NSManagedObjectModel) throws {
        self.url = url
        layout = StoreLayout(model, try model.entities(of: description.configuration))
        connection = try StoreConnection(description, url: url)
        isInMemory = connection.isInMemory
        keepsHistory = description.isOn(NSPersistentHistoryTrackingKey)
        isReadOnly = description.isReadOnly
        isLenient = description.isOn(NSIgnorePersistentStoreVersioningOption)
    }

    /// - Parameter source: a connection to the database that a new store is to be a copy of.
    func open(copying source: Database? = nil) throws -> Opened {
        do {
            try connection.checkFile()
            let isNew = try isNew()
            guard isNew || source == nil else {
                throw NSError(
                    code: CocoaError.fileWriteFileExists.rawValue,
                    "There is a store at \(url.path) already, which a copy would replace. Destroy it first, or choose another place."
                )
            }
            guard !isNew || !isReadOnly else {
                throw NSError(
                    code: CocoaError.fileReadNoSuchFile.rawValue,
                    "There is no store at \(url.path), and one opened for reading only cannot be made."
                )
            }
            let database = try connection.open()
            if let source { try database.writeWithoutTransaction { try source.backup(to: $0) } }
            if isNew { try database.write(setUp) }
            let metadata = try database.read(StoreMetadata.read)
            guard let metadata else { throw incompatible("its Z_METADATA table is empty") }
            let readOnlyReason = try readOnlyReason(database, isNew: isNew)
            try connection.maintain(database)
            return Opened(
                database: database, identifier: metadata.identifier, metadata: metadata.values, readOnlyReason: readOnlyReason
            )
        } catch let error as DatabaseError {
            throw NSError(error, doing: "opened", url)
        }
    }

    /// Whether there is no store yet. Throws for a file that holds something else, before anything is changed in it.
    private func isNew() throws -> Bool {
        guard let existing = try connection.openExisting() else { return true }
        return try existing.read { database in
            if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 { return true }
            guard try database.tableExists("Z_METADATA") else {
                throw incompatible("it is a database of another kind, without Z_METADATA")
            }
            do {
                try checkTables(database)
            } catch let error as NSError where error.code == NSPersistentStoreIncompatibleVersionHashError {
                throw try error.with(StoreMetadata.read(database))
            }
            return false
        }
    }

    // MARK: A new store

    private func setUp(_ database: Database) throws {
        // Another process may have made the store since this one looked.
        if try database.tableExists("Z_METADATA") { return try checkTables(database) }
        for statement in layout.tables.flatMap(\.createStatements) + layout.joins.flatMap(\.createStatements) {
            try database.execute(sql: statement)
        }
        try database.execute(
            sql: "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
        try database.execute(sql: "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
        try database.execute(sql: "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
        for entity in layout.entities {
            try database.execute(
                sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)",
                arguments: [entity.number, entity.layout.name, entity.superNumber]
            )
        }
        if keepsHistory { try HistoryTables.create(in: database, tombstones: tombstones) }
        let metadata: [String: Any] = [
            "NSStoreType": NSSQLiteStoreType, "NSStoreModelVersionIdentifiers": [String](), "_NSAutoVacuumLevel": "2",
        ]
        try database.execute(
            sql: "INSERT INTO Z_METADATA VALUES (1, ?, ?)",
            arguments: [
                UUID().uuidString, try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0),
            ]
        )
    }

    // MARK: An existing one

    /// Compares the tables with the model's: the version hashes that Apple writes cannot be computed from the model,
    /// and the tables are what has to fit.
    private func checkTables(_ database: Database) throws {
        for entity in layout.entities {
            let number = try Int64.fetchOne(
                database, sql: "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?", arguments: [entity.layout.name]
            )
            guard let number else { throw incompatible("it has no table for the entity '\(entity.layout.name)'") }
            guard number == entity.number else { throw incompatible("it numbers its entities otherwise") }
        }
        for table in layout.tables {
            guard try database.tableExists(table.name) else { throw incompatible("it has no table \(table.name)") }
            let found = try Dictionary(uniqueKeysWithValues: database.columns(in: table.name).map { ($0.name, $0.type) })
            for column in table.columns where found[column.name] != column.type {
                throw incompatible(
                    found[column.name].map { "it keeps \(column.name) of \(table.name) as \($0)" }
                        ?? "it has no column \(column.name) in \(table.name)"
                )
            }
            let extra = Set(found.keys).subtracting(table.columns.map(\.name)).subtracting(["Z_PK", "Z_ENT", "Z_OPT"]).sorted()
            guard extra.isEmpty || isLenient else {
                throw incompatible(
                    "its table \(table.name) has columns the model does not know: \(extra.joined(separator: ", "))")
            }
        }
        for join in layout.joins {
            guard try database.tableExists(join.name) else {
                throw incompatible("it has no table \(join.name) for the relationship '\(join.named.name)'")
            }
        }
    }

    private func incompatible(_ difference: String) -> NSError {
        NSError(
            code: NSPersistentStoreIncompatibleVersionHashError,
            """
            The model used to open the store is incompatible with the one used to create the store \(url.path): \
            \(difference). Open it with the model it was made with, or choose another path.
            """
        )
    }

    /// How many attributes at most an entity keeps of its deleted objects.
    private var tombstones: Int { layout.entities.map(\.layout.tombstoneSlots.count).max() ?? 0 }

    /// A store that kept a history and is opened without it may only be read, or its history would have gaps.
    private func readOnlyReason(_ database: any DatabaseWriter, isNew: Bool) throws -> String? {
        if isReadOnly { return "it was opened for reading only." }
        let hasHistory = try database.read { try $0.tableExists("ATRANSACTION") }
        if hasHistory, !keepsHistory {
            return "it keeps a history. Set the option NSPersistentHistoryTrackingKey to true before loading it."
        }
        if keepsHistory {
            try database.write { database in
                if hasHistory {
                    try HistoryTables.addTombstones(upTo: tombstones, in: database)
                } else {
                    try HistoryTables.create(in: database, tombstones: tombstones)
                }
            }
        }
        return nil
    }
}

extension NSError {
    /// The same error with what Apple's tells of an incompatible store.
    fileprivate func with(_ metadata: (identifier: String, values: [String: Any])?) -> NSError {
        var userInfo = userInfo
        userInfo["reason"] = "The model used to open the store is incompatible with the one used to create the store"
        userInfo["metadata"] = metadata.map {
            $0.values.merging([NSStoreUUIDKey: $0.identifier, NSStoreTypeKey: NSSQLiteStoreType]) { _, own in own }
        }
        return NSError(domain: domain, code: code, userInfo: userInfo)
    }
}
