internal import Foundation
internal import Predicates

/// The objects that a save writes, in the order of its request.
struct SavedObjects {
    let inserted: [NSManagedObject]
    let updated: [NSManagedObject]
    let deleted: [NSManagedObject]

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

// What stands in the way of a save, as merge policies and errors have it. Looked for once a save has failed: a save without conflicts
// pays nothing for this.
extension NSManagedObjectContext {
    /// All conflicts of the kind that a save stopped at.
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

    /// The objects whose rows have another version in the store.
    ///
    /// The coordinator knows of a change if its cache has the row so or, since that has few rows, if it has told of a change. A parent's
    /// unsaved changes have no versions: of a conflict with these the save knows one at a time.
    private func versionConflicts(_ objects: SavedObjects) throws -> [NSMergeConflict] {
        guard parent == nil else { return [] }
        var conflicts: [NSMergeConflict] = []
        for (root, members) in Dictionary(grouping: objects.deleted + objects.updated, by: \.layout.root) {
            let numbers = members.map(\.number)
            // Before the rows are read, which brings the cache up to date.
            let known = coordinator.feed.changed(among: Set(members.map(\.key)))
            let cached = members.map { coordinator.cache[$0.key] ?? (known.contains($0.key) ? nil : $0.committedRow) }
            let stored = try coordinator.readRows(root, numbers)
            for (object, cached) in zip(members, cached) {
                let row = stored[object.number]
                let isConflict = row.map { $0.version != object.committedRow.version } ?? !object.isDeleted
                if isConflict { conflicts.append(versionConflict(object, row, cached: cached)) }
            }
        }
        return conflicts.sorted { $0.sourceObject.number < $1.sourceObject.number }
    }

    /// Unique values by what they have to be unique among.
    private struct UniqueValues: Hashable {
        let store: ObjectIdentifier?
        let hierarchy: ObjectIdentifier
        let names: [String]
        let values: [Value]
    }

    /// The unique values that several objects want, or that the row of another object has.
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
        var holders: [(number: Int64, row: Row)?] = wanting.map { _ in nil }
        for store in stores.stores {
            let places = order.indices.filter { order[$0].key.store == ObjectIdentifier(store) }
            let found = try store.holders(of: places.map { (wanting[$0].objects[0].currentRow, wanting[$0].slots) })
            for (place, holder) in zip(places, found) { holders[place] = holder }
        }
        // Their values are free once the save is done, unless an object is among those that want them.
        let leaving = Set((objects.deleted + objects.updated).map(\.key))
        return zip(wanting, holders).compactMap { wanting, holder in
            let known = holder.flatMap { holder in wanting.objects.first { $0.key == RowKey(holder.row.layout, holder.number) } }
            let free = holder.map { leaving.contains(RowKey($0.row.layout, $0.number)) } ?? true
            let database = holder.flatMap { holder in
                known == nil && free ? nil : (known ?? object(holder.row.layout, holder.number, row: holder.row), holder.row)
            }
            let conflicting = wanting.objects.filter { $0 !== known }
            guard conflicting.count > (database == nil ? 1 : 0) else { return nil }
            return NSConstraintConflict(constraint: wanting.slots, database: database, conflicting: conflicting)
        }
    }
}
