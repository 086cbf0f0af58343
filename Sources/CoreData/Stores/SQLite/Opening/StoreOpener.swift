internal import Foundation
internal import GRDB

/// Opens a store's file, checks that its tables fit the model, and creates those of a new store.
///
/// A store is one SQLite database: `Quakes.sqlite`, with the write-ahead log `Quakes.sqlite-wal`
/// and its index `Quakes.sqlite-shm` beside it while it is open, and `.Quakes_SUPPORT/` for
/// external data. Besides the tables of the entities (`StoreLayout`) it has
///
/// - Z_METADATA, one row: the store's UUID and a property list, with the version hashes of the
///   entities (`StoreMetadata`);
/// - Z_PRIMARYKEY, one row for each entity: its number (`Z_ENT`) and, in the row of the topmost
///   entity of a hierarchy, the last used primary key of the table (`Z_MAX`);
/// - Z_MODELCACHE: the model that the store was created with, as a compressed archive
///   (`ModelCache`);
/// - with a history, the tables of `HistoryTables`.
///
/// Steps of `open(copying:)`:
///
/// 1. The file is opened for use: a `DatabasePool` with one writing connection and several reading
///    ones, or one connection in memory or without a write-ahead log (`StoreConnection`).
/// 2. The first of these connections inspects the file (`content`). A file that is not a database,
///    not a Core Data store, or does not fit the model is an error here, before anything is written.
/// 3. A store of another version of the model is closed, migrated, if the options ask for it
///    (`StoreMigrator`), and opened again.
/// 4. A new store gets its tables, metadata and model in one transaction. Two processes may create
///    the same store at once; the second finds the tables of the first and checks them. If there is
///    a `source`, its pages were copied before this step, and their tables are checked in the same
///    way.
/// 5. The tables of the history are created, or get the columns that they lack. A store that has a
///    history is read-only if it is opened without NSPersistentHistoryTrackingKey.
/// 6. The writing connection gets its temporary triggers for derived attributes, and external data
///    files that a crash left behind are removed.
/// 7. The file is vacuumed and analyzed, if the options ask for it.
///
/// Whether a store fits the model is decided by the version hashes in its metadata. If they differ,
/// the tables decide: stores from Apple's platforms have other hashes, and two versions of a
/// model may need the same tables. Each entity must then have its number, each column its type, and
/// each uniqueness constraint its index, and no table may have further columns, unless
/// NSIgnorePersistentStoreVersioningOption is on. The cached model says which attributes have
/// external data. Any other store is an error, NSPersistentStoreIncompatibleVersionHashError, that
/// names the first difference. Where an earlier version of Strata chose other names for the columns
/// of a join table, the store is opened with these.
///
/// Invariant: a file is changed only after it was found to be a store of this model, or of a version
/// that can be migrated to it. Without it, a wrong path or model would destroy data.
struct StoreOpener {
    /// An open store, with what was read from it.
    struct Opened {
        let database: any DatabaseWriter
        let metadata: StoreMetadata
        /// The row that the metadata was read from.
        let metadataRow: MetadataRow
        let readOnlyReason: String?
        /// The tables, with the names that they have in the file.
        let layout: StoreLayout
        let derived: DerivedAttributes
        let schema: QuerySchema
    }

    let url: URL
    private var layout: StoreLayout
    let entityNumbers: EntityNumbers
    private var schema: QuerySchema
    private let dialect: any SQLDialect
    private let model: NSManagedObjectModel
    let isInMemory: Bool
    let keepsHistory: Bool
    private let isReadOnly: Bool
    private let isLenient: Bool
    private let migrates: Bool
    private let infersMapping: Bool
    private let connection: StoreConnection
    private let description: NSPersistentStoreDescription

