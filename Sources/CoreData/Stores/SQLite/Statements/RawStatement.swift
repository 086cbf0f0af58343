internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import StrataPredicates
internal import StrataTraps

/// A prepared statement that is bound, stepped and read with SQLite's C functions, without GRDB's
/// conversions for each row.
///
/// GRDB caches prepared statements by connection and SQL text, so another `RawStatement` with the
/// same text costs a lookup only. Since both share one SQLite statement, they must not be stepped
/// at the same time.
///
/// Row IDs are converted to primary keys when they are bound, and primary keys to row IDs when they
/// are read; see `KeySpace`.
struct RawStatement {
    private let statement: OpaquePointer
    private let database: Database
    let keySpace: KeySpace

    /// Prepares a statement, or gets it from the connection's cache.
    ///
    /// - Parameter keySpace: The key space of the store, for a statement with keys of objects.
    init(_ database: Database, _ sql: String, _ keySpace: KeySpace = .first) throws {
        self.database = database
        self.keySpace = keySpace
        statement = try database.cachedStatement(sql: sql).sqliteStatement
    }

    /// Runs `body`, then resets the statement and clears its bindings, even if `body` throws.
    func use<T>(_ body: (RawStatement) throws -> T) rethrows -> T {
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        return try body(self)
    }

    /// Steps to the next row and returns whether there is one.
    func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw lastError
        }
    }

    /// Runs a statement that returns no rows, then resets it. Its bindings remain.
    func run() throws {
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE else {
            // Read before the reset, which clears the error message.
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

    // MARK: Binding; indices start at 1

    func bind(_ int: Int64, at index: Int) {
        sqlite3_bind_int64(statement, Int32(index), int)
    }

    /// Binds an address for a registered function, which reads it with the same type name.
    func bind(_ pointer: UnsafeMutableRawPointer, type: UnsafePointer<CChar>?, at index: Int) {
        sqlite3_bind_pointer(statement, Int32(index), pointer, type, nil)
    }

    /// Binds the primary key of a row ID.
    func bind(rowID: RowID, at index: Int) {
        bind(keySpace.primaryKey(rowID).rawValue, at: index)
    }

    /// Binds the primary keys of row IDs as the argument of `ListTable`.
    func bind(rowIDs: some Sequence<RowID>, at index: Int) {
        ListTable.bind(rowIDs.map { .int(keySpace.primaryKey($0).rawValue) }, statement, at: Int32(index))
    }

    /// Throws if the text is longer than SQLite's limit.
    func bind(_ text: String?, at index: Int) throws {
        guard var text else {
            sqlite3_bind_null(statement, Int32(index))
            return
        }
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // An empty buffer may have no address, and SQLite binds a null pointer as NULL.
                characters.baseAddress.map {
                    sqlite3_bind_text64(
                        statement, Int32(index), $0, UInt64(characters.count), transient, UInt8(SQLITE_UTF8))
                } ?? sqlite3_bind_text(statement, Int32(index), "", 0, transient)
            }
        }
        guard code == SQLITE_OK else { throw lastError }
    }

    /// Binds a value in its stored form: a date as seconds since 2001, a UUID as 16 bytes, a URL as
    /// text, a decimal as its `columnValue`, and a list as the argument of `ListTable`.
    ///
    /// Throws if the value is longer than SQLite's limit.
    func bind(_ value: Value, at index: Int) throws {
        let index32 = Int32(index)
        switch value {
        case .null: sqlite3_bind_null(statement, index32)
        case .bool(let bool): sqlite3_bind_int64(statement, index32, bool ? 1 : 0)
        case .int(let int): sqlite3_bind_int64(statement, index32, int)
        case .double(let double): sqlite3_bind_double(statement, index32, double)
        case .date(let date): sqlite3_bind_double(statement, index32, date.timeIntervalSinceReferenceDate)
        case .decimal(let decimal): try bind(decimal.columnValue, at: index)
        case .string(let string): try bind(string, at: index)
        case .url(let url): try bind(url.absoluteString, at: index)
        case .uuid(let uuid): try withUnsafeBytes(of: uuid.uuid) { try bind($0, at: index32) }
        case .data(let data): try data.withUnsafeBytes { try bind($0, at: index32) }
        case .object(let reference): bind(rowID: reference.rowID, at: index)
        case .opaque(let value):
            trap("\(value.object) cannot be stored in a column. Encode it with its value transformer first.")
        case .list(let values): ListTable.bind(keySpace.keyed(values), statement, at: index32)
        }
    }

    /// Binds `?1`, `?2` and so on. Values beyond the statement's last parameter are ignored: a query
    /// keeps the arguments of conditions that turned out to be constant.
    func bind(_ values: [Value]) throws {
        for (index, value) in values.prefix(Int(sqlite3_bind_parameter_count(statement))).enumerated() {
            try bind(value, at: index + 1)
        }
    }

    /// Binds an object for a registered function, which reads it with the same type name. The
    /// statement retains the object until its bindings are cleared.
    func bind(_ object: AnyObject, as type: StaticString, at index: Int) {
        let name = UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_pointer(statement, Int32(index), Unmanaged.passRetained(object).toOpaque(), name) { object in
            object.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
        }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        let code =
            bytes.isEmpty
            ? sqlite3_bind_zeroblob(statement, index, 0)
            : sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), transient)
        guard code == SQLITE_OK else { throw lastError }
    }

    var columnCount: Int { Int(sqlite3_column_count(statement)) }
}

// The columns of the current row.
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
        // Pointer before length: `sqlite3_column_blob` may convert the value, which changes the
        // length.
        let start = sqlite3_column_blob(statement, Int32(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    }
}

/// SQLITE_TRANSIENT: SQLite copies the bound text or blob. Swift does not import the C macro.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
