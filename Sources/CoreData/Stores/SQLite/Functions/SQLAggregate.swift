internal import GRDB
internal import GRDBSQLite
internal import Predicates
internal import Traps

/// A function of ours that SQL can call over all rows of a group.
struct SQLAggregate {
    /// Makes one answer of the last arguments of all rows; the others are those of the first row.
    typealias Body = (_ name: String, _ type: SQLType, _ values: [Value]) throws -> Value

    let name: String
    let body: Body

    /// Makes the function, of a name, a type's code and a value, known to a connection, which keeps it until it closes.
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
                // Without rows there is no group, and no name to call by: the caller asks for the sum of nothing otherwise.
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

        /// The group of a call, which SQLite keeps a place for.
        static func of(_ context: OpaquePointer) -> Group {
            guard let place = place(context, size: MemoryLayout<UnsafeRawPointer?>.size) else {
                trap("SQLite has no memory for an aggregate function.")
            }
            if let known = place.pointee { return Unmanaged<Group>.fromOpaque(known).takeUnretainedValue() }
            let group = Group()
            place.pointee = UnsafeRawPointer(Unmanaged.passRetained(group).toOpaque())
            return group
        }

        /// The group at its end; nil where there was no row.
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
