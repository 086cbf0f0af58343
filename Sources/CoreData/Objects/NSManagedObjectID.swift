public import Foundation
internal import Synchronization
internal import StrataTraps

/// The identity of an object, the same in any context and across launches.
///
/// Unlike objects, IDs can be passed to other threads. A new object has a temporary ID until its
/// context is saved.
// Safe to share: immutable after init, and its layout and store reference are never freed.
public final class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
    // Unretained, because neither is ever freed. A save creates an ID for each object, which
    // reference counting would slow down.
    private unowned(unsafe) let layout: EntityLayout
    package let rowID: RowID
    private unowned(unsafe) let store: StoreReference?

    /// The reference to the store, which outlives the store; `nil` for a temporary ID.
    var reference: StoreReference? { store }

    init(entity: borrowing NSEntityDescription, rowID: RowID, reference store: StoreReference?) {
        layout = entity.layout
        self.rowID = rowID
        self.store = store
    }

    /// The entity of the object that the ID identifies.
    public var entity: NSEntityDescription { layout.entity }

    /// Returns the ID itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    private static let lastTemporary = Atomic<Int64>(0)

    static func nextTemporaryRowID() -> RowID {
        RowID(lastTemporary.subtract(1, ordering: .relaxed).newValue)
    }

    /// Whether the object is not saved yet. Its first save gives it a permanent ID.
    public var isTemporaryID: Bool { rowID.isTemporary }

    var key: RowKey { RowKey(layout, rowID) }

    private var storeIdentifier: String { store?.identifier ?? "" }

    /// The UUID of the store; nil for a temporary ID.
    package var storeUUID: String? { store?.identifier }

    /// The primary key of the object in its store; nil for a temporary ID.
    package var primaryKey: Int64? { rowID.isTemporary ? nil : KeySpace.primaryKey(in: rowID).rawValue }

    /// The reference object by which a store of an app's own class knows the object; nil for a
    /// temporary ID, and in a store that knows its objects by keys.
    package var referenceObject: Any? {
        guard !rowID.isTemporary, let references = store?.references else { return nil }
        return references.object(of: KeySpace.primaryKey(in: rowID), layout)
    }

    /// Whether this and another ID are those of rows of one entity in one store, which knows its
    /// objects by keys.
    package func isOfRow(beside other: NSManagedObjectID) -> Bool {
        layout === other.layout && store === other.store && rowID.isPermanent && other.rowID.isPermanent
            && store?.references == nil
    }

    /// The last part of the URI of a temporary ID.
    package var temporaryKey: String { "t\(Self.temporaryUUID(rowID))" }

    /// Returns a URI that identifies the object.
    ///
    /// It is `x-coredata://<store UUID>/<entity>/p<primary key>` for a permanent ID, and
    /// `x-coredata:///<entity>/t<UUID>` for a temporary ID. In a store of an app's own class, the
    /// text of the object's reference object takes the place of the primary key.
    ///
    /// The coordinator's `managedObjectID(forURIRepresentation:)` converts it back. The URI of a
    /// temporary ID is not valid after the save. Traps if the entity's name is not valid in a URL.
    public func uriRepresentation() -> URL {
        let text =
            referenceText.map { "x-coredata://\(Self.host(storeIdentifier))/\(entity.name ?? "")/p\($0)" }
            ?? Self.uri(entity.name ?? "", rowID, storeIdentifier)
        guard let url = URL(string: text) else {
            trap("'\(text)' is not a URL; entity names must be identifiers.")
        }
        return url
    }

    /// The reference object's text, as a URI has it; nil for a temporary ID, and for a store that
    /// knows its objects by keys.
    private var referenceText: String? {
        guard !rowID.isTemporary, let references = store?.references else { return nil }
        return references.uriText(of: KeySpace.primaryKey(in: rowID), layout)
    }

    /// Returns the text of the URI.
    ///
    /// - Parameter storeIdentifier: The store's UUID; empty if the store is unknown.
    static func uri(_ entityName: String, _ rowID: RowID, _ storeIdentifier: String) -> String {
        rowID.isTemporary
            ? "x-coredata:///\(entityName)/t\(temporaryUUID(rowID))"
            : "x-coredata://\(host(storeIdentifier))/\(entityName)/p\(KeySpace.primaryKey(in: rowID))"
    }

    /// Returns the text that a URI has for the identifier of a store. A UUID is unchanged. Anything
    /// else, which a file or an app may have instead, is percent-encoded as far as needed.
    static func host(_ storeIdentifier: String) -> String {
        let isPlain = storeIdentifier.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if isPlain { return storeIdentifier }
        return storeIdentifier.addingPercentEncoding(withAllowedCharacters: plainCharacters) ?? ""
    }

    private static let plainCharacters = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")

    private static let process = UUID()

    /// Returns a UUID whose first half is a random value of this process, and whose second half is
    /// the row ID.
    private static func temporaryUUID(_ rowID: RowID) -> String {
        let serial = String(rowID.rawValue.magnitude, radix: 16, uppercase: true)
        let low = String(repeating: "0", count: 16 - serial.count) + serial
        return "\(process.uuidString.prefix(18))-\(low.prefix(4))-\(low.suffix(12))"
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        guard rowID == other.rowID, layout === other.layout else { return false }
        return store === other.store || storeIdentifier == other.storeIdentifier
    }

    public override var hash: Int { key.hashValue }

    public override var description: String {
        "\(address(of: self)) <\(uriRepresentation().absoluteString)>"
    }
}
