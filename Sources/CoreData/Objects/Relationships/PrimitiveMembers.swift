internal import Foundation
internal import StrataPredicates

/// The mutable collection of members that `primitiveValue(forKey:)` has returned.
///
/// A hand-written accessor changes it between the notifications, which changes the relationship on
/// this side only:
///
///     willChangeValue(forKey: "tags", withSetMutation: .union, using: added)
///     (primitiveValue(forKey: "tags") as! NSMutableSet).union(added)
///     didChangeValue(forKey: "tags", withSetMutation: .union, using: added)
///
/// The collection has one of Foundation's own classes, because a cast of a subclass such as
/// `RelationshipSet` to a Swift `Set` is empty. These classes do not notify of a change. So
/// each later use of the relationship compares the collection with the members that it had, in O(n),
/// until the app has released it.
final class PrimitiveMembers {
    /// An NSMutableSet or, for an ordered relationship, an NSMutableOrderedSet.
    fileprivate var collection: NSObject
    /// The members when the collection was last compared.
    fileprivate let known: [NSManagedObject]
    /// Whether these are all members. False if those of the store could not be read.
    fileprivate let isComplete: Bool

    /// The members of the collection. Traps for one that is no managed object.
    fileprivate var members: [NSManagedObject] {
        let objects = (collection as? NSSet)?.allObjects ?? (collection as? NSOrderedSet)?.array ?? []
        return objects.map(NSManagedObject.member)
    }

    fileprivate init(_ collection: NSObject, known: [NSManagedObject], isComplete: Bool) {
        (self.collection, self.known, self.isComplete) = (collection, known, isComplete)
    }
}

extension NSManagedObject {
    /// Returns the members of a to-many relationship as a mutable collection. The app's changes of it
    /// change the relationship without a notification, and not the inverse.
    final func primitiveMembers(at slot: Int) -> NSObject {
        let related = recorder == nil ? relatedObjects(at: slot) : nil
        if let primitive = related?.primitive { return primitive.collection }
        let objects = memberObjects(at: slot)
        let made: NSObject =
            layout.kinds[slot] == .orderedToMany ? NSMutableOrderedSet(array: objects) : NSMutableSet(array: objects)
        if let related { related.primitive = PrimitiveMembers(made, known: objects, isComplete: !related.isFault) }
        return made
    }

    /// Changes the members as the app has changed the collection that `primitiveMembers(at:)` returned.
    final func applyPrimitiveChanges(to related: RelatedObjects, at slot: Int) {
        guard let primitive = related.primitive else { return }
        let (before, now) = (primitive.known, primitive.members)
        let (old, new) = (Set(before), Set(now))
        let isOrdered = layout.kinds[slot] == .orderedToMany
        if isOrdered ? before != now : old != new {
            if isOrdered, primitive.isComplete {
                related.apply(.replace(ReferenceList(now.map(\.reference), isOrdered: true)))
            } else {
                for object in before where !new.contains(object) { related.apply(.remove(object.reference)) }
                for object in now where !old.contains(object) { related.apply(.add(object.reference)) }
            }
        }
        let isShared = !isKnownUniquelyReferenced(&primitive.collection)
        related.primitive =
            isShared ? PrimitiveMembers(primitive.collection, known: now, isComplete: primitive.isComplete) : nil
    }
}
