/// The inserted, updated or deleted objects of a context, in order of insertion until one is
/// removed.
///
/// Inserting, finding and removing an object costs O(1): each object stores its index, so that no
/// hash is computed until `set` is read. An object is in at most one of a context's three lists,
/// which share that index.
struct ChangedObjects {
    private(set) var objects: [NSManagedObject] = []
    private var known: Set<NSManagedObject>?

    var isEmpty: Bool { objects.isEmpty }
    var count: Int { objects.count }

    func contains(_ object: NSManagedObject) -> Bool {
        let place = Int(object.placeInChanges)
        return place < objects.count && objects[place] === object
    }

    mutating func insert(_ object: NSManagedObject) {
        guard !contains(object) else { return }
        known?.insert(object)
        object.placeInChanges = UInt32(objects.count)
        objects.append(object)
    }

    mutating func remove(_ object: NSManagedObject) {
        guard contains(object) else { return }
        known?.remove(object)
        let last = objects.removeLast()
        guard last !== object else { return }
        objects[Int(object.placeInChanges)] = last
        last.placeInChanges = object.placeInChanges
    }

    mutating func removeAll() { self = ChangedObjects() }

    /// The objects as a set. It is created on first access and kept up to date afterwards.
    var set: Set<NSManagedObject> {
        mutating get {
            if let known { return known }
            let made = Set(objects)
            known = made
            return made
        }
    }
}
