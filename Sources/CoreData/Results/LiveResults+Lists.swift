internal import StrataPredicates

// # Arrays that are kept beside a result
//
// `@Query` of SwiftData gives an array of models. A new array for each change would visit
// all rows, which a live result avoids everywhere else. So its owner keeps the array, and applies to
// it the edit that belongs to a change:
//
//     array     A B C D E        C is deleted, E moves to the front, B has a new value
//     remove    A B D            positions 4 and 2, in descending order
//     insert    E A B D          E at 0; several in ascending order
//     update    E A B D          B at 2: the object of the row, usually the one in the array
//
// Rows that the change does not name are not visited. The elements behind an edit are shifted in
// memory, as in any array.
extension LiveResults {
    /// The edit of an array that has the rows of a result in order.
    package struct ListEdit {
        /// The positions of the elements to remove, descending.
        package fileprivate(set) var removed: [Int] = []
        /// The elements to insert after that, by ascending position.
        package fileprivate(set) var inserted: [(position: Int, object: NSManagedObject)] = []
        /// The elements that stay and may have new values: their positions before and after.
        package fileprivate(set) var updated: [(before: Int, after: Int, object: NSManagedObject)] = []
    }

    /// Returns the edit that belongs to a change; nil if the array has to be made again, because the
    /// query ran again.
    ///
    /// Call it while the change is reported. The cost depends on the size of the change.
    package func listEdit(for change: Change) -> ListEdit? {
        if change.isReopened { return nil }
        var edit = ListEdit()
        let changesOrder = change.changesOrder
        for row in change.rows {
            guard let after = row.after else {
                if let before = row.before { edit.removed.append(before) }
                continue
            }
            if let before = row.before, !row.isMoved || !changesOrder {
                edit.updated.append((before, after, object(row.rowID)))
            } else {
                if let before = row.before { edit.removed.append(before) }
                edit.inserted.append((after, object(row.rowID)))
            }
        }
        edit.removed.sort(by: >)
        edit.inserted.sort { $0.position < $1.position }
        return edit
    }
}

extension LiveResults.Change {
    /// Whether rows may have entered or left the result, or have another position or section.
    package var movesRows: Bool { isReopened || changesOrder || rows.contains { $0.changesSection } }

    /// Whether rows entered or left, or are in another order. A row whose sort key changed can be
    /// where it was, as that of a name which the user types.
    fileprivate var changesOrder: Bool {
        rows.contains { $0.before == nil || $0.after == nil || $0.isMoved && $0.before != $0.after }
    }
}

extension LiveResults.Snapshot {
    /// Returns all objects in order, and reads no rows unless their entities have to be known. O(n).
    ///
    /// Objects without a row become faults. The first of a page that fires reads the page.
    package func objects() -> [NSManagedObject] {
        guard let results else { return [] }
        let (context, layout) = (results.context, results.query.layout)
        if !layout.entity.subentities.isEmpty || context.stalenessInterval >= 0 {
            return (0..<count).map { results.object(at: $0, among: rowIDs) }
        }
        var objects: [NSManagedObject] = []
        objects.reserveCapacity(count)
        for start in stride(from: 0, to: count, by: LiveResults.pageSize) {
            let page = rowIDs[start..<min(start + LiveResults.pageSize, count)]
            let faults = context.faults(page.map { (layout, $0) })
            objects += faults
            context.provideTogether(faults, layout)
        }
        return objects
    }

    /// Returns the position of an object; nil if it is not in the result. O(log n) if the object's
    /// sort key has not changed since the snapshot, else O(n). Mostly O(1) if the result is as it was
    /// and does not have the object.
    package func position(of object: NSManagedObject) -> Int? {
        guard let results, object.managedObjectContext === results.context, results.query.covers(object.layout),
            !results.isMissing(object.rowID, at: revision)
        else { return nil }
        let found = object.row.flatMap { row in
            let sortPrefix = results.query.sortPrefix(IdentifiedRow(rowID: object.rowID, row: row))
            return rowIDs.position(of: object.rowID, sortPrefix: sortPrefix)
        }
        return found ?? rowIDs.positions(of: [object.rowID]).first
    }
}
