internal import Foundation
internal import GRDB

/// Opens a store's file, checks that it is what the model expects, and makes the tables of a new one.
struct StoreOpening {
    struct Opened {
        let database: any DatabaseWriter
        let metadata: StoreMetadata
        let readOnlyReason: String?
        let derived: DerivedAttributes
        let schema: QuerySchema
    }

    let url: URL
    let layout: StoreLayout
    let numbers: EntityNumbers
    private let schema: QuerySchema
    private let model: NSManagedObjectModel
    let isInMemory: Bool
    let keepsHistory: Bool
    private let isReadOnly: Bool
    private let isLenient: Bool
    private let connection: StoreConnection

    /// Throws where the description cannot be followed: a type, a configuration or a pragma that there is not.
    init(_ description: NSPersistentStoreDescription, url: URL, model: NSManagedObjectModel) throws {
        self.url = url
        self.model = model
        connection = try StoreConnection(description, url: url)
        isInMemory = connection.isInMemory
        layout = StoreLayout(
            model, try model.entities(of: description.configuration), external: ExternalData(store: isInMemory ? nil : url))
        numbers = EntityNumbers(layout.entities)
        schema = QuerySchema(layout, numbers: numbers)
        keepsHistory = description.isOn(NSPersistentHistoryTrackingKey)
        isReadOnly = description.isReadOnly
        isLenient = description.isOn(NSIgnorePersistentStoreVersioningOption)
    }

    /// - Parameter source: a writing connection to the database that a new store is to be a copy of.
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
            let derived = try DerivedAttributes(layout, schema)
            let database = try connection.open(preparing: derived.register)
            if let source { try database.writeWithoutTransaction { try source.backup(to: $0) } }
            if isNew { try database.write(setUp) }
            let metadata = try database.read(StoreMetadata.init)
            guard let metadata else { throw incompatible("its Z_METADATA table is empty", nil) }
            let readOnlyReason = try readOnlyReason(database, isNew: isNew)
            if readOnlyReason == nil, !derived.isEmpty || layout.external.mayHaveOrphans {
                try database.write { try prepareForWriting($0, derived) }
            }
            try connection.maintain(database)
            return Opened(
                database: database, metadata: metadata, readOnlyReason: readOnlyReason, derived: derived,
                schema: schema.rTrees.isEmpty ? schema : schema.withRTrees(try database.read(rTrees)))
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
                throw incompatible("it is a database of another kind, without Z_METADATA", nil)
            }
            try checkVersion(database)
            return false
        }
    }

    /// Those in the store: an index that a model got later is in none that was there before.
    private func rTrees(_ database: Database) throws -> Set<String> {
        try Set(schema.rTrees.filter { try database.tableExists($0) })
    }

    private func prepareForWriting(_ database: Database, _ derived: DerivedAttributes) throws {
        try derived.createTriggers(database)
        if layout.external.mayHaveOrphans { try layout.removeExternalOrphans(database) }
    }

    // MARK: A new store

    private func setUp(_ database: Database) throws {
        // Another process may have made the store since this one looked.
        if try database.tableExists("Z_METADATA") { return try checkVersion(database) }
        for statement in layout.createStatements(schema) { try database.execute(sql: statement) }
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
        try StoreMetadata(newStoreOf: model, versionHashes).write(to: database)
        try ModelCache.write(model, to: database)
    }

    // MARK: An existing one

    /// Of the entities that the store keeps.
    private var versionHashes: [String: Data] {
        Dictionary(uniqueKeysWithValues: layout.entities.map { ($0.layout.name, $0.layout.entity.versionHash) })
    }

    /// A store with the model's version hashes was made with it. Others may fit too: those that Apple's Core Data made, whose way of hashing
    /// is its own, and those of a version that differs in nothing that tables show.
    private func checkVersion(_ database: Database) throws {
        let metadata = try StoreMetadata(in: database)
        if metadata?.values[NSStoreModelVersionHashesKey] as? [String: Data] == versionHashes { return }
        if let difference = try difference(database) ?? externalDifference(database) {
            throw incompatible(difference, metadata)
        }
    }

    /// Which attribute's data the store keeps in files of their own and the model does not, or the other way round: columns do not show it.
    private func externalDifference(_ database: Database) throws -> String? {
        // Without a model that can be read nothing is known.
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

    /// What of the model's tables the store has not, or has otherwise.
    private func difference(_ database: Database) throws -> String? {
        for entity in layout.entities {
            let number = try Int64.fetchOne(
                database, sql: "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?", arguments: [entity.layout.name]
            )
            guard let number else { return "it has no table for the entity '\(entity.layout.name)'" }
            guard number == entity.number else { return "it numbers its entities otherwise" }
        }
        for table in layout.tables {
            guard try database.tableExists(table.name) else { return "it has no table \(table.name)" }
            let found = try Dictionary(uniqueKeysWithValues: database.columns(in: table.name).map { ($0.name, $0.type) })
            for column in table.columns where found[column.name] != column.type {
                return found[column.name].map { "it keeps \(column.name) of \(table.name) as \($0)" }
                    ?? "it has no column \(column.name) in \(table.name)"
            }
            let extra = Set(found.keys).subtracting(table.columns.map(\.name)).subtracting(["Z_PK", "Z_ENT", "Z_OPT"]).sorted()
            guard extra.isEmpty || isLenient else {
                return "its table \(table.name) has columns the model does not know: \(extra.joined(separator: ", "))"
            }
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
        }
        return nil
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
                    if try HistoryTables.areOlder(database) { try HistoryTables.addStrings(in: database) }
                } else {
                    try HistoryTables.create(in: database, tombstones: tombstones)
                }
            }
        }
        return nil
    }
}
