internal import GRDB
internal import GRDBSQLite
internal import StrataPredicates

/// A function, implemented in Swift, that SQL can call.
///
/// GRDB's `DatabaseFunction` converts each argument to a value before it calls the function, and
/// each text to a new String. In a condition that runs for every row, that is most of the cost.
/// This type reads arguments in SQLite's own memory. While a statement runs, it caches objects made
/// from constant arguments (`SQLFunctionCall.kept(_:_:)`).
struct SQLFunction {
    /// Computes the result. An error that it throws becomes the error of the statement, with the
    /// same text.
    typealias Body = (borrowing SQLFunctionCall) throws -> Value

    let name: String
    /// The number of arguments; -1 for any number.
    let argumentCount: Int
    /// Whether equal arguments always give the same result.
    let isDeterministic: Bool
    /// The implementation, which is called on the thread that uses the connection.
    let body: Body

    init(_ name: String, argumentCount: Int, isDeterministic: Bool = true, _ body: @escaping Body) {
        self.name = name
        self.argumentCount = argumentCount
        self.isDeterministic = isDeterministic
        self.body = body
    }

    /// Registers the function in a connection, which retains it until it is closed.
    func register(in database: Database) throws {
        try database.register(
            function: name, argumentCount: argumentCount, flags: isDeterministic ? SQLITE_DETERMINISTIC : 0,
            body: FunctionBody(body),
            call: { context, count, arguments in
                guard let context, let body = sqlite3_user_data(context) else { return }
                let call = SQLFunctionCall(context, UnsafeBufferPointer(start: arguments, count: Int(count)))
                Unmanaged<FunctionBody<Body>>.fromOpaque(body)._withUnsafeGuaranteedRef { call.answer($0.run) }
            })
    }
}
