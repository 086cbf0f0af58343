internal import Foundation
internal import GRDBSQLite
internal import StrataPredicates
internal import StrataTraps

/// Sets the results of SQL functions.
enum SQLResult {
    /// Sets the result of `body`, or its error.
    static func set(_ context: OpaquePointer, _ body: () throws -> Value) {
        do {
            set(try body(), context)
        } catch {
            set(error, context)
        }
    }

    /// Sets an error as the error of the statement, with the same text.
    static func set(_ error: any Error, _ context: OpaquePointer) {
        let message = "\(error)"
        sqlite3_result_error(context, message, Int32(message.utf8.count))
    }

    /// Sets a value in the form that a column stores. Traps for a list or an instance of a class.
    static func set(_ value: Value, _ context: OpaquePointer) {
        switch value {
        case .null: sqlite3_result_null(context)
        case .bool(let bool): sqlite3_result_int(context, bool ? 1 : 0)
        case .int(let int): sqlite3_result_int64(context, int)
        case .double(let double): sqlite3_result_double(context, double)
        case .decimal(let decimal): set(decimal.columnValue, context)
        case .date(let date): sqlite3_result_double(context, date.timeIntervalSinceReferenceDate)
        case .object(let reference): sqlite3_result_int64(context, reference.rowID.rawValue)
        case .string(let text): set(text, context)
        case .url(let url): set(url.absoluteString, context)
        case .data(let data): data.withUnsafeBytes { set($0, context) }
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { set($0, context) }
        case .list, .opaque:
            trap("An SQL function must return a value that a column can store: a number, text, data or null.")
        }
    }

    private static func set(_ text: String, _ context: OpaquePointer) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                // An empty buffer may have no address, which SQLite would treat as NULL.
                if let start = $0.baseAddress {
                    sqlite3_result_text(context, start, Int32($0.count), transient)
                } else {
                    sqlite3_result_text(context, "", 0, transient)
                }
            }
        }
    }

    private static func set(_ bytes: UnsafeRawBufferPointer, _ context: OpaquePointer) {
        if let start = bytes.baseAddress, !bytes.isEmpty {
            sqlite3_result_blob(context, start, Int32(bytes.count), transient)
        } else {
            sqlite3_result_zeroblob(context, 0)
        }
    }
}

/// SQLITE_TRANSIENT: SQLite copies the text or data.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
