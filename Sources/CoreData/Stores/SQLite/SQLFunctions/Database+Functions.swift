internal import GRDB
internal import GRDBSQLite

/// The closure of a registered SQL function, which SQLite retains with the function.
final class FunctionBody<Body> {
    let run: Body

    init(_ run: Body) {
        self.run = run
    }
}

extension Database {
    /// The C callback for a function call, with the context, the number of arguments and the
    /// arguments.
    typealias FunctionCall = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Registers a function in the connection, which retains `body` until it is closed.
    ///
    /// - Parameters:
    ///   - argumentCount: the number of arguments; -1 for any number.
    ///   - flags: SQLite's flags, such as `SQLITE_DETERMINISTIC`.
    ///   - body: the object that the callbacks get from `sqlite3_user_data`.
    ///   - call: computes the result of a call; nil for an aggregate.
    ///   - step: adds a row to an aggregate's group.
    ///   - finish: computes the result of an aggregate's group.
    func register(
        function name: String, argumentCount: Int, flags: Int32, body: AnyObject? = nil, call: FunctionCall? = nil,
        step: FunctionCall? = nil, finish: (@convention(c) (OpaquePointer?) -> Void)? = nil
    ) throws {
        let code = sqlite3_create_function_v2(
            sqliteConnection, name, Int32(argumentCount), SQLITE_UTF8 | flags, body.map { Unmanaged.passRetained($0).toOpaque() },
            call, step, finish,
            // SQLite calls this even if the registration fails.
            { body in body.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
        }
    }
}
