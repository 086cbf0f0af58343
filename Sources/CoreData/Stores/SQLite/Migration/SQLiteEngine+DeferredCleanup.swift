internal import Foundation
internal import GRDB

extension SQLiteEngine {
    /// Does one step of what a deferred migration has left, in a transaction of its own. With the last
    /// one, the store's metadata say that nothing is left.
    ///
    /// - Returns: whether there was a step to do.
    /// - Throws: The errors of a write.
    func performDeferredTask() throws -> Bool {
        let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
        guard identity.metadata.values[key] != nil, readOnlyReason == nil else { return false }
        let left = try write { database in
            let tasks = try deferred.tasks(database)
            if let task = tasks.first { try deferred.perform(task, database) }
            if tasks.count < 2, var stored = try StoreMetadata(in: database), stored.values[key] != nil {
                stored.values[key] = nil
                try stored.write(to: database)
            }
            return tasks.count
        }
        if left < 2 { identity.removeValue(forKey: key) }
        return left > 0
    }
}
