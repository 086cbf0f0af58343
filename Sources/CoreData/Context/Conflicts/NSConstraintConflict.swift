public import Foundation
internal import Traps

/// Several objects want the same unique values. Under `conflictList` in the user info of a save's error.
public final class NSConstraintConflict: NSObject {
    /// The names of the attributes that must be unique together.
    public let constraint: [String]
    /// The values that are wanted.
    public let constraintValues: [String: Any]
    /// The object whose row has the values in the store; nil where objects of the context conflict with each other only.
    public let databaseObject: NSManagedObject?
    /// The values of that row.
    public let databaseSnapshot: [String: Any]?
    /// The objects of the context that want the values.
    public let conflictingObjects: [NSManagedObject]
    /// The values of those objects as they were read; of a new object, those it was made with.
    public let conflictingSnapshots: [[AnyHashable: Any]]

    init(constraint slots: [Int], database: (object: NSManagedObject, row: Row)?, conflicting objects: [NSManagedObject]) {
        guard let last = objects.last else { trap("Nobody wants the unique values of this conflict.") }
        let names = slots.map { last.layout.names[$0] }
        constraint = names
        constraintValues = last.snapshot(of: last.currentRow).filter { names.contains($0.key) }
        databaseObject = database?.object
        databaseSnapshot = database.map { $0.object.snapshot(of: $0.row) }
        conflictingObjects = objects
        conflictingSnapshots = objects.map { $0.snapshot(of: $0.committedRow) }
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
