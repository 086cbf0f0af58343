internal import CoreData
internal import Foundation

extension DataStoreBridge {
    /// Answers a fetch request: with a number, or with a `StoreAnswer`.
    func answer(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?) throws -> Any {
        guard !request.resultType.contains(.dictionaryResultType),
            let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[request.entityName ?? ""],
            let modelClass = (entity.modelLayout as? ModelLayout)?.modelClass
        else { throw DataStoreError.unsupportedFeature }
        let state = editingState(context)
        guard let fetch = (request.source as? any DescribedFetching)?.fetch(for: request) else {
            let ids = try fetchWhole(modelClass, context)
            return StoreAnswer(
                selected(ids, request, entity), isFiltered: request.predicate == nil,
                isSorted: request.sortDescriptors?.isEmpty ?? true, isLimited: false)
        }
        // Whether models of subclasses are asked for, a data store is not told.
        if request.resultType.contains(.countResultType), request.includesSubentities || entity.subentities.isEmpty,
            let count = try calling({ try fetch.count(of: store, state) })
        {
            return [NSNumber(value: request.fetchLimit > 0 ? min(count, request.fetchLimit) : max(count, 0))]
        }
        if request.resultType.contains(.managedObjectIDResultType) {
            let answer = try calling { try fetch.identifiers(of: store, state) }
            let ids = try answer.found.map { identifier in
                guard let id = objectID(of: identifier) else {
                    throw DataStoreMistake(store, "\(identifier.uri) is no identifier of a model of this store.")
                }
                return id
            }
            return limited(selected(ids, request, entity), answer.isFiltered, answer.isSorted, request)
        }
        let (ids, answer) = try snapshots(fetch, of: entity, in: store, state)
        // Without a predicate it has returned all of them.
        if fetch.isWhole || !answer.isFiltered { forgetMissing(in: ids, of: entity) }
        return limited(selected(ids, request, entity), answer.isFiltered, answer.isSorted, request)
    }

    /// Returns an answer. A store that ignores a limit must not exceed it.
    private func limited(
        _ ids: [NSManagedObjectID], _ isFiltered: Bool, _ isSorted: Bool, _ request: NSFetchRequest<any NSFetchRequestResult>
    ) -> StoreAnswer {
        let isLimited = isFiltered && isSorted
        let kept = isLimited && request.fetchLimit > 0 ? Array(ids.prefix(request.fetchLimit)) : ids
        return StoreAnswer(kept, isFiltered: isFiltered, isSorted: isSorted, isLimited: isLimited)
    }

    /// Fetches snapshots and keeps them. Returns the IDs of the fetched models, with what is left to do.
    private func snapshots<Store: DataStore>(
        _ fetch: any DataStoreFetching, of entity: NSEntityDescription, in store: Store, _ state: EditingState
    ) throws -> (ids: [NSManagedObjectID], answer: DataStoreAnswer<Void, Void>) {
        let fetched = known.fetchedEntities
        return try calling {
            let answer = try fetch.snapshots(of: store, state)
            for snapshot in answer.related.values where snapshot.persistentIdentifier.storeIdentifier == store.identifier {
                try record(try plain(snapshot), fetched: fetched)
            }
            let ids = try answer.found.map { try record(try plain($0), fetched: fetched) }
            known.noteFetch(of: Self.rootEntity(of: entity))
            return (
                ids, DataStoreAnswer(found: (), related: (), isFiltered: answer.isFiltered, isSorted: answer.isSorted)
            )
        }
    }

    /// Returns the IDs of the models that a request is for, each once. A store may return models of
    /// other types.
    private func selected(
        _ ids: [NSManagedObjectID], _ request: NSFetchRequest<any NSFetchRequestResult>, _ entity: NSEntityDescription
    ) -> [NSManagedObjectID] {
        var seen: Set<RowID> = []
        return ids.filter { id in
            (request.includesSubentities ? id.entity.isKindOf(entity: entity) : id.entity === entity)
                && seen.insert(id.rowID).inserted
        }
    }

    /// Fetches all models of a class and its subclasses. Forgets those that are gone.
    @discardableResult
    func fetchWhole(_ modelClass: ModelClass, _ context: NSManagedObjectContext?) throws -> [NSManagedObjectID] {
        guard let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[modelClass.name] else { return [] }
        func fetch<Model: PersistentModel>(_ type: Model.Type) throws -> [NSManagedObjectID] {
            let fetch = DataStoreFetch(descriptor: FetchDescriptor<Model>())
            return try snapshots(fetch, of: entity, in: store, editingState(context)).ids
        }
        let ids = try fetch(modelClass.type)
        forgetMissing(in: ids, of: entity)
        return ids
    }

    /// Forgets the models of an entity that are not among all of those that the store has.
    private func forgetMissing(in ids: [NSManagedObjectID], of entity: NSEntityDescription) {
        let found = Set(ids.map(\.rowID))
        for id in known.ids where id.entity.isKindOf(entity: entity) && !found.contains(id.rowID) { forget(id) }
    }
}
