internal import Foundation
internal import Predicates

extension NSManagedObjectContext {
    /// The one object that a reference names.
    func object(_ reference: ObjectReference) -> NSManagedObject {
        object(reference.layout, reference.number, row: nil)
    }

    /// The object that a reference names; nil where it was deleted before it ever had a row.
    func related(_ reference: ObjectReference) -> NSManagedObject? {
        if reference.number > 0 { return object(reference) }
        if let known = registry[RowKey(reference.layout, permanentNumbers.current(reference.number))] { return known }
        guard parent != nil else { return nil }
        do {
            let number = reference.number
            let rows = try source.rows(reference.layout, CollectionOfOne(number), maxAge: stalenessInterval)
            return rows[number].map { object(reference.layout, number, row: $0) }
        } catch {
            preconditionFailure("A new \(reference.layout.name) of the parent could not be read: \(error.localizedDescription)")
        }
    }

    /// The members of a to-many relationship as the store has them, in one statement.
    ///
    /// Traps where the store cannot be read: a property has no way to throw.
    func storedMembers(of object: NSManagedObject, at slot: Int) -> [ObjectReference] {
        do {
            return try source.members(of: object.number, object.layout, slot)
        } catch {
            preconditionFailure(
                "\(object.layout.name).\(object.layout.names[slot]) of \(object.objectID.uriRepresentation()) could not be read: \(error.localizedDescription)"
            )
        }
    }
}

// Members that are gone from the store.
extension NSManagedObjectContext {
    /// Has the members of relationships without an inverse read anew where one of them is gone, of which nobody told the owners; returns those.
    ///
    /// Passes over the registered objects, and only where the model has such relationships to the entities of what is gone.
    @discardableResult
    func forgetMembers(_ gone: Set<ObjectReference>) -> [NSManagedObject] {
        guard !gone.isEmpty else { return [] }
        let hierarchies = Set(gone.map(\.layout.hierarchy))
        let owners = Set(model.entities.map(\.layout).filter { !$0.slotsOfUntoldMembers(hierarchies).isEmpty })
        guard !owners.isEmpty else { return [] }
        var told: [NSManagedObject] = []
        for object in registry.living where object.hasRelated && owners.contains(object.layout) {
            for slot in object.layout.slotsOfUntoldMembers(hierarchies) {
                guard let related = object.related[slot], let stored = related.stored else { continue }
                if stored.common(with: gone).isEmpty { continue }
                if told.last !== object {
                    object.publisher?.send()
                    told.append(object)
                }
                related.turnIntoFault()
            }
        }
        return told
    }

    /// Takes what is gone out of the members that were added and not saved; returns the owners.
    ///
    /// A save would leave them out, and until then an owner would have a member more or less, depending on whether that one was looked at.
    /// Passes over the objects with unsaved changes.
    func dropAddedMembers(_ gone: Set<ObjectReference>) -> [NSManagedObject] {
        guard !gone.isEmpty else { return [] }
        var owners: [NSManagedObject] = []
        for object in inserted.objects + updated.objects where object.hasRelated {
            for (slot, related) in object.related {
                for reference in related.added(gone) {
                    object.edit(.remove(reference), at: slot)
                    if owners.last !== object { owners.append(object) }
                }
            }
        }
        return owners
    }
}

extension EntityLayout {
    /// The to-many relationships without an inverse to entities of some hierarchies.
    fileprivate func slotsOfUntoldMembers(_ hierarchies: Set<ObjectIdentifier>) -> [Int] {
        toManySlots.filter { inverseSlot($0) == nil && hierarchies.contains(destination($0).hierarchy) }
    }
}
