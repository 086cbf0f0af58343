internal import StrataPredicates

/// A managed object as a query reads it: its properties, with unsaved changes as if they were
/// saved.
///
/// A deleted object is in no collection and of no entity, and all its values are nil, although the
/// object itself keeps them until the save. A property of another entity of the hierarchy is nil,
/// as its column is. Overrides of `value(forKey:)` are ignored, since SQL cannot call them.
struct QueryObject: KeyValueReadable, ValueConvertible {
    private let object: NSManagedObject

    init(_ object: NSManagedObject) {
        self.object = object
    }

    var predicateValue: Value { .object(object.reference) }

    func value(forKey key: String) -> Any? { object.value(forKey: key) }

    func operand(forKey key: String) -> Operand {
        if key == "self" { return .readable(self) }
        guard let slot = object.layout.slot(of: key) else {
            let isOfOtherEntity = !object.layout.root.entities(having: key).isEmpty
            return isOfOtherEntity ? .value(.null) : object.operand(forKey: key)
        }
        switch object.layout.kinds[slot] {
        case .toMany, .orderedToMany:
            if object.isDeleted { return .collection([]) }
            return .collection(object.memberObjects(at: slot).filter { !$0.isDeleted }.map { .readable(QueryObject($0)) })
        case .toOne:
            guard !object.isDeleted, let related = object.related(at: slot) else { return .value(.null) }
            return .readable(QueryObject(related))
        case .attribute, .composite, .fetched:
            return object.isDeleted ? .value(.null) : object.storedOperand(at: slot)
        }
    }

    func isKind(ofEntityNamed name: String) -> Bool {
        // Only the row shows whether a fault was deleted.
        if object.slots == nil { object.fireFault() }
        return !object.isDeleted && object.isKind(ofEntityNamed: name)
    }

    func value(_ key: ReadKey) -> Value? {
        if object.isDeleted { return nil }
        return key.place(in: object.layout, object.layout.attributeSlot).flatMap(object.comparableValue)
    }
}

extension NSManagedObject: KeyValueReadable {
    package func operand(forKey key: String) -> Operand {
        if key == "self" { return .readable(self) }
        guard let slot = layout.slot(of: key), !ValueForKeyOverrides.has(type(of: self)) else {
            return Operand(value(forKey: key))
        }
        return storedOperand(at: slot)
    }

    /// Returns the value of an attribute; nil for all other keys, which `operand(forKey:)` reads.
    package func value(_ key: ReadKey) -> Value? {
        // All objects of an entity have one class, so a cached slot also means that the class does
        // not override `value(forKey:)`.
        let slot = key.place(in: layout) { name in
            ValueForKeyOverrides.has(type(of: self)) ? nil : layout.attributeSlot(of: name)
        }
        return slot.flatMap(comparableValue)
    }

    package func isKind(ofEntityNamed name: String) -> Bool {
        var layout: EntityLayout? = layout
        while let current = layout {
            if current.name == name { return true }
            layout = current.superlayout
        }
        return false
    }

    /// Returns a property's value, ignoring overrides of `value(forKey:)`.
    fileprivate func storedOperand(at slot: Int) -> Operand {
        guard layout.kinds[slot] == .attribute else { return Operand(value(at: slot)) }
        return read(slot).operand
    }

    /// Returns an attribute's value for a comparison; nil for a transformable attribute, whose
    /// object may have keys of its own.
    fileprivate func comparableValue(at slot: Int) -> Value? {
        let value = read(slot)
        if case .opaque = value { return nil }
        return value
    }
}

extension EntityLayout {
    /// Returns the slot of an attribute that is not a composite.
    fileprivate func attributeSlot(of name: String) -> Int? {
        slot(of: name).flatMap { kinds[$0] == .attribute ? $0 : nil }
    }
}

// A predicate compares an object or identifier argument by its reference: `SELF IN %@`, `objectID
// == %@`.
extension NSManagedObject: ValueConvertible {
    package var predicateValue: Value { .object(reference) }
}

extension NSManagedObjectID: ValueConvertible {
    package var predicateValue: Value { .object(ObjectReference(entity.layout, rowID)) }
}

extension NSManagedObject: KeyPathNaming {
    package static func names(of keyPath: AnyKeyPath) -> [String]? {
        guard let type = type(of: keyPath).rootType as? NSManagedObject.Type, let entity = LoadedModels.entity(of: type) else {
            return nil
        }
        return KeyPathNames.resolve(keyPath, in: entity).names
    }

    package static func readsByName(_ object: Any) -> Bool {
        guard let object = object as? NSManagedObject else { return false }
        return ValueForKeyOverrides.has(type(of: object)) || !type(of: object).isSubclass(of: self)
    }
}
