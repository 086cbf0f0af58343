internal import Foundation

/// The position in a store's history after which transactions are read, or before which they are
/// deleted.
enum HistoryStart {
    case beginning
    /// The number of a transaction; 0 before the first.
    case transaction(Int64)
    case date(Date)
}

// The rules for the numbers in tokens. Engines apply them while they read.
extension HistoryStart {
    /// Returns the number that a token of the end of the history has; nil if there is no valid token,
    /// because all transactions were deleted.
    ///
    /// - Parameters:
    ///   - newest: The number of the newest transaction that the history still has.
    ///   - last: Returns the number of the last transaction, even if it was deleted; 0 before the
    ///     first.
    static func tokenNumber(newest: Int64?, last: () throws -> Int64) rethrows -> Int64? {
        if let newest { return newest }
        return try last() == 0 ? 0 : nil
    }

    /// Throws NSPersistentHistoryTokenExpiredError if transactions after the one with a token's
    /// number may have been deleted.
    ///
    /// - Parameters:
    ///   - isKept: Returns whether the history still has the transaction with a number.
    ///   - last: Returns the number of the last transaction, even if it was deleted; 0 before the
    ///     first.
    static func requireTransactions(
        after number: Int64, isKept: (Int64) throws -> Bool, last: () throws -> Int64
    ) throws {
        // The token of a store without transactions expires with the first transaction.
        guard try isKept(max(number, 1)) || number == 0 && last() == 0 else {
            throw NSError(
                code: NSPersistentHistoryTokenExpiredError,
                """
                The history up to the token was deleted, and later transactions may be missing. Fetch all objects \
                again and continue from the current token.
                """
            )
        }
    }
}
