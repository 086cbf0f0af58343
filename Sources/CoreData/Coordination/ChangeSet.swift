internal import Foundation

/// What one save, batch request or merge changed: the rows by entity.
///
/// The one value that tells of a change on its way from the store to contexts, row cache, live results and views.
package struct ChangeSet: Sendable {
    package struct Entity: Sendable {
        package let entity: NSEntityDescription
        package var inserted: [Int64] = []
        package var updated: [Int64] = []
        package var deleted: [Int64] = []
        /// The rows as they were before, of those where somebody had them at hand: a hint that may be missing, or late.
        fileprivate(set) var rowsBefore: [Int64: Row] = [:]
        /// The slots of the relationships that changed, of updated rows in which some did.
        private(set) var relationships: [Int64: [Int]] = [:]
        /// The temporary numbers that new objects had until the save, by their permanent ones.
        fileprivate(set) var renamed: [Int64: Int64] = [:]
        /// The saved rows that are as the saving context's live results have heard.
        fileprivate(set) var settled: Set<Int64> = []

        init(entity: NSEntityDescription) {
            self.entity = entity
        }

        mutating func note(relationships slots: some Sequence<Int>, of number: Int64) {
            let slots = Array(slots)
            if !slots.isEmpty { relationships[number] = slots }
        }

        fileprivate mutating func formUnion(_ other: Entity) {
            inserted += other.inserted
            updated += other.updated
            deleted += other.deleted
            relationships.merge(other.relationships) { old, _ in old }
        }

        var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
        var count: Int { inserted.count + updated.count + deleted.count }
        var numbers: [Int64] { inserted + updated + deleted }
    }

    /// No entity occurs twice.
    package private(set) var entities: [Entity] = []
    /// Counts the changes of a coordinator; later changes have a larger one.
    package internal(set) var generation: UInt64 = 0

    /// Numbers of objects that were only edited since they were as `rowsBefore` has them, in one context.
    var edited: Set<Int64> = []
    /// Whether it is noted which relationships of updated rows changed; not so where somebody told of rows only.
    var knowsRelationships = true
    /// Whether this only tells that what a context's objects hold is saved now.
    var isSettled = false

    package var isEmpty: Bool { entities.allSatisfy(\.isEmpty) }
    /// How many rows changed.
    package var count: Int { entities.reduce(0) { $0 + $1.count } }

    /// The numbers of the changed rows of an entity and its subentities.
    func numbers(of layout: EntityLayout) -> [Int64] {
        entities.flatMap { $0.entity.layout.isKind(of: layout) ? $0.numbers : [] }
    }

    /// The rows that were deleted.
    var deleted: Set<ObjectReference> {
        Set(entities.flatMap { changes in changes.deleted.map { ObjectReference(changes.entity.layout, $0) } })
    }

    /// Whether any of the rows is in the store with this key space.
    func touches(_ keySpace: KeySpace) -> Bool {
        entities.contains { entity in
            [entity.inserted, entity.updated, entity.deleted].contains { $0.contains(where: keySpace.holds) }
        }
    }

    /// The rows of an entity and its subentities as they were before the change, where that is known.
    func rowsBefore(of layout: EntityLayout) -> [Int64: Row] {
        entities.reduce(into: [:]) { rows, changes in
            if changes.entity.layout.isKind(of: layout) { rows.merge(changes.rowsBefore) { old, _ in old } }
        }
    }

    /// The temporary numbers that rows of an entity and its subentities had, by their permanent ones. Another entity's rows may have the same.
    func renamed(of layout: EntityLayout) -> [Int64: Int64] {
        entities.reduce(into: [:]) { numbers, changes in
            if changes.entity.layout.isKind(of: layout) { numbers.merge(changes.renamed) { old, _ in old } }
        }
    }

    /// Adds that a new object has its permanent number now, and that there is none with the temporary one any more.
    mutating func note(_ entity: NSEntityDescription, _ number: Int64, renamedFrom temporary: Int64) {
        note(.deleted, entity, temporary)
        for index in entities.indices where entities[index].entity === entity { entities[index].renamed[number] = temporary }
    }

    /// The saved rows of an entity and its subentities that are nothing new to the saving context's live results.
    func settled(of layout: EntityLayout) -> Set<Int64> {
        entities.reduce(into: []) { numbers, changes in
            if changes.entity.layout.isKind(of: layout) { numbers.formUnion(changes.settled) }
        }
    }

    /// Adds that a saved row is as the context's live results have heard.
    mutating func note(_ entity: NSEntityDescription, settled number: Int64) {
        for index in entities.indices where entities[index].entity === entity { entities[index].settled.insert(number) }
    }

    /// Keeps what rows were before, unless there are many: then looking them up gains nothing.
    mutating func noteBefore(_ rows: some Collection<(number: Int64, row: Row)>) {
        guard rows.count <= Self.mostRowsBefore else { return }
        for (number, row) in rows {
            guard let index = entities.firstIndex(where: { $0.entity === row.layout.entity }) else { continue }
            entities[index].rowsBefore[number] = row
        }
    }

    static let mostRowsBefore = 1_024

    /// The same without the rows, to be kept for long.
    var withoutRows: ChangeSet {
        var changes = self
        for index in entities.indices { changes.entities[index].rowsBefore = [:] }
        changes.edited = []
        return changes
    }

    enum Kind {
        case inserted, updated, deleted
    }

    /// Adds what happened to the rows of an entity that has no changes here yet.
    mutating func add(_ changes: Entity) {
        if !changes.isEmpty { entities.append(changes) }
    }

    /// Adds a row. Each row is added once, under what finally became of it.
    mutating func note(_ kind: Kind, _ entity: NSEntityDescription, _ number: Int64) {
        let index =
            entities.firstIndex { $0.entity === entity }
            ?? {
                entities.append(Entity(entity: entity))
                return entities.count - 1
            }()
        switch kind {
        case .inserted: entities[index].inserted.append(number)
        case .updated: entities[index].updated.append(number)
        case .deleted: entities[index].deleted.append(number)
        }
    }

    /// The same with objects as updated ones, where it does not tell of them already.
    func alsoUpdating(_ objects: [NSManagedObject]) -> ChangeSet {
        if objects.isEmpty { return self }
        var changes = self
        var known = Set(entities.flatMap { changes in changes.numbers.map { RowKey(changes.entity, $0) } })
        for object in objects where known.insert(object.key).inserted {
            changes.note(.updated, object.entity, object.number)
        }
        return changes
    }

    /// Adds the changes of another store, none of whose rows is here.
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

    /// The identifiers of the rows under `list`, for notifications and results.
    func objectIDs(_ list: KeyPath<Entity, [Int64]>, of coordinator: NSPersistentStoreCoordinator) -> [NSManagedObjectID] {
        let stores = coordinator.stores
        return entities.flatMap { changes in
            changes[keyPath: list].map {
                NSManagedObjectID(entity: changes.entity, number: $0, store: stores.store(of: $0))
            }
        }
    }
}
