/// The objects of a context by row, held weakly: one object a row for as long as somebody uses it.
struct ObjectRegistry {
    private struct WeakObject {
        weak var object: NSManagedObject?
    }

    private var objects: [RowKey: WeakObject] = [:]
    /// The objects that live because the registry keeps them.
    private var retained: [RowKey: NSManagedObject] = [:]
    private var sweepCount = 1_024

    var retainsObjects = false {
        didSet {
            retained = [:]
            if retainsObjects { for (key, entry) in objects { retained[key] = entry.object } }
        }
    }

    subscript(key: RowKey) -> NSManagedObject? {
        objects[key]?.object
    }

    /// Makes room for so many objects, which are then added without a sweep between.
    mutating func reserve(_ count: Int) {
        if objects.count >= sweepCount { sweep() }
        objects.reserveCapacity(objects.count + count)
        sweepCount = max(sweepCount, objects.count + count)
    }

    mutating func add(_ object: NSManagedObject, as key: RowKey) {
        // Entries of dead objects are swept when the table has doubled, which costs O(1) an insertion.
        if objects.count >= sweepCount { sweep() }
        objects[key] = WeakObject(object: object)
        if retainsObjects { retained[key] = object }
    }

    private mutating func sweep() {
        // By key: copying weak references costs more than looking at them.
        for key in objects.compactMap({ $0.value.object == nil ? $0.key : nil }) { objects[key] = nil }
        sweepCount = max(1_024, objects.count * 2)
    }

    mutating func remove(_ key: RowKey) {
        objects[key] = nil
        if retainsObjects { retained[key] = nil }
    }

    var living: [NSManagedObject] { objects.values.compactMap(\.object) }

    mutating func removeAll() {
        objects = [:]
        retained = [:]
    }
}