    /// - Throws: an NSError if the description names a configuration that does not exist, or an invalid
    ///   pragma.
    init(
        _ description: NSPersistentStoreDescription, url: URL, model: NSManagedObjectModel,
        dialect: any SQLDialect = SQLiteDialect()
    ) throws {
        self.url = url
        self.model = model
        self.description = description
        self.dialect = dialect
        connection = try StoreConnection(description, url: url)
        isInMemory = connection.isInMemory
        layout = StoreLayout(
            model, try model.entities(of: description.configuration), external: ExternalData(store: isInMemory ? nil : url))
        entityNumbers = EntityNumbers(layout.entities)
        schema = QuerySchema(layout, numbers: entityNumbers, dialect: dialect)
        keepsHistory = description.isOn(NSPersistentHistoryTrackingKey)
        isReadOnly = description.isReadOnly
        isLenient = description.isOn(NSIgnorePersistentStoreVersioningOption)
        migrates = !isLenient && !isReadOnly && description.isOn(NSMigratePersistentStoresAutomaticallyOption)
        infersMapping = description.isOn(NSInferMappingModelAutomaticallyOption)
    }

    /// Opens the store, or creates it.
    ///
    /// - Parameter source: the writing connection of the store that the new one is a copy of; nil
    ///   for none.
    /// - Throws: an NSError in Apple's domain; see `StoreOpener`.
    func open(copying source: Database? = nil) throws -> Opened {
        do {
            if let source, let layout = try layout.renamed(asIn: source) {
                return try with(layout).open(copying: source)
            }
            try connection.checkFile()
            let derived = try DerivedAttributes(layout, schema)
            let (database, found) = try openInspected(derived, isCopy: source != nil)
            if let source { try connection.copy(source, to: database) }
            if found == nil { try database.write(setUp) }
            let store = try found ?? database.read(StoredFacts.init)
            guard let metadata = store.metadata, let row = store.metadataRow else {
                throw incompatible("its Z_METADATA table is empty or damaged", nil)
            }
            let readOnlyReason = try readOnlyReason(database, hasHistory: store.hasTable("ATRANSACTION"))
            if readOnlyReason == nil, !derived.isEmpty || layout.external.mayHaveOrphans {
                try database.write { try prepareForWriting($0, derived) }
            }
            try connection.maintain(database)
            return Opened(
                database: database, metadata: metadata, metadataRow: row, readOnlyReason: readOnlyReason, layout: layout,
                derived: derived,
                // Stores created before the model got an R-tree lack it.
                schema: schema.withRTrees(schema.rTrees.filter(store.hasTable)))
        } catch let error as OtherNames {
            return try with(error.layout).open(copying: source)
        } catch let error as DatabaseError {
            throw NSError(error, doing: "opened", url)
        }
    }

    /// Ends the inspection of a file in which columns have other names than in this layout.
    // Safe to share: it is thrown and caught on one thread.
    private struct OtherNames: Error, @unchecked Sendable {
        let layout: StoreLayout
    }

    /// Returns an opener for a file whose columns are named as in a layout.
    private func with(_ layout: StoreLayout) -> StoreOpener {
        var opener = self
        opener.layout = layout
        opener.schema = QuerySchema(layout, numbers: entityNumbers, dialect: dialect)
        return opener
    }

    /// The content of a file.
    private enum Content {
        /// There is no store yet.
        case none
        /// A store of the model.
        case store(StoredFacts)
        /// A store of another version of the model, which can be migrated.
        case otherVersion(Migration)
    }

    /// A migration that the store needs.
    private enum Migration {
        /// In place, for a store with these version hashes.
        case inPlace(hashes: [String: Data])
        /// By a mapping model of the program, for a store with these version hashes.
        case mapped(MappedMigration, hashes: [String: Data])
    }

    /// Ends the inspection of a file that has to be migrated before it can be opened.
    // Safe to share: it is thrown and caught on one thread.
    private struct NeedsMigration: Error, @unchecked Sendable {
        let migration: Migration
    }

    /// Opens the file, migrates it first if it needs that, and returns what it had; nil if there is no
    /// store yet.
    ///
    /// - Parameter isCopy: Whether the store becomes a copy of another one, so that it must not exist.
    private func openInspected(
        _ derived: DerivedAttributes, isCopy: Bool
    ) throws -> (any DatabaseWriter, StoredFacts?) {
        if try connection.isInMemory || connection.isMissingOrEmpty {
            try checkPlace(of: nil, isCopy: isCopy)
            return (try connection.open(preparing: derived.register), nil)
        }
        var migrates = migrates
        while true {
            do {
                var found: StoredFacts?
                let database = try connection.open(
                    inspecting: { database in
                        switch try content(database, migrating: migrates) {
                        case .none: break
                        case .store(let facts):
                            if let layout = try layout.renamed(asIn: database) { throw OtherNames(layout: layout) }
                            found = facts
                        case .otherVersion(let migration): throw NeedsMigration(migration: migration)
                        }
                        try checkPlace(of: found, isCopy: isCopy)
                        // GRDB keeps the definitions of tables that it was asked for, and this connection stays.
                        database.clearSchemaCache()
                    }, preparing: derived.register)
                return (database, found)
            } catch let error as NeedsMigration {
                // If another process has changed the store's version meanwhile, its migration is planned again.
                migrates = try !run(error.migration, derived)
            }
        }
    }

