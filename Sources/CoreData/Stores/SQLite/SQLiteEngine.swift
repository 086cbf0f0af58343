internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import StrataPredicates
internal import Synchronization

/// The engine of a store in a SQLite file of Core Data's format, or in memory.
///
/// One connection writes. Reads run on connections of their own, each on a snapshot, so that no
/// read waits for a write. A store in memory, or without a write-ahead log, has a single
/// connection, so its reads do wait.
///
/// This folder is the only code that uses GRDB or SQLite; `StoreKinds` names its kind to the rest
/// of CoreData, which uses the engine through the protocols of `Stores/Contract`. `Opening` opens
/// files, `Layout` maps a model to tables, `Statements`, `Queries` and `SQLFunctions` create SQL
/// and implement its functions, `Fetching` decodes rows, `Saving` and `Batches` write, `Derived`
/// computes derived attributes, `External` stores large data in files, and `HistoryTables` records
/// changes and finds external ones.
// Safe to share: constants, mutexes, atomics, and connections that GRDB synchronizes.
final class SQLiteEngine: TransactionalEngine, @unchecked Sendable {
    /// The location of the store's file; `/dev/null` for a store in memory.
    let url: URL?
    let isInMemory: Bool
    let identity: StoreIdentity
    let readOnlyReason: String?
    /// The row of Z_METADATA when the store was opened.
    let openedMetadata: MetadataRow
    let database: any DatabaseWriter
    /// The source of reads: `database`, or a snapshot of it for a query generation.
    private let reader: any DatabaseReader
    /// The reader if it is a pool.
    private let pool: DatabasePool?
    /// Converts between row IDs and primary keys. Set by the coordinator before it publishes the
    /// store.
    var keySpace: KeySpace {
        get { givenKeySpace.load(ordering: .acquiring) }
        set { givenKeySpace.store(newValue, ordering: .releasing) }
    }
    private let givenKeySpace = Atomic(KeySpace.first)
    let keepsHistory: Bool
    let entityNumbers: EntityNumbers
    var relationships: RelationshipSQL { relationshipSQL.object }
    private let relationshipSQL: FirstUse<RelationshipSQL>
    let schema: QuerySchema
    /// The file's schema version when the store was last found to be of this model; see
    /// `checkModel(_:)`.
    let checkedSchema = Atomic<Int64>(-1)
    /// The reason why writes fail, once another store has replaced this one in the coordinator.
    private let departure = Mutex<StoreDeparture?>(nil)
    let external: ExternalData
    let derived: DerivedAttributes
    /// The work that a deferred migration may have left.
    let deferred: DeferredCleanup
    /// The position up to which this coordinator has published the store's transactions.
    let position: Mutex<HistoryPosition>
    /// The gate that every use of the writing connection passes through.
    let gate = WriterGate()
    /// Held while a thread reads and publishes external changes.
    let looking = Mutex(())
    /// The size above which the write-ahead log is truncated; see `boundLog()`.
    let logLimit = Mutex(LogLimit(32_000_000))

    /// Opens the store, or creates it if the file does not exist or is empty; see `StoreOpener`.
    ///
    /// - Parameter source: a connection to the store that this one becomes a copy of; nil for none.
    ///   This store must be new then.
    /// - Throws: an NSError with Apple's code if the path cannot be written, if the file is not
    ///   a Core Data store, or if its tables do not fit the model. Existing content stays
    ///   unchanged.
    init(
        _ description: NSPersistentStoreDescription, model: NSManagedObjectModel,
        copying source: Database? = nil, dialect: any SQLDialect = SQLiteDialect()
    ) throws {
        guard let url = description.url else {
            throw NSError(
                code: NSPersistentStoreOpenError, "The store description has no URL. Use /dev/null for a store in memory.")
        }
        let opening = try StoreOpener(description, url: url, model: model, dialect: dialect)
        let opened = try opening.open(copying: source)
        self.url = url
        isInMemory = opening.isInMemory
        identity = StoreIdentity(opened.metadata)
        readOnlyReason = opened.readOnlyReason
        openedMetadata = opened.metadataRow
        database = opened.database
        reader = opened.database
        pool = opened.database as? DatabasePool
        let layout = opened.layout
        entityNumbers = opening.entityNumbers
        schema = opened.schema
        external = layout.external
        derived = opened.derived
        deferred = DeferredCleanup(layout: layout, schema: opened.schema)
        relationshipSQL = FirstUse { RelationshipSQL(layout) }
        keepsHistory = opening.keepsHistory
        position = Mutex(try HistoryPosition(opened.database, keepsHistory: opening.keepsHistory))
    }

