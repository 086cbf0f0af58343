internal import GRDB
internal import GRDBSQLite
internal import StrataPredicates
internal import StrataTraps

/// An aggregate function, implemented in Swift, that SQL can call over the rows of a group.
struct SQLAggregate {
    /// Computes the result for the values of all rows. The name and the type are those of the first
    /// row.
    typealias Body = (_ name: String, _ type: SQLType, _ values: [Value]) throws -> Value

    let name: String
    let body: Body

    /// Registers the function in a connection, which retains it until it is closed.
    ///
    /// SQL calls it with a name, a type's code and a value.
    func register(in database: Database) throws {
        try database.register(
            function: name, argumentCount: 3, flags: SQLITE_DETERMINISTIC, body: FunctionBody(body),
            step: { context, count, arguments in
                guard let context else { return }
                let call = SQLFunctionCall(context, UnsafeBufferPointer(start: arguments, count: Int(count)))
                Group.of(context).step(call)
            },
            finish: { context in
                guard let context, let body = sqlite3_user_data(context) else { return }
                // Without rows there is no group, and no name. The result is NULL; callers that
                // need another result for an empty group provide it in SQL.
                let group = Group.take(context)
                Unmanaged<FunctionBody<Body>>.fromOpaque(body)._withUnsafeGuaranteedRef { body in
                    SQLResult.set(context) { try group.map { try body.run($0.name, $0.type, $0.values) } ?? .null }
                }
            })
    }

    /// The rows of a group so far.
    private final class Group {
        var name = ""
        var type = SQLType.null
        var values: [Value] = []

        func step(_ call: borrowing SQLFunctionCall) {
            if values.isEmpty {
                name = call.text(0) ?? ""
                type = SQLType(code: Int(call.int(1))) ?? .null
            }
            values.append(call.value(2, as: type))
        }

        /// Returns the group of a call, after creating it for the first row. SQLite keeps a pointer
        /// to it.
        static func of(_ context: OpaquePointer) -> Group {
            guard let place = place(context, size: MemoryLayout<UnsafeRawPointer?>.size) else {
                trap("SQLite could not allocate memory for an aggregate function.")
            }
            if let known = place.pointee { return Unmanaged<Group>.fromOpaque(known).takeUnretainedValue() }
            let group = Group()
            place.pointee = UnsafeRawPointer(Unmanaged.passRetained(group).toOpaque())
            return group
        }

        /// Removes and returns the group after its last row; nil if there was no row.
        static func take(_ context: OpaquePointer) -> Group? {
            guard let place = place(context, size: 0), let known = place.pointee else { return nil }
            place.pointee = nil
            return Unmanaged<Group>.fromOpaque(known).takeRetainedValue()
        }

        private static func place(_ context: OpaquePointer, size: Int) -> UnsafeMutablePointer<UnsafeRawPointer?>? {
            sqlite3_aggregate_context(context, Int32(size))?.assumingMemoryBound(to: UnsafeRawPointer?.self)
        }
    }
}
