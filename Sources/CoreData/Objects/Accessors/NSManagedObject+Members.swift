public import Foundation
internal import Traps

// What the methods that a model generates for its to-many relationships call: `addToItems(_:)`, `removeFromItems(_:)`,
// `insertIntoItems(_:at:)` and kin.

extension NSManagedObject {
    /// Stops the program with a sentence.
    ///
    /// The generated accessors of `@NSManaged` members that do not match the model call it.
    public final func trapInAccessor(_ sentence: String) -> Never { trap(sentence) }

    public final func addObject(_ object: NSManagedObject, at slot: Int, _ name: StaticString) {
        add(object, at: membersSlot(slot, name))
    }

    public final func removeObject(_ object: NSManagedObject, at slot: Int, _ name: StaticString) {
        remove(object, at: membersSlot(slot, name))
    }

    public final func addObjects(_ objects: NSSet, at slot: Int, _ name: StaticString) {
        let slot = membersSlot(slot, name)
        for object in layout.members(objects, at: slot) { add(object, at: slot) }
    }

    public final func addObjects(_ objects: NSOrderedSet, at slot: Int, _ name: StaticString) {
        let slot = membersSlot(slot, name)
        for object in layout.members(objects, at: slot) { add(object, at: slot) }
    }

    public final func removeObjects(_ objects: NSSet, at slot: Int, _ name: StaticString) {
        let slot = membersSlot(slot, name)
        for object in layout.members(objects, at: slot) { remove(object, at: slot) }
    }

    public final func removeObjects(_ objects: NSOrderedSet, at slot: Int, _ name: StaticString) {
        let slot = membersSlot(slot, name)
        for object in layout.members(objects, at: slot) { remove(object, at: slot) }
    }

    private final func membersSlot(_ slot: Int, _ name: StaticString) -> Int {
        layout.slot(slot, name, .set, NSSet.self)
    }
}

// Of ordered relationships, by position. A position that is not there traps.
extension NSManagedObject {
    public final func insertObject(_ object: NSManagedObject, atIndex index: Int, at slot: Int, _ name: StaticString) {
        insert([object], atPositions: [index], at: orderedSlot(slot, name))
    }

    public final func removeObject(atIndex index: Int, at slot: Int, _ name: StaticString) {
        removeMembers(atPositions: [index], at: orderedSlot(slot, name))
    }

    /// Inserts objects so that they stand at these positions afterwards.
    public final func insertObjects(
        _ objects: [NSManagedObject], atIndexes indexes: NSIndexSet, at slot: Int, _ name: StaticString
    ) {
        insert(objects, atPositions: Array(IndexSet(indexes)), at: orderedSlot(slot, name))
    }

    public final func removeObjects(atIndexes indexes: NSIndexSet, at slot: Int, _ name: StaticString) {
        removeMembers(atPositions: Array(IndexSet(indexes)), at: orderedSlot(slot, name))
    }

    public final func replaceObject(atIndex index: Int, with object: NSManagedObject, at slot: Int, _ name: StaticString) {
        replaceMembers(atPositions: [index], with: [object], at: orderedSlot(slot, name))
    }

    public final func replaceObjects(
        atIndexes indexes: NSIndexSet, with objects: [NSManagedObject], at slot: Int, _ name: StaticString
    ) {
        replaceMembers(atPositions: Array(IndexSet(indexes)), with: objects, at: orderedSlot(slot, name))
    }

    private final func orderedSlot(_ slot: Int, _ name: StaticString) -> Int {
        layout.slot(slot, name, .orderedSet, NSOrderedSet.self)
    }
}
