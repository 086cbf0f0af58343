internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Predicates
internal import Traps

/// A prepared statement stepped directly, for work where a row costs less than GRDB's own conversions.
///
/// GRDB keeps the prepared statement with its connection, so making one of these again costs a look-up.
struct RawStatement {
    private let statement: OpaquePointer
    private let database: Database
    let keySpace: KeySpace

    /// - Parameter keySpace: the store's, for a statement that has to do with objects.
    init(_ database: Database, _ sql: String, _ keySpace: KeySpace = .first) throws {
        self.database = database
        self.keySpace = keySpace
        statement = try database.cachedStatement(sql: sql).sqliteStatement
    }

    /// Runs `body` and makes the statement ready for its next use, whatever happened.
    func use<T>(_ body: (RawStatement) throws -> T) rethrows -> T {
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        return try body(self)
    }

    /// Steps to the next row; false at the end.
    func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw lastError
        }
    }

    /// Runs a statement that returns no rows and makes it ready to run again.
    func run() throws {
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE else {
            // The message belongs to the step; resetting first would lose it.
            let error = lastError
            sqlite3_reset(statement)
            throw error
        }
        sqlite3_reset(statement)
    }

    private var lastError: DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
            message: database.lastErrorMessage,
            sql: String(cString: sqlite3_sql(statement))
        )
    }

    // MARK: Binding; indexes count from 1

    func bind(_ int: Int64, at index: Int) {
        sqlite3_bind_int64(statement, Int32(index), int)
    }

    /// Binds an address for a function of ours, which asks for it by the same type.
    func bind(_ pointer: UnsafeMutableRawPointer, type: UnsafePointer<CChar>?, at index: Int) {
        sqlite3_bind_pointer(statement, Int32(index), pointer, type, nil)
    }

    /// Binds the key of the object with a number.
    func bind(key number: Int64, at index: Int) {
        sqlite3_bind_int64(statement, Int32(index), keySpace.key(number))
    }

    /// Binds the keys of the objects with these numbers, as `ListTable` takes them.
    func bind(keys numbers: some Sequence<Int64>, at index: Int) {
        ListTable.bind(numbers.map { .int(keySpace.key($0)) }, statement, at: Int32(index))
    }

    func bind(_ text: String?, at index: Int) {
        guard var text else {
            sqlite3_bind_null(statement, Int32(index))
            return
        }
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                if let address = characters.baseAddress {
                    _ = sqlite3_bind_text(statement, Int32(index), address, Int32(characters.count), transient)
                } else {
                    // An empty buffer may have no address, which SQLite would read as NULL.
                    _ = sqlite3_bind_text(statement, Int32(index), "", 0, transient)
                }
            }
        }
    }

    /// Binds a value as a column keeps it: dates as seconds since 2001, UUIDs as 16 bytes, URLs as
    /// text, decimals as `Decimal.columnValue` says; a list as `ListTable` takes it.
    func bind(_ value: Value, at index: Int) {
        let index32 = Int32(index)
        switch value {
        case .null: sqlite3_bind_null(statement, index32)
        case .bool(let bool): sqlite3_bind_int64(statement, index32, bool ? 1 : 0)
        case .int(let int): sqlite3_bind_int64(statement, index32, int)
        case .double(let double): sqlite3_bind_double(statement, index32, double)
        case .date(let date): sqlite3_bind_double(statement, index32, date.timeIntervalSinceReferenceDate)
        case .decimal(let decimal): bind(decimal.columnValue, at: index)
        case .string(let string): bind(string, at: index)
        case .url(let url): bind(url.absoluteString, at: index)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { bind($0, at: index32) }
        case .data(let data): data.withUnsafeBytes { bind($0, at: index32) }
        case .object(let reference): sqlite3_bind_int64(statement, index32, keySpace.key(reference.number))
        case .opaque(let value):
            trap("\(value.object) is no column's value; its transformer makes data of it.")
        case .list(let values): ListTable.bind(keySpace.keyed(values), statement, at: index32)
        }
    }

    /// Binds `?1`, `?2` and so on, as far as the statement has them.
    func bind(_ values: [Value]) {
        for (index, value) in values.prefix(Int(sqlite3_bind_parameter_count(statement))).enumerated() {
            bind(value, at: index + 1)
        }
    }

    /// Binds an object for a function of ours, which asks for it by `type`; the statement holds it until its bindings are cleared.
    func bind(_ object: AnyObject, as type: StaticString, at index: Int) {
        let name = UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_pointer(statement, Int32(index), Unmanaged.passRetained(object).toOpaque(), name) { object in
            object.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
        }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        if bytes.isEmpty {
            sqlite3_bind_zeroblob(statement, index, 0)
        } else {
            sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count), transient)
        }
    }

    var columnCount: Int { Int(sqlite3_column_count(statement)) }
}

// The current row.
extension RawStatement: SelectedColumns {
    @inline(__always)
    func type(_ column: Int) -> Int32 { sqlite3_column_type(statement, Int32(column)) }

    @inline(__always)
    func int(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    @inline(__always)
    func double(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

    func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_column_text(statement, Int32(column)) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    }

    func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        // The address first: asking for it may convert the value, and the bytes are then counted anew.
        let start = sqlite3_column_blob(statement, Int32(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    }
}

/// Tells SQLite to copy what is bound.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
