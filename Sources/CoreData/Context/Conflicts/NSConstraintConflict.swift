public import Foundation
internal import StrataTraps

/// A conflict between objects that have the same unique values. The error of a failed save lists
/// its conflicts under `conflictList` in its user info.
public final class NSConstraintConflict: NSObject {
    /// The names of the attributes whose combination of values must be unique.
    public let constraint: [String]
    /// The values that several objects have, by attribute name.
    public let constraintValues: [String: Any]
    /// The object whose stored row has the values; nil if only objects of the context conflict with
    /// each other.
    public let databaseObject: NSManagedObject?
    /// The values of `databaseObject`'s stored row, by property name.
    public let databaseSnapshot: [String: Any]?
    /// The objects of the context that have the values and cannot be saved with them.
    public let conflictingObjects: [NSManagedObject]
    /// The values of each conflicting object when it was last read or saved; for a new object, when
    /// it was inserted.
    public let conflictingSnapshots: [[AnyHashable: Any]]

    init(constraint slots: [Int], database: (object: NSManagedObject, row: Row)?, conflicting objects: [NSManagedObject]) {
        guard let last = objects.last else { trap("A conflict over unique values has no objects.") }
        let names = slots.map { last.layout.names[$0] }
        constraint = names
        constraintValues = last.snapshot(of: last.currentRow).filter { names.contains($0.key) }
        databaseObject = database?.object
        databaseSnapshot = database.map { $0.object.snapshot(of: $0.row) }
        conflictingObjects = objects
        conflictingSnapshots = objects.map { $0.snapshot(of: $0.committedRow) }
    }

    /// Creates a conflict of which the app knows, to be passed to
    /// `NSMergePolicy.resolve(mergeConflicts:)`.
    ///
    /// `constraintValues` are those of the last conflicting object or, without one, of
    /// `databaseSnapshot`. Traps if an attribute of the constraint does not exist.
    ///
    /// - Parameters:
    ///   - contraint: The names of the attributes whose values must be unique together.
    ///   - databaseObject: The object whose stored row has the values; nil if only objects of the
    ///     context have them.
    ///   - databaseSnapshot: The values of that row.
    ///   - conflictingObjects: The objects of the context that have the values.
    ///   - conflictingSnapshots: The values of these objects when they were read, in the same order.
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?, databaseSnapshot: [AnyHashable: Any]?,
        conflicting conflictingObjects: [NSManagedObject], conflictingSnapshots: [Any]
    ) {
        constraint = contraint
        let snapshot = databaseSnapshot.map { snapshot in
            Dictionary(snapshot.compactMap { key, value in (key.base as? String).map { ($0, value) } }) { $1 }
        }
        let values: [(String, Any)] = contraint.map { name in
            (name, (conflictingObjects.last.map { $0.value(forKey: name) } ?? snapshot?[name]) ?? NSNull())
        }
        constraintValues = Dictionary(values) { $1 }
        self.databaseObject = databaseObject
        self.databaseSnapshot = snapshot
        self.conflictingObjects = conflictingObjects
        self.conflictingSnapshots = conflictingSnapshots.compactMap { $0 as? [AnyHashable: Any] }
    }

    var sentence: String {
        let name = conflictingObjects.first?.layout.name ?? ""
        let shown = constraint.map { "\($0) = \(constraintValues[$0] ?? "nil")" }.joined(separator: ", ")
        let holder = databaseObject.map { "\($0.objectID.uriRepresentation())" } ?? "Another \(name)"
        return "\(holder) has \(shown) already. Change the value, or set the context's mergePolicy to merge the two."
    }

    public override var description: String {
        let database = databaseObject.map(\.objectID.description) ?? "(null)"
        let objects = PropertyListText.list(conflictingObjects.map(\.objectID.description))
        return
            "NSConstraintConflict (\(address(of: self))) for constraint \(PropertyListText.list(constraint)): database: \(database), conflictedObjects: \(objects)"
    }
}
