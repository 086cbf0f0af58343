internal import Foundation
internal import StrataPredicates

/// The association of source objects with the destination objects that one entity mapping made of
/// them.
///
/// A migration must find, for each related source object, the object that it became, long after both
/// were released. So the table keeps references of 16 bytes and no objects. An association of an
/// object that is not saved yet keeps both objects, since its reference changes with the save:
///
/// 1. `add(_:_:)` appends a pair to `pending`.
/// 2. The manager saves the destination after each batch and calls `commit()`, which moves the pairs
///    into the table.
///
/// The pairs are in the order in which they were added, which is the order of the second pass.
struct Associations {
    /// The committed pairs.
    private(set) var sources: ContiguousArray<ObjectReference> = []
    private(set) var destinations: ContiguousArray<ObjectReference> = []
    /// The index of the last pair of each source object, and that of each pair's predecessor of the
    /// same source object; -1 if there is none.
    private var lastOfSource: [ObjectReference: Int32] = [:]
    private var previousOfSource: ContiguousArray<Int32> = []
    /// The indexes of each destination object's pairs; created at the first search in this direction.
    private var pairsOfDestination: [ObjectReference: [Int32]]?

    private(set) var pending: [(source: NSManagedObject, destination: NSManagedObject)] = []
    /// The indexes of each object's pending pairs; created at the first search, since most batches are
    /// saved without one.
    private var pendingOfSource: [ObjectIdentifier: [Int]]?
    private var pendingOfDestination: [ObjectIdentifier: [Int]]?

    var count: Int { destinations.count }

    mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject) {
        pendingOfSource?[ObjectIdentifier(source), default: []].append(pending.count)
        pendingOfDestination?[ObjectIdentifier(destination), default: []].append(pending.count)
        pending.append((source, destination))
    }

    /// Replaces the objects of new pairs by their references. Call it after a save, when the
    /// references are permanent.
    mutating func commit() {
        if pending.isEmpty { return }
        for (source, destination) in pending {
            let index = Int32(destinations.count)
            let (from, to) = (source.reference, destination.reference)
            sources.append(from)
            destinations.append(to)
            previousOfSource.append(lastOfSource.updateValue(index, forKey: from) ?? -1)
            pairsOfDestination?[to, default: []].append(index)
        }
        pending = []
        pendingOfSource = nil
        pendingOfDestination = nil
    }

    /// The committed pairs, without those whose destination object is in an earlier pair: several
    /// source objects can become one destination object.
    var firstPairs: (sources: ContiguousArray<ObjectReference>, destinations: ContiguousArray<ObjectReference>) {
        var seen = Set<ObjectReference>(minimumCapacity: count)
        let first = destinations.indices.filter { seen.insert(destinations[$0]).inserted }
        guard first.count < count else { return (sources, destinations) }
        return (ContiguousArray(first.map { sources[$0] }), ContiguousArray(first.map { destinations[$0] }))
    }

    /// Returns the objects that were made of a source object, in the order of their association.
    mutating func destinations(of source: NSManagedObject, in context: NSManagedObjectContext) -> [NSManagedObject] {
        var found: [NSManagedObject] = []
        var index = lastOfSource[source.reference] ?? -1
        while index >= 0 {
            found.append(context.object(destinations[Int(index)]))
            index = previousOfSource[Int(index)]
        }
        found.reverse()
        if pending.isEmpty { return found }
        let known = pendingOfSource ?? Dictionary(grouping: pending.indices) { ObjectIdentifier(pending[$0].source) }
        pendingOfSource = known
        return found + (known[ObjectIdentifier(source)] ?? []).map { pending[$0].destination }
    }

    /// Returns the objects that a destination object was made of.
    mutating func sources(of destination: NSManagedObject, in context: NSManagedObjectContext) -> [NSManagedObject] {
        let known: [ObjectReference: [Int32]]
        if let pairsOfDestination {
            known = pairsOfDestination
        } else {
            known = Dictionary(grouping: destinations.indices.map(Int32.init)) { destinations[Int($0)] }
            pairsOfDestination = known
        }
        let found = (known[destination.reference] ?? []).map { context.object(sources[Int($0)]) }
        if pending.isEmpty { return found }
        let new = pendingOfDestination ?? Dictionary(grouping: pending.indices) { ObjectIdentifier(pending[$0].destination) }
        pendingOfDestination = new
        return found + (new[ObjectIdentifier(destination)] ?? []).map { pending[$0].source }
    }

    func allDestinations(in context: NSManagedObjectContext) -> [NSManagedObject] {
        distinct(destinations.map(context.object) + pending.map(\.destination))
    }

    func allSources(in context: NSManagedObjectContext) -> [NSManagedObject] {
        distinct(sources.map(context.object) + pending.map(\.source))
    }

    private func distinct(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        var seen: Set<ObjectIdentifier> = []
        return objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}
