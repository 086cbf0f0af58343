public import Foundation

/// How a save settles that a row changed, or a unique value was taken, since the context read it.
public enum NSMergePolicyType: UInt, Sendable {
    case errorMergePolicyType = 0
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    case overwriteMergePolicyType = 3
    case rollbackMergePolicyType = 4
}

/// A way to settle conflicts, set as a context's `mergePolicy`.
///
/// A subclass is given the conflicts that a save meets, on the context's queue: all versions that differ, and once these are settled all
/// unique values that are taken. It looks at the objects, changes them, and calls super to have the rest settled as its `mergeType` says.
/// What it throws is what the save throws.
// Safe to share: immutable after init. A subclass is called on the queues of the contexts that have
// it, and guards its own state.
open class NSMergePolicy: NSObject, @unchecked Sendable {
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

    /// Settles conflicts of both kinds.
    open func resolve(mergeConflicts list: [Any]) throws {
        let versions = list.compactMap { $0 as? NSMergeConflict }
        if !versions.isEmpty { try resolve(optimisticLockingConflicts: versions) }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Settles that rows changed since their objects read them.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw NSError(conflicts: list) }
        for conflict in list { conflict.settle(mergeType) }
    }

    /// Settles that unique values are taken; the store does so, as `mergeType` says, once the save goes on.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw NSError(conflicts: list) }
    }

    var isSubclass: Bool { Swift.type(of: self) != NSMergePolicy.self }

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

extension NSError {
    /// Why a save failed: conflicts of one kind, of which there is one at least.
    convenience init(conflicts: [NSObject]) {
        let isUniqueness = conflicts.first is NSConstraintConflict
        let first = (conflicts.first as? NSConstraintConflict)?.sentence ?? (conflicts.first as? NSMergeConflict)?.sentence ?? ""
        let others = conflicts.count > 1 ? " \(conflicts.count) objects have such a conflict." : ""
        self.init(
            code: isUniqueness ? NSManagedObjectConstraintMergeError : NSManagedObjectMergeError, first + others,
            [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }
}
