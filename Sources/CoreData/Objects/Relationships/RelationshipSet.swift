internal import Foundation
internal import StrataTraps

/// The members of a to-many relationship as a mutable set; see `mutableSetValue(forKey:)`. Each
/// access reads the current members.
///
/// A cast to a Swift `Set` returns an empty set, because Foundation bridges only its own set
/// classes.
final class RelationshipSet: NSMutableSet {
    private let owner: NSManagedObject
    private let slot: Int

    init(_ owner: NSManagedObject, _ slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(capacity: 0)
    }

    // NSSet requires these initializers.
    override init(objects: UnsafePointer<AnyObject>!, count cnt: Int) { Self.refuse() }
    required init(capacity numItems: Int) { Self.refuse() }
    required convenience init(arrayLiteral elements: Any...) { Self.refuse() }
    required init?(coder aDecoder: NSCoder) { Self.refuse() }

    private static func refuse() -> Never {
        trap("A relationship's set is created only by mutableSetValue(forKey:).")
    }

    override var count: Int { owner.members(at: slot).count }

    override func member(_ object: Any) -> Any? {
        guard let object = object as? NSManagedObject, owner.members(at: slot).contains(object.reference) else { return nil }
        return object
    }

    override func objectEnumerator() -> NSEnumerator { NSArray(array: owner.memberObjects(at: slot)).objectEnumerator() }

    override func add(_ object: Any) { owner.add(NSManagedObject.member(object), at: slot) }

    override func remove(_ object: Any) {
        if let object = object as? NSManagedObject { owner.remove(object, at: slot) }
    }

    override func removeAllObjects() { owner.setMembers([], at: slot) }
    override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: owner.memberObjects(at: slot)) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: owner.memberObjects(at: slot)) }
}

extension NSManagedObject {
    /// Returns an object that was passed to a relationship's collection. Traps if it is not a
    /// managed object.
    final class func member(_ any: Any) -> NSManagedObject {
        guard let object = any as? NSManagedObject else {
            trap("A relationship takes managed objects, not a \(type(of: any)).")
        }
        return object
    }
}
