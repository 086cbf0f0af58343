internal import Foundation

/// The rows that one save, batch request or merge changed, by entity.
///
/// All changes reach contexts, row cache, live results and views in this form.
package struct ChangeSet: Sendable {
    package struct Entity: Sendable {
        package let entity: NSEntityDescription
        package var inserted: [RowID] = []
        package var updated: [RowID] = []
        package var deleted: [RowID] = []
        /// Some of the rows as they were before the change. Only a hint: rows may be missing or
        /// outdated.
        fileprivate(set) var rowsBefore: [RowID: Row] = [:]
        /// The inserted rows that changed again in the same set. A reader may have them from before
        /// that. Only in external changes, which combine several transactions.
        private(set) var changedAfterInsertion: [RowID] = []
        /// The slots of the relationships that changed, by row ID. Only for rows with such changes
        /// that were updated, also after their insertion.
        private(set) var relationships: [RowID: [Int]] = [:]
        /// The updated rows that the request did not write itself: only their derived attributes
        /// changed.
        private(set) var derived: Set<RowID> = []
        /// Temporary IDs of inserted objects, keyed by the permanent IDs that replaced them in the
        /// save.
        fileprivate(set) var temporaryIDs: [RowID: RowID] = [:]
        /// Saved rows whose values the saving context's live results already reflect.
        fileprivate(set) var alreadyReported: Set<RowID> = []

        init(entity: NSEntityDescription) {
            self.entity = entity
        }

        mutating func record(insertedAndChanged rowID: RowID) {
            inserted.append(rowID)
            changedAfterInsertion.append(rowID)
        }

        mutating func record(relationships slots: some Sequence<Int>, of rowID: RowID) {
            let slots = Array(slots)
            if !slots.isEmpty { relationships[rowID] = slots }
        }

        mutating func record(derived rowID: RowID) { derived.insert(rowID) }

        fileprivate mutating func formUnion(_ other: Entity) {
            inserted += other.inserted
            updated += other.updated
            deleted += other.deleted
            changedAfterInsertion += other.changedAfterInsertion
            relationships.merge(other.relationships) { old, _ in old }
            derived.formUnion(other.derived)
        }

        var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
        var count: Int { inserted.count + updated.count + deleted.count }
        /// The updated rows that the request wrote itself.
        var written: [RowID] { derived.isEmpty ? updated : updated.filter { !derived.contains($0) } }
        var rowIDs: [RowID] { inserted + updated + deleted }
        /// The rows of which a reader may have an older version.
        var outdated: [RowID] { updated + deleted + changedAfterInsertion }
    }

    /// The changes by entity; each entity occurs once.
    package private(set) var entities: [Entity] = []
    /// The revision of the coordinator's feed after the change was appended. Later changes have
    /// greater ones.
    package internal(set) var revision: UInt64 = 0

    /// The IDs of objects whose only changes since `rowsBefore` are edits in one context.
    var edited: Set<RowID> = []
    /// Whether the set records which relationships of updated rows changed. False if the source of
    /// the change lists only rows.
    var knowsRelationships = true
    /// Whether the set only reports to a context's live results that the context's own changes were
    /// saved, or that its new objects obtained permanent IDs.
    var isFromOwnSave = false

    package var isEmpty: Bool { entities.allSatisfy(\.isEmpty) }
    /// The number of rows that changed.
    package var count: Int { entities.reduce(0) { $0 + $1.count } }
    /// The number of rows that changed, without those in which only derived attributes did.
    var writtenCount: Int { entities.reduce(0) { $0 + $1.count - $1.derived.count } }

    /// Returns the IDs of the changed rows of an entity and its subentities.
    func rowIDs(of layout: EntityLayout) -> [RowID] {
        entities.flatMap { $0.entity.layout.isKind(of: layout) ? $0.rowIDs : [] }
    }

    /// The deleted rows.
    var deleted: Set<ObjectReference> {
        Set(entities.flatMap { changes in changes.deleted.map { ObjectReference(changes.entity.layout, $0) } })
    }

    /// Whether any of the rows is in the store with this key space.
    func touches(_ keySpace: KeySpace) -> Bool {
        entities.contains { entity in
            [entity.inserted, entity.updated, entity.deleted].contains { $0.contains(where: keySpace.holds) }
        }
    }

    /// Returns the rows of an entity and its subentities as they were before the change, if known.
    func rowsBefore(of layout: EntityLayout) -> [RowID: Row] {
        entities.reduce(into: [:]) { rows, changes in
            if changes.entity.layout.isKind(of: layout) { rows.merge(changes.rowsBefore) { old, _ in old } }
        }
    }

    /// Returns the temporary IDs of an entity and its subentities, keyed by the permanent IDs that
    /// replaced them. Rows of another entity hierarchy may have the same IDs.
    func temporaryIDs(of layout: EntityLayout) -> [RowID: RowID] {
        entities.reduce(into: [:]) { rowIDs, changes in
            if changes.entity.layout.isKind(of: layout) { rowIDs.merge(changes.temporaryIDs) { old, _ in old } }
        }
    }

    /// Records that a permanent ID replaced an object's temporary one, which counts as deleted. If
    /// several new objects became one row because of a unique value, call this first for the object
    /// that stays: the row replaces it, and the others are only deleted.
    mutating func record(_ entity: NSEntityDescription, _ rowID: RowID, replacing temporary: RowID) {
        record(.deleted, entity, temporary)
        for index in entities.indices where entities[index].entity === entity && entities[index].temporaryIDs[rowID] == nil {
            entities[index].temporaryIDs[rowID] = temporary
        }
    }

    /// Returns the saved rows of an entity and its subentities whose values the saving context's
    /// live results already reflect.
    func alreadyReported(of layout: EntityLayout) -> Set<RowID> {
        entities.reduce(into: []) { rowIDs, changes in
            if changes.entity.layout.isKind(of: layout) { rowIDs.formUnion(changes.alreadyReported) }
        }
    }

    /// Records that the saving context's live results already reflect a saved row.
    mutating func record(_ entity: NSEntityDescription, alreadyReported rowID: RowID) {
        for index in entities.indices where entities[index].entity === entity { entities[index].alreadyReported.insert(rowID) }
    }

    /// Records rows as they were before the change, unless there are more than `mostRowsBefore`:
    /// looking up so many gains nothing.
    mutating func recordRowsBefore(_ rows: some Collection<(rowID: RowID, row: Row)>) {
        guard rows.count <= Self.mostRowsBefore else { return }
        for (rowID, row) in rows {
            guard let index = entities.firstIndex(where: { $0.entity === row.layout.entity }) else { continue }
            entities[index].rowsBefore[rowID] = row
        }
    }

    static let mostRowsBefore = 1_024

    /// A copy without `rowsBefore` and `edited`, for the feed to keep.
    var withoutRows: ChangeSet {
        var changes = self
        for index in entities.indices { changes.entities[index].rowsBefore = [:] }
        changes.edited = []
        return changes
    }

    enum Kind {
        case inserted, updated, deleted
    }

    /// Adds the changes of an entity that the set does not contain yet.
    mutating func add(_ changes: Entity) {
        if !changes.isEmpty { entities.append(changes) }
    }

    /// Adds a row with its net change. Call it once for each row.
    mutating func record(_ kind: Kind, _ entity: NSEntityDescription, _ rowID: RowID) {
        let index =
            entities.firstIndex { $0.entity === entity }
            ?? {
                entities.append(Entity(entity: entity))
                return entities.count - 1
            }()
        switch kind {
        case .inserted: entities[index].inserted.append(rowID)
        case .updated: entities[index].updated.append(rowID)
        case .deleted: entities[index].deleted.append(rowID)
        }
    }

    /// Returns the set with more objects as updated. Ignores those that it already contains.
    func alsoUpdating(_ objects: [NSManagedObject]) -> ChangeSet {
        if objects.isEmpty { return self }
        var changes = self
        var known = Set(entities.flatMap { changes in changes.rowIDs.map { RowKey(changes.entity, $0) } })
        for object in objects where known.insert(object.key).inserted {
            changes.record(.updated, object.entity, object.rowID)
        }
        return changes
    }

    /// Adds the changes of another store. No row may be in both sets.
    mutating func formUnion(_ other: ChangeSet) {
        knowsRelationships = knowsRelationships && other.knowsRelationships
        for changes in other.entities {
            if let index = entities.firstIndex(where: { $0.entity === changes.entity }) {
                entities[index].formUnion(changes)
            } else {
                entities.append(changes)
            }
        }
    }
}
