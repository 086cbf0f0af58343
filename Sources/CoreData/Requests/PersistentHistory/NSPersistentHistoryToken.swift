public import Foundation

/// A position in the history of one or several stores: for each store, the last transaction that
/// was read. Keep it, and fetch the history after it later.
///
/// A token is valid in every process and after every launch. Two tokens are equal if they name the
/// same transactions.
// Safe to share: immutable after init.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The number of the last transaction that was read, by the UUID of the store.
    let transactionNumbers: [String: Int64]

    init(_ transactionNumbers: [String: Int64]) {
        self.transactionNumbers = transactionNumbers
    }

    /// True: a token can be decoded with secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes a token; nil for any other archive, and for an invalid transaction number.
    public init?(coder: NSCoder) {
        let identifiers = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "storeIdentifiers") as? NSArray
        let numbers = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "transactionNumbers") as? NSArray
        let stores = (identifiers ?? []).compactMap { ($0 as? NSString).map { $0 as String } ?? $0 as? String }
        let last = (numbers ?? []).compactMap { ($0 as? NSNumber)?.int64Value }
        guard !stores.isEmpty, stores.count == last.count, Set(stores).count == last.count, last.allSatisfy({ $0 > 0 }) else {
            return nil
        }
        transactionNumbers = Dictionary(uniqueKeysWithValues: zip(stores, last))
    }

    /// Encodes the token, so that an app can keep it between launches.
    public func encode(with coder: NSCoder) {
        // Sorted, so that equal tokens have equal archives.
        let stores = transactionNumbers.sorted { $0.key < $1.key }
        coder.encode(stores.map { $0.key as NSString } as NSArray, forKey: "storeIdentifiers")
        coder.encode(stores.map { NSNumber(value: $0.value) } as NSArray, forKey: "transactionNumbers")
    }

    /// Returns the token, moved back to a transaction if it is after that one. Only for a token of
    /// one store, since stores number their transactions separately.
    func limited(to number: Int64) -> NSPersistentHistoryToken {
        NSPersistentHistoryToken(transactionNumbers.mapValues { min($0, number) })
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
