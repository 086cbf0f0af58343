import CoreData
import Foundation

/// A context with an undo manager, in which each call of `step` is one event.
final class UndoBench {
    let store: TestStore
    let context: NSManagedObjectContext
    let manager = UndoManager()

    init(_ model: NSManagedObjectModel = .library(), history: Bool = false) throws {
        store = try TestStore(model: model, history: history)
        context = NSManagedObjectContext()
        context.persistentStoreCoordinator = store.container.persistentStoreCoordinator
        context.undoManager = manager
    }

    @discardableResult
    func step<T>(_ body: (NSManagedObjectContext) throws -> T) rethrows -> T {
        let result = try body(context)
        context.processPendingChanges()
        return result
    }

    func undo() { context.undo() }
    func redo() { context.redo() }
    func save() throws { try context.save() }

    /// Runs code on another context of the store, saves it, and merges the save into this one.
    func elsewhere(merges: Bool = true, _ body: (NSManagedObjectContext) throws -> Void) throws {
        let other = NSManagedObjectContext()
        other.persistentStoreCoordinator = store.container.persistentStoreCoordinator
        let notices = Notices(.NSManagedObjectContextDidSave, of: other)
        try body(other)
        try other.save()
        if merges, let notice = notices.received.first { context.mergeChanges(fromContextDidSave: notice) }
    }

    /// Returns the number of rows that the store has.
    func rows(_ entity: String) throws -> Int {
        let other = NSManagedObjectContext()
        other.persistentStoreCoordinator = store.container.persistentStoreCoordinator
        return try other.count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
    }
}

extension NSManagedObject {
    /// The names of the members of an ordered relationship, in order.
    func titles(_ key: String) -> [String] {
        mutableOrderedSetValue(forKey: key).array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
    }
}