    var type: String { isInMemory ? NSInMemoryStoreType : NSSQLiteStoreType }

    var uuid: String { identity.uuid }

    var abilities: StoreAbilities { StoreAbilities(keepsHistory: keepsHistory, isShared: !isInMemory) }

    /// Creates a view of a store that reads from `reader`.
    private init(_ store: SQLiteEngine, readFrom reader: any DatabaseReader) {
        url = store.url
        isInMemory = store.isInMemory
        identity = store.identity
        readOnlyReason = store.readOnlyReason
        openedMetadata = store.openedMetadata
        database = store.database
        self.reader = reader
        pool = reader as? DatabasePool
        entityNumbers = store.entityNumbers
        schema = store.schema
        external = store.external
        derived = store.derived
        deferred = store.deferred
        relationshipSQL = store.relationshipSQL
        keepsHistory = store.keepsHistory
        position = Mutex(store.position.withLock { $0 })
        keySpace = store.keySpace
    }

    /// Returns a view of this store as it is now, for a query generation; nil for a store with a
    /// single connection, such as one in memory.
    ///
    /// Later writes do not change the view. It keeps a connection in use.
    func generation() throws -> (any StoreReader)? {
        guard let pool = database as? DatabasePool else { return nil }
        do {
            return SQLiteEngine(self, readFrom: try pool.makeSnapshot())
        } catch let error as DatabaseError {
            throw NSError(error, doing: "read", url)
        }
    }

    /// Throws an error if another store has replaced this one in the coordinator, or if the file
    /// was moved.
    private func checkPlace(_ database: Database) throws {
        if let departure = departure.withLock({ $0 }) {
            throw NSError(code: NSPersistentStoreSaveError, "The store at \(url?.path ?? uuid) \(departure.rawValue)")
        }
        try checkFile(database)
    }

    /// Throws an error if the file was deleted, moved or replaced since it was opened. SQLite would
    /// write to the old file, which no longer has a path.
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

