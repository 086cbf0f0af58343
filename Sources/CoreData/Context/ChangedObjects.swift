/// Objects that a context saves next, each once.
///
/// Adding, finding and removing one cost O(1) and hash nothing, since each object knows its place: it is in one of these at most.
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

    /// As a set, which is made where it is asked for and kept up to date from then on.
    var set: Set<NSManagedObject> {
        mutating get {
            if let known { return known }
            let made = Set(objects)
            known = made
            return made
        }
    }
}
