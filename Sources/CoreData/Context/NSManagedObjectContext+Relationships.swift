internal import Foundation
internal import Predicates

extension NSManagedObjectContext {
    /// The one object that a reference names.
    func object(_ reference: ObjectReference) -> NSManagedObject {
        object(reference.layout, reference.number, row: nil)
    }

    /// The members of a to-many relationship as the store has them, in one statement.
    ///
    /// Traps where the store cannot be read: a property has no way to throw.
    func storedMembers(of object: NSManagedObject, at slot: Int) -> [ObjectReference] {
        do {
            return try coordinator.requireStore().members(of: object.number, object.layout, slot)
        } catch {
            preconditionFailure(
                "\(object.layout.name).\(object.layout.names[slot]) of \(object.objectID.uriRepresentation()) could not be read: \(error.localizedDescription)"
            )
        }
    }
}
