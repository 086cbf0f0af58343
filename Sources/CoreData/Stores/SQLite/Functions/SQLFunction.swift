internal import GRDB
internal import GRDBSQLite
internal import Predicates

/// A function of ours that SQL can call.
///
/// GRDB's `DatabaseFunction` makes a value of each argument before it calls the function, a new String of each text: with a condition
/// that runs for every row, that is most of its cost. This one reads arguments where SQLite has them, and keeps what is made of
/// constant ones for the length of a statement.
struct SQLFunction {
    /// Gives the answer as a column would keep it; an error becomes that of the statement, with its text.
    typealias Body = (borrowing SQLFunctionCall) throws -> Value

    let name: String
    /// -1 for any number.
    let argumentCount: Int
    /// Whether it gives the same answer for the same arguments.
    let isDeterministic: Bool
    /// Called on the thread that uses the connection.
    let body: Body

    init(_ name: String, argumentCount: Int, isDeterministic: Bool = true, _ body: @escaping Body) {
        self.name = name
        self.argumentCount = argumentCount
        self.isDeterministic = isDeterministic
        self.body = body
    }

    /// Makes the function known to a connection, which keeps it until it closes.
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
