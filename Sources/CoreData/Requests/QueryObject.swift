internal import Predicates

/// A managed object as a query reads it: with its unsaved changes as if they were saved.
///
/// So a deleted object is in no collection and has no values, though the object itself keeps them until the save.
struct QueryObject: KeyValueReadable, ValueConvertible {
    private let object: NSManagedObject

    init(_ object: NSManagedObject) {
        self.object = object
    }

    var predicateValue: Value { .object(object.reference) }

    func value(forKey key: String) -> Any? { object.value(forKey: key) }

    func operand(forKey key: String) -> Operand {
        if key == "self" { return .readable(self) }
        guard let slot = object.layout.slot(of: key) else { return object.operand(forKey: key) }
        switch object.layout.kinds[slot] {
        case .toMany, .orderedToMany:
            if object.isDeleted { return .collection([]) }
            return .collection(object.memberObjects(at: slot).filter { !$0.isDeleted }.map { .readable(QueryObject($0)) })
        case .toOne:
            guard !object.isDeleted, let related = object.related(at: slot) else { return .value(.null) }
            return .readable(QueryObject(related))
        case .attribute, .composite, .fetched:
            return object.isDeleted ? .value(.null) : object.operand(forKey: key)
        }
    }

    func value(_ key: ReadKey) -> Value? { object.isDeleted ? nil : object.value(key) }
}

extension NSManagedObject: KeyValueReadable {
    package func operand(forKey key: String) -> Operand {
        if key == "self" { return .readable(self) }
        guard let slot = layout.slot(of: key), layout.kinds[slot] == .attribute else { return Operand(value(forKey: key)) }
        let value = read(slot)
        // A transformable's object may have keys of its own.
        if case .opaque(let opaque) = value { return Operand(opaque.object) }
        return .value(value)
    }

    /// Of attributes only: what else a key may name has to be looked at object by object.
    package func value(_ key: ReadKey) -> Value? {
        let slot = key.place(in: layout) { name in layout.slot(of: name).flatMap { layout.kinds[$0] == .attribute ? $0 : nil } }
        guard let slot else { return nil }
        let value = read(slot)
        if case .opaque = value { return nil }
        return value
    }
}

// An object or identifier as an argument of a predicate stands for its reference: `SELF IN %@`, `objectID == %@`.
extension NSManagedObject: ValueConvertible {
    package var predicateValue: Value { .object(reference) }
}

extension NSManagedObjectID: ValueConvertible {
    package var predicateValue: Value { .object(ObjectReference(entity.layout, number)) }
}

extension NSManagedObject: KeyPathNaming {
    package static func names(of keyPath: AnyKeyPath) -> [String]? {
        guard let type = type(of: keyPath).rootType as? NSManagedObject.Type, let entity = LoadedModels.entity(of: type) else {
            return nil
        }
        return KeyPathNames.resolve(keyPath, in: entity).names
    }
}
