public import Foundation
internal import Synchronization
internal import Traps

/// Names an object, in any context and across launches.
///
/// Unlike objects, identifiers may cross threads. A new object has a temporary identifier until its context is saved.
// Safe to share: immutable after init, and what it names lives as long as the program.
public final class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
    // A save makes one of each object. What they refer to lives as long as the program, so that nothing has to be counted here.
    private unowned(unsafe) let layout: EntityLayout
    package let number: Int64
    private unowned(unsafe) let store: StoreReference?

    /// What stands for the store, also when that is gone; nil for a temporary identifier.
    var reference: StoreReference? { store }

    init(entity: borrowing NSEntityDescription, number: Int64, reference store: StoreReference?) {
        layout = entity.layout
        self.number = number
        self.store = store
    }

    public var entity: NSEntityDescription { layout.entity }

    convenience init(entity: NSEntityDescription, number: Int64, store: NSPersistentStore?) {
        self.init(entity: entity, number: number, reference: store?.reference)
    }

    /// The store; nil for a temporary identifier, and once the store is gone.
    public var persistentStore: NSPersistentStore? { store?.store }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    private static let lastTemporary = Atomic<Int64>(0)

    static func nextTemporaryNumber() -> Int64 {
        lastTemporary.subtract(1, ordering: .relaxed).newValue
    }

    public var isTemporaryID: Bool { number < 0 }

    var key: RowKey { RowKey(layout, number) }

    private var storeIdentifier: String { store?.identifier ?? "" }

    /// `x-coredata://<store UUID>/<entity>/p<primary key>`; the coordinator finds the identifier again with
    /// `managedObjectID(forURIRepresentation:)`. A temporary identifier's URI is of no use after the save.
    public func uriRepresentation() -> URL {
        let text = Self.uri(entity.name ?? "", number, storeIdentifier)
        guard let url = URL(string: text) else {
            trap("'\(text)' is not a URL; entity names must be identifiers.")
        }
        return url
    }

    /// The text of the URI; `storeIdentifier` is empty where the store is not known.
    static func uri(_ entityName: String, _ number: Int64, _ storeIdentifier: String) -> String {
        number < 0
            ? "x-coredata:///\(entityName)/t\(temporaryUUID(number))"
            : "x-coredata://\(storeIdentifier)/\(entityName)/p\(KeySpace.key(in: number))"
    }

    private static let process = UUID()

    /// A UUID of the process's random first half and the number.
    private static func temporaryUUID(_ number: Int64) -> String {
        let serial = String(UInt64(number.magnitude), radix: 16, uppercase: true)
        let low = String(repeating: "0", count: 16 - serial.count) + serial
        return "\(process.uuidString.prefix(18))-\(low.prefix(4))-\(low.suffix(12))"
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        guard number == other.number, layout === other.layout else { return false }
        return store === other.store || storeIdentifier == other.storeIdentifier
    }

    public override var hash: Int { key.hashValue }

    public override var description: String {
        "\(address(of: self)) <\(uriRepresentation().absoluteString)>"
    }
}
