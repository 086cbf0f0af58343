public import Foundation
internal import Predicates

/// How a save settles that a row changed, or a unique value was taken, since the context read it.
public enum NSMergePolicyType: UInt, Sendable {
    case errorMergePolicyType = 0
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    case overwriteMergePolicyType = 3
    case rollbackMergePolicyType = 4
}

/// A way to settle conflicts, set as a context's `mergePolicy`.
public final class NSMergePolicy: NSObject, Sendable {
    public let mergeType: NSMergePolicyType

    public init(merge type: NSMergePolicyType) {
        mergeType = type
    }

    /// The save fails with NSManagedObjectMergeError or NSManagedObjectConstraintMergeError.
    public static let error = NSMergePolicy(merge: .errorMergePolicyType)
    /// Property by property, what the store has changed stands.
    public static let mergeByPropertyStoreTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    /// Property by property, what the object has changed stands.
    public static let mergeByPropertyObjectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    /// The object's values replace the row.
    public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    /// The object's changes are dropped.
    public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

    /// Whether the object's side wins over the row that holds its unique value.
    var replacesStoredRow: Bool {
        mergeType == .mergeByPropertyObjectTrumpMergePolicyType || mergeType == .overwriteMergePolicyType
    }
}

public let NSErrorMergePolicy = NSMergePolicy.error
public let NSMergeByPropertyStoreTrumpMergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
public let NSMergeByPropertyObjectTrumpMergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
public let NSOverwriteMergePolicy = NSMergePolicy.overwrite
public let NSRollbackMergePolicy = NSMergePolicy.rollback

/// Why a save failed: the row changed since the object was read. Under `conflictList` in the error's user info.
public final class NSMergeConflict: NSObject {
    public let sourceObject: NSManagedObject
    /// The row's version in the store; 0 where the row is gone.
    public let newVersionNumber: Int
    /// The version the object was read at.
    public let oldVersionNumber: Int
    public let objectSnapshot: [String: Any]?
    public let persistedSnapshot: [String: Any]?

    init(sourceObject: NSManagedObject, read: Row, stored: Row?) {
        self.sourceObject = sourceObject
        newVersionNumber = Int(stored?.version ?? 0)
        oldVersionNumber = Int(read.version)
        objectSnapshot = sourceObject.layout.dictionary(of: read)
        persistedSnapshot = stored.map(sourceObject.layout.dictionary(of:))
    }
}

/// Why a save failed: a unique value was taken. Under `conflictList` in the error's user info.
public final class NSConstraintConflict: NSObject {
    /// The names of the attributes that must be unique together.
    public let constraint: [String]
    public let constraintValues: [String: Any]
    public let conflictingObjects: [NSManagedObject]

    init(constraint: [String], constraintValues: [String: Any], conflictingObjects: [NSManagedObject]) {
        self.constraint = constraint
        self.constraintValues = constraintValues
        self.conflictingObjects = conflictingObjects
    }
}

extension EntityLayout {
    /// A row's attributes by name, and what its to-one relationships refer to as identifiers; NSNull stands for nil.
    func dictionary(of row: Row) -> [String: Any] {
        Dictionary(
            uniqueKeysWithValues: names.indices.filter { !kinds[$0].isToMany && kinds[$0] != .fetched }.map { slot in
                (names[slot], snapshotValue(row.values[slot], at: slot))
            }
        )
    }

    private func snapshotValue(_ value: Value, at slot: Int) -> Any {
        if case .object(let reference) = value {
            return NSManagedObjectID(entity: reference.layout.entity, number: reference.number, store: nil)
        }
        return (kinds[slot].isAttribute ? object(value, at: slot) : nil) ?? NSNull()
    }
}
