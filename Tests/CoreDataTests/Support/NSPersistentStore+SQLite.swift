@testable import CoreData

extension NSPersistentStore {
    /// The engine, without the one that lets its calls fail.
    var ownEngine: any StoreEngine { (engine as? FailingEngine)?.base ?? engine }

    /// The engine, for tests of what the file has and of who may use it when; for an atomic store, that
    /// of its rows. Traps for a store of another kind.
    var sqlite: SQLiteEngine {
        let rows = (ownEngine as? AtomicEngine)?.rows
        guard let engine = (rows ?? ownEngine) as? SQLiteEngine else {
            preconditionFailure("The store is of type \(type).")
        }
        return engine
    }
}

extension NSPersistentContainer {
    /// Makes the next read of each row one of the store.
    func forgetRows() { persistentStoreCoordinator.cache.forgetAll() }
}
