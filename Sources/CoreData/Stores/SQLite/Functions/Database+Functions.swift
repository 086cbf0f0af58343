internal import GRDB
internal import GRDBSQLite

/// The closure behind an SQL function of ours, which SQLite keeps with the function.
final class FunctionBody<Body> {
    let run: Body

    init(_ run: Body) {
        self.run = run
    }
}

extension Database {
    typealias FunctionCall = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Makes a function known to the connection, which keeps it until it closes.
    ///
    /// - Parameters:
    ///   - argumentCount: -1 for any number.
    ///   - flags: SQLite's, such as `SQLITE_DETERMINISTIC`.
    ///   - body: what the callbacks find by `sqlite3_user_data`.
    ///   - call: answers a call; nil for an aggregate.
    ///   - step: takes in a row of an aggregate's group.
    ///   - finish: answers for an aggregate's group.
    func register(
        function name: String, argumentCount: Int, flags: Int32, body: AnyObject? = nil, call: FunctionCall? = nil,
        step: FunctionCall? = nil, finish: (@convention(c) (OpaquePointer?) -> Void)? = nil
    ) throws {
        let code = sqlite3_create_function_v2(
            sqliteConnection, name, Int32(argumentCount), SQLITE_UTF8 | flags, body.map { Unmanaged.passRetained($0).toOpaque() },
            call, step, finish,
            // SQLite calls it where registering fails, too.
            { body in body.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
        }
    }
}
