internal import Foundation
internal import GRDB

extension SQLiteStore {
    /// The last transaction of the history, by which the store's state is known also after it was closed; nil where there is no history.
    func lastTransaction() throws -> Int64? {
        keepsHistory && !isInMemory ? try read(HistoryPosition.lastTransaction) : nil
    }

    /// What was written since a transaction.
    func changes(since first: Int64) throws -> OthersWrites {
        try read { database in
            let last = try HistoryPosition.lastTransaction(database)
            if first == last { return .nothing }
            guard first < last, last - first <= Self.mostTransactionsReadAgain else { return .unknown }
            return try changes(after: first, through: last, without: [], database)
        }
    }

    /// Past this many, reading what was asked anew is faster.
    private static let mostTransactionsReadAgain: Int64 = 10_000
}
