internal import CStrataSQLite
internal import Foundation
internal import Glibc
internal import GRDB
internal import Synchronization

/// Opens connections to a store's file, with the path, access mode, timeout and pragmas of a store
/// description.
///
/// **Inspection.** A store is opened only after its file was found to fit, and until then not a byte
/// of it may change. A connection of its own for that would read the schema and the first pages a
/// second time, which took a fifth of opening a store. So the first of the connections that stay
/// inspects the file (`FirstConnection`), before it runs any pragma, and before GRDB switches the
/// file to a write-ahead log. Reading writes nothing, except that SQLite rolls back the transaction
/// of a process that crashed. But if the inspection throws, the connection is closed, and the last
/// one to a file with a write-ahead log would copy the log into the file and remove it. So that is
/// off during the inspection.
struct StoreConnection {
    let url: URL
    let isInMemory: Bool
    private let isReadOnly: Bool
    private let timeout: TimeInterval
    private let pragmas: [String]
    private let analyzes: Bool
    private let vacuums: Bool
    private let keepsLog: Bool
    private let reads: Int?

    /// - Throws: an NSError for a URL that is not a file URL, or an invalid pragma.
    init(_ description: NSPersistentStoreDescription, url: URL) throws {
        isInMemory = url.path == "/dev/null" || description.type == NSInMemoryStoreType
        guard url.isFileURL || isInMemory else {
            throw NSError(code: CocoaError.fileReadUnsupportedScheme.rawValue, "\(url) is not a file URL. Use the URL of a file.")
        }
        self.url = url
        isReadOnly = description.isReadOnly
        timeout = description.timeout
        pragmas = try description.sqlitePragmas.sorted { $0.key < $1.key }.map { try Self.pragma($0.key, $0.value) }
        reads = (description.options[NSPersistentStoreConnectionPoolMaxSizeKey] as? NSNumber)?.intValue
        analyzes = description.isOn(NSSQLiteAnalyzeOption)
        vacuums = description.isOn(NSSQLiteManualVacuumOption)
        let mode = description.sqlitePragmas.first { $0.key.lowercased() == "journal_mode" }?.value
        keepsLog = mode.map { "\($0)".lowercased() == "wal" } ?? true
    }

