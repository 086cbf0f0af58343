public import Foundation

/// The way in which a merge policy resolves conflicts.
public enum NSMergePolicyType: UInt, Sendable {
    /// The save fails.
    case errorMergePolicyType = 0
    /// Changes are merged by property. Where both sides changed one, the store's value wins.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// Changes are merged by property. Where both sides changed one, the object's value wins.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// All values of the object are written, even over those that changed only in the store.
    case overwriteMergePolicyType = 3
    /// The object's changes are discarded, and it takes the stored values.
    case rollbackMergePolicyType = 4
}

/// A policy that resolves the conflicts of a save: rows that changed after they were read, and
/// unique values that are already in use. Set it as a context's `mergePolicy`.
///
/// A context calls a subclass on the context's queue with the conflicts of a save: first with all
/// rows that changed, and after these are resolved with all unique values that are in use. The
/// subclass may change, insert and delete objects of the context, which the save then writes, too.
/// It calls super to resolve the rest as its `mergeType` says. If it throws an error, the save
/// throws that error.
// Safe to share: immutable after init. A subclass is called on the queues of all contexts that use
// it, and must protect its own state.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    /// The way in which this policy resolves conflicts.
    public let mergeType: NSMergePolicyType

    /// Creates a policy that resolves conflicts in a given way.
    public init(merge type: NSMergePolicyType) {
        mergeType = type
    }

    /// The policy under which a save with conflicts fails, with NSManagedObjectMergeError or
    /// NSManagedObjectConstraintMergeError.
    public static let error = NSMergePolicy(merge: .errorMergePolicyType)
    /// The policy that merges changes by property. Where both sides changed one, the store's value
    /// wins.
    public static let mergeByPropertyStoreTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    /// The policy that merges changes by property. Where both sides changed one, the object's value
    /// wins.
    public static let mergeByPropertyObjectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    /// The policy that writes all values of the object over the stored ones.
    public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    /// The policy that discards the object's changes in favor of the stored values.
    public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

    /// Resolves conflicts of both kinds. Calls one of the two methods below for each kind.
    ///
    /// - Parameter list: `NSMergeConflict` and `NSConstraintConflict` objects.
    open func resolve(mergeConflicts list: [Any]) throws {
        let versions = list.compactMap { $0 as? NSMergeConflict }
        if !versions.isEmpty { try resolve(optimisticLockingConflicts: versions) }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Resolves conflicts with rows that changed after their objects read them. Throws them if
    /// `mergeType` is the error type.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw NSError(conflicts: list) }
        for conflict in list { conflict.resolve(mergeType) }
    }

    /// Resolves conflicts over unique values. This implementation throws them if `mergeType` is the
    /// error type; otherwise it changes nothing, and the store resolves them as `mergeType` says
    /// when the save continues.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw NSError(conflicts: list) }
    }

    var isSubclass: Bool { Swift.type(of: self) != NSMergePolicy.self }

    /// Whether the object wins over the store if its row was deleted or another row has its unique
    /// value.
    var replacesStoredRow: Bool {
        mergeType == .mergeByPropertyObjectTrumpMergePolicyType || mergeType == .overwriteMergePolicyType
    }
}

/// The policy under which a save with conflicts fails; the same as `NSMergePolicy.error`.
public let NSErrorMergePolicy = NSMergePolicy.error
/// The policy that merges by property in favor of the store; the same as
/// `NSMergePolicy.mergeByPropertyStoreTrump`.
public let NSMergeByPropertyStoreTrumpMergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
/// The policy that merges by property in favor of the object; the same as
/// `NSMergePolicy.mergeByPropertyObjectTrump`.
public let NSMergeByPropertyObjectTrumpMergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// The policy that writes all values of the object; the same as `NSMergePolicy.overwrite`.
public let NSOverwriteMergePolicy = NSMergePolicy.overwrite
/// The policy that discards the object's changes; the same as `NSMergePolicy.rollback`.
public let NSRollbackMergePolicy = NSMergePolicy.rollback

extension NSError {
    /// Creates the error of a save that failed because of conflicts: at least one, all of one kind.
    convenience init(conflicts: [NSObject]) {
        let isUniqueness = conflicts.first is NSConstraintConflict
        let first = (conflicts.first as? NSConstraintConflict)?.sentence ?? (conflicts.first as? NSMergeConflict)?.sentence ?? ""
        let others = conflicts.count > 1 ? " \(conflicts.count) objects have such a conflict." : ""
        self.init(
            code: isUniqueness ? NSManagedObjectConstraintMergeError : NSManagedObjectMergeError, first + others,
            [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }
}