    /// Throws if there is a store where a copy is to be made, or none where one is only to be read.
    private func checkPlace(of found: StoredFacts?, isCopy: Bool) throws {
        if found != nil, isCopy {
            throw NSError(
                code: CocoaError.fileWriteFileExists.rawValue,
                "There is already a store at \(url.path), which a copy would replace. Destroy it first, or choose another URL."
            )
        }
        if found == nil, isReadOnly {
            throw NSError(
                code: CocoaError.fileReadNoSuchFile.rawValue,
                "There is no store at \(url.path), and a read-only store cannot be created. Open it without the read-only option first."
            )
        }
    }

    /// Returns what the file has. Changes nothing, and throws for a file that cannot be opened with the
    /// model.
    ///
    /// - Parameter migrates: Whether a store of another version is no error if it can be migrated.
    private func content(_ database: Database, migrating migrates: Bool) throws -> Content {
        let facts = try StoredFacts(database)
        if facts.isEmpty { return .none }
        guard facts.hasTable("Z_METADATA") else { throw try foreign(database) }
        if migrates, case .migration(let source, let hashes) = try migrator.need(database, facts.metadata) {
            if let mapped = MappedMigration(from: source, to: model) {
                return .otherVersion(.mapped(mapped, hashes: hashes))
            }
            // Only for its errors, while nothing is open for writing.
            _ = try migrator.plan(from: source, database)
            return .otherVersion(.inPlace(hashes: hashes))
        }
        try checkVersion(database, facts.metadata)
        return .store(facts)
    }

    private func prepareForWriting(_ database: Database, _ derived: DerivedAttributes) throws {
        try derived.createTriggers(database)
        if layout.external.mayHaveOrphans { try layout.removeExternalOrphans(database) }
    }

    // MARK: A new store

