internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// Logs what the store asks of SQLite, for `-com.apple.CoreData.SQLDebug`: from 1 on the statements and how long they took, from 3 on the
/// values bound to them, and at 4 how SQLite looks for the rows.
///
/// SQLite's own trace tells of the statements, so that it costs nothing where it is off, and nothing is left out.
enum SQLDebug {
    static let level = LaunchOption.number("com.apple.CoreData.SQLDebug")

    /// What a connection did since its reading began.
    private struct Reading {
        var rows = 0
        var statements: [String] = []
    }

    private struct State {
        // By the address of the connection.
        var readings: [Int: Reading] = [:]
        /// Connections that are explaining.
        var silent: Set<Int> = []
    }

    private static let state = Mutex(State())

    /// Logs the statements of a connection from now on.
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

    /// Reads, and logs how long that took altogether: with the wait for a connection and the making of values.
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
        // A reading connection's brackets and settings say nothing of what is asked for.
        guard !sql.hasPrefix("PRAGMA"), isFetch || sqlite3_db_readonly(handle, "main") != 1,
            !state.withLock({ $0.silent.contains(connection) })
        else { return }
        switch Int32(bitPattern: event) {
        case SQLITE_TRACE_STMT:
            // The steps of triggers come under comments.
            if let detail, String(cString: detail.assumingMemoryBound(to: CChar.self)).hasPrefix("--") { return }
            CoreDataLog.sql(sql)
            if level >= 3 { logBoundValues(statement, sql) }
            // What a writing connection reads, nobody takes.
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
        return String(format: "%.4fs", Double(whole) + Double(rest) / 1e18)
    }
}

/// The values bound to a statement. SQLite gives them out only as a part of its text.
enum BoundValues {
    /// The values as Core Data's log writes them, in the order of their numbers.
    ///
    /// - Parameter sql: with placeholders `?`, which count on, or `?1`, of which one may stand in several places.
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

    /// The literal that a text begins with: NULL, a number, a text in quotes or x and a text of digits in quotes.
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
            // Two quotes are one of the text.
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
