public import Foundation
internal import StrataPredicates
internal import StrataTraps

// Accessors of relationships and fetched properties. NSManagedObject+Scalars.swift describes how
// accessors work.

extension NSManagedObject {
    /// Returns the object that a to-one relationship refers to.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> T? {
        let slot = layout.slot(slot, name, .object, T.self)
        let object = related(at: slot)
        noteOptional()
        return object.map { typed($0, slot) }
    }

    /// Returns the object that a to-one relationship declared without `?` refers to. Traps for
    /// null, unless this object's row is gone, was never saved, or could not be read. Then it is an
    /// object in no context.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> T {
        let slot = layout.slot(slot, name, .object, T.self)
        if let object = related(at: slot) ?? recorder?.insistOnObject(of: self, slot) { return typed(object, slot) }
        if lacksRelated || managedObjectContext?.failedReads.isActive == true {
            // The reference is gone, or could probably not be read. An object in no context, with the
            // default values of its entity.
            let destination = layout.destination(slot)
            let type = destination.managedObjectClass
            return typed(type.init(entity: destination.entity, insertInto: nil), slot)
        }
        trap("\(layout.name).\(name) is nil, but is declared without `?`. Declare it as \(T.self)?.")
    }

    /// Sets a to-one relationship and updates the inverse.
    public final func setValue<T: NSManagedObject>(_ value: T?, at slot: Int, _ name: StaticString) {
        setRelated(value, at: layout.slot(slot, name, .object, T.self))
    }

    private final func typed<T: NSManagedObject>(_ object: NSManagedObject, _ slot: Int) -> T {
        // A checked cast, because the model determines the object's class at run time.
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
    /// Returns the members of a to-many relationship. The set is cached until the members change.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> Set<T> {
        set(of: T.self, at: layout.slot(slot, name, .set, Set<T>.self))
    }

    /// Returns the members of a to-many relationship, for a property declared with `?`. Never
    /// `nil`.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> Set<T>? {
        set(of: T.self, at: layout.slot(slot, name, .set, Set<T>.self))
    }

    /// Replaces the members of a to-many relationship and updates the inverse. `nil` removes them
    /// all.
    public final func setValue<T: NSManagedObject>(_ value: Set<T>?, at slot: Int, _ name: StaticString) {
        setMembers(Array(value ?? []), at: layout.slot(slot, name, .set, Set<T>.self))
    }

    /// Returns the members of a to-many relationship: a `Set` of the destination's own class, whose
    /// static type is `Set<NSManagedObject>`.
    ///
    /// Used by accessors in a module that cannot name the declared type, such as `Set<Quake>`. The
    /// set's storage has that element type, so the accessor's caller can use it as a `Set<Quake>`.
    public final func membersInDestinationClass(at slot: Int, _ name: StaticString) -> Set<NSManagedObject> {
        let slot = layout.slot(slot, name, .set, Set<NSManagedObject>.self)
        func open<T: NSManagedObject>(_ type: T.Type) -> Set<NSManagedObject> {
            unsafeBitCast(set(of: type, at: slot), to: Set<NSManagedObject>.self)
        }
        return open(layout.destination(slot).managedObjectClass)
    }
}

extension NSManagedObject {
    /// Returns the members of a to-many relationship. If `T` is `NSMutableSet`, changes to the set
    /// change the relationship.
    // Generic, because overloads for a class and its subclass would be ambiguous for the class.
    public final func value<T: NSSet>(at slot: Int, _ name: StaticString) -> T? {
        guard T.self == NSMutableSet.self else { return collectionValue(slot, name, .set, T.self) }
        return mutableSet(at: layout.slot(slot, name, .set, T.self)) as? T
    }

    /// Returns the members of a to-many relationship; an empty set for a null transformable
    /// attribute.
    public final func value<T: NSSet>(at slot: Int, _ name: StaticString) -> T {
        if let set: T = value(at: slot, name) { return set }
        return empty(NSMutableSet(), name)
    }

