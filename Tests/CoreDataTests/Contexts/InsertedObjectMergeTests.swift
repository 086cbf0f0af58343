import Foundation
import Testing

@testable import CoreData

/// Merges into a context with new objects that have permanent IDs, and so IDs without a row.
@Suite(.eachStore) struct InsertedObjectMergeTests {
    private let store: TestStore
    private let (context, other): (NSManagedObjectContext, NSManagedObjectContext)

    init() throws {
        store = try TestStore(model: .shelves())
        (context, other) = (store.context(), store.context())
    }

    private func titles() throws -> [String] { try other.performAndWait { try other.titles() } }

    @Test func `a new object stays when what it refers to is deleted elsewhere`() throws {
        try context.performAndWait {
            let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
            try context.save()
            let item = context.item("a", on: shelf)
            try context.obtainPermanentIDs(for: [item])
            let saves = Notices(.NSManagedObjectContextDidSave, of: other)
            try other.performAndWait {
                other.delete(other.object(with: shelf.objectID))
                try other.save()
            }
            for save in saves.received { context.mergeChanges(fromContextDidSave: save) }
            #expect(item.isInserted)
            #expect(!item.isDeleted)
            #expect(shelf.managedObjectContext == nil || shelf.isDeleted)
            try context.save()
        }
        #expect(try titles() == ["a"])
    }

    @Test func `a new object stays when everything is read again`() throws {
        try context.performAndWait {
            context.automaticallyMergesChangesFromParent = true
            let item = context.item("a")
            try context.obtainPermanentIDs(for: [item])
            store.container.persistentStoreCoordinator.publishUnknown()
        }
        try context.performAndWait {
            #expect(context.insertedObjects.count == 1)
            try context.save()
        }
        #expect(try titles() == ["a"])
    }

    @Test func `an object whose deletion was undone stays when others report a change of it`() throws {
        try context.performAndWait {
            context.undoManager = UndoManager()
            let item = context.item("a")
            try context.save()
            context.undoManager?.removeAllActions()
            context.delete(item)
            try context.save()
            context.undo()
            #expect(item.isInserted)
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: [item.objectID]], into: [context])
            #expect(item.isInserted)
            try context.save()
        }
        #expect(try titles() == ["a"])
    }
}
