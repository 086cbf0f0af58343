@testable import CoreData

extension NSPersistentStore {
    /// The engine, for tests of what the file has and of who may use it when. Traps for a store of
    /// another kind.
    var sqlite: SQLiteEngine {
        guard let engine = (engine as? FailingEngine)?.base as? SQLiteEngine ?? engine as? SQLiteEngine else {
            preconditionFailure("The store is of type \(type).")
        }
        return engine
    }
}
