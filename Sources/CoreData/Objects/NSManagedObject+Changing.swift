public import Foundation
internal import StrataPredicates

/// The kind of change to a set's members.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
    /// Adds the objects.
    case union = 1
    /// Removes the objects.
    case minus
    /// Removes all members but the objects.
    case intersect
    /// Replaces the members with the objects.
    case set
}

/// The kind of change to an ordered collection's members.
public enum NSKeyValueChange: UInt, Sendable {
    /// Sets the whole value.
    case setting = 1
    /// Inserts objects at positions.
    case insertion
    /// Removes the objects at positions.
    case removal
    /// Replaces the objects at positions.
    case replacement
}

/// A relationship with a change that `willChangeValue(forKey:)` announced and `didChangeValue` has
/// not ended yet.
struct ChangingRelationship: Hashable {
    let object: NSManagedObject
    let slot: Int

    /// The destinations when the inverse was last updated, and the number of announced changes that
    /// have not ended yet.
    struct Former {
        var destinations: [ObjectReference]
        var depth = 1
    }
}

extension NSManagedObject {
    /// Announces a change of a to-many relationship's members, and marks the object as updated.
    ///
    /// The kind and the objects are not used: `didChangeValue` compares the members before and
    /// after.
    public final func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind, using inObjects: Set<AnyHashable>
    ) {
        willChange(inKey)
    }

    /// Ends a change that `willChangeValue` announced. Updates the inverse if the members changed
    /// through the primitive value.
    public final func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind, using inObjects: Set<AnyHashable>
    ) {
        didChange(inKey)
    }

    /// Announces a change of an ordered relationship's members, and marks the object as updated.
    ///
    /// The kind and the positions are not used: `didChange` compares the members before and after.
    public final func willChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {
        willChange(key)
    }

    /// Ends a change that `willChange` announced. Updates the inverse if the members changed through
    /// the primitive value.
    public final func didChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {
        didChange(key)
    }

    final func willChange(_ key: String) {
        guard let slot = layout.slot(of: key) else {
            if type(of: self).contextShouldIgnoreUnmodeledPropertyChanges {
                publisher?.send()
            } else {
                fireFault()
                recordChange()
            }
            return
        }
        fireFault()
        recordChange()
        guard layout.kinds[slot].isRelationship, layout.inverseSlot(slot) != nil, let managedObjectContext else { return }
        let relationship = ChangingRelationship(object: self, slot: slot)
        if managedObjectContext.changing[relationship] == nil {
            managedObjectContext.changing[relationship] = ChangingRelationship.Former(destinations: destinations(at: slot))
        } else {
            managedObjectContext.changing[relationship]?.depth += 1
        }
    }

    final func didChange(_ key: String) {
        if let slot = layout.slot(of: key), hasRelated, let related = related[slot] {
            applyPrimitiveChanges(to: related, at: slot)
        }
        guard let slot = layout.slot(of: key), layout.kinds[slot].isRelationship, let inverse = layout.inverseSlot(slot),
            let managedObjectContext, var former = managedObjectContext.changing[ChangingRelationship(object: self, slot: slot)]
        else { return }
        let before = former.destinations
        let now = destinations(at: slot)
        // Each call applies the changes since the previous call to the inverse, so that a change
        // that never ends does not affect the others.
        (former.destinations, former.depth) = (now, former.depth - 1)
        managedObjectContext.changing[ChangingRelationship(object: self, slot: slot)] = former.depth > 0 ? former : nil
        if isUnread, layout.kinds[slot] == .toOne { leaveFormer(at: slot) }
        let (old, new) = (Set(before), Set(now))
        for reference in before where !new.contains(reference) { object(reference)?.removeInverse(self, at: inverse) }
        for reference in now where !old.contains(reference) { object(reference)?.addInverse(self, at: inverse) }
    }

    private final func destinations(at slot: Int) -> [ObjectReference] {
        layout.kinds[slot] == .toOne ? reference(at: slot).map { [$0] } ?? [] : Array(members(at: slot).references)
    }
}

// An extension of the protocol, since `Self` in the key path of a class's own method would not be
// the class of the call.
extension NSFetchRequestResult where Self: NSManagedObject {
    /// Announces a change of the property that a key path reads; see `willChangeValue(forKey:)`.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        willChangeValue(forKey: key(of: keyPath))
    }

    /// Ends a change that `willChangeValue(for:)` announced; see `didChangeValue(forKey:)`.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        didChangeValue(forKey: key(of: keyPath))
    }

    /// Returns the key for a key path. That of a computed property is a key outside the model.
    private func key(of keyPath: AnyKeyPath) -> String {
        KeyPathNames.resolve(keyPath, in: entity).names?.joined(separator: ".") ?? "\(keyPath)"
    }
}
