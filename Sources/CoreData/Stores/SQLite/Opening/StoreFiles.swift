internal import Foundation
internal import Glibc
internal import GRDB

/// The files of a store that this coordinator does not have open: reads and writes the metadata,
/// destroys the store, or replaces it. SQLite's locks exclude other processes.
struct StoreFiles {
    let url: URL
    private let description: NSPersistentStoreDescription
    private let connection: StoreConnection

    init(_ description: NSPersistentStoreDescription) throws {
        guard let url = description.url else {
            throw NSError(code: NSPersistentStoreOpenError, "The store has no URL. Pass the URL of its file.")
        }
        self.url = url
        self.description = description
        connection = try StoreConnection(description, url: url)
    }

    // MARK: Metadata

    /// Returns the store's metadata, without opening it for writing.
    func metadata() throws -> [String: Any] {
        try perform("read") {
            let metadata = try existing().read { database in
                try database.tableExists("Z_METADATA") ? StoreMetadata(in: database) : nil
            }
            guard let metadata else { throw notAStore }
            return metadata.dictionary
        }
    }

    /// Replaces the store's metadata. Core Data's own keys that the new metadata lacks keep their
    /// values.
    func setMetadata(_ metadata: [String: Any]) throws {
        try perform("written") {
            _ = try existing()
            try connection.open().write { database in
                guard try database.tableExists("Z_METADATA"), var stored = try StoreMetadata(in: database) else {
                    throw notAStore
                }
                stored.identifier = metadata[NSStoreUUIDKey] as? String ?? stored.identifier
                stored.values = StoreMetadata.replacing(stored.values, with: metadata)
                try stored.write(to: database)
            }
        }
    }

    /// Calls a closure with a connection that reads the file. Returns nil if there is no file, or an
    /// empty one.
    func read<T>(_ body: (Database) throws -> T?) throws -> T? {
        try perform("read") {
            try connection.checkFile()
            return try connection.openExisting()?.read(body)
        }
    }

    /// Returns the model that the store was created with or last migrated to.
    ///
    /// - Throws: An NSError for a file that is not a store, or that has no model that can be read.
    func cachedModel() throws -> NSManagedObjectModel {
        try perform("read") {
            let stored = try existing().read { database -> (model: NSManagedObjectModel, names: Set<String>)? in
                guard try database.tableExists("Z_METADATA") else { throw notAStore }
                // Ignored: an unreadable model is reported as a missing one.
                guard let model = try? ModelCache.model(in: database) else { return nil }
                return (model, try SourceModel.storedNames(database))
            }
            guard let stored else {
                throw NSError(
                    code: NSMigrationMissingSourceModelError,
                    "The store at \(url.path) has no model that can be read. Use the version of the model that it was created with.",
                    [NSFilePathErrorKey: url.path])
            }
            do {
                try SourceModel.check(stored.model, storing: stored.names)
            } catch {
                throw NSError(
                    code: NSMigrationMissingSourceModelError, "The model in the store at \(url.path) is damaged: \(error).",
                    [NSFilePathErrorKey: url.path])
            }
            return stored.model
        }
    }

    // MARK: Files

    /// Erases a store, after waiting for other connections. The empty file remains, and a new store
    /// can be created in it. Does nothing if there is no file, or only what a destroyed store left.
    ///
    /// A file that is not a store remains unchanged and is an error. But if the option
    /// NSPersistentStoreForceDestroyOption is on, any error is caught, and all files are removed
    /// instead. Throws if it cannot be found out whether there is a file.
    func destroy() throws {
        guard !connection.isInMemory, try FileManager.default.itemExists(at: url) else { return }
        do {
            try perform("destroyed") {
                try connection.checkFile()
                guard let existing = try connection.openExisting() else { return }
                let (isStore, isEmpty) = try existing.read { database in
                    (
                        try database.tableExists("Z_METADATA"),
                        try Bool.fetchOne(database, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)") ?? false
                    )
                }
                // A database without any table is what a destroyed store leaves behind.
                guard isStore || isEmpty else { throw notAStore }
                try existing.close()
                if isStore {
                    let database = try connection.open()
                    try database.erase()
                    try database.close()
                }
                try external.removeAll()
            }
        } catch  where description.isOn(NSPersistentStoreForceDestroyOption) {
            for end in [""] + Self.companions { try FileManager.default.removeIfPresent(URL(filePath: url.path + end)) }
            try external.removeAll()
        }
    }

