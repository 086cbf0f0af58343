internal import StrataPredicates

/// A condition on ATRANSACTION, as SQL with one argument.
struct HistoryCondition {
    let sql: String
    let argument: Value

    init(_ sql: String, _ argument: Value) {
        self.sql = sql
        self.argument = argument
    }
}
