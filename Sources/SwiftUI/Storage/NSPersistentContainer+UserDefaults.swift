public import CoreData
public import Foundation
internal import StrataUserDefaults

extension NSPersistentContainer {
    /// Returns user defaults that are kept in the container's store, as objects of an entity of the
    /// app's model. All processes that use the store share them.
    ///
    ///     ContentView().defaultAppStorage(container.userDefaults(of: person))
    ///
    /// The entity has three attributes: the strings `owner` and `key`, and the binary data `value`.
    /// Give it a uniqueness constraint on `owner` and `key` if several processes write, and the store
    /// a history, so that the changes of other processes arrive.
    ///
    /// Equal arguments return the same object as long as it is used. The first call reads all values
    /// of the owner. It traps if the store is not loaded, or the entity is another one.
    ///
    /// - Parameters:
    ///   - owner: The person whose defaults these are; empty for the app's own.
    ///   - entityName: The name of the entity.
    /// - Returns: The defaults, which can be used on every thread.
    public func userDefaults(of owner: String = "", entityName: String = "UserDefault") -> UserDefaults {
        ContainerDefaults.of(self, owner: owner, entityName: entityName)
    }
}

/// The user defaults of containers that are in use.
private enum ContainerDefaults {
    private struct Key: Hashable {
        let container: ObjectIdentifier
        let owner: String
        let entityName: String
    }

    private struct Entry {
        // A container that was released may leave its identifier to another one.
        weak var container: NSPersistentContainer?
        weak var defaults: StoredDefaults?
    }

    private static let lock = NSLock()
    /// The defaults that are in use. Accessed under the lock.
    nonisolated(unsafe) private static var known: [Key: Entry] = [:]

    static func of(_ container: NSPersistentContainer, owner: String, entityName: String) -> UserDefaults {
        let key = Key(container: ObjectIdentifier(container), owner: owner, entityName: entityName)
        if let defaults = lock.withLock({ find(key, of: container) }) { return defaults }
        // Made without the lock: this fetches, which waits for the store and runs the app's code. If
        // two threads do it at the same time, the later one discards its own.
        let made = StoredDefaults(storage: ManagedDefaultsStorage(container, owner: owner, entityName: entityName))
        return lock.withLock {
            if let defaults = find(key, of: container) { return defaults }
            known = known.filter { $0.value.defaults != nil }
            known[key] = Entry(container: container, defaults: made)
            return made
        }
    }

    private static func find(_ key: Key, of container: NSPersistentContainer) -> StoredDefaults? {
        guard let entry = known[key], entry.container === container else { return nil }
        return entry.defaults
    }
}
