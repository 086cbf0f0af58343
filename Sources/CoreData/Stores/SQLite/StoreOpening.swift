internal import Foundation
internal import GRDB

/// Opens a store's file, checks that it is what the model expects, and makes the tables of a new one.
struct StoreOpening {
    struct Opened {
        let database: any DatabaseWriter
        let identifier: String
        let readOnlyReason: String?
    }

    let url: URL
    let layout: StoreLayout
    let isInMemory: Bool
    let keepsHistory: Bool
    private let isReadOnly: Bool
    private let timeout: TimeInterval

    init(_ description: NSPersistentStoreDescription, url: URL, model: NSManagedObjectModel) {
        self.url = url
        layout = StoreLayout(model)
        isInMemory = url.path == "/dev/null" || description.type == NSInMemoryStoreType
        keepsHistory = description.isOn(NSPersistentHistoryTrackingKey)
        isReadOnly = description.isReadOnly
        timeout = description.timeout
    }

    func open() throws -> Opened {
        do {
            let isNew = try isNew()
            guard !isNew || !isReadOnly else {
                throw NSError(
                    code: CocoaError.fileReadNoSuchFile.rawValue,
                    "There is no store at \(url.path), and one opened for reading only cannot be made."
                )
            }
            let database = try openDatabase()
            if isNew { try database.write(setUp) }
            let identifier = try database.read { try String.fetchOne($0, sql: "SELECT Z_UUID FROM Z_METADATA") }
            guard let identifier else { throw incompatible("its Z_METADATA table is empty") }
            return Opened(
                database: database, identifier: identifier, readOnlyReason: try readOnlyReason(database, isNew: isNew)
            )
        } catch let error as DatabaseError {
            throw NSError(error, doing: "opened", url)
        }
    }

    /// Whether there is no store yet. Throws for a file that holds something else, before anything is changed in it.
    private func isNew() throws -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        guard !isInMemory, let size = attributes?[.size] as? NSNumber, size.intValue > 0 else { return true }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(timeout)
        return try DatabaseQueue(path: url.path, configuration: configuration).read { database in
            if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 { return true }
            guard try database.tableExists("Z_METADATA") else {
                throw incompatible("it is a database of another kind, without Z_METADATA")
            }
            try checkTables(database)
            return false
        }
    }

    private func openDatabase() throws -> any DatabaseWriter {
        var configuration = Configuration()
        configuration.busyMode = .timeout(timeout)
        configuration.readonly = isReadOnly
        configuration.prepareDatabase { database in
            // As Core Data's stores have it; takes effect in a new file only.
            if !database.configuration.readonly { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
            // 16 MB for the connection that writes: in SQLite's 2 MB the indexes of a large import do not fit, and their pages are written
            // and read again all the time.
            if !database.configuration.readonly { try database.execute(sql: "PRAGMA cache_size = -16000") }
            try StringFunctions.register(in: database)
            try ValueFunctions.register(in: database)
            try ListTable.register(in: database)
            SQLDebug.follow(database)
        }
        if isInMemory { return try DatabaseQueue(configuration: configuration) }
        guard url.isFileURL else {
            throw NSError(code: CocoaError.fileReadUnsupportedScheme.rawValue, "\(url) is no file URL; a SQLite store is a file.")
        }
        if !isReadOnly { try makeFolder(url.deletingLastPathComponent()) }
        return try DatabasePool(path: url.path, configuration: configuration)
    }

    private func makeFolder(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw NSError(
                code: (error as NSError).code,
                "The folder \(folder.path) for the store cannot be made. Choose a place that you may write to.",
                [NSUnderlyingErrorKey: error]
            )
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
            guard extra.isEmpty else {
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
