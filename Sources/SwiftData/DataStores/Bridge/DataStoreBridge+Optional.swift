internal import CoreData
internal import Foundation

// What a data store may have: deletions of many models at once, and a history.
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

    /// Returns the transactions that a descriptor selects; nil from a store without such transactions.
    func history<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
        guard let store = store as? any HistoryProviding else { return nil }
        func fetch<Provider: HistoryProviding>(_ store: Provider) throws -> [T]? {
            guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return nil }
            return try store.fetchHistory(descriptor) as? [T]
        }
        return try exclusively { try fetch(store) }
    }

    /// Deletes the transactions that a descriptor selects. Returns whether the store has such
    /// transactions.
    func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
        guard let store = store as? any HistoryProviding else { return false }
        func delete<Provider: HistoryProviding>(_ store: Provider) throws -> Bool {
            guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return false }
            try store.deleteHistory(descriptor)
            return true
        }
        return try exclusively { try delete(store) }
    }
}

extension ModelContext {
    /// Deletes models by the data store of their class, if it can do that for many at once. Returns
    /// whether it has.
    func deleteInDataStore<T: PersistentModel>(
        _ type: T.Type, _ predicate: Predicate<T>?, _ includeSubclasses: Bool
    ) throws -> Bool {
        guard !storage.bridges.isEmpty, let layout = storage.layout(of: type),
            let entity = storage.coordinator.managedObjectModel.entitiesByName[layout.modelClass.name]
        else { return false }
        for bridge in storage.bridges where bridge.takes(entity) {
            let request = DataStoreBatchDeleteRequest(
                predicate: predicate, includeSubclasses: includeSubclasses, editingState: editingState)
            guard try bridge.delete(request, layout.modelClass) else { continue }
            pull()
            return true
        }
        return false
    }
}
