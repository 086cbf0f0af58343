import Foundation
import GRDBSQLite

/// SQLite's C functions in a plain loop.
final class SQLiteQuakes: QuakeStore {
    static let query = "SELECT code, magnitude, place, time FROM quake"

    static let schema = """
        CREATE TABLE quake (id INTEGER PRIMARY KEY, code TEXT, magnitude REAL, place TEXT, time REAL);
        CREATE UNIQUE INDEX quake_code ON quake (code);
        CREATE INDEX quake_time ON quake (time);
        """
    static let insert = "INSERT INTO quake (code, magnitude, place, time) VALUES (?, ?, ?, ?)"
    static let upsert = """
        \(insert) ON CONFLICT (code)
        DO UPDATE SET magnitude = excluded.magnitude, place = excluded.place, time = excluded.time
        """

    private var database: OpaquePointer?

    init(at file: URL) throws {
        try check(sqlite3_open(file.path, &database))
        try execute(
            "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000; \(Self.schema)"
        )
    }

    deinit { sqlite3_close_v2(database) }

    func insert(_ quakes: [Quake], replacing: Bool) throws {
        try execute("BEGIN IMMEDIATE")
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(database, replacing ? Self.upsert : Self.insert, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        // SQLite copies the text, since Swift does not guarantee that its address stays valid.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for quake in quakes {
            sqlite3_bind_text(statement, 1, quake.code, Int32(quake.code.utf8.count), transient)
            sqlite3_bind_double(statement, 2, Double(quake.magnitude))
            sqlite3_bind_text(statement, 3, quake.place, Int32(quake.place.utf8.count), transient)
            sqlite3_bind_double(statement, 4, quake.time.timeIntervalSinceReferenceDate)
            guard sqlite3_step(statement) == SQLITE_DONE else { throw failure() }
            sqlite3_reset(statement)
        }
        try execute("COMMIT")
    }

    private func execute(_ sql: String) throws {
        try check(sqlite3_exec(database, sql, nil, nil, nil))
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure() }
    }

    private func failure() -> WrongResult {
        WrongResult(description: String(cString: sqlite3_errmsg(database)))
    }
}
