extension ChangeSet {
    /// Returns the object IDs of rows, for notifications and results.
    ///
    /// - Parameter rows: Returns the rows from the changes of an entity.
    func objectIDs(_ rows: (Entity) -> [RowID], of coordinator: NSPersistentStoreCoordinator) -> [NSManagedObjectID] {
        let stores = coordinator.stores
        return entities.flatMap { changes in
            rows(changes).map {
                NSManagedObjectID(entity: changes.entity, rowID: $0, store: stores.store(of: $0))
            }
        }
    }
}
