import Foundation
import GRDBSQLite

/// A peer that reads a file written by Strata with SQLite's C functions.
final class HandWritten {
    private var database: OpaquePointer?
    /// The prepared statements, by their SQL.
    private var statements: [String: OpaquePointer] = [:]

    init(_ file: URL) throws {
        guard sqlite3_open_v2(file.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { throw failure }
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(database)
    }

    /// Executes statements on a separate, writable connection.
    static func execute(_ sql: String, _ file: URL) throws {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        guard sqlite3_open(file.path, &database) == SQLITE_OK, sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
            throw WrongResult(description: String(cString: sqlite3_errmsg(database)))
        }
    }

    /// Returns the result of `read` for each row of a query, with a number and a text bound to it.
    func rows<Row>(_ sql: String, _ number: Double, _ text: String, _ read: (OpaquePointer) -> Row) throws -> [Row] {
        try rows(sql, read) { statement in
            sqlite3_bind_double(statement, 1, number)
            sqlite3_bind_text(statement, 2, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    /// Returns the result of `read` for each row of a query.
    func rows<Row>(
        _ sql: String, _ read: (OpaquePointer) -> Row, binding bind: (OpaquePointer) -> Void = { _ in }
    ) throws -> [Row] {
        var rows: [Row] = []
        try forEachRow(sql, { rows.append(read($0)) }, binding: bind)
        return rows
    }

    func forEachRow(_ sql: String, _ body: (OpaquePointer) -> Void, binding bind: (OpaquePointer) -> Void = { _ in }) throws {
        let statement = try statement(sql)
        defer { sqlite3_reset(statement) }
        bind(statement)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: body(statement)
            case SQLITE_DONE: return
            default: throw failure
            }
        }
    }

    private func statement(_ sql: String) throws -> OpaquePointer {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else { throw failure }
        statements[sql] = prepared
        return prepared
    }

    static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
        let bytes = UnsafeBufferPointer(
            start: sqlite3_column_text(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the quake in a row of code, magnitude, place and time.
    static func quake(_ statement: OpaquePointer) -> Quake {
        Quake(
            code: text(statement, 0), magnitude: Float(sqlite3_column_double(statement, 1)), place: text(statement, 2),
            time: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, 3)))
    }

    private var failure: WrongResult { WrongResult(description: String(cString: sqlite3_errmsg(database))) }
}
