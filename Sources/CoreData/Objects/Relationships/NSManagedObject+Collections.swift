public import Foundation

extension NSManagedObject {
    /// A set that reads and changes a to-many relationship, both sides of it.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
        mutableSet(at: layout.requiredRelationshipSlot(of: key))
    }

    /// An ordered set that reads and changes an ordered relationship, both sides of it.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        mutableOrderedSet(at: layout.requiredRelationshipSlot(of: key))
    }

    final func mutableSet(at slot: Int) -> NSMutableSet {
        precondition(layout.kinds[slot].isToMany, "\(layout.name).\(layout.names[slot]) is no to-many relationship.")
        return RelationshipSet(self, slot)
    }

    final func mutableOrderedSet(at slot: Int) -> NSMutableOrderedSet {
        precondition(layout.kinds[slot] == .orderedToMany, "\(layout.name).\(layout.names[slot]) is no ordered relationship.")
        return RelationshipOrderedSet(self, slot)
    }

    /// The identifiers of the objects a relationship refers to, without making the objects.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        let slot = layout.requiredRelationshipSlot(of: key)
        let references =
            layout.kinds[slot] == .toOne ? reference(at: slot).map { [$0] } ?? [] : Array(members(at: slot).references)
        return references.map {
            NSManagedObjectID(
                entity: $0.layout.entity, number: $0.number, store: managedObjectContext?.store(of: $0.number))
        }
    }

    /// Whether the members of a relationship were not read yet.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        let slot = layout.requiredRelationshipSlot(of: key)
        guard layout.kinds[slot].isToMany else { return isFault }
        return !isNew && related[slot]?.isFault ?? true
    }
}

/// The members of a relationship as a mutable set. Each look is at the members as they are then.
private final class RelationshipSet: NSMutableSet {
    private let owner: NSManagedObject
    private let slot: Int

    init(_ owner: NSManagedObject, _ slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(capacity: 0)
    }

    // NSSet requires these of its subclasses.
    override init(objects: UnsafePointer<AnyObject>!, count cnt: Int) { Self.refuse() }
    required init(capacity numItems: Int) { Self.refuse() }
    required convenience init(arrayLiteral elements: Any...) { Self.refuse() }
    required init?(coder aDecoder: NSCoder) { Self.refuse() }

    private static func refuse() -> Never {
        preconditionFailure("A relationship's set is made by mutableSetValue(forKey:) only.")
    }

    override var count: Int { owner.members(at: slot).count }

    override func member(_ object: Any) -> Any? {
        guard let object = object as? NSManagedObject, owner.members(at: slot).contains(object.reference) else { return nil }
        return object
    }

    override func objectEnumerator() -> NSEnumerator { NSArray(array: owner.memberObjects(at: slot)).objectEnumerator() }

    override func add(_ object: Any) { owner.add(RelationshipMember.object(object), at: slot) }

    override func remove(_ object: Any) {
        if let object = object as? NSManagedObject { owner.remove(object, at: slot) }
    }

    override func removeAllObjects() { owner.setMembers([], at: slot) }
    override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: owner.memberObjects(at: slot)) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: owner.memberObjects(at: slot)) }
}

/// The members of an ordered relationship as a mutable ordered set.
private final class RelationshipOrderedSet: NSMutableOrderedSet {
    private let owner: NSManagedObject
    private let slot: Int

    init(_ owner: NSManagedObject, _ slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(capacity: 0)
    }

    // NSOrderedSet requires these of its subclasses.
    override init(objects: UnsafePointer<AnyObject>!, count cnt: Int) { Self.refuse() }
    override init(capacity numItems: Int) { Self.refuse() }
    required convenience init(arrayLiteral elements: Any...) { Self.refuse() }
    required init?(coder aDecoder: NSCoder) { Self.refuse() }

    private static func refuse() -> Never {
        preconditionFailure("A relationship's ordered set is made by mutableOrderedSetValue(forKey:) only.")
    }

    override var count: Int { owner.members(at: slot).count }

    override func object(at idx: Int) -> Any { owner.memberObjects(at: slot)[idx] }

    override func index(of object: Any) -> Int {
        (object as? NSManagedObject).flatMap { owner.members(at: slot).firstIndex(of: $0.reference) } ?? NSNotFound
    }

    override func insert(_ object: Any, at idx: Int) {
        owner.insert([RelationshipMember.object(object)], atPositions: [idx], at: slot)
    }

    override func removeObject(at idx: Int) { owner.removeMembers(atPositions: [idx], at: slot) }

    override func replaceObject(at idx: Int, with object: Any) {
        owner.replaceMembers(atPositions: [idx], with: [RelationshipMember.object(object)], at: slot)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: owner.memberObjects(at: slot)) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: owner.memberObjects(at: slot)) }
}

private enum RelationshipMember {
    static func object(_ any: Any) -> NSManagedObject {
        guard let object = any as? NSManagedObject else {
            preconditionFailure("A relationship takes managed objects, not a \(type(of: any)).")
        }
        return object
    }
}
