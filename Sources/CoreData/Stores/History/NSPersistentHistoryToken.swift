public import Foundation
internal import StrataPredicates

/// A position in the history of one or several stores: for each store, the last transaction that
/// was read. Keep it, and fetch the history after it later.
///
/// A token is valid in every process and after every launch. Two tokens are equal if they name the
/// same transactions.
// Safe to share: immutable after init.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The number of the last transaction that was read, by the UUID of the store.
    package let transactionNumbers: [String: Int64]

    /// The UUID of the store of the transaction whose token this is; nil for other tokens. Neither
    /// archived nor compared by `==`.
    private let store: String?

    /// - Parameter store: The UUID of the store of the transaction whose token this is.
    package init(_ transactionNumbers: [String: Int64], ofTransactionIn store: String? = nil) {
        self.transactionNumbers = transactionNumbers
        self.store = store
    }

    /// True: a token can be decoded with secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes a token; nil for any other archive, and for an invalid transaction number.
    public init?(coder: NSCoder) {
        let identifiers = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "storeIdentifiers") as? NSArray
        let numbers = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "transactionNumbers") as? NSArray
        let stores = (identifiers ?? []).compactMap { ($0 as? NSString).map { $0 as String } ?? $0 as? String }
        let last = (numbers ?? []).compactMap { ($0 as? NSNumber)?.int64Value }
        guard !stores.isEmpty, stores.count == last.count, Set(stores).count == last.count, last.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        store = nil
        transactionNumbers = Dictionary(uniqueKeysWithValues: zip(stores, last))
    }

    /// Encodes the token, so that an app can keep it between launches.
    public func encode(with coder: NSCoder) {
        // Sorted, so that equal tokens have equal archives.
        let stores = transactionNumbers.sorted { $0.key < $1.key }
        coder.encode(stores.map { $0.key as NSString } as NSArray, forKey: "storeIdentifiers")
        coder.encode(stores.map { NSNumber(value: $0.value) } as NSArray, forKey: "transactionNumbers")
    }

    /// Returns the token itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPersistentHistoryToken)?.transactionNumbers == transactionNumbers
    }

    public override var hash: Int { transactionNumbers.hashValue }

    public override var description: String {
        let stores = transactionNumbers.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
        return "<NSPersistentHistoryToken: {\(stores.joined(separator: ", "))}>"
    }
}

extension NSPersistentHistoryToken: PredicateOrdered {
    /// Returns the order in which two tokens are reached by reading the history: a token is less
    /// than another one if it was read up to earlier transactions, in every store in which the two
    /// differ. A store that a token does not name counts as not read.
    ///
    /// Tokens of several stores can be less in one store and greater in another, if clocks differ.
    /// Then the token of a transaction is compared in that transaction's store, so that
    /// `token > %@` selects what `fetchHistory(after:)` does; other tokens have no order.
    package func predicateOrder(to other: AnyObject) -> ComparisonResult? {
        guard let other = other as? NSPersistentHistoryToken else { return nil }
        let stores = Set(transactionNumbers.keys).union(other.transactionNumbers.keys)
        let orders = Set(stores.map { order(to: other, in: $0) }).subtracting([.orderedSame])
        if orders.count < 2 { return orders.first ?? .orderedSame }
        return (store ?? other.store).map { order(to: other, in: $0) }
    }

    private func order(to other: NSPersistentHistoryToken, in store: String) -> ComparisonResult {
        let (a, b) = (transactionNumbers[store] ?? 0, other.transactionNumbers[store] ?? 0)
        return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
    }
}
