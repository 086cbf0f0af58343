internal import CoreData
internal import Foundation

extension DataStoreBridge {
    /// Passes the changes of a context to the store, and adopts the identifiers that it returns.
    func save<Store: DataStore>(
        _ request: NSSaveChangesRequest, _ context: NSManagedObjectContext?, in store: Store
    ) throws {
        let inserted = models(request.insertedObjects)
        let updated = models(request.updatedObjects)
        let deleted = models(request.deletedObjects)
        typealias Values = (model: Saved, snapshot: DefaultSnapshot)
        func prepare() throws -> (DataStoreSaveChangesRequest<Store.Snapshot>, [Values]) {
            func snapshots(_ models: [Saved]) throws -> [Store.Snapshot] { try models.map { try $0.snapshot() } }
            let changes = DataStoreSaveChangesRequest(
                inserted: try snapshots(inserted), updated: try snapshots(updated), deleted: try snapshots(deleted),
                editingState: editingState(context))
            // As they are now: a temporary identifier is one until the store has given another.
            return (changes, (inserted + updated).map { (model: $0, snapshot: DefaultSnapshot($0.anchor)) })
        }
        // A snapshot has all relationships, and one that cannot be read would be empty in it.
        let (changes, saved) = try context?.throwingFailedReads(prepare) ?? prepare()
        let result = try calling { try store.save(changes) }

        for model in deleted { known.remove(model.object.objectID) }
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        var identifiers: Set<PersistentIdentifier> = []
        for model in inserted {
            let temporary = model.anchor.identifier
            let identifier = try permanent(temporary, result.remappedIdentifiers)
            guard identifiers.insert(identifier).inserted else {
                throw DataStoreMistake(store, "\(identifier.uri) is the identifier of two new models.")
            }
            remapped[temporary] = identifier
        }
        for model in inserted {
            guard let identifier = remapped[model.anchor.identifier] else { continue }
            if let existing = objectID(of: identifier), known.contains(existing) {
                // The store has the model already: it takes its key from the values, and another context
                // has inserted or read the same.
                adopt(model.object.objectID, as: existing)
            } else {
                replaceReferenceObject(of: model.object.objectID, by: identifier.primaryKeyText)
            }
        }
        for (model, snapshot) in saved {
            let identifier = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            try keep(snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: remapped))
            withExtendedLifetime(model) {}
        }
        let fetched = known.fetchedEntities
        for snapshot in result.snapshotsToReregister.values
        where snapshot.persistentIdentifier.storeIdentifier == store.identifier {
            try record(try calling { try plain(snapshot) }, fetched: fetched)
        }
    }

    /// A model that is saved.
    private struct Saved {
        let object: _ModelObject
        let model: any PersistentModel
        var anchor: ModelAnchor { model.anchor }

        func snapshot<Snapshot: DataStoreSnapshot>() throws -> Snapshot {
            var related: [PersistentIdentifier: any BackingData] = [:]
            func make(_ model: some PersistentModel) -> Snapshot {
                Snapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
            }
            return make(model)
        }
    }

    /// Returns the models of objects, in the order of their creation.
    private func models(_ objects: Set<NSManagedObject>?) -> [Saved] {
        (objects ?? []).sorted { $0.objectID.rowID.sortPosition < $1.objectID.rowID.sortPosition }.compactMap { object in
            guard let object = object as? _ModelObject, let model = object.madeModel else { return nil }
            return Saved(object: object, model: model)
        }
    }

    /// Returns the identifier that the store has given to a new model.
    private func permanent(
        _ temporary: PersistentIdentifier, _ remapped: [PersistentIdentifier: PersistentIdentifier]
    ) throws -> PersistentIdentifier {
        guard let identifier = remapped[temporary] else {
            throw DataStoreMistake(
                store, "remappedIdentifiers has no permanent identifier for the new \(temporary.entityName).")
        }
        guard identifier.storeIdentifier == store.identifier, identifier.entityName == temporary.entityName else {
            throw DataStoreMistake(
                store, "\(identifier.uri) is no permanent identifier for a new \(temporary.entityName) of this store.")
        }
        return identifier
    }
}
