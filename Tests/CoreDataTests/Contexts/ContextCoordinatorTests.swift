import CoreData
import Foundation
import Testing

/// A context merges the changes of the coordinator that it has, each once.
@Suite(.eachStore) struct ContextCoordinatorTests {
    /// Returns the number of times that a context merged a change which another context of `store`
    /// saved.
    private func merges(of reader: NSManagedObjectContext, whileSavingIn store: TestStore) throws -> Int {
        let notices = Notices(.NSManagedObjectContextDidMergeChangesObjectIDs, of: reader)
        let writer = store.context()
        try writer.performAndWait {
            Quake(context: writer).place = "Lisbon"
            try writer.save()
        }
        // The queue is serial, so scheduled merges have run.
        reader.performAndWait {}
        return notices.received.count
    }

    private func reader() -> NSManagedObjectContext {
        let reader = NSManagedObjectContext(.privateQueue)
        reader.automaticallyMergesChangesFromParent = true
        return reader
    }

    @Test func `a context that is given its coordinator twice merges each change once`() throws {
        let (store, reader) = (try TestStore(), reader())
        reader.persistentStoreCoordinator = store.container.persistentStoreCoordinator
        reader.persistentStoreCoordinator = store.container.persistentStoreCoordinator
        #expect(try merges(of: reader, whileSavingIn: store) == 1)
    }

    @Test func `a context merges no changes of a coordinator that it had before`() throws {
        let (first, second, reader) = (try TestStore(), try TestStore(), reader())
        reader.persistentStoreCoordinator = first.container.persistentStoreCoordinator
        reader.persistentStoreCoordinator = second.container.persistentStoreCoordinator
        #expect(try merges(of: reader, whileSavingIn: first) == 0)
        #expect(try merges(of: reader, whileSavingIn: second) == 1)
        reader.persistentStoreCoordinator = first.container.persistentStoreCoordinator
        #expect(try merges(of: reader, whileSavingIn: first) == 1)
        #expect(try merges(of: reader, whileSavingIn: second) == 0)
    }

    @Test func `a context without a coordinator merges nothing, and a store that is removed does not concern it`() throws {
        let (store, reader) = (try TestStore(), reader())
        let coordinator = store.container.persistentStoreCoordinator
        reader.persistentStoreCoordinator = coordinator
        reader.persistentStoreCoordinator = nil
        #expect(try merges(of: reader, whileSavingIn: store) == 0)
        try coordinator.persistentStores.forEach(coordinator.remove)
        reader.performAndWait {}
    }

    @Test func `a merge that was scheduled before the coordinator was changed does not run`() throws {
        let (first, second, reader) = (try TestStore(), try TestStore(), reader())
        let notices = Notices(.NSManagedObjectContextDidMergeChangesObjectIDs, of: reader)
        reader.persistentStoreCoordinator = first.container.persistentStoreCoordinator
        try reader.performAndWait {
            let writer = first.context()
            try writer.performAndWait {
                Quake(context: writer).place = "Lisbon"
                try writer.save()
            }
            reader.persistentStoreCoordinator = second.container.persistentStoreCoordinator
        }
        reader.performAndWait {}
        #expect(notices.received.isEmpty)
    }
}
