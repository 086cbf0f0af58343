internal import Foundation
internal import StrataModelFormat
internal import StrataPredicates
internal import StrataTraps

// Key-value coding
//
// Key-value coding accesses the same slots as accessors (NSManagedObject+Scalars.swift), but by the
// property's name and with values of type `Any`:
//
// - `value(forKey:)` and `setValue(_:forKey:)` do what an accessor does: they fire the fault,
//   record the change and update the inverse. Numbers are returned as NSNumber, so that `as? Int`
//   and `as? Float` both work.
// - `primitiveValue(forKey:)` and `setPrimitiveValue(_:forKey:)` access the slot alone, without
//   notifications and without the inverse. The primitive value of a to-many relationship is a
//   mutable collection (`PrimitiveMembers`). Custom accessors call them between the notifications:
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
// - `value(forKeyPath:)` follows several keys, also through collections; see `KeyPathReader`.
//
// Linux has no Objective-C runtime that could find a getter by its name. So `value(forKey:)` never
// calls a custom accessor such as the one above. A class whose custom values must be readable by
// key overrides `value(forKey:)`, or has `XcodeFolderPlugin` write the override. Predicates and
// sorts detect that by `ValueForKeyOverrides`.
//
// For the same reason `setValue(nil, forKey:)` cannot see that a class declares a property as a
// scalar. The model file says so for the properties that Xcode generates, and only for these
// `setNilValueForKey(_:)` is called.

extension NSManagedObject {
    /// Returns the value of a property, as `value(forKey:)` does. Traps if the entity has no such
    /// property.
    ///
    /// The members of a to-many relationship are an NSMutableSet or NSMutableOrderedSet. A change of it
    /// changes the relationship as `setPrimitiveValue(_:forKey:)` does.
    public final func primitiveValue(forKey key: String) -> Any? {
        let slot = layout.requiredSlot(of: key)
        return layout.kinds[slot].isToMany ? primitiveMembers(at: slot) : value(at: slot)
    }

    /// Sets the value of a property without a notification, and without marking the object as
    /// updated. The value is saved with the next change that does.
    ///
    /// If the call is between `willChangeValue(forKey:)` and `didChangeValue(forKey:)`, the latter
    /// updates the inverse of a relationship. Otherwise the inverse does not change. Traps if the
    /// entity has no such property.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        let slot = layout.requiredSlot(of: key)
        let wasTracked = !state.contains(.untracked)
        state.insert(.untracked)
        fireFault()
        switch layout.kinds[slot] {
        case .attribute, .composite: setPrimitive(layout.requiredValue(value, at: slot), at: slot)
        case .toOne: setPrimitive(layout.requiredObject(value, at: slot).map { .object($0.reference) } ?? .null, at: slot)
        case .toMany, .orderedToMany:
            // Reads the stored members first: a save writes the difference from them.
            let wasUnread = relatedObjects(at: slot).isUnread
            let seen = members(at: slot)
            guard !wasUnread, !relatedObjects(at: slot).isUnread else {
                // What could not be read stays.
                for object in layout.members(value, at: slot) where !seen.contains(object.reference) {
                    relatedObjects(at: slot).apply(.add(object.reference))
                }
                break
            }
            let references = layout.members(value, at: slot).lazy.map(\.reference)
            relatedObjects(at: slot).apply(
                .replace(ReferenceList(references, isOrdered: layout.kinds[slot] == .orderedToMany)))
        case .fetched: refuseFetched(slot)
        }
        if wasTracked { state.remove(.untracked) }
    }

    private func setPrimitive(_ value: Value, at slot: Int) {
        if isUnread { return keepUnread(.write(slot, value)) }
        keepOriginal(beforeSetting: value, at: slot)
        row?.values[slot] = value
    }

    /// Returns the value in a slot as key-value coding returns it.
    final func value(at slot: Int) -> Any? {
        switch layout.kinds[slot] {
        case .attribute, .composite: layout.object(read(slot), at: slot)
        case .toOne: related(at: slot)
        case .toMany, .orderedToMany: collection(at: slot)
        case .fetched: fetchedObjects(at: slot)
        }
    }

    /// Sets the value in a slot, in any form that key-value coding accepts. Traps for a value of
    /// another type.
    final func setValue(_ value: Any?, at slot: Int) {
        switch layout.kinds[slot] {
        case .attribute, .composite: write(layout.requiredValue(value, at: slot), at: slot)
        case .toOne: setRelated(layout.requiredObject(value, at: slot), at: slot)
        case .toMany, .orderedToMany: setMembers(layout.members(value, at: slot), at: slot)
        case .fetched: refuseFetched(slot)
        }
    }

    /// Whether the model file says that the class declares an attribute as a scalar, such as `Int64`.
    final func isDeclaredAsScalar(_ slot: Int) -> Bool {
        guard type(of: self) != NSManagedObject.self, layout.kinds[slot] == .attribute else { return false }
        return (layout.properties[slot].file as? AttributeElement)?.usesScalarValueType ?? false
    }

    /// Returns a value as the type of a property, which the compiler infers; nil for a value of another
    /// type. Called by the overrides that `XcodeFolderPlugin` writes. The closure is not called.
    public final func convertedValue<Object, Property>(_ value: Any?, like property: (Object) -> Property) -> Property? {
        value as? Property
    }

    private func refuseFetched(_ slot: Int) -> Never {
        trap(
            "\(layout.name).\(layout.names[slot]) is a fetched property and cannot be set: its request determines its value.")
    }

    /// Returns the value for a key that every managed object has, such as `objectID`; an outer
    /// `nil` for any other key. An inner `nil` is the key's value.
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
