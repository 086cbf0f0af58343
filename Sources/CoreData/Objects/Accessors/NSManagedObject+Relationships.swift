public import Foundation
internal import Predicates
internal import Traps

// Accessors of relationships and fetched properties; see NSManagedObject+Scalars for how generated code calls them.

extension NSManagedObject {
    /// What a to-one relationship refers to.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> T? {
        let slot = layout.slot(slot, name, .object, T.self)
        guard let object = related(at: slot) else { return nil }
        return typed(object, slot)
    }

    /// What a to-one relationship that is declared without `?` refers to.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> T {
        let slot = layout.slot(slot, name, .object, T.self)
        if let object = related(at: slot) ?? recorder?.insistOnObject(of: self, slot) { return typed(object, slot) }
        trap("\(layout.name).\(name) refers to nothing, but is declared without `?`. Declare it as \(T.self)?.")
    }

    public final func setValue<T: NSManagedObject>(_ value: T?, at slot: Int, _ name: StaticString) {
        setRelated(value, at: layout.slot(slot, name, .object, T.self))
    }

    private final func typed<T: NSManagedObject>(_ object: NSManagedObject, _ slot: Int) -> T {
        // A cast to the class itself is not needed in the bridge's case, where the class is only known at run time.
        guard let object = object as? T else {
            trap(
                """
                \(layout.name).\(layout.names[slot]) is declared as \(T.self), but refers to a \(type(of: object)). Give the entity \
                '\(object.layout.name)' that class.
                """
            )
        }
        return object
    }
}

extension NSManagedObject {
    /// The members of a to-many relationship. Asking again costs nothing until they change.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> Set<T> {
        set(of: T.self, at: layout.slot(slot, name, .set, Set<T>.self))
    }

    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> Set<T>? {
        set(of: T.self, at: layout.slot(slot, name, .set, Set<T>.self))
    }

    public final func setValue<T: NSManagedObject>(_ value: Set<T>?, at slot: Int, _ name: StaticString) {
        setMembers(Array(value ?? []), at: layout.slot(slot, name, .set, Set<T>.self))
    }

    /// The members of a to-many relationship as a `Set` of the destination's own class, under the type of a set of managed objects.
    ///
    /// For accessors whose declared type, `Set<Quake>` say, cannot be named where they are implemented: a set's storage is made for
    /// its element type.
    public final func membersInDestinationClass(at slot: Int, _ name: StaticString) -> Set<NSManagedObject> {
        let slot = layout.slot(slot, name, .set, Set<NSManagedObject>.self)
        func open<T: NSManagedObject>(_ type: T.Type) -> Set<NSManagedObject> {
            unsafeBitCast(set(of: type, at: slot), to: Set<NSManagedObject>.self)
        }
        return open(layout.destination(slot).managedObjectClass)
    }
}

extension NSManagedObject {
    /// The members of a to-many relationship. A set of type `NSMutableSet` changes the relationship.
    // Generic, since functions for a class and for its subclass would both serve the class.
    public final func value<T: NSSet>(at slot: Int, _ name: StaticString) -> T? {
        guard T.self == NSMutableSet.self else { return collectionValue(slot, name, .set, T.self) }
        return mutableSet(at: layout.slot(slot, name, .set, T.self)) as? T
    }

    public final func value<T: NSSet>(at slot: Int, _ name: StaticString) -> T {
        if let set: T = value(at: slot, name) { return set }
        return empty(NSMutableSet(), name)
    }

    /// The members of an ordered relationship. A set of type `NSMutableOrderedSet` changes the relationship.
    public final func value<T: NSOrderedSet>(at slot: Int, _ name: StaticString) -> T? {
        guard T.self == NSMutableOrderedSet.self else { return collectionValue(slot, name, .orderedSet, T.self) }
        return mutableOrderedSet(at: layout.slot(slot, name, .orderedSet, T.self)) as? T
    }

    public final func value<T: NSOrderedSet>(at slot: Int, _ name: StaticString) -> T {
        if let set: T = value(at: slot, name) { return set }
        return empty(NSMutableOrderedSet(), name)
    }

    /// A collection without members, for a property that holds none.
    private final func empty<T: NSObject>(_ collection: NSObject, _ name: StaticString) -> T {
        guard let collection = collection as? T else {
            trap("\(layout.name).\(name) cannot be declared as \(T.self). Declare it as a set or an ordered set.")
        }
        return collection
    }

    public final func setValue(_ value: NSSet?, at slot: Int, _ name: StaticString) {
        setCollection(value, layout.slot(slot, name, .set, NSSet.self))
    }

    public final func setValue(_ value: NSOrderedSet?, at slot: Int, _ name: StaticString) {
        setCollection(value, layout.slot(slot, name, .orderedSet, NSOrderedSet.self))
    }

    private final func collectionValue<T: NSObject>(
        _ slot: Int, _ name: StaticString, _ kind: AccessorKind, _ type: T.Type
    ) -> T? {
        let slot = layout.slot(slot, name, kind, type)
        guard layout.kinds[slot].isToMany else { return read(slot).transformed(as: T.self) }
        if let collection = collection(at: slot) as? T { return collection }
        // An ordered relationship that is declared as an NSSet.
        return NSSet(array: memberObjects(at: slot)) as? T
    }

    private final func setCollection(_ value: NSObject?, _ slot: Int) {
        if layout.kinds[slot].isToMany {
            setMembers(layout.members(value, at: slot), at: slot)
        } else {
            write(layout.requiredValue(value, at: slot), at: slot)
        }
    }
}

extension NSManagedObject {
    /// What a fetched property's request finds.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> [T] {
        fetchedValue(layout.slot(slot, name, .fetched, [T].self))
    }

    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> [T]? {
        fetchedValue(layout.slot(slot, name, .fetched, [T].self))
    }

    private final func fetchedValue<T: NSManagedObject>(_ slot: Int) -> [T] {
        fetchedObjects(at: slot).map { object in typed(object, slot) }
    }
}

extension EntityLayout {
    /// The objects in what was given as a relationship's members: a set, an ordered set or an array.
    func members(_ any: Any?, at slot: Int) -> [NSManagedObject] {
        let elements: [Any]? =
            switch any {
            case nil, is NSNull: []
            case let set as NSSet: set.allObjects
            case let ordered as NSOrderedSet: ordered.array
            case let array as [Any]: array
            case let set as Set<AnyHashable>: set.map(\.base)
            default: nil
            }
        guard let objects = elements.map({ $0.compactMap { $0 as? NSManagedObject } }), objects.count == elements?.count else {
            trap(
                """
                Unacceptable type of value for \(name).\(names[slot]): it is \(kindDescription(slot)) and takes a set of managed objects, not a \
                \(any.map { "\(type(of: $0))" } ?? "nil").
                """
            )
        }
        return objects
    }
}
