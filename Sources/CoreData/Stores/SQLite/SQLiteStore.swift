internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Predicates
internal import Synchronization

/// A store in a SQLite file of Core Data's format, or in memory.
///
/// One connection writes; reads run on connections of their own, each on a snapshot, so that no read waits for a
/// write. A store in memory has a single connection, where they do wait.
// Safe to share: see NSPersistentStore; adds constants, mutexes, atomics and connections that GRDB
// guards.
final class SQLiteStore: NSPersistentStore, @unchecked Sendable {
    let database: any DatabaseWriter
    /// What is read from: the database, or a generation of it.
    private let reader: any DatabaseReader
    /// The same where it is a pool.
    private let pool: DatabasePool?
    /// How the numbers of this store's objects differ from their keys; given by the coordinator before anybody else has the store.
    var keySpace: KeySpace {
        get { givenKeySpace.load(ordering: .acquiring) }
        set { givenKeySpace.store(newValue, ordering: .releasing) }
    }
    private let givenKeySpace = Atomic(KeySpace.first)
    let keepsHistory: Bool
    let postsRemoteChanges: Bool
    let numbers: EntityNumbers
    /// Whether all entities of the model can be in the store.
    let isWholeModel: Bool
    let relationships: RelationshipSQL
    let schema: QuerySchema
    /// What a writer is told who waited while the store left its place.
    private let departure = Mutex<Departure?>(nil)
    let external: ExternalData
    let derived: DerivedAttributes
    /// How far the history is known to this coordinator.
    let position: Mutex<HistoryPosition>
    /// The gate that every use of the writing connection passes through.
    let gate = WriterGate()
    /// Held while somebody looks for what others wrote and tells of it.
    let looking = Mutex(())
    /// When the write-ahead log is cut off; see `boundLog()`.
    let logLimit = Mutex(LogLimit(32_000_000))