    private static func pragma(_ name: String, _ value: NSObject) throws -> String {
        func isName(_ text: String) -> Bool {
            !text.isEmpty
                && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (48...57).contains($0) || (65...90).contains($0 & 0xDF) }
        }
        let text = (value as? NSNumber).map { "\($0)" } ?? "\(value)"
        guard isName(name), isName(text) || Double(text) != nil else {
            throw NSError(
                code: NSPersistentStoreOpenError,
                "'\(name)' = '\(text)' is not a valid pragma: its name must be a word, and its value a word or a number.")
        }
        return "PRAGMA \(name.lowercased()) = \(text)"
    }

    private func configuration(
        _ first: FirstConnection, _ prepare: @escaping @Sendable (Database) throws -> Void
    ) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(timeout)
        configuration.readonly = isReadOnly
        if let reads { configuration.maximumReaderCount = max(1, reads) }
        let pragmas = pragmas
        configuration.prepareDatabase { database in
            try first.inspect(database)
            // The pragmas of the description first: some, such as page_size, have no effect once
            // the file has pages, and `auto_vacuum` below may create the first page.
            for pragma in pragmas { try database.execute(sql: pragma) }
            // 16 MB. The indexes of a large import do not fit into SQLite's default of 2 MB, and
            // their pages would be written and read again and again.
            if !database.configuration.readonly, !pragmas.contains(where: { $0.hasPrefix("PRAGMA cache_size") }) {
                try database.execute(sql: "PRAGMA cache_size = -16000")
            }
            // As in Apple's stores. The pragma takes effect only in a new file.
            if !database.configuration.readonly, !pragmas.contains(where: { $0.hasPrefix("PRAGMA auto_vacuum") }) {
                try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            }
            try Self.registerFunctions(in: database)
            try prepare(database)
            SQLDebug.follow(database)
        }
        return configuration
    }

    /// Registers the functions, collations and virtual tables that the stores' SQL uses.
    static func registerFunctions(in database: Database) throws {
        try StringFunctions.register(in: database)
        try ValueFunctions.register(in: database)
        try ListTable.register(in: database)
        try RowCollector.register(in: database)
        try KeyScanFunction.register(in: database)
    }

    /// Opens the file, or creates it and its folder.
    ///
    /// Returns a pool, in which reads have connections of their own, if the file has a write-ahead
    /// log. It has one unless it is in memory or a pragma sets another journal mode.
    ///
    /// - Parameters:
    ///   - inspect: called with the first connection, in a transaction, before anything is written.
    ///     If it throws, nothing is, and its error is thrown. Not called later than that.
    ///   - prepare: called with each new connection.
    func open(
        inspecting inspect: ((Database) throws -> Void)? = nil,
        preparing prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) throws -> any DatabaseWriter {
        let configuration = configuration(FirstConnection(inspect), prepare)
        if isInMemory { return try DatabaseQueue(configuration: configuration) }
        if !isReadOnly { try StoreFolder.make(of: url) }
        guard keepsLog else { return try DatabaseQueue(path: url.path, configuration: configuration) }
        let pool = try DatabasePool(path: path(isReadOnly: isReadOnly), configuration: configuration)
        // The pragmas again: on creation, the pool set its own on the writing connection.
        if !isReadOnly { try runPragmas(pool) }
        return pool
    }

    /// Copies a database into an open one, and keeps the journal mode that the pragmas ask for: a copy
    /// has that of the original.
    func copy(_ original: Database, to database: any DatabaseWriter) throws {
        try database.writeWithoutTransaction { try original.backup(to: $0) }
        try runPragmas(database)
    }

    private func runPragmas(_ database: any DatabaseWriter) throws {
        try database.writeWithoutTransaction { for pragma in pragmas { try $0.execute(sql: pragma) } }
    }

    /// Returns the path or URI to open.
    ///
    /// To read a database with a write-ahead log, SQLite creates files beside it. For reading in a
    /// folder that this process cannot write to, the file is opened as immutable instead, unless
    /// there is a log with content to read.
    private func path(isReadOnly: Bool) -> String {
        guard isReadOnly, access(url.deletingLastPathComponent().path, W_OK) != 0, hasNoLog else { return url.path }
        return url.absoluteString + "?immutable=1"
    }

    /// Whether there is no write-ahead log, or an empty one. False if that cannot be found out: an
    /// immutable file would be read without the commits in its log.
    private var hasNoLog: Bool {
        do {
            return try FileManager.default.attributesOfItem(atPath: url.path + "-wal")[.size] as? NSNumber == 0
        } catch {
            return (error as? CocoaError)?.isMissingFile == true
        }
    }

    /// Opens an existing file for reading only; returns nil if there is none or it is empty.
    ///
    /// If another process crashed in a transaction, such as the one that creates the store, this
    /// transaction is rolled back first, unless the store is read-only.
    func openExisting() throws -> DatabaseQueue? {
        guard !isInMemory, try !isMissingOrEmpty else { return nil }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(timeout)
        do {
            // SQLite reads the file as soon as it is opened, so the error occurs here.
            return try DatabaseQueue(path: path(isReadOnly: true), configuration: configuration)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK && !isReadOnly {
            configuration.readonly = false
            return try DatabaseQueue(path: url.path, configuration: configuration)
        }
    }

    /// Whether there is no file, or an empty one. Throws if that cannot be found out: such a file must
    /// not be taken for a new one.
    var isMissingOrEmpty: Bool {
        get throws {
            do {
                return try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber == 0
            } catch let error as CocoaError where error.isMissingFile {
                return true
            }
        }
    }

    /// Throws an error if the store's path is a folder.
    func checkFile() throws {
        var isFolder: ObjCBool = false
        guard !isInMemory, FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else {
            return
        }
        throw NSError(
            code: NSPersistentStoreOpenError,
            "\(url.path) is a folder, but a SQLite store is a file. Choose a name for the file in that folder.",
            [NSFilePathErrorKey: url.path])
    }

    /// Vacuums and analyzes the file, if the store's options ask for it.
    func maintain(_ database: any DatabaseWriter) throws {
        if vacuums { try database.vacuum() }
        if analyzes { try database.writeWithoutTransaction { try $0.execute(sql: "ANALYZE") } }
    }
}

/// The first of the connections to a file, which inspects it; see `StoreConnection`.
private final class FirstConnection: Sendable {
    private let inspection: Mutex<Inspection?>

    /// The closure that inspects the file.
    // Safe to share: it is called once, while the thread that opens the file waits for it.
    private struct Inspection: @unchecked Sendable {
        let run: (Database) throws -> Void
    }

    /// - Parameter inspect: nil if there is nothing to inspect.
    init(_ inspect: ((Database) throws -> Void)?) { inspection = Mutex(inspect.map(Inspection.init)) }

    /// Inspects the file, unless an earlier connection did.
    func inspect(_ database: Database) throws {
        let inspection = inspection.withLock { inspection in
            defer { inspection = nil }
            return inspection
        }
        guard let inspection else { return }
        strata_setCheckpointsOnClose(database.sqliteConnection, 0)
        try database.inTransaction(.deferred) {
            try inspection.run(database)
            return .commit
        }
        strata_setCheckpointsOnClose(database.sqliteConnection, 1)
    }
}
