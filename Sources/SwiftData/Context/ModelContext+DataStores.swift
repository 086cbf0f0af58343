internal import CoreData
internal import Foundation

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
