internal import Foundation
internal import Predicates
internal import Traps

extension NSManagedObject {
    /// The value without any change notice; the same as `value(forKey:)` otherwise.
    public final func primitiveValue(forKey key: String) -> Any? {
        value(at: layout.requiredSlot(of: key))
    }

    /// Sets the value without telling the context: the change alone does not make the object part of a save. The other side of a
    /// relationship follows where this stands between `willChangeValue(forKey:)` and `didChangeValue(forKey:)`; else it is left as it is.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        let slot = layout.requiredSlot(of: key)
        let wasTracked = !state.contains(.untracked)
        state.insert(.untracked)
        realise()
        switch layout.kinds[slot] {
        case .attribute, .composite: row?.values[slot] = layout.requiredValue(value, at: slot)
        case .toOne: row?.values[slot] = layout.requiredObject(value, at: slot).map { .object($0.reference) } ?? .null
        case .toMany, .orderedToMany:
            // Only what was there says what the save has to change.
            _ = members(at: slot)
            relatedObjects(at: slot).apply(.replace(layout.members(value, at: slot).map(\.reference)))
        case .fetched: refuseFetched(slot)
        }
        if wasTracked { state.remove(.untracked) }
    }

    /// The value in a slot as key-value coding hands it out.
    final func value(at slot: Int) -> Any? {
        switch layout.kinds[slot] {
        case .attribute, .composite: layout.object(read(slot), at: slot)
        case .toOne: related(at: slot)
        case .toMany, .orderedToMany: collection(at: slot)
        case .fetched: fetchedObjects(at: slot)
        }
    }

    final func setValue(_ value: Any?, at slot: Int) {
        switch layout.kinds[slot] {
        case .attribute, .composite: write(layout.requiredValue(value, at: slot), at: slot)
        case .toOne: setRelated(layout.requiredObject(value, at: slot), at: slot)
        case .toMany, .orderedToMany: setMembers(layout.members(value, at: slot), at: slot)
        case .fetched: refuseFetched(slot)
        }
    }

    private func refuseFetched(_ slot: Int) -> Never {
        trap(
            "\(layout.name).\(layout.names[slot]) is a fetched property: its request says what it holds, and it cannot be set.")
    }

    /// What a key reads that is no property of the entity, but one of every managed object; nil for any other key.
    final func ownValue(forKey key: String) -> Any?? {
        switch key {
        case "self": self
        case "objectID": objectID
        case "entity": entity
        case "managedObjectContext": .some(managedObjectContext)
        case "hasChanges": NSNumber(value: hasChanges)
        case "isInserted", "inserted": NSNumber(value: isInserted)
        case "isUpdated", "updated": NSNumber(value: isUpdated)
        case "isDeleted", "deleted": NSNumber(value: isDeleted)
        case "isFault", "fault": NSNumber(value: isFault)
        case "description": description
        default: nil
        }
    }
}

extension EntityLayout {
    /// A value as a to-one relationship takes it; another one is the programmer's mistake.
    func requiredObject(_ any: Any?, at slot: Int) -> NSManagedObject? {
        guard let any, !(any is NSNull) else { return nil }
        guard let object = any as? NSManagedObject else {
            trap(
                """
                Unacceptable type of value for \(name).\(names[slot]): it is \(kindDescription(slot)), the value \(any) is of type \
                \(type(of: any)).
                """
            )
        }
        return object
    }
}
