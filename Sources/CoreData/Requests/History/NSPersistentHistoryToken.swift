public import Foundation

/// A place in the history of one or several stores: after a certain transaction of each. Keep it, and ask for what came later.
///
/// Means the same in every process and after every launch; two are equal where they name the same transactions.
// Safe to share: immutable after init.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The number of the last transaction that was seen, by the UUID of the store.
    let transactionNumbers: [String: Int64]

    init(_ transactionNumbers: [String: Int64]) {
        self.transactionNumbers = transactionNumbers
    }

    public static var supportsSecureCoding: Bool { true }

    /// nil for an archive of something else, or of a number that no transaction has.
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

    public func encode(with coder: NSCoder) {
        // In order, so that equal tokens have equal archives.
        let stores = transactionNumbers.sorted { $0.key < $1.key }
        coder.encode(stores.map { $0.key as NSString } as NSArray, forKey: "storeIdentifiers")
        coder.encode(stores.map { NSNumber(value: $0.value) } as NSArray, forKey: "transactionNumbers")
    }

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
