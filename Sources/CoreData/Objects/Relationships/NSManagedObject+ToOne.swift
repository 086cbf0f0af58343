internal import StrataPredicates
internal import StrataTraps

extension NSManagedObject {
    /// Returns the object that a to-one relationship refers to, which is a fault if its values are
    /// not loaded.
    final func related(at slot: Int) -> NSManagedObject? {
        if let recorder { return recorder.recordObject(of: self, slot) }
        guard case .object(let reference) = read(slot) else { return nil }
        if let known = relatedOnes[slot], known.rowID == reference.rowID, known.managedObjectContext != nil { return known }
        let object = object(reference)
        relatedOnes[slot] = object
        return object
    }

    /// Sets a to-one relationship and updates the inverse.
    final func setRelated(_ object: NSManagedObject?, at slot: Int) {
        let new = object.map { reference(to: $0, at: slot) }
        let old = reference(at: slot)
        writeReference(new.map(Value.object) ?? .null, at: slot)
        // The delete rules of a deleted object are applied again, to include this reference.
        if let object, object.isDeleted, !object.isInaccessible { managedObjectContext?.unpropagatedDeletions.append(object) }
        // An object that cannot be read may have left this one before this one was read.
        guard new != old || object?.isUnread == true, let inverse = layout.inverseSlot(slot),
            new != old || object?.hasLeft(self, at: inverse) == true
        else { return }
        if let old, old != new { self.object(old)?.removeInverse(self, at: inverse) }
        object?.addInverse(self, at: inverse)
    }

    /// Sets a reference whose former value was just read. If that has failed, the row is not read
    /// again: it may succeed now, and the stored destination would keep this object.
    private func writeReference(_ value: Value, at slot: Int) {
        if isUnread { writeUnread(value, at: slot) } else { write(value, at: slot) }
    }

    /// Returns the reference that a to-one relationship holds.
    final func reference(at slot: Int) -> ObjectReference? {
        guard case .object(let reference) = read(slot) else { return nil }
        return reference
    }

    /// Returns the object that a reference identifies, in the context of this object.
    ///
    /// Returns `nil` if the other object was deleted before its first save, or if this object left
    /// its context because its row is gone, or because it was never saved. Traps if this object's
    /// context was reset or deallocated.
    final func object(_ reference: ObjectReference) -> NSManagedObject? {
        if let managedObjectContext {
            return managedObjectContext.related(reference)
        }
        if lacksRelated { return nil }
        trap(
            """
            A relationship of \(objectID.uriRepresentation()) was read, but its context was deallocated or reset. Keep the context for as \
            long as you use its objects.
            """
        )
    }

    /// Returns the reference to another object that a relationship of this object stores. If one of
    /// the two is in no context, inserts it into the other's context.
    ///
    /// Traps if the other object's entity is not the relationship's destination, or if the two
    /// belong to different contexts or to none.
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
        // An object that is related to an object of a context is inserted into that context.
        case (let mine?, nil): mine.insert(other)
        case (nil, let theirs?): theirs.insert(self)
        case (nil, nil):
            trap(
                "Neither of the two objects to be related by '\(layout.names[slot])' belongs to a context. Insert one of them first."
            )
        }
        return other.reference
    }

    /// A reference to this object.
    final var reference: ObjectReference {
        if rowID == .none { _ = objectID }
        return ObjectReference(layout, rowID)
    }
}

// Updates of the inverse. Each changes only this object, and the object that it referred to before.
extension NSManagedObject {
    /// Removes the reference to `other`, which no longer refers to this object.
    final func removeInverse(_ other: NSManagedObject, at slot: Int) {
        if layout.kinds[slot].isToMany {
            edit(.remove(other.reference), at: slot)
        } else if reference(at: slot) == other.reference {
            write(.null, at: slot)
        } else if isUnread {
            clearUnread(other.reference, at: slot)
        }
    }

    /// Adds a reference to `other`, which now refers to this object. If this side is a to-one
    /// relationship that referred to a third object, removes this object from that one.
    final func addInverse(_ other: NSManagedObject, at slot: Int) {
        if layout.kinds[slot].isToMany {
            edit(.add(other.reference), at: slot)
            return
        }
        let old = reference(at: slot)
        guard old != other.reference else { return }
        writeReference(.object(other.reference), at: slot)
        if let old, let inverse = layout.inverseSlot(slot) { object(old)?.removeInverse(self, at: inverse) }
    }
}
