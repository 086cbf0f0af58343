internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Predicates

/// A prepared statement stepped directly, for work where a row costs less than GRDB's own conversions.
///
/// GRDB keeps the prepared statement with its connection, so making one of these again costs a look-up.
struct RawStatement {
    private let statement: OpaquePointer
    private let database: Database
    private let keySpace: KeySpace

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

    /// Binds a value as a column keeps it: dates as seconds since 2001, UUIDs as 16 bytes, URLs as text; a list as `ListTable` takes it.
    func bind(_ value: Value, at index: Int) {
        let index32 = Int32(index)
        switch value {
        case .null: sqlite3_bind_null(statement, index32)
        case .bool(let bool): sqlite3_bind_int64(statement, index32, bool ? 1 : 0)
        case .int(let int): sqlite3_bind_int64(statement, index32, int)
        case .double(let double): sqlite3_bind_double(statement, index32, double)
        case .date(let date): sqlite3_bind_double(statement, index32, date.timeIntervalSinceReferenceDate)
        case .decimal(let decimal): bind(decimal, at: index32)
        case .string(let string): bind(string, at: index)
        case .url(let url): bind(url.absoluteString, at: index)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { bind($0, at: index32) }
        case .data(let data): data.withUnsafeBytes { bind($0, at: index32) }
        case .object(let reference): sqlite3_bind_int64(statement, index32, keySpace.key(reference.number))
        case .opaque(let value):
            preconditionFailure("\(value.object) is no column's value; its transformer makes data of it.")
        case .list(let values): ListTable.bind(keySpace.keyed(values), statement, at: index32)
        }
    }

    /// Binds `?1`, `?2` and so on, as far as the statement has them.
    func bind(_ values: [Value]) {
        for (index, value) in values.prefix(Int(sqlite3_bind_parameter_count(statement))).enumerated() {
            bind(value, at: index + 1)
        }
    }

    private func bind(_ decimal: Decimal, at index: Int32) {
        // By way of the digits: NSDecimalNumber takes some that have a fraction for whole numbers, and misses the nearest double.
        let digits = decimal.description
        if let integer = Int64(digits) {
            sqlite3_bind_int64(statement, index, integer)
        } else {
            sqlite3_bind_double(statement, index, Double(digits) ?? .nan)
        }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        if bytes.isEmpty {
            sqlite3_bind_zeroblob(statement, index, 0)
        } else {
            sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count), transient)
        }
    }

    // MARK: Reading; columns count from 0

    var columnCount: Int { Int(sqlite3_column_count(statement)) }

    func int(_ column: Int) -> Int64 {
        sqlite3_column_int64(statement, Int32(column))
    }

    /// The number of the object whose key a column has.
    func key(_ column: Int) -> Int64 { keySpace.number(int(column)) }

    /// The same; nil where the column is NULL.
    func reference(_ column: Int) -> Int64? {
        sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL ? nil : key(column)
    }

    func text(_ column: Int) -> String? {
        guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return nil }
        // By length: text may hold NUL characters.
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func data(_ column: Int) -> Data? {
        guard sqlite3_column_type(statement, Int32(column)) != SQLITE_NULL else { return nil }
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        guard count > 0, let bytes = sqlite3_column_blob(statement, Int32(column)) else { return Data() }
        return Data(bytes: bytes, count: count)
    }

    /// A column as a row keeps numbers; nil where it is NULL, and for what is not kept in a word.
    @inline(__always)
    func word(_ column: Int32, _ packing: RowShape.Packing) -> UInt64? {
        let word: UInt64
        switch packing {
        case .int: word = UInt64(bitPattern: sqlite3_column_int64(statement, column))
        case .double, .date: word = sqlite3_column_double(statement, column).bitPattern
        case .bool: word = sqlite3_column_int64(statement, column) != 0 ? 1 : 0
        case .whole: return nil
        }
        // A number that is not zero cannot come of NULL, which saves asking.
        return word != 0 || sqlite3_column_type(statement, column) != SQLITE_NULL ? word : nil
    }

    /// A column in the kind it has: an integer, a double, a text, data or null.
    func value(_ column: Int) -> Value {
        switch sqlite3_column_type(statement, Int32(column)) {
        case SQLITE_INTEGER: .int(int(column))
        case SQLITE_FLOAT: .double(sqlite3_column_double(statement, Int32(column)))
        case SQLITE_TEXT: text(column).map(Value.string) ?? .null
        case SQLITE_BLOB: data(column).map(Value.data) ?? .null
        default: .null
        }
    }

    /// Reads a column as an attribute of the given type; NULL and what cannot be read as that type become null.
    func value(_ column: Int, as type: NSAttributeType) -> Value {
        let column32 = Int32(column)
        // Numbers first: one that is not zero cannot come of NULL, which saves asking.
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            let int = sqlite3_column_int64(statement, column32)
            if int != 0 { return .int(int) }
        case .doubleAttributeType, .floatAttributeType:
            let double = sqlite3_column_double(statement, column32)
            if double != 0 { return .double(double) }
        default: break
        }
        guard sqlite3_column_type(statement, column32) != SQLITE_NULL else { return .null }
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            return .int(sqlite3_column_int64(statement, column32))
        case .booleanAttributeType:
            return .bool(sqlite3_column_int64(statement, column32) != 0)
        case .doubleAttributeType, .floatAttributeType:
            return .double(sqlite3_column_double(statement, column32))
        case .dateAttributeType:
            return .date(Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, column32)))
        case .decimalAttributeType:
            // Not as SQLite's text, which has 15 digits of a double.
            guard case .decimal(let decimal) = value(column, as: SQLType.decimal) else { return .null }
            return .decimal(decimal)
        case .stringAttributeType:
            return text(column).map(Value.string) ?? .null
        case .URIAttributeType:
            return text(column).flatMap { URL(string: $0) }.map(Value.url) ?? .null
        case .UUIDAttributeType:
            guard let data = data(column), data.count == 16 else { return .null }
            return .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case .binaryDataAttributeType:
            return data(column).map(Value.data) ?? .null
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            return .null
        }
    }
}

/// Tells SQLite to copy what is bound.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
