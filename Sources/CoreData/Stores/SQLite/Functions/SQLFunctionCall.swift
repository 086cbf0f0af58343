internal import Foundation
internal import GRDBSQLite
internal import Predicates

/// One call of a `SQLFunction`, with its arguments; there is nothing to copy, since they are gone when it ends.
struct SQLFunctionCall: ~Copyable {
    private let context: OpaquePointer
    private let arguments: UnsafeBufferPointer<OpaquePointer?>

    /// For `SQLFunction` alone, which is called with these by SQLite.
    init(_ context: OpaquePointer, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
        self.context = context
        self.arguments = arguments
    }

    var count: Int { arguments.count }

    // MARK: Arguments; places count from 0

    func isNull(_ place: Int) -> Bool {
        sqlite3_value_type(arguments[place]) == SQLITE_NULL
    }

    func isText(_ place: Int) -> Bool {
        sqlite3_value_type(arguments[place]) == SQLITE_TEXT
    }

    /// As SQLite casts: 0 for what is no number.
    func int(_ place: Int) -> Int64 {
        sqlite3_value_int64(arguments[place])
    }

    /// The argument in the kind it has: an integer, a double, a string, data or null.
    func value(_ place: Int) -> Value {
        switch sqlite3_value_type(arguments[place]) {
        case SQLITE_INTEGER: .int(sqlite3_value_int64(arguments[place]))
        case SQLITE_FLOAT: .double(sqlite3_value_double(arguments[place]))
        case SQLITE_TEXT: .string(withUTF8(place) { String(decoding: $0, as: UTF8.self) })
        case SQLITE_BLOB: .data(data(place))
        default: .null
        }
    }

    /// The characters of a text, which may hold NUL; nil for what is none.
    func text(_ place: Int) -> String? {
        isText(place) ? withUTF8(place) { String(decoding: $0, as: UTF8.self) } : nil
    }

    /// Lends the bytes of a text where SQLite has them. Expects `isText(place)`.
    func withUTF8<T>(_ place: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T {
        // The text first: asking for it may convert the argument, and the bytes are then counted anew.
        let start = sqlite3_value_text(arguments[place])
        return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(arguments[place]))))
    }

    private func data(_ place: Int) -> Data {
        let start = sqlite3_value_blob(arguments[place])
        return start.map { Data(bytes: $0, count: Int(sqlite3_value_bytes(arguments[place]))) } ?? Data()
    }

    /// What is made of the argument at `place`: once a statement where it is a constant, else at every call.
    ///
    /// Each call of the function that a statement's text has keeps its own; whatever else it is made of must be written into the
    /// text, too. One place always keeps the same type.
    func kept<T: AnyObject>(_ place: Int, _ make: () throws -> T) rethrows -> T {
        if let kept = sqlite3_get_auxdata(context, Int32(place)) { return Unmanaged<T>.fromOpaque(kept).takeUnretainedValue() }
        let made = try make()
        sqlite3_set_auxdata(context, Int32(place), Unmanaged.passRetained(made).toOpaque()) { kept in
            kept.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
        }
        return made
    }
}

extension SQLFunctionCall {
    /// Hands the body's answer, or its error, to SQLite.
    func answer(_ body: SQLFunction.Body) {
        do {
            SQLResult.set(try body(self), context)
        } catch {
            SQLResult.set(error, context)
        }
    }
}
