internal import Foundation
internal import Predicates

/// How the members of a set are about to change.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
    /// Objects are added.
    case union = 1
    /// Objects are taken out.
    case minus
    /// All but these objects are taken out.
    case intersect
    /// These objects become the members.
    case set
}

/// A relationship of an object that is being changed.
struct ChangingRelationship: Hashable {
    let object: NSManagedObject
    let slot: Int

    /// What it led to when the other side was settled last, and how many announcements are to be ended.
    struct Former {
        var destinations: [ObjectReference]
        var depth = 1
    }
}

extension NSManagedObject {
    /// Says that the members of a to-many relationship are about to change, by whatever way: the object becomes part of the next save.
    ///
    /// - Parameter inObjects: what is added, taken out, kept or set.
    public final func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind, using inObjects: Set<AnyHashable>
    ) {
        willChange(inKey)
    }

    /// Says that the members of a to-many relationship were changed. Where that was done by the primitive value, the other side follows.
    public final func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind, using inObjects: Set<AnyHashable>
    ) {
        didChange(inKey)
    }

    final func willChange(_ key: String) {
        guard let slot = layout.slot(of: key) else {
            if type(of: self).contextShouldIgnoreUnmodeledPropertyChanges {
                publisher?.send()
            } else {
                realise()
                noteChange()
            }
            return
        }
        realise()
        noteChange()
        guard layout.kinds[slot].isRelationship, layout.inverseSlot(slot) != nil, let managedObjectContext else { return }
        let relationship = ChangingRelationship(object: self, slot: slot)
        if managedObjectContext.changing[relationship] == nil {
            managedObjectContext.changing[relationship] = ChangingRelationship.Former(destinations: destinations(at: slot))
        } else {
            managedObjectContext.changing[relationship]?.depth += 1
        }
    }

    final func didChange(_ key: String) {
        guard let slot = layout.slot(of: key), layout.kinds[slot].isRelationship, let inverse = layout.inverseSlot(slot),
            let managedObjectContext, var former = managedObjectContext.changing[ChangingRelationship(object: self, slot: slot)]
        else { return }
        let before = former.destinations
        let now = destinations(at: slot)
        // Each end settles what changed since the last: an announcement that nobody ended takes nothing from the others.
        (former.destinations, former.depth) = (now, former.depth - 1)
        managedObjectContext.changing[ChangingRelationship(object: self, slot: slot)] = former.depth > 0 ? former : nil
        let (old, new) = (Set(before), Set(now))
        for reference in before where !new.contains(reference) { object(reference)?.drop(self, at: inverse) }
        for reference in now where !old.contains(reference) { object(reference)?.takeUp(self, at: inverse) }
    }

    private final func destinations(at slot: Int) -> [ObjectReference] {
        layout.kinds[slot] == .toOne ? reference(at: slot).map { [$0] } ?? [] : Array(members(at: slot).references)
    }
}
