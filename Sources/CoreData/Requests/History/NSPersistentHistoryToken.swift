public import Foundation

/// A place in a store's history: after a certain transaction. Keep it, and ask for what came later.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    let storeIdentifier: String
    let transactionNumber: Int64

    init(storeIdentifier: String, transactionNumber: Int64) {
        self.storeIdentifier = storeIdentifier
        self.transactionNumber = transactionNumber
    }

    public static var supportsSecureCoding: Bool { true }

    public init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "storeIdentifier") else { return nil }
        storeIdentifier = identifier as String
        transactionNumber = coder.decodeInt64(forKey: "transactionNumber")
    }

    public func encode(with coder: NSCoder) {
        coder.encode(storeIdentifier as NSString, forKey: "storeIdentifier")
        coder.encode(transactionNumber, forKey: "transactionNumber")
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentHistoryToken else { return false }
        return storeIdentifier == other.storeIdentifier && transactionNumber == other.transactionNumber
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(storeIdentifier)
        hasher.combine(transactionNumber)
        return hasher.finalize()
    }
}