    /// Returns the members of an ordered relationship. If `T` is `NSMutableOrderedSet`, changes to
    /// the set change the relationship.
    public final func value<T: NSOrderedSet>(at slot: Int, _ name: StaticString) -> T? {
        guard T.self == NSMutableOrderedSet.self else { return collectionValue(slot, name, .orderedSet, T.self) }
        return mutableOrderedSet(at: layout.slot(slot, name, .orderedSet, T.self)) as? T
    }

    /// Returns the members of an ordered relationship; an empty set for a null transformable
    /// attribute.
    public final func value<T: NSOrderedSet>(at slot: Int, _ name: StaticString) -> T {
        if let set: T = value(at: slot, name) { return set }
        return empty(NSMutableOrderedSet(), name)
    }

    /// Returns an empty collection of type `T`. Traps if `T` is neither a set nor an ordered set.
    private final func empty<T: NSObject>(_ collection: NSObject, _ name: StaticString) -> T {
        guard let collection = collection as? T else {
            trap("\(layout.name).\(name) cannot be declared as \(T.self). Declare it as a set or an ordered set.")
        }
        return collection
    }

    /// Replaces the members of a to-many relationship and updates the inverse, or sets a
    /// transformable attribute.
    public final func setValue(_ value: NSSet?, at slot: Int, _ name: StaticString) {
        setCollection(value, layout.slot(slot, name, .set, NSSet.self))
    }

    /// Replaces the members of an ordered relationship, in this order, and updates the inverse, or
    /// sets a transformable attribute.
    public final func setValue(_ value: NSOrderedSet?, at slot: Int, _ name: StaticString) {
        setCollection(value, layout.slot(slot, name, .orderedSet, NSOrderedSet.self))
    }

    private final func collectionValue<T: NSObject>(
        _ slot: Int, _ name: StaticString, _ kind: AccessorKind, _ type: T.Type
    ) -> T? {
        let slot = layout.slot(slot, name, kind, type)
        guard layout.kinds[slot].isToMany else { return read(slot).transformed(as: T.self) }
        if let collection = collection(at: slot) as? T { return collection }
        // An ordered relationship declared as an NSSet.
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
    /// Returns the objects that a fetched property's request finds.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> [T] {
        fetchedValue(layout.slot(slot, name, .fetched, [T].self))
    }

    /// Returns the objects that a fetched property's request finds, for a property declared with
    /// `?`. Never `nil`.
    public final func value<T: NSManagedObject>(at slot: Int, _ name: StaticString) -> [T]? {
        fetchedValue(layout.slot(slot, name, .fetched, [T].self))
    }

    private final func fetchedValue<T: NSManagedObject>(_ slot: Int) -> [T] {
        fetchedObjects(at: slot).map { object in typed(object, slot) }
    }
}

extension EntityLayout {
    /// Returns the objects in a value that was passed as members: a set, an ordered set or an
    /// array. Returns none for nil and NSNull, and traps for any other value.
    func members(_ any: Any?, at slot: Int) -> [NSManagedObject] {
        guard let objects = Self.objects(in: any) else {
            trap(
                """
                Unacceptable type of value for \(name).\(names[slot]): it is \(kindDescription(slot)) and takes a set of managed objects, not a \
                \(any.map { "\(type(of: $0))" } ?? "nil").
                """
            )
        }
        return objects
    }

    /// Returns the objects in a value that was passed as members; none for nil and NSNull, and nil for
    /// a value that is no collection of managed objects.
    static func objects(in any: Any?) -> [NSManagedObject]? {
        let elements: [Any]? =
            switch any {
            case nil, is NSNull: []
            case let set as NSSet: set.allObjects
            case let ordered as NSOrderedSet: ordered.array
            case let array as [Any]: array
            case let set as Set<AnyHashable>: set.map(\.base)
            default: nil
            }
        let objects = elements?.compactMap { $0 as? NSManagedObject }
        return objects?.count == elements?.count ? objects : nil
    }
}
