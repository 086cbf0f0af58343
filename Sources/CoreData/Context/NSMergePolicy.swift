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
///
/// A subclass is asked for each conflict that a save meets, on the context's queue: it looks at the objects, changes them, and calls super
/// to have the rest settled as its `mergeType` says. What it throws is what the save throws.
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
        for conflict in list { try conflict.settle(mergeType) }
    }

    /// Settles that unique values are taken; the store does so, as `mergeType` says, once the save goes on.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        if mergeType == .errorMergePolicyType, let conflict = list.first { throw conflict.error }
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

/// Why a save failed: the row changed since the object was read. Under `conflictList` in the error's user info.
public final class NSMergeConflict: NSObject {
    public let sourceObject: NSManagedObject
    /// The row's version in the store; 0 where the row is gone.
    public let newVersionNumber: Int
    /// The version the object was read at.
    public let oldVersionNumber: Int
    public let objectSnapshot: [String: Any]?
    /// What the parent context has, in a conflict with that.
    public let cachedSnapshot: [String: Any]?
    /// What the store has; nil where the row is gone, and in a conflict with a parent context.
    public let persistedSnapshot: [String: Any]?
    /// The row as the store or the parent has it.
    let stored: Row?

    init(sourceObject: NSManagedObject, read: Row, stored: Row?) {
        self.sourceObject = sourceObject
        self.stored = stored
        let isWithParent = sourceObject.managedObjectContext?.parent != nil
        newVersionNumber = Int(stored?.version ?? 0)
        oldVersionNumber = Int(read.version)
        objectSnapshot = sourceObject.layout.dictionary(of: read)
        let snapshot = stored.map(sourceObject.layout.dictionary(of:))
        cachedSnapshot = isWithParent ? snapshot : nil
        persistedSnapshot = isWithParent ? nil : snapshot
    }

    /// Merges the object with the row, so that the save finds no conflict any more. A row that is gone is the store's to settle.
    func settle(_ type: NSMergePolicyType) throws {
        guard type != .errorMergePolicyType else { throw error }
        guard let stored, !sourceObject.isDeleted else { return }
        sourceObject.mergeConflicting(stored, type)
    }

    var error: NSError {
        NSError(
            code: NSManagedObjectMergeError,
            """
            \(sourceObject.objectID.uriRepresentation()) was \(stored == nil ? "deleted" : "changed") by someone else since it was \
            read. Set the context's mergePolicy to settle this, or refresh the object and try again.
            """,
            [NSPersistentStoreSaveConflictsErrorKey: [self]]
        )
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

    var error: NSError {
        let name = conflictingObjects.first?.layout.name ?? ""
        let shown = constraint.map { "\($0) = \(constraintValues[$0] ?? "nil")" }.joined(separator: ", ")
        return NSError(
            code: NSManagedObjectConstraintMergeError,
            "Another \(name) has \(shown) already. Change the value, or set the context's mergePolicy to merge the two.",
            [NSPersistentStoreSaveConflictsErrorKey: [self]]
        )
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
