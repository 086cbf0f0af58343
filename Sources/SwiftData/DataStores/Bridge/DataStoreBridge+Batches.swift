internal import CoreData

extension DataStoreBridge {
    /// Deletes the models of a class that satisfy a condition, if the store does that. Returns whether
    /// it does.
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>, _ modelClass: ModelClass) throws -> Bool {
        guard let store = store as? any DataStoreBatching else { return false }
        return try exclusively {
            do {
                try calling { try store.delete(request) }
            } catch DataStoreError.preferInMemoryFilter, DataStoreError.unsupportedFeature {
                return false
            }
            // Shows which of the known models are gone.
            try fetchWhole(modelClass, nil)
            return true
        }
    }
}