    /// Creates another store as a copy of this one. Later writes to this one fail.
    ///
    /// - Parameter put: replaces this store with the copy in the coordinator; called while no write
    ///   can run.
    func move(
        to description: NSPersistentStoreDescription, model: NSManagedObjectModel, put: (any StoreEngine) -> Void
    ) throws {
        do {
            try gate.write {
                try database.writeWithoutTransaction { database in
                    let copy = try SQLiteEngine(description, model: model, copying: database)
                    do {
                        try copy.copyExternalData(of: self)
                    } catch {
                        // Otherwise a store without its external files would look complete.
                        // Ignored: the first error is the cause.
                        try? copy.close()
                        // Ignored: as above.
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

    /// Calls `put`, which replaces this store with another one in the coordinator, while no write
    /// can run. Later writes to this store fail with the reason, unless `put` throws.
    func giveWay(_ departure: StoreDeparture, put: () throws -> Void) rethrows {
        try gate.write {
            try database.writeWithoutTransaction { _ in
                try put()
                self.departure.withLock { $0 = departure }
            }
        }
    }

    /// Closes all connections. Later reads and writes fail.
    ///
    /// The write-ahead log is copied into the file, as far as no other process reads from it.
    func close() throws {
        do {
            // The last connection to be closed copies the log into the file, which a read-only one
            // cannot do. So those are closed first.
            let pool = database as? DatabasePool
            pool?.invalidateReadOnlyConnections()
            try gate.write {
                // A read that begins meanwhile, such as a look for external changes, opens another
                // read-only connection, which may be the last one. So the log is copied here, too.
                // Ignored: as when SQLite does it, what cannot be copied stays in the log.
                if let pool, !pool.configuration.readonly { try? pool.writeWithoutTransaction(copyLog) }
                try database.close()
            }
        } catch let error as DatabaseError {
            throw NSError(error, doing: "closed", url)
        }
    }

    /// Copies the write-ahead log into the file, unless the file was replaced: the log at its path may
    /// then have the commits of the new file. Does nothing for a connection that is closed.
    private func copyLog(_ database: Database) throws {
        guard database.sqliteConnection != nil else { return }
        try checkFile(database)
        _ = try database.checkpoint(.passive)
    }

    func table(_ layout: EntityLayout) -> TableSQL { schema.table(layout) }

    var tables: [TableSQL] { schema.allTables }

    /// Runs `body` on a reading connection, with one snapshot of the store.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        do {
            // The only connection, which a write may be using: what an atomic store does before a commit
            // reads what the write has done.
            if isInMemory, gate.isWriting { return try reader.unsafeReentrantRead(body) }
            if SQLDebug.level > 0 { return try SQLDebug.read(reader, body) }
            guard let pool else { return try reader.read(body) }
            return try pool.unsafeRead {
                try Self.transaction("BEGIN DEFERRED TRANSACTION", $0) { database in
                    // A deferred transaction acquires its snapshot with its first read.
                    try checkModel(database)
                    return try body(database)
                }
            }
        } catch let error as DatabaseError {
            if error.mayRemainInCaches { discardReadPages() }
            throw NSError(error, doing: "read", url)
        }
    }

    /// Discards the pages that were read for reads, outside of a read.
    private func discardReadPages() {
        if let pool { return pool.invalidateReadOnlyConnections() }
        // A store in memory has no file, and this read may be in a write.
        if isInMemory { return }
        // Ignored: the error of the read is the cause.
        try? reader.unsafeRead { $0.releaseMemory() }
    }

    /// Runs `body` in a transaction, like GRDB, but with cached statements: to prepare them takes
    /// longer than to run them.
    private static func transaction<T>(
        _ begin: String, _ database: Database, beforeRollback: () -> Void = {}, _ body: (Database) throws -> T
    ) throws -> T {
        try RawStatement(database, begin).run()
        do {
            let result = try body(database)
            try RawStatement(database, "COMMIT TRANSACTION").run()
            return result
        } catch {
            beforeRollback()
            // Ignored: the first error is the cause. SQLite may have rolled back already.
            try? database.rollback()
            throw error
        }
    }

    /// Runs `body` in one write transaction, which is rolled back if it throws.
    ///
    /// - Parameter beforeRollback: A closure to call before a rollback, while no other write can begin.
    /// - Throws: an NSError if the store is read-only, was replaced in the coordinator, or has lost
    ///   its file.
    func write<T>(beforeRollback: () -> Void = {}, _ body: (Database) throws -> T) throws -> T {
        if let readOnlyReason {
            throw NSError(code: CocoaError.fileWriteNoPermission.rawValue, "The store cannot be written: \(readOnlyReason)")
        }
        do {
            return try gate.write {
                let result = try database.writeWithoutTransaction { database in
                    try database.discardingWrongPages {
                        try Self.transaction("BEGIN IMMEDIATE TRANSACTION", database, beforeRollback: beforeRollback) {
                            database in
                            try checkPlace(database)
                            try checkModel(database)
                            return try body(database)
                        }
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
    /// Creates Core Data's error for a database error, with SQLite's extended code in the user info
    /// under NSSQLiteErrorDomain.
    convenience init(_ error: DatabaseError, doing verb: String, _ url: URL?) {
        let place = url.map { $0.path } ?? "The store"
        let detail = error.message ?? "\(error.resultCode)"
        let (code, advice) =
            switch error.resultCode {
            case .SQLITE_FULL: (CocoaError.fileWriteOutOfSpace.rawValue, "The disk is full; make room and try again.")
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
                (CocoaError.fileWriteNoPermission.rawValue, "Check the permissions of the file and its folder.")
            case .SQLITE_CORRUPT, .SQLITE_NOTADB:
                (CocoaError.fileReadCorruptFile.rawValue, "The file is damaged or is not a database; restore it from a copy.")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                (NSPersistentStoreTimeoutError, "Another process kept the store locked; try again.")
            case .SQLITE_CANTOPEN:
                (CocoaError.fileReadUnknown.rawValue, "Check that the folder exists and is writable.")
            case .SQLITE_TOOBIG:
                (CocoaError.fileWriteUnknown.rawValue, "A value is longer than a column may be; store it in a file of its own.")
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
