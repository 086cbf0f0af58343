internal import Foundation

/// The order of a transaction's value and that of a condition.
package enum HistoryRelation: String, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "="
    case greaterOrEqual = ">="
    case greater = ">"

    /// The relation of the two values in reverse order.
    package var reversed: HistoryRelation {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .equal: .equal
        case .greaterOrEqual: .lessOrEqual
        case .greater: .less
        }
    }
}

/// A selection of transactions in the history of one store.
struct HistoryQuery {
    /// A condition that a transaction satisfies.
    enum Condition {
        /// The order of the transaction's number and another one.
        case number(HistoryRelation, Int64)
        /// The order of the transaction's time and a date.
        case time(HistoryRelation, Date)
        /// The authors, of which the transaction has one; nil stands for a transaction without one.
        case authors([String?])
        /// The numbers, of which the transaction has one.
        case numbers([Int64])
    }

    /// The conditions, all of which a transaction satisfies.
    var conditions: [Condition]
    /// The greatest number of transactions, the first of them in the order; 0 for all.
    var limit: Int
    /// Whether the newest transactions come first.
    var isDescending: Bool
    /// Whether the transactions are read with their changes.
    var readsChanges: Bool
}
