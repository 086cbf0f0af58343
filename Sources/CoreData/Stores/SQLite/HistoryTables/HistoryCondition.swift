internal import StrataPredicates

/// A condition on ATRANSACTION, as SQL with arguments.
struct HistoryCondition {
    private(set) var sql: String
    private(set) var arguments: [Value]

    init(_ sql: String, _ arguments: Value...) {
        self.sql = sql
        self.arguments = arguments
    }

    /// Creates a condition that holds if one of several does; without any, one that never does.
    init(anyOf conditions: [HistoryCondition]) {
        sql = conditions.isEmpty ? "0" : conditions.map { "(\($0.sql))" }.joined(separator: " OR ")
        arguments = conditions.flatMap(\.arguments)
    }

    /// Adds a condition that must hold, too.
    mutating func add(_ sql: String, _ argument: Value) {
        self.sql += " AND \(sql)"
        arguments.append(argument)
    }

    /// Adds the condition that one of several holds.
    mutating func add(anyOf conditions: [HistoryCondition]) {
        let any = HistoryCondition(anyOf: conditions)
        sql += " AND (\(any.sql))"
        arguments += any.arguments
    }

    /// Returns the condition of the last of the transactions that satisfy this one.
    func newest(_ count: Int) -> HistoryCondition {
        var newest = self
        newest.sql = "Z_PK IN (SELECT Z_PK FROM ATRANSACTION WHERE \(sql) ORDER BY Z_PK DESC LIMIT \(count))"
        return newest
    }

    /// Binds the arguments to the parameters of a statement.
    func bind(to statement: RawStatement) throws { try statement.bind(arguments) }
}
