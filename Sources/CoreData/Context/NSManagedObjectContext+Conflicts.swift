internal import Foundation
internal import StrataPredicates

// Conflicts of a save, merge policies and unique values
//
// Contexts do not lock rows. An object remembers the row that it read; a save compares that with
// the store, and a difference is a conflict. There are two kinds:
//
// - A row changed or disappeared after an object read it (NSManagedObjectMergeError). Each save
//   raises the version of the rows it writes, `Z_OPT`, and the store compares versions within the
//   save's transaction. A parent context has no versions for its unsaved changes: there, a property
//   is in conflict if both sides changed it to different values; see `absorb(_:)`.
// - A value that must be unique is already used, by a stored row or by another object of the same
//   save (NSManagedObjectConstraintMergeError). The store's unique indexes detect it. Deletions are
//   written before updates, and updates before insertions, and one updated object can pass its
//   value to another; so values can move between objects in one save.
//
// The built-in policies resolve conflicts in the store, within the transaction, row by row. The
// column "deletion" is for the deletion of an object whose row changed:
//
// | `mergeType`  | row changed          | row deleted  | deletion    | unique value in use |
// | error        | save fails           | save fails   | save fails  | save fails          |
// | store trump  | stored changes win   | change lost  | row kept    | stored row wins     |
// | object trump | object's changes win | row restored | row deleted | object's values win |
// | overwrite    | object's values win  | row restored | row deleted | object's values win |
// | rollback     | stored values win    | change lost  | row kept    | stored row wins     |
//
// A new object whose unique value is in use becomes the row that has the value; the policy decides
// whose other values the row gets. If several rows have values of it and the policy favors the
// object, the others are deleted. If that row is of another entity, it is deleted, or the save
// fails if the policy favors the store. If the unique value of an updated object is in use, either
// the object keeps the stored values of its own row, or the other row is deleted.
//
// Under the error policy and for subclasses of `NSMergePolicy` the store throws the first conflict
// as a `SaveConflict` and rolls back. Only then does the context look for all conflicts of that
// kind, in `conflicts(like:_:)`, so that a save without conflicts has no cost. The context throws
// them as one error, under `conflictList`, or gives them to the subclass:
//
// 1. `resolve(mergeConflicts:)` runs on the context's queue. It may change, insert and delete
//    objects, of the conflicts and others, which all belong to the save. It may call super to merge
//    the objects of the conflicts as its `mergeType` says.
// 2. The stored row becomes the committed state of each object, so that all remaining differences
//    are changes of the object. Then the save is tried again. A row that changed again in the
//    meantime is a new conflict.
// 3. The store resolves the rest as `mergeType` says: deletions, rows that were deleted, and unique
//    values that are in use.
//
// The invariant: no save overwrites a change that its context has not read, unless the policy
// allows it; and a save that fails leaves the store and the context's changes as they were, except
// for what a subclass changed.
extension NSManagedObjectContext {
    /// Returns all conflicts of the same kind as the one that stopped a save. If another write has
    /// removed them in the meantime, returns that one.
    func conflicts(like conflict: SaveConflict, _ objects: SavedObjects) throws -> [NSObject] {
        switch conflict {
        case .deletion(let index, let stored):
            let all = try versionConflicts(objects)
            return all.isEmpty ? [versionConflict(objects.deleted[index], stored)] : all
        case .update(let index, let stored):
            let all = try versionConflicts(objects)
            return all.isEmpty ? [versionConflict(objects.updated[index], stored)] : all
        case .uniqueInsertion(let index, let slots):
            let all = try constraintConflicts(objects)
            return all.isEmpty
                ? [NSConstraintConflict(constraint: slots, database: nil, conflicting: [objects.inserted[index]])] : all
        case .uniqueUpdate(let index, let slots):
            let all = try constraintConflicts(objects)
            return all.isEmpty
                ? [NSConstraintConflict(constraint: slots, database: nil, conflicting: [objects.updated[index]])] : all
        }
    }

    private func versionConflict(_ object: NSManagedObject, _ stored: Row?, cached: Row? = nil) -> NSMergeConflict {
        NSMergeConflict(sourceObject: object, read: object.committedRow, stored: stored, cached: cached)
    }

