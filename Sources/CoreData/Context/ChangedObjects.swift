/// The inserted, updated or deleted objects of a context: a set in order of insertion, but for
/// removals.
///
/// Inserting, finding and removing an object costs O(1) and computes no hash, since each object
/// stores its index. An object is in one of the three lists at most.
struct ChangedObjects {
    private(set) var objects: [NSManagedObject] = []
    private var known: Set<NSManagedObject>?

    var isEmpty: Bool { objects.isEmpty }
    var count: Int { objects.count }

    func contains(_ object: NSManagedObject) -> Bool {
        objects.indices.contains(object.placeInChanges) && objects[object.placeInChanges] === object
    }

    mutating func insert(_ object: NSManagedObject) {
        guard !contains(object) else { return }
        known?.insert(object)
        object.placeInChanges = objects.count
        objects.append(object)
    }

    mutating func remove(_ object: NSManagedObject) {
        guard contains(object) else { return }
        known?.remove(object)
        let last = objects.removeLast()
        guard last !== object else { return }
        objects[object.placeInChanges] = last
        last.placeInChanges = object.placeInChanges
    }

    mutating func removeAll() { self = ChangedObjects() }

    /// The objects as a set, which is created when it is first read and kept up to date afterwards.
    var set: Set<NSManagedObject> {
        mutating get {
            if let known { return known }
            let made = Set(objects)
            known = made
            return made
        }
    }
}
