internal import Foundation
internal import GRDBSQLite
internal import StrataPredicates

/// One call of a `SQLFunction` or `SQLAggregate`, with its arguments.
///
/// It cannot be copied, since the arguments are invalid after the call.
struct SQLFunctionCall: ~Copyable {
    private let context: OpaquePointer
    private let arguments: UnsafeBufferPointer<OpaquePointer?>

    /// Wraps the parameters with which SQLite calls `SQLFunction` and `SQLAggregate`.
    init(_ context: OpaquePointer, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
        self.context = context
        self.arguments = arguments
    }

    var count: Int { arguments.count }

    // MARK: Arguments, by index from 0

    func isNull(_ place: Int) -> Bool {
        sqlite3_value_type(arguments[place]) == SQLITE_NULL
    }

    func isText(_ place: Int) -> Bool {
        sqlite3_value_type(arguments[place]) == SQLITE_TEXT
    }

    /// Returns the argument, cast to an integer by SQLite: 0 if it is not a number.
    func int(_ place: Int) -> Int64 {
        sqlite3_value_int64(arguments[place])
    }

    /// Returns a bound pointer, if its type has this name.
    func pointer(_ place: Int, type: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
        sqlite3_value_pointer(arguments[place], type)
    }

    /// Returns the argument according to its storage class: an integer, a double, a string, data or
    /// null.
    func value(_ place: Int) -> Value {
        switch sqlite3_value_type(arguments[place]) {
        case SQLITE_INTEGER: .int(sqlite3_value_int64(arguments[place]))
        case SQLITE_FLOAT: .double(sqlite3_value_double(arguments[place]))
        case SQLITE_TEXT: .string(withUTF8(place) { String(decoding: $0, as: UTF8.self) })
        case SQLITE_BLOB: .data(data(place))
        default: .null
        }
    }

    /// Returns the argument's text, which may contain NUL; nil for another type.
    func text(_ place: Int) -> String? {
        isText(place) ? withUTF8(place) { String(decoding: $0, as: UTF8.self) } : nil
    }

    /// Calls `body` with the bytes of a text, which SQLite owns. Requires `isText(place)`.
    func withUTF8<T>(_ place: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T {
        // Text before length: `sqlite3_value_text` may convert the argument, which changes the
        // length.
        let start = sqlite3_value_text(arguments[place])
        return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(arguments[place]))))
    }

    private func data(_ place: Int) -> Data {
        let start = sqlite3_value_blob(arguments[place])
        return start.map { Data(bytes: $0, count: Int(sqlite3_value_bytes(arguments[place]))) } ?? Data()
    }

    /// Returns the object that `make` creates from the argument at `place`. If the argument is
    /// constant, `make` is called once for a run of the statement, otherwise for each call.
    ///
    /// SQLite caches the object for each occurrence of the function in the statement's text.
    /// Anything else that `make` depends on must be constant in that occurrence, too. Each index
    /// must always be used with the same type of object.
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
    /// Sets the body's result, or its error, as the result of the call.
    func answer(_ body: SQLFunction.Body) {
        do {
            SQLResult.set(try body(self), context)
        } catch {
            SQLResult.set(error, context)
        }
    }
}
