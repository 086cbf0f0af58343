internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// The SQL log of the launch argument `-com.apple.CoreData.SQLDebug`.
///
/// Level 1 logs statements and their durations, level 3 adds bound values, and level 4 adds query
/// plans. The statements come from `sqlite3_trace_v2`, which reports all of them. At level 0, no
/// trace is installed, so the log costs nothing.
enum SQLDebug {
    static let level = LaunchOption.number("com.apple.CoreData.SQLDebug")

    /// The SELECTs of one read on a connection, and the number of rows that they returned.
    private struct Reading {
        var rows = 0
        var statements: [String] = []
    }

    private struct State {
        /// Reads in progress, by the address of the connection.
        var readings: [Int: Reading] = [:]
        /// Connections that are running EXPLAIN QUERY PLAN, which is not logged.
        var silent: Set<Int> = []
    }

    private static let state = Mutex(State())

    /// Starts to log the statements of a connection.
    static func follow(_ database: Database) {
        guard level > 0 else { return }
        let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE)
        sqlite3_trace_v2(
            database.sqliteConnection, events,
            { event, _, subject, detail in
                SQLDebug.note(event, subject, detail)
                return 0
            }, nil)
    }

    /// Runs a read and logs its total duration, including the wait for a connection and the
    /// decoding of rows.
    static func read<T>(_ database: any DatabaseReader, _ body: (Database) throws -> T) throws -> T {
        let start = ContinuousClock.now
        let (result, rows) = try database.read { database in
            _ = take(database)
            let result = try body(database)
            let reading = take(database)
            if level >= 4 { try explain(reading.statements, database) }
            return (result, reading.rows)
        }
        CoreDataLog.annotation("total fetch execution time: \(seconds(ContinuousClock.now - start)) for \(rows) rows.")
        return result
    }

    private static func take(_ database: Database) -> Reading {
        let connection = Int(bitPattern: database.sqliteConnection)
        return state.withLock { $0.readings.removeValue(forKey: connection) ?? Reading() }
    }

    private static func explain(_ statements: [String], _ database: Database) throws {
        let connection = Int(bitPattern: database.sqliteConnection)
        state.withLock { _ = $0.silent.insert(connection) }
        defer { state.withLock { _ = $0.silent.remove(connection) } }
        for sql in statements {
            let plan = try RawStatement(database, "EXPLAIN QUERY PLAN " + sql).use { statement in
                var plan = ""
                while try statement.step() {
                    plan += "\n\(statement.int(0))|\(statement.int(1))|\(statement.int(2))|\(statement.text(3) ?? "")"
                }
                return plan
            }
            CoreDataLog.details("EXPLAIN QUERY PLAN \(sql)\(plan)")
        }
    }

    // MARK: The trace

    private static func note(_ event: UInt32, _ subject: UnsafeMutableRawPointer?, _ detail: UnsafeMutableRawPointer?) {
        guard let statement = subject.map({ OpaquePointer($0) }), let text = sqlite3_sql(statement),
            let handle = sqlite3_db_handle(statement)
        else { return }
        let connection = Int(bitPattern: handle)
        let sql = String(cString: text)
        let isFetch = sql.hasPrefix("SELECT")
        // Pragmas are not logged. On read-only connections, only SELECTs are logged.
        guard !sql.hasPrefix("PRAGMA"), isFetch || sqlite3_db_readonly(handle, "main") != 1,
            !state.withLock({ $0.silent.contains(connection) })
        else { return }
        switch Int32(bitPattern: event) {
        case SQLITE_TRACE_STMT:
            // SQLite reports the statements of triggers as comments.
            if let detail, String(cString: detail.assumingMemoryBound(to: CChar.self)).hasPrefix("--") { return }
            CoreDataLog.sql(sql)
            if level >= 3 { logBoundValues(statement, sql) }
            // Discards the SELECTs of an earlier write: only `read` removes recorded SELECTs.
            if sql.hasPrefix("BEGIN") { state.withLock { $0.readings[connection] = nil } }
            if isFetch { state.withLock { $0.readings[connection, default: Reading()].statements.append(sql) } }
        case SQLITE_TRACE_ROW:
            if isFetch { state.withLock { $0.readings[connection, default: Reading()].rows += 1 } }
        case SQLITE_TRACE_PROFILE:
            guard let nanoseconds = detail?.load(as: Int64.self) else { return }
            let time = seconds(.nanoseconds(nanoseconds))
            CoreDataLog.annotation(isFetch ? "sql connection fetch time: \(time)" : "sql execution time: \(time)")
        default:
            break
        }
    }

    private static func logBoundValues(_ statement: OpaquePointer, _ sql: String) {
        guard let text = sqlite3_expanded_sql(statement) else { return }
        defer { sqlite3_free(text) }
        for (index, value) in BoundValues.read(sql, expanded: String(cString: text)).enumerated() {
            CoreDataLog.details("SQLite bind[\(index)] = \(value)")
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let (whole, rest) = duration.components
        // Not localized: a log.
        return String(format: "%.4fs", Double(whole) + Double(rest) / 1e18)
    }
}

/// Extracts the values bound to a statement from its expanded text. SQLite has no function that
/// returns them.
enum BoundValues {
    /// Returns the values in the format of Core Data's log, ordered by the index of the parameter.
    ///
    /// - Parameters:
    ///   - sql: The text with its placeholders: `?`, each the next parameter, or `?1`, which may
    ///     occur several times.
    ///   - expanded: The same text with literals in place of the placeholders.
    static func read(_ sql: String, expanded: String) -> [String] {
        let list = ArraySlice("\(ListTable.name)(".utf8)
        var (rest, expanded) = (ArraySlice(sql.utf8), ArraySlice(expanded.utf8))
        var before: ArraySlice<UInt8> = []
        var values: [Int: String] = [:]
        var last = 0
        var quote: UInt8?
        while let byte = rest.popFirst() {
            if quote == nil, byte == UInt8(ascii: "?") {
                let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                rest = rest.dropFirst(digits.count)
                let number = Int(String(decoding: digits, as: UTF8.self)) ?? last + 1
                last = max(last, number)
                let literal = literal(expanded)
                values[number] = before.suffix(list.count) == list ? "(list)" : shown(literal)
                expanded = expanded.dropFirst(literal.count)
                before = []
                continue
            }
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            }
            before.append(byte)
            expanded = expanded.dropFirst()
        }
        return values.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the literal that a text begins with: NULL, a number, `'text'` or `x'blob'`.
    private static func literal(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let quote = UInt8(ascii: "'")
        guard var end = text.prefix(2).firstIndex(of: quote) else {
            return text.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ")") }
        }
        end += 1
        while end < text.endIndex {
            guard text[end] == quote else {
                end += 1
                continue
            }
            // Two quotes in a row are one quote within the text.
            guard end + 1 < text.endIndex, text[end + 1] == quote else { return text[text.startIndex...end] }
            end += 2
        }
        return text
    }

    private static func shown(_ literal: ArraySlice<UInt8>) -> String {
        let text = String(decoding: literal, as: UTF8.self)
        return switch literal.first {
        case UInt8(ascii: "'"): "\"" + text.dropFirst().dropLast().replacing("''", with: "'") + "\""
        case UInt8(ascii: "x"), UInt8(ascii: "X"): "<\(text.dropFirst(2).dropLast())>"
        case UInt8(ascii: "N"): "nil"
        default: Int64(text) != nil ? "(int64)\(text)" : "(double)\(text)"
        }
    }
}
