internal import Foundation
internal import StrataTraps

/// The members of an ordered relationship as a mutable ordered set; see
/// `mutableOrderedSetValue(forKey:)`.
///
/// Many methods of Foundation's ordered sets cannot be overridden, and use the superclass's
/// storage. So that storage holds a copy of the members. Each overridden method updates the copy
/// before it reads, and writes the changed copy to the relationship afterwards.
final class RelationshipOrderedSet: NSMutableOrderedSet {
    private let owner: NSManagedObject
    private let slot: Int
    /// The state of the relationship, and the revision of its members that the storage holds.
    private var known: (related: RelatedObjects, revision: Int)?
    /// Whether a method of the superclass is running. The methods that it calls access the storage
    /// alone.
    private var isInStorage = false

    init(_ owner: NSManagedObject, _ slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(capacity: 0)
    }

    // NSOrderedSet requires these initializers.
    override init(objects: UnsafePointer<AnyObject>!, count cnt: Int) { Self.refuse() }
    override init(capacity numItems: Int) { Self.refuse() }
    required convenience init(arrayLiteral elements: Any...) { Self.refuse() }
    required init?(coder aDecoder: NSCoder) { Self.refuse() }

    private static func refuse() -> Never {
        trap("A relationship's ordered set is created only by mutableOrderedSetValue(forKey:).")
    }

    // MARK: Synchronization

    /// Whether the storage holds the members.
    private var isCurrent: Bool {
        let related = owner.relatedObjects(at: slot)
        // The members of a fault could not be read.
        return known.map { $0.related === related && $0.revision == related.revision && !related.isFault } ?? false
    }

    /// Copies the members to the storage if they changed.
    private func pull() {
        guard !isInStorage else { return }
        if isCurrent { return }
        let members = owner.memberObjects(at: slot)
        isInStorage = true
        super.removeAllObjects()
        super.addObjects(from: members)
        isInStorage = false
        note()
    }

    /// Records that the storage is up to date.
    private func note() {
        let related = owner.relatedObjects(at: slot)
        known = (related, related.revision)
    }

    /// Changes the storage, and writes the result to the relationship. A nested change only changes
    /// the storage.
    private func change(_ body: () -> Void) {
        guard !isInStorage else { return body() }
        pull()
        isInStorage = true
        body()
        isInStorage = false
        owner.setMembers(array.map(NSManagedObject.member), at: slot)
        note()
    }

    // MARK: Reading

    override var count: Int {
        pull()
        return super.count
    }

    override func object(at idx: Int) -> Any {
        pull()
        return super.object(at: idx)
    }

    override func index(of object: Any) -> Int {
        pull()
        return super.index(of: object)
    }

    override func contains(_ object: Any) -> Bool {
        pull()
        return super.contains(object)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: owner.memberObjects(at: slot)) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: owner.memberObjects(at: slot)) }

    // MARK: Changing

    /// Changes the relationship, and also the storage if it holds the members. A storage that was
    /// not read yet stays empty, so that a change alone reads no members as objects.
    private func changeMembers(_ body: () -> Void, inStorage: () -> Void) {
        guard !isInStorage else { return inStorage() }
        let isCurrent = isCurrent
        body()
        guard isCurrent else { return }
        isInStorage = true
        inStorage()
        isInStorage = false
        note()
    }

    override func add(_ object: Any) {
        changeMembers {
            owner.add(NSManagedObject.member(object), at: slot)
        } inStorage: {
            super.add(object)
        }
    }

    override func insert(_ object: Any, at idx: Int) {
        changeMembers {
            owner.insert([NSManagedObject.member(object)], atPositions: [idx], at: slot)
        } inStorage: {
            super.insert(object, at: idx)
        }
    }

    override func removeObject(at idx: Int) {
        changeMembers {
            owner.removeMembers(atPositions: [idx], at: slot)
        } inStorage: {
            super.removeObject(at: idx)
        }
    }

    override func remove(_ val: Any) {
        changeMembers {
            if let object = val as? NSManagedObject { owner.remove(object, at: slot) }
        } inStorage: {
            super.remove(val)
        }
    }

    override func addObjects(from array: [Any]) { for object in array { add(object) } }
    override func insert(_ objects: [Any], at indexes: IndexSet) { change { super.insert(objects, at: indexes) } }
    override func removeObjects(at indexes: IndexSet) { change { super.removeObjects(at: indexes) } }
    override func removeObjects(in range: NSRange) { change { super.removeObjects(in: range) } }
    override func removeObjects(in array: [Any]) { change { super.removeObjects(in: array) } }
    override func removeAllObjects() { change { super.removeAllObjects() } }
    override func replaceObject(at idx: Int, with obj: Any) { change { super.replaceObject(at: idx, with: obj) } }
    override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
        change { super.replaceObjects(at: indexes, with: objects) }
    }
    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
        change { super.exchangeObject(at: idx1, withObjectAt: idx2) }
    }
    override func moveObjects(at indexes: IndexSet, to idx: Int) { change { super.moveObjects(at: indexes, to: idx) } }
    override func union(_ other: NSOrderedSet) { change { super.union(other) } }
    override func unionSet(_ other: Set<AnyHashable>) { change { super.unionSet(other) } }
    override func minus(_ other: NSOrderedSet) { change { super.minus(other) } }
    override func minusSet(_ other: Set<AnyHashable>) { change { super.minusSet(other) } }
    // Foundation's implementation also removes objects that it should keep.
    override func intersect(_ other: NSOrderedSet) { change { super.removeObjects(in: array.filter { !other.contains($0) }) } }
    override func intersectSet(_ other: Set<AnyHashable>) { change { super.intersectSet(other) } }

    override func sortRange(
        _ range: NSRange, options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult
    ) {
        change { super.sortRange(range, options: opts, usingComparator: cmptr) }
    }
}
