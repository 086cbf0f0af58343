internal import Predicates
internal import Traps

extension NSManagedObject {
    /// The object that a to-one relationship refers to: a fault until its values are looked at.
    final func related(at slot: Int) -> NSManagedObject? {
        if let recorder { return recorder.noteObject(of: self, slot) }
        guard case .object(let reference) = read(slot) else { return nil }
        if let known = relatedOnes[slot], known.number == reference.number, known.managedObjectContext != nil { return known }
        let object = object(reference)
        relatedOnes[slot] = object
        return object
    }

    /// Sets a to-one relationship and, on the other side, what leads back.
    final func setRelated(_ object: NSManagedObject?, at slot: Int) {
        let new = object.map { reference(to: $0, at: slot) }
        let old = reference(at: slot)
        write(new.map(Value.object) ?? .null, at: slot)
        // The delete rules have to see this reference too.
        if let object, object.isDeleted, !object.isInaccessible { managedObjectContext?.unpropagatedDeletions.append(object) }
        guard new != old, let inverse = layout.inverseSlot(slot) else { return }
        if let old { self.object(old)?.drop(self, at: inverse) }
        object?.takeUp(self, at: inverse)
    }

    /// What a to-one relationship refers to.
    final func reference(at slot: Int) -> ObjectReference? {
        guard case .object(let reference) = read(slot) else { return nil }
        return reference
    }

    /// The object of this one's context that a reference names; nil where the object left its context with its row, or was deleted
    /// before it ever had one.
    final func object(_ reference: ObjectReference) -> NSManagedObject? {
        if let managedObjectContext {
            return managedObjectContext.related(reference)
        }
        if state.contains(.inaccessible) { return nil }
        trap(
            """
            A relationship of \(objectID.uriRepresentation()) was read, but its context is gone or was reset. Keep the context for as \
            long as you use its objects.
            """
        )
    }

    /// How this object names another in one of its relationships. Traps where the other cannot be related to it.
    final func reference(to other: NSManagedObject, at slot: Int) -> ObjectReference {
        let destination = layout.destination(slot)
        require(
            other.layout.isKind(of: destination),
            """
            Unacceptable type of value for \(layout.name).\(layout.names[slot]): it takes objects of the entity '\(destination.name)', \
            not of '\(other.layout.name)'.
            """
        )
        switch (managedObjectContext, other.managedObjectContext) {
        case (let mine?, let theirs?):
            require(
                mine === theirs,
                """
                Illegal attempt to relate '\(layout.name)' and '\(other.layout.name)' objects of different contexts by '\(layout.names[slot])'. \
                Get the other object in this context, with object(with: other.objectID).
                """
            )
        // What a context's object refers to belongs to the context too.
        case (let mine?, nil): mine.insert(other)
        case (nil, let theirs?): theirs.insert(self)
        case (nil, nil):
            trap(
                "Neither of the two objects that '\(layout.names[slot])' shall relate belongs to a context. Insert one of them first."
            )
        }
        return other.reference
    }

    /// How others refer to this object.
    final var reference: ObjectReference {
        if number == 0 { _ = objectID }
        return ObjectReference(layout, number)
    }
}

// The other side of a change. These change one object, and what it referred to before.
extension NSManagedObject {
    /// Stops referring to an object that was taken away from the other side.
    final func drop(_ other: NSManagedObject, at slot: Int) {
        if layout.kinds[slot].isToMany {
            edit(.remove(other.reference), at: slot)
        } else if reference(at: slot) == other.reference {
            write(.null, at: slot)
        }
    }

    /// Refers to an object that came to refer to this one; whoever it took this object from drops it.
    final func takeUp(_ other: NSManagedObject, at slot: Int) {
        if layout.kinds[slot].isToMany {
            edit(.add(other.reference), at: slot)
            return
        }
        let old = reference(at: slot)
        guard old != other.reference else { return }
        write(.object(other.reference), at: slot)
        if let old, let inverse = layout.inverseSlot(slot) { object(old)?.drop(self, at: inverse) }
    }
}
