internal import Foundation
internal import GRDB
internal import Predicates
internal import Synchronization

/// A store in a SQLite file of Core Data's format, or in memory.
///
/// One connection writes; reads run on connections of their own, each on a snapshot, so that no read waits for a
/// write. A store in memory has a single connection, where they do wait.
final class SQLiteStore: NSPersistentStore, @unchecked Sendable {
    let database: any DatabaseWriter
    /// What is read from: the database, or a generation of it.
    private let reader: any DatabaseReader
    let keepsHistory: Bool
    let postsRemoteChanges: Bool
    let numbers: EntityNumbers
    let relationships: RelationshipSQL
    let schema: QuerySchema
    /// How far the history is known to this coordinator.
    let position: Mutex<HistoryPosition>
    /// When the write-ahead log is cut off; see `boundLog()`.
    let logLimit = Mutex(LogLimit(32_000_000))

    /// Opens the store, or makes it where the file does not exist or is empty.
    ///
    /// Throws an NSError with Apple's code: where the path cannot be written, the file is no database or not Core Data's,
    /// or its tables are not those of the model. Nothing existing is changed in any of these cases.
    init(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {
        guard let url = description.url else {
            throw NSError(
                code: NSPersistentStoreOpenError, "The store description has no URL. Use /dev/null for a store in memory.")
        }
        let opening = StoreOpening(description, url: url, model: model)
        let opened = try opening.open()
        database = opened.database
        reader = opened.database
        let layout = opening.layout
        let numbers = EntityNumbers(layout.entities)
        self.numbers = numbers
        schema = QuerySchema(layout, numbers: numbers)
        relationships = RelationshipSQL(layout)
        keepsHistory = opening.keepsHistory
        position = Mutex(try HistoryPosition(opened.database, keepsHistory: opening.keepsHistory))
        postsRemoteChanges = description.isOn(NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        super.init(
            identifier: opened.identifier, url: url, type: opening.isInMemory ? NSInMemoryStoreType : NSSQLiteStoreType,
            readOnlyReason: opened.readOnlyReason
        )
    }

    var isInMemory: Bool { type == NSInMemoryStoreType }

    /// The same store, read as `reader` has it.
    private init(_ store: SQLiteStore, readFrom reader: any DatabaseReader) {
        database = store.database
        self.reader = reader
        numbers = store.numbers
        schema = store.schema
        relationships = store.relationships
        keepsHistory = store.keepsHistory
        postsRemoteChanges = store.postsRemoteChanges
        position = Mutex(store.position.withLock { $0 })
        super.init(identifier: store.identifier, url: store.url, type: store.type, readOnlyReason: store.readOnlyReason)
    }

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

    func table(_ layout: EntityLayout) -> TableSQL { schema.table(layout) }

    var tables: some Collection<TableSQL> { schema.allTables }

    /// Runs `body` on a reading connection, on one snapshot of the store.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        do {
            return try SQLDebug.level == 0 ? reader.read(body) : SQLDebug.read(reader, body)
        } catch let error as DatabaseError {
            throw NSError(error, doing: "read", url)
        }
    }

    /// Runs `body` in one transaction: all of it is written, or nothing.
    func write<T>(_ body: (Database) throws -> T) throws -> T {
        if let readOnlyReason {
            throw NSError(code: CocoaError.fileWriteNoPermission.rawValue, "The store cannot be written: \(readOnlyReason)")
        }
        do {
            let result = try database.write(body)
            boundLog()
            return result
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
            default: (CocoaError.fileReadUnknown.rawValue, "")
            }
        self.init(
            code: code,
            "\(place) could not be \(verb): \(detail). \(advice)".trimmingCharacters(in: .whitespaces),
            [NSSQLiteErrorDomain: NSNumber(value: error.extendedResultCode.rawValue)]
        )
    }
}