    /// Opens the store, or makes it where the file does not exist or is empty.
    ///
    /// Throws an NSError with Apple's code: where the path cannot be written, the file is no database or not Core Data's,
    /// or its tables are not those of the model. Nothing existing is changed in any of these cases.
    ///
    /// - Parameter source: a connection to the store that this one, which is to be new, begins as a copy of.
    init(
        _ description: NSPersistentStoreDescription, model: NSManagedObjectModel,
        copying source: Database? = nil
    ) throws {
        guard let url = description.url else {
            throw NSError(
                code: NSPersistentStoreOpenError, "The store description has no URL. Use /dev/null for a store in memory.")
        }
        let opening = try StoreOpening(description, url: url, model: model)
        let opened = try opening.open(copying: source)
        database = opened.database
        reader = opened.database
        pool = opened.database as? DatabasePool
        isWholeModel = description.configuration.map { $0 == Self.defaultConfiguration } ?? true
        let layout = opening.layout
        numbers = opening.numbers
        schema = opened.schema
        external = layout.external
        derived = opened.derived
        relationships = RelationshipSQL(layout)
        keepsHistory = opening.keepsHistory
        position = Mutex(try HistoryPosition(opened.database, keepsHistory: opening.keepsHistory))
        postsRemoteChanges = description.isOn(NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        super.init(
            identifier: opened.metadata.identifier, metadata: opened.metadata.values, url: url,
            type: opening.isInMemory ? NSInMemoryStoreType : NSSQLiteStoreType, configuration: description.configuration,
            options: description.options, readOnlyReason: opened.readOnlyReason
        )
    }

    var isInMemory: Bool { type == NSInMemoryStoreType }

    /// The same store, read as `reader` has it.
    private init(_ store: SQLiteStore, readFrom reader: any DatabaseReader) {
        database = store.database
        self.reader = reader
        pool = reader as? DatabasePool
        numbers = store.numbers
        isWholeModel = store.isWholeModel
        schema = store.schema
        external = store.external
        derived = store.derived
        relationships = store.relationships
        keepsHistory = store.keepsHistory
        postsRemoteChanges = store.postsRemoteChanges
        position = Mutex(store.position.withLock { $0 })
        super.init(
            identifier: store.uuid, metadata: store.metadata, url: store.url, type: store.type,
            configuration: store.configurationName, options: store.options, readOnlyReason: store.readOnlyReason)
        keySpace = store.keySpace
    }

    /// Whether objects of an entity can be in the store.
    func takes(_ layout: EntityLayout) -> Bool { isWholeModel || numbers.contains(layout) }

    /// This store as it is now, whatever is written to it later; nil where it is in memory.
    ///
    /// Takes a connection of its own.
    func takingGeneration() throws -> SQLiteStore? {
        guard let pool = database as? DatabasePool else { return nil }
        do {
            return SQLiteStore(self, readFrom: try pool.makeSnapshot())
        } catch let error as DatabaseError {
            throw NSError(error, doing: "read", url)
        }
    }

    /// Throws where the store has left its place, or its file has.
    private func checkPlace(_ database: Database) throws {
        if let departure = departure.withLock({ $0 }) {
            throw NSError(code: NSPersistentStoreSaveError, "The store at \(url?.path ?? uuid) \(departure.rawValue)")
        }
        try checkFile(database)
    }

    /// Throws where the file has been deleted or moved since it was opened: what is written would go where nobody finds it.
    private func checkFile(_ database: Database) throws {
        var hasMoved: Int32 = 0
        sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard hasMoved != 0 else { return }
        let path = url?.path ?? ""
        throw NSError(
            code: CocoaError.fileNoSuchFile.rawValue,
            """
            The file of the store at \(path) was deleted, moved or replaced while it was open, so nothing was written. Put it back, or \
            remove the store from the coordinator and add it again.
            """,
            [NSFilePathErrorKey: path])
    }

    /// Begins a store as a copy of this one. Whatever would be written here later is refused.
    ///
    /// - Parameter put: has the copy take this store's place, before anybody else writes.
    func move(to description: NSPersistentStoreDescription, model: NSManagedObjectModel, put: (SQLiteStore) -> Void) throws {
        do {
            try gate.write {
                try database.writeWithoutTransaction { database in
                    let copy = try SQLiteStore(description, model: model, copying: database)
                    do {
                        try copy.takeExternalData(of: self)
                    } catch {
                        // Rows without their files would be taken for the whole store.
                        try? copy.close()
                        try? StoreFiles(description).destroy()
                        throw error
                    }
                    put(copy)
                    departure.withLock { $0 = .moved }
                }
            }
        } catch let error as DatabaseError {
            throw NSError(error, doing: "copied", url)
        }
    }

    /// Has another store take this one's place while nobody writes. Whatever would be written here later is refused.
    func giveWay(_ departure: Departure, put: () -> Void) {
        gate.write {
            database.writeWithoutTransaction { _ in
                put()
                self.departure.withLock { $0 = departure }
            }
        }
    }

    enum Departure: String {
        case moved = "was moved when this was about to be written. Try again: it goes to the new place."
        case replaced = "gave way to another when this was about to be written. Fetch the objects of the new one."
    }

    /// Lets go of the file, into which the write-ahead log is written unless others use it. What is read or written later fails.
    func close() throws {
        do {
            // The connection that is closed last writes the log into the file, which those that only read cannot.
            (database as? DatabasePool)?.invalidateReadOnlyConnections()
            try gate.write { try database.close() }
        } catch let error as DatabaseError {
            throw NSError(error, doing: "closed", url)
        }
    }

    func table(_ layout: EntityLayout) -> TableSQL { schema.table(layout) }

    var tables: some Collection<TableSQL> { schema.allTables }

    /// Runs `body` on a reading connection, on one snapshot of the store.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        do {
            if SQLDebug.level > 0 { return try SQLDebug.read(reader, body) }
            guard let pool else { return try reader.read(body) }
            return try pool.unsafeRead {
                try Self.transaction("BEGIN DEFERRED TRANSACTION", $0) { database in
                    // The snapshot is taken at the first reading, whatever that is.
                    try RawStatement(database, "PRAGMA schema_version").use { _ = try $0.step() }
                    return try body(database)
                }
            }
        } catch let error as DatabaseError {
            throw NSError(error, doing: "read", url)
        }
    }

    /// Runs `body` in a transaction as GRDB does, but with statements that are prepared once: to prepare them takes longer than to run them.
    private static func transaction<T>(_ begin: String, _ database: Database, _ body: (Database) throws -> T) throws -> T {
        try RawStatement(database, begin).run()
        do {
            let result = try body(database)
            try RawStatement(database, "COMMIT TRANSACTION").run()
            return result
        } catch {
            try? database.rollback()
            throw error
        }
    }

    /// Runs `body` in one transaction: all of it is written, or nothing.
    func write<T>(_ body: (Database) throws -> T) throws -> T {
        if let readOnlyReason {
            throw NSError(code: CocoaError.fileWriteNoPermission.rawValue, "The store cannot be written: \(readOnlyReason)")
        }
        do {
            return try gate.write {
                let result = try database.writeWithoutTransaction { database in
                    try Self.transaction("BEGIN IMMEDIATE TRANSACTION", database) { database in
                        try checkPlace(database)
                        return try body(database)
                    }
                }
                boundLog()
                return result
            }
        } catch let error as DatabaseError {
            throw NSError(error, doing: "written", url)
        }
    }
}

extension NSError {
    /// A database error as Core Data reports it, with SQLite's own code in the user info.
    convenience init(_ error: DatabaseError, doing verb: String, _ url: URL?) {
        let place = url.map { $0.path } ?? "The store"
        let detail = error.message ?? "\(error.resultCode)"
        let (code, advice) =
            switch error.resultCode {
            case .SQLITE_FULL: (CocoaError.fileWriteOutOfSpace.rawValue, "The disk is full; make room and try again.")
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
                (CocoaError.fileWriteNoPermission.rawValue, "Check the permissions of the file and its folder.")
            case .SQLITE_CORRUPT, .SQLITE_NOTADB:
                (CocoaError.fileReadCorruptFile.rawValue, "The file is damaged or no database; restore it from a copy.")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                (NSPersistentStoreTimeoutError, "Another process kept the store locked; try again.")
            case .SQLITE_CANTOPEN:
                (CocoaError.fileReadUnknown.rawValue, "Check that the folder exists and may be written.")
            default: (verb == "written" ? CocoaError.fileWriteUnknown.rawValue : CocoaError.fileReadUnknown.rawValue, "")
            }
        var userInfo: [String: Any] = [NSSQLiteErrorDomain: NSNumber(value: error.extendedResultCode.rawValue)]
        userInfo[NSFilePathErrorKey] = url?.path
        self.init(
            code: code,
            "\(place) could not be \(verb): \(detail). \(advice)".trimmingCharacters(in: .whitespaces),
            userInfo
        )
    }
}
