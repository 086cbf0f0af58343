public import Foundation
internal import StrataTraps

// The implementation of the methods that are generated for to-many relationships: `addToItems(_:)`,
// `removeFromItems(_:)`, `insertIntoItems(_:at:)` and so on.

extension NSManagedObject {
    /// Traps with a message. Called by the generated accessors of `@NSManaged` members that do not
    /// match the model.
    public final func trapInAccessor(_ sentence: String) -> Never { trap(sentence) }

    /// Adds a member, at the end of an ordered relationship, and updates the inverse.
    public final func addObject(_ object: NSManagedObject, at slot: Int, _ name: StaticString) {
        add(object, at: membersSlot(slot, name))
    }

    /// Removes a member and updates the inverse.
    public final func removeObject(_ object: NSManagedObject, at slot: Int, _ name: StaticString) {
        remove(object, at: membersSlot(slot, name))
    }

    /// Adds members and updates the inverse.
    public final func addObjects(_ objects: NSSet, at slot: Int, _ name: StaticString) {
        let slot = membersSlot(slot, name)
        for object in layout.members(objects, at: slot) { add(object, at: slot) }
    }

    /// Adds members in this order, at the end of an ordered relationship, and updates the inverse.
    public final func addObjects(_ objects: NSOrderedSet, at slot: Int, _ name: StaticString) {
        let slot = membersSlot(slot, name)
        for object in layout.members(objects, at: slot) { add(object, at: slot) }
    }

    /// Removes members and updates the inverse.
    public final func removeObjects(_ objects: NSSet, at slot: Int, _ name: StaticString) {
        let slot = membersSlot(slot, name)
        for object in layout.members(objects, at: slot) { remove(object, at: slot) }
    }

    /// Removes members and updates the inverse.
    public final func removeObjects(_ objects: NSOrderedSet, at slot: Int, _ name: StaticString) {
        let slot = membersSlot(slot, name)
        for object in layout.members(objects, at: slot) { remove(object, at: slot) }
    }

    private final func membersSlot(_ slot: Int, _ name: StaticString) -> Int {
        layout.slot(slot, name, .set, NSSet.self)
    }
}

// Methods of ordered relationships, by position. Each traps for a position that does not exist.
extension NSManagedObject {
    /// Inserts a member at a position and updates the inverse.
    public final func insertObject(_ object: NSManagedObject, atIndex index: Int, at slot: Int, _ name: StaticString) {
        insert([object], atPositions: [index], at: orderedSlot(slot, name))
    }

    /// Removes the member at a position and updates the inverse.
    public final func removeObject(atIndex index: Int, at slot: Int, _ name: StaticString) {
        removeMembers(atPositions: [index], at: orderedSlot(slot, name))
    }

    /// Inserts members at the positions that they have after the insertion, and updates the
    /// inverse.
    public final func insertObjects(
        _ objects: [NSManagedObject], atIndexes indexes: NSIndexSet, at slot: Int, _ name: StaticString
    ) {
        insert(objects, atPositions: Array(IndexSet(indexes)), at: orderedSlot(slot, name))
    }

    /// Removes the members at these positions and updates the inverse.
    public final func removeObjects(atIndexes indexes: NSIndexSet, at slot: Int, _ name: StaticString) {
        removeMembers(atPositions: Array(IndexSet(indexes)), at: orderedSlot(slot, name))
    }

    /// Replaces the member at a position and updates the inverse.
    public final func replaceObject(atIndex index: Int, with object: NSManagedObject, at slot: Int, _ name: StaticString) {
        replaceMembers(atPositions: [index], with: [object], at: orderedSlot(slot, name))
    }

    /// Replaces the member at each of these positions with one object, and updates the inverse.
    public final func replaceObjects(
        atIndexes indexes: NSIndexSet, with objects: [NSManagedObject], at slot: Int, _ name: StaticString
    ) {
        replaceMembers(atPositions: Array(IndexSet(indexes)), with: objects, at: orderedSlot(slot, name))
    }

    private final func orderedSlot(_ slot: Int, _ name: StaticString) -> Int {
        layout.slot(slot, name, .orderedSet, NSOrderedSet.self)
    }
}