    /// Returns the conflicts of objects whose rows have a different version in the store, or were
    /// deleted.
    ///
    /// The cached snapshot of a conflict is the coordinator's last known version of the row. It
    /// comes from the row cache or, if the row was evicted, from the object's committed values,
    /// unless the change feed has a change of the row. Returns none for a child context: its save
    /// reports conflicts with the parent's unsaved changes one at a time.
    private func versionConflicts(_ objects: SavedObjects) throws -> [NSMergeConflict] {
        guard parent == nil else { return [] }
        var conflicts: [NSMergeConflict] = []
        for (root, members) in Dictionary(grouping: objects.deleted + objects.updated, by: \.layout.root) {
            let rowIDs = members.map(\.rowID)
            // Look these up first: reading the rows updates the cache.
            let known = coordinator.feed.changed(among: Set(members.map(\.key)))
            let cached = members.map { coordinator.cache[$0.key] ?? (known.contains($0.key) ? nil : $0.committedRow) }
            let stored = try coordinator.readRows(root, rowIDs)
            for (object, cached) in zip(members, cached) {
                let row = stored[object.rowID]
                let isConflict = row.map { $0.version != object.committedRow.version } ?? !object.isDeleted
                if isConflict { conflicts.append(versionConflict(object, row, cached: cached)) }
            }
        }
        return conflicts.sorted { $0.sourceObject.rowID < $1.sourceObject.rowID }
    }

    /// Values of a uniqueness constraint, with the store and the entity hierarchy that they are
    /// unique in.
    private struct UniqueValues: Hashable {
        let store: ObjectIdentifier?
        let hierarchy: ObjectIdentifier
        let names: [String]
        let values: [Value]
    }

    /// Returns the conflicts over unique values that several objects of the save share, or that the
    /// row of another object has.
    private func constraintConflicts(_ objects: SavedObjects) throws -> [NSConstraintConflict] {
        guard parent == nil else { return [] }
        let stores = coordinator.stores
        var groups: [UniqueValues: [NSManagedObject]] = [:]
        var order: [(key: UniqueValues, slots: [Int])] = []
        for object in objects.updated + objects.inserted {
            let store = home(of: object, stores).map(ObjectIdentifier.init)
            for slots in object.layout.uniqueSlots {
                let values = slots.map { object.currentRow.values[$0] }
                if values.contains(.null) { continue }
                let key = UniqueValues(
                    store: store, hierarchy: object.layout.hierarchy, names: slots.map { object.layout.names[$0] }, values: values
                )
                if groups[key] == nil { order.append((key, slots)) }
                groups[key, default: []].append(object)
            }
        }
        let wanting = order.compactMap { key, slots in groups[key].map { (slots: slots, objects: $0) } }
        var holders: [(rowID: RowID, row: Row)?] = wanting.map { _ in nil }
        for store in stores.stores {
            let places = order.indices.filter { order[$0].key.store == ObjectIdentifier(store) }
            let found = try store.engine.holders(of: places.map { (wanting[$0].objects[0].currentRow, wanting[$0].slots) })
            for (place, holder) in zip(places, found) { holders[place] = holder }
        }
        // A row that the save deletes or updates gives up its stored value, unless its object still
        // has that value.
        let leaving = Set((objects.deleted + objects.updated).map(\.key))
        return zip(wanting, holders).compactMap { wanting, holder in
            let known = holder.flatMap { holder in wanting.objects.first { $0.key == RowKey(holder.row.layout, holder.rowID) } }
            let free = holder.map { leaving.contains(RowKey($0.row.layout, $0.rowID)) } ?? true
            let database = holder.flatMap { holder in
                known == nil && free ? nil : (known ?? object(holder.row.layout, holder.rowID, row: holder.row), holder.row)
            }
            let conflicting = wanting.objects.filter { $0 !== known }
            guard conflicting.count > (database == nil ? 1 : 0) else { return nil }
            return NSConstraintConflict(constraint: wanting.slots, database: database, conflicting: conflicting)
        }
    }
}
