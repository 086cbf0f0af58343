import Foundation
import GRDBSQLite

/// Queries of SQLite in C, in a file that Strata wrote.
final class HandWritten {
    private var database: OpaquePointer?

    init(_ file: URL) throws {
        guard sqlite3_open_v2(file.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { throw failure }
    }

    deinit { sqlite3_close_v2(database) }

    /// Runs statements on a connection of its own that may write.
    static func execute(_ sql: String, _ file: URL) throws {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        guard sqlite3_open(file.path, &database) == SQLITE_OK, sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
            throw WrongResult(description: String(cString: sqlite3_errmsg(database)))
        }
    }

    /// What `read` makes of each row of a query with a number and a text to bind.
    func rows<Row>(_ sql: String, _ number: Double, _ text: String, _ read: (OpaquePointer) -> Row) throws -> [Row] {
        try rows(sql, read) { statement in
            sqlite3_bind_double(statement, 1, number)
            sqlite3_bind_text(statement, 2, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    /// What `read` makes of each row of a query.
    func rows<Row>(
        _ sql: String, _ read: (OpaquePointer) -> Row, binding bind: (OpaquePointer) -> Void = { _ in }
    ) throws -> [Row] {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &prepared, nil) == SQLITE_OK, let statement = prepared else { throw failure }
        defer { sqlite3_finalize(statement) }
        bind(statement)
        var rows: [Row] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(read(statement))
            case SQLITE_DONE: return rows
            default: throw failure
            }
        }
    }

    /// Reads a row of code, magnitude, place and time.
    static func quake(_ statement: OpaquePointer) -> Quake {
        func text(_ column: Int32) -> String {
            let bytes = UnsafeBufferPointer(
                start: sqlite3_column_text(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
            return String(decoding: bytes, as: UTF8.self)
        }
        return Quake(
            code: text(0), magnitude: Float(sqlite3_column_double(statement, 1)), place: text(2),
            time: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, 3)))
    }

    private var failure: WrongResult { WrongResult(description: String(cString: sqlite3_errmsg(database))) }
}
