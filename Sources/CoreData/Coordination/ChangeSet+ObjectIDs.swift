extension ChangeSet {
    /// Returns the object IDs of the rows under `list`, for notifications and results.
    func objectIDs(_ list: KeyPath<Entity, [RowID]>, of coordinator: NSPersistentStoreCoordinator) -> [NSManagedObjectID] {
        let stores = coordinator.stores
        return entities.flatMap { changes in
            changes[keyPath: list].map {
                NSManagedObjectID(entity: changes.entity, rowID: $0, store: stores.store(of: $0))
            }
        }
    }
}