    private func setUp(_ database: Database) throws {
        // Another process may have created the store since `content`.
        if try database.tableExists("Z_METADATA") { return try checkVersion(database, StoreMetadata(in: database)) }
        for statement in layout.createStatements(schema) { try database.execute(sql: statement) }
        try database.execute(
            sql: "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
        try database.execute(sql: "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
        try ModelCache.createTable(database)
        for entity in layout.entities {
            try database.execute(
                sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)",
                arguments: [entity.number, entity.layout.name, entity.superNumber]
            )
        }
        if keepsHistory { try HistoryTables.create(in: database, tombstones: tombstones) }
        try StoreMetadata(newStoreOf: model, versionHashes).write(to: database)
        try ModelCache.write(model, to: database)
    }

    // MARK: An existing store

    /// The version hashes of the entities that the store keeps, by name.
    private var versionHashes: [String: Data] {
        Dictionary(uniqueKeysWithValues: layout.entities.map { ($0.layout.name, $0.layout.entity.versionHash) })
    }

    /// Throws unless the store has the model's version hashes or tables that fit the model.
    private func checkVersion(_ database: Database, _ metadata: StoreMetadata?) throws {
        if metadata?.values[NSStoreModelVersionHashesKey] as? [String: Data] == versionHashes { return }
        let check = StoreSchemaCheck(layout: layout, allowsMore: isLenient)
        if let difference = try check.difference(database) ?? externalDifference(database) {
            throw incompatible(difference, metadata)
        }
    }

    /// Finds out whether the store can be opened, without changing it; see `StoreCheck`.
    func check() throws {
        do {
            try connection.checkFile()
            _ = try connection.openExisting()?.read { try content($0, migrating: migrates) }
        } catch let error as DatabaseError {
            throw NSError(error, doing: "opened", url)
        }
    }

    private var migrator: StoreMigrator {
        StoreMigrator(
            url: url, model: model, layout: layout, schema: schema, versionHashes: versionHashes, infersMapping: infersMapping,
            defersCleanup: description.isOn(NSPersistentStoreDeferredLightweightMigrationOptionKey),
            isStage: description.isOn(NSStagedMigrationManager.stageOption))
    }

    /// Returns whether the store was migrated, and not by another process meanwhile.
    private func run(_ migration: Migration, _ derived: DerivedAttributes) throws -> Bool {
        switch migration {
        case .mapped(let mapped, let hashes):
            return try MigrationLock.with(url) {
                try StoreReplacement(description, url: url).replace(hashes) { try mapped.run(description, to: $0) }
            }
        case .inPlace(let hashes):
            let writer = try connection.open(preparing: derived.register)
            do {
                let isMigrated = try migrator.migrate(writer, derived, hashes: hashes)
                try writer.close()
                return isMigrated
            } catch {
                // Ignored: the first error is the cause.
                try? writer.close()
                throw error
            }
        }
    }

    /// Returns a phrase for the first attribute that allows external storage in the store or in the
    /// model, but not in both; nil if there is none. The columns do not show the difference, so the
    /// cached model decides.
    private func externalDifference(_ database: Database) throws -> String? {
        // Ignored: without a readable cached model, assumes that there is no difference.
        guard let made = try? ModelCache.model(in: database) else { return nil }
        for entity in layout.entities {
            let before = made.entitiesByName[entity.layout.name]?.attributesByName ?? [:]
            for (name, attribute) in entity.layout.entity.attributesByName {
                guard let isExternal = before[name]?.isExternal, isExternal != attribute.isExternal else { continue }
                return "it keeps \(entity.layout.name).\(name) \(isExternal ? "in files of its own" : "in its rows only")"
            }
        }
        return nil
    }

    /// Returns the error for a database that is not a Core Data store, with Apple's codes.
    private func foreign(_ database: Database) throws -> NSError {
        let names = try String.fetchAll(
            database,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name LIMIT 6")
        let list = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        let content = names.isEmpty ? "" : " Its tables are \(list)."
        return NSError(
            code: CocoaError.fileReadUnknown.rawValue,
            """
            The file \(url.path) is an SQLite database of another program and not a Core Data store: it has no table Z_METADATA.\(content) \
            It was not changed. Choose another path for the store, or import the rows of this file into objects.
            """,
            [NSSQLiteErrorDomain: NSNumber(value: ResultCode.SQLITE_ERROR.rawValue), NSFilePathErrorKey: url.path])
    }

    private func incompatible(_ difference: String, _ metadata: StoreMetadata?) -> NSError {
        let reason = "The model used to open the store is incompatible with the one used to create the store"
        var userInfo: [String: Any] = ["reason": reason]
        userInfo["metadata"] = metadata?.dictionary
        return NSError(
            code: NSPersistentStoreIncompatibleVersionHashError,
            "\(reason) \(url.path): \(difference). Open it with the model it was made with, or choose another path.",
            userInfo
        )
    }

    /// The number of tombstone columns the model needs: the largest number of columns that one of
    /// its entities preserves of deleted objects.
    private var tombstones: Int { layout.entities.map(\.layout.tombstoneCount).max() ?? 0 }

    /// Creates or completes the history's tables, and returns the reason why the store is
    /// read-only; nil if it is writable.
    ///
    /// A store that has a history is read-only if it is opened without history tracking, since
    /// writes would leave gaps in the history.
    private func readOnlyReason(_ database: any DatabaseWriter, hasHistory: Bool) throws -> String? {
        if isReadOnly { return "it was opened for reading only." }
        if hasHistory, !keepsHistory {
            return "it keeps a history. Set the option NSPersistentHistoryTrackingKey to true before loading it."
        }
        if keepsHistory {
            try database.write { database in
                // Another process may have created the tables since.
                if try hasHistory || StoredFacts(database).hasTable("ATRANSACTION") {
                    try HistoryTables.addTombstones(upTo: tombstones, in: database)
                    if try HistoryTables.areOlder(database) { try HistoryTables.addStrings(in: database) }
                } else {
                    try HistoryTables.create(in: database, tombstones: tombstones)
                }
            }
        }
        return nil
    }
}