    /// The ends of the names of the files beside a database that belong to it.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// Replaces the content of this store with a copy of another store.
    ///
    /// If the file is damaged or is no database, a new one takes its place. Processes that have the
    /// old file open then see neither the copy nor each other's writes: their saves fail, as after a
    /// store was destroyed by force.
    func replace(by source: StoreFiles) throws {
        try source.perform("read") {
            let original = try source.existing()
            guard try original.read({ try $0.tableExists("Z_METADATA") }) else { throw source.notAStore }
            try perform("written") {
                try connection.checkFile()
                guard let database = try openUndamaged() else { return try replaceFile(by: original, of: source) }
                try copy(original, of: source, to: database)
                try database.close()
            }
        }
    }

    /// Opens the file for writing. Returns nil if it is damaged or is no database, and may be replaced.
    private func openUndamaged() throws -> (any DatabaseWriter)? {
        do {
            return try connection.open()
        } catch let error as DatabaseError
            where !description.isReadOnly && (error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB)
        {
            return nil
        }
    }

    private func copy(_ original: DatabaseQueue, of source: StoreFiles, to database: any DatabaseWriter) throws {
        try external.copyFiles(of: source.external)
        try original.writeWithoutTransaction { try connection.copy($0, to: database) }
        try external.copyFiles(of: source.external)
    }

    /// Replaces the file by a copy that is complete by then: if the source cannot be read to its end,
    /// or the disk is full, the damaged file remains.
    private func replaceFile(by original: DatabaseQueue, of source: StoreFiles) throws {
        let file = url.resolvingSymlinksInPath()
        // Named like the files of this store, so that it does not count as another one.
        let part = URL(filePath: "\(file.path)-copy-\(UUID().uuidString)")
        defer {
            for end in [""] + Self.companions {
                // Ignored: the store was replaced, or the cause is thrown.
                try? FileManager.default.removeIfPresent(URL(filePath: part.path + end))
            }
        }
        let database = try StoreConnection(description, url: part).open()
        try copy(original, of: source, to: database)
        // Closing copies the log, too, but reports no error.
        _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try database.close()
        // A log or journal of the damaged file would be applied to the new one.
        for end in Self.companions { try FileManager.default.removeIfPresent(URL(filePath: file.path + end)) }
        guard rename(part.path, file.path) == 0 else {
            let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            throw NSError(
                code: CocoaError.fileWriteUnknown.rawValue,
                "\(url.path) could not be replaced: \(error.localizedDescription) Check the permissions of its folder.",
                [NSUnderlyingErrorKey: error, NSFilePathErrorKey: url.path])
        }
    }

    private var external: ExternalData { ExternalData(store: connection.isInMemory ? nil : url) }

    // MARK: Errors

    private func existing() throws -> DatabaseQueue {
        try connection.checkFile()
        guard let existing = try connection.openExisting() else {
            throw NSError(
                code: CocoaError.fileReadNoSuchFile.rawValue, "There is no store at \(url.path).", [NSFilePathErrorKey: url.path])
        }
        return existing
    }

    private var notAStore: NSError {
        NSError(
            code: NSPersistentStoreTypeMismatchError,
            "The database at \(url.path) is not a Core Data store: it has no metadata. It was not changed.",
            [NSFilePathErrorKey: url.path])
    }

    private func perform<T>(_ verb: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw NSError(error, doing: verb, url)
        }
    }
}
