internal import Foundation

/// The reason why an object's values were replaced; see
/// `NSManagedObject.awake(fromSnapshotEvents:)`.
public struct NSSnapshotEventType: OptionSet, Sendable {
    /// The reasons as bits, with the values that Apple's constants have.
    public let rawValue: UInt

    /// Creates a set of reasons from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// An insertion was undone: the object is deleted.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    /// A deletion was undone: the object is in the context again.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    /// An update was undone.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    /// The context was rolled back.
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    /// The object was refreshed, and its unsaved changes were kept.
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    /// A merge policy resolved a conflict with the store.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}
