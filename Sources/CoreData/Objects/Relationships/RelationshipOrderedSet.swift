internal import Foundation
internal import Traps

/// The members of an ordered relationship as a mutable ordered set.
///
/// Much of what Foundation's ordered sets do cannot be overridden and goes to their own storage. So that storage has the members, brought
/// up to date before each use that can be noticed, and what changes in it is made the relationship's.
final class RelationshipOrderedSet: NSMutableOrderedSet {
    private let owner: NSManagedObject
    private let slot: Int
    /// The state of the relationship that the storage has.
    private var known: (related: RelatedObjects, revision: Int)?
    /// Whether Foundation works on its storage, and asks about that alone.
    private var isInStorage = false

    init(_ owner: NSManagedObject, _ slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(capacity: 0)
        pull()
    }

    // NSOrderedSet requires these of its subclasses.
    override init(objects: UnsafePointer<AnyObject>!, count cnt: Int) { Self.refuse() }
    override init(capacity numItems: Int) { Self.refuse() }
    required convenience init(arrayLiteral elements: Any...) { Self.refuse() }
    required init?(coder aDecoder: NSCoder) { Self.refuse() }

    private static func refuse() -> Never {
        trap("A relationship's ordered set is made by mutableOrderedSetValue(forKey:) only.")
    }

    // MARK: Keeping in step

    /// Brings the storage up to date with the relationship.
    private func pull() {
        guard !isInStorage else { return }
        let related = owner.relatedObjects(at: slot)
        if let known, known.related === related, known.revision == related.revision { return }
        let members = owner.memberObjects(at: slot)
        isInStorage = true
        super.removeAllObjects()
        super.addObjects(from: members)
        isInStorage = false
        note()
    }

    private func note() {
        let related = owner.relatedObjects(at: slot)
        known = (related, related.revision)
    }

    /// Runs a change of the storage and, where it is no part of another one, makes its outcome the relationship's.
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

    /// At the end, which costs the same however many members there are.
    override func add(_ object: Any) {
        guard !isInStorage else { return super.add(object) }
        pull()
        owner.add(NSManagedObject.member(object), at: slot)
        isInStorage = true
        super.add(object)
        isInStorage = false
        note()
    }

    override func addObjects(from array: [Any]) { for object in array { add(object) } }
    override func insert(_ object: Any, at idx: Int) { change { super.insert(object, at: idx) } }
    override func insert(_ objects: [Any], at indexes: IndexSet) { change { super.insert(objects, at: indexes) } }
    override func removeObject(at idx: Int) { change { super.removeObject(at: idx) } }
    override func removeObjects(at indexes: IndexSet) { change { super.removeObjects(at: indexes) } }
    override func removeObjects(in range: NSRange) { change { super.removeObjects(in: range) } }
    override func remove(_ val: Any) { change { super.remove(val) } }
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
    // Foundation's own leaves objects out that it should keep.
    override func intersect(_ other: NSOrderedSet) { change { super.removeObjects(in: array.filter { !other.contains($0) }) } }
    override func intersectSet(_ other: Set<AnyHashable>) { change { super.intersectSet(other) } }

    override func sortRange(
        _ range: NSRange, options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult
    ) {
        change { super.sortRange(range, options: opts, usingComparator: cmptr) }
    }
}
