internal import StrataPredicates

// # Objects that a result has handed out
//
// A context holds its objects weakly. But the array of a fetched results controller, and the
// results of `@FetchRequest`, own their objects on Apple's platforms: what is set in an object that
// was read from them, a transient value or a subscription to its `objectWillChange`, is there when
// the object is read again. So a result retains each object that it has handed out, until the
// object's row leaves the result, or the result is no longer used.
//
// Rows whose objects were not handed out cost nothing: neither memory, nor time when they change.
// An object that was costs the memory of the object and of its row, and an entry in `handedOut`.
//
//     controller.object(at: [0, 2]).note = "seen"     transient; the object is kept
//     controller.object(at: [0, 2]).note              "seen"
//     its magnitude changes, so that it leaves        released, after delegates were notified
//
// An ID that a result handed out, such as an item of a diffable snapshot, also leads to an object
// of the result: `object(with:)` and `existingObject(with:)` keep it as well.
extension LiveResults {
    /// Returns the object at a position of this result, or of an earlier state of it, as
    /// `object(at:among:pageSize:)` does, and keeps it until its row leaves the result.
    func handOut(at position: Int, among rowIDs: KeyList, pageSize: Int = LiveResults.pageSize) -> NSManagedObject {
        let object = object(at: position, among: rowIDs, pageSize: pageSize)
        // Mostly the row is where it was, and no search is needed.
        let current = self.rowIDs
        if position < current.count, current[position] == object.rowID {
            handedOut[object.rowID] = object
        } else {
            keep(object)
        }
        return object
    }

    /// Keeps an object until its row leaves the result. Does nothing if its row is not in the
    /// result, as when an earlier state of it is read.
    func keep(_ object: NSManagedObject) {
        let rowID = object.rowID
        guard members.mayContain(rowID), handedOut[rowID] !== object else { return }
        // A set without bits knows nothing of the row, which would then never be seen to leave.
        if !members.isExact, placed.positions(of: [rowID]).isEmpty { return }
        handedOut[rowID] = object
    }

    /// Keeps an object whose ID the result may have handed out.
    func keepIfIdentified(_ object: NSManagedObject) {
        if handsOutIDs, query.covers(object.layout) { keep(object) }
    }

    /// Adopts the objects that another result has handed out, for a fetch that replaces it. Those
    /// whose rows are not in this result stay with the other one.
    package func keepObjects(of other: LiveResults) {
        guard other !== self, other.context === context else { return }
        handsOutIDs = handsOutIDs || other.handsOutIDs
        guard !other.handedOut.isEmpty, other.query.layout.hierarchy == query.layout.hierarchy else { return }
        handedOut.merge(other.members(of: rowIDs)) { own, _ in own }
    }

    /// Removes the objects whose rows left the result in a change, and returns them, so that they
    /// live while subscribers are notified.
    func removeHandedOut(_ change: Change) -> [NSManagedObject] {
        if handedOut.isEmpty { return [] }
        for (permanent, temporary) in change.temporaryIDs {
            if let object = handedOut.removeValue(forKey: temporary) { handedOut[permanent] = object }
        }
        guard change.isReopened else {
            return change.rows.compactMap { $0.after == nil ? handedOut.removeValue(forKey: $0.rowID) : nil }
        }
        let former = handedOut
        handedOut = members(of: rowIDs)
        return former.compactMap { rowID, object in handedOut[rowID] == nil ? object : nil }
    }

    /// Returns the objects handed out whose rows are in a list, except those that left the context.
    /// O(n) in the length of the list.
    private func members(of rowIDs: KeyList) -> [RowID: NSManagedObject] {
        var found: [RowID: NSManagedObject] = [:]
        rowIDs.forEachKey { rowID in
            if let object = handedOut[rowID], object.managedObjectContext === context { found[rowID] = object }
        }
        return found
    }
}

extension LiveResultsPool {
    /// Keeps an object that an ID was resolved to, in the results that handed the ID out.
    func keepIdentified(_ object: NSManagedObject) {
        if handsOutIDs { forEachLiving { $0.keepIfIdentified(object) } }
    }
}
