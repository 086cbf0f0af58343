internal import Foundation
internal import StrataPredicates
internal import StrataTraps

// Key-value coding
//
// Key-value coding reaches the slots that accessors reach (NSManagedObject+Scalars.swift), by the
// property's name and as `Any`:
//
// - `value(forKey:)` and `setValue(_:forKey:)` do what an accessor does: they fire the fault,
//   record the change and update the inverse. Numbers are returned as NSNumber, so that `as? Int`
//   and `as? Float` both work.
// - `primitiveValue(forKey:)` and `setPrimitiveValue(_:forKey:)` reach the slot alone, without
//   notifications and without the inverse. Custom accessors call them between the notifications:
//
//       var title: String {
//           get {
//               willAccessValue(forKey: "title")
//               defer { didAccessValue(forKey: "title") }
//               return primitiveValue(forKey: "title") as? String ?? ""
//           }
//           set {
//               willChangeValue(forKey: "title")
//               setPrimitiveValue(newValue.uppercased(), forKey: "title")
//               didChangeValue(forKey: "title")
//           }
//       }
//
// - `value(forKeyPath:)` follows several keys, through collections too; see `KeyPathReader`.
//
// Linux has no Objective-C runtime that could find a getter by its name. So `value(forKey:)` never
// calls the accessor above. A class that must be read by such a key overrides `value(forKey:)`, and
// `ValueForKeyOverrides` lets predicates and sorts find out.

extension NSManagedObject {
    /// Returns the value of a property, as `value(forKey:)` does. Traps if the entity has no such
    /// property.
    public final func primitiveValue(forKey key: String) -> Any? {
        value(at: layout.requiredSlot(of: key))
    }

    /// Sets the value of a property without a notification. This alone does not include the object
    /// in a save.
    ///
    /// Between `willChangeValue(forKey:)` and `didChangeValue(forKey:)`, the inverse of a
    /// relationship is updated; otherwise it stays as it is. Traps if the entity has no such
    /// property.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        let slot = layout.requiredSlot(of: key)
        let wasTracked = !state.contains(.untracked)
        state.insert(.untracked)
        fireFault()
        switch layout.kinds[slot] {
        case .attribute, .composite: row?.values[slot] = layout.requiredValue(value, at: slot)
        case .toOne: row?.values[slot] = layout.requiredObject(value, at: slot).map { .object($0.reference) } ?? .null
        case .toMany, .orderedToMany:
            // The save writes the difference from the members that were there, so they have to be
            // known.
            _ = members(at: slot)
            relatedObjects(at: slot).apply(.replace(layout.members(value, at: slot).map(\.reference)))
        case .fetched: refuseFetched(slot)
        }
        if wasTracked { state.remove(.untracked) }
    }

    /// Returns the value in a slot in the form of key-value coding.
    final func value(at slot: Int) -> Any? {
        switch layout.kinds[slot] {
        case .attribute, .composite: layout.object(read(slot), at: slot)
        case .toOne: related(at: slot)
        case .toMany, .orderedToMany: collection(at: slot)
        case .fetched: fetchedObjects(at: slot)
        }
    }

    /// Sets the value in a slot from the form of key-value coding. Traps if it is of another type.
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
            "\(layout.name).\(layout.names[slot]) is a fetched property and cannot be set: its request determines its value.")
    }

    /// Returns the value for a key that every managed object has and no entity needs to declare;
    /// `nil` for other keys. An inner `nil` is the key's value.
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
    /// Returns the object for a to-one relationship; `nil` for nil and NSNull. Traps for any other
    /// value.
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
