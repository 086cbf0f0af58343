import CoreData
import Foundation
import Synchronization
import Testing

/// Merges of changes that another coordinator has made in a store without a history, so that the
/// merging one knows of them only what the app tells it.
@Suite(.eachStore) struct MergesFromElsewhereTests: Sendable {
    private let store: TestStore
    private let other: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        other = try store.openedElsewhere().newBackgroundContext()
    }

    /// Inserts a quake, which `contexts` read and keep, and has the other coordinator set its
    /// magnitude to 5. Returns its ID and the other context's notification.
    private func change(readBy contexts: [NSManagedObjectContext]) throws -> (NSManagedObjectID, Notification) {
        let writer = store.context()
        let objectID = try writer.performAndWait {
            let quake = Quake(context: writer)
            quake.code = "a"
            try writer.save()
            return quake.objectID
        }
        for context in contexts {
            context.performAndWait { context.retainsRegisteredObjects = true }
            #expect(try magnitude(objectID, in: context) == 0)
        }
        let saved = Notices(.NSManagedObjectContextDidSaveObjectIDs, of: other)
        try other.performAndWait {
            let quake = try #require(try other.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
            quake.magnitude = 5
            try other.save()
        }
        return (objectID, try #require(saved.received.first))
    }

    private func magnitude(_ objectID: NSManagedObjectID, in context: NSManagedObjectContext) throws -> Float? {
        try context.performAndWait { try (context.existingObject(with: objectID) as? Quake)?.magnitude }
    }

    @Test func aSaveOfAnotherCoordinatorHasItsNewValues() throws {
        let context = store.context()
        let (objectID, saved) = try change(readBy: [context])
        context.mergeChanges(fromContextDidSave: saved)
        #expect(try magnitude(objectID, in: context) == 5)
    }

    @Test func contextsThatReadTheObjectLaterHaveThemToo() throws {
        let context = store.context()
        let (objectID, saved) = try change(readBy: [context])
        context.mergeChanges(fromContextDidSave: saved)
        #expect(try magnitude(objectID, in: store.context()) == 5)
    }

    @Test func addressesAreMergedIntoEachContext() throws {
        let contexts = [store.context(), store.context()]
        let (objectID, _) = try change(readBy: contexts)
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectIDsKey: [objectID.uriRepresentation()]], into: contexts)
        for context in contexts { #expect(try magnitude(objectID, in: context) == 5) }
    }

    /// The next save of a merged object is no conflict.
    @Test func aMergedObjectIsSaved() throws {
        let context = store.context()
        let (objectID, saved) = try change(readBy: [context])
        context.mergeChanges(fromContextDidSave: saved)
        try context.performAndWait {
            (try context.existingObject(with: objectID) as? Quake)?.place = "Napa"
            try context.save()
        }
        #expect(try magnitude(objectID, in: store.context()) == 5)
    }

    /// The rows of a transaction, which the request has returned, are the new ones.
    @Test(.ownStore) func aHistoryRequestComesWithTheRowsOfItsTransactions() throws {
        let store = try TestStore(history: true)
        let container = try NSPersistentContainer.loaded(store.url, history: true)
        let (context, other) = (store.context(), container.newBackgroundContext())
        let objectID = try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = "a"
            try context.save()
            return quake.objectID
        }
        #expect(try magnitude(objectID, in: store.context()) == 0)
        try other.performAndWait {
            let quake = try #require(try other.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
            quake.magnitude = 5
            try other.save()
        }
        let reader = store.context()
        try reader.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try #require(try reader.execute(request) as? NSPersistentHistoryResult)
            #expect((result.result as? [NSPersistentHistoryTransaction])?.count == 2)
            #expect(try (reader.existingObject(with: objectID) as? Quake)?.magnitude == 5)
        }
    }

    @Test(.ownStore) func rowsOfATransactionThatIsCommittedWhileAHistoryRequestReadsAreNew() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Test.sqlite")
        let failures = EngineFailures()
        let container = try NSPersistentContainer.loaded(url, history: true, type: FailingKind.register(failures))
        let (context, other) = (
            container.newBackgroundContext(), try NSPersistentContainer.loaded(url, history: true).newBackgroundContext()
        )
        let objectID = try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = "a"
            try context.save()
            return quake.objectID
        }
        #expect(try magnitude(objectID, in: container.newBackgroundContext()) == 0)
        let isCommitted = Atomic(false)
        failures.fail { call in
            guard call == .history, !isCommitted.exchange(true, ordering: .relaxed) else { return nil }
            do {
                try other.performAndWait {
                    try other.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first?.magnitude = 5
                    try other.save()
                }
                return nil
            } catch {
                return error
            }
        }
        let reader = container.newBackgroundContext()
        try reader.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try #require(try reader.execute(request) as? NSPersistentHistoryResult)
            #expect((result.result as? [NSPersistentHistoryTransaction])?.count == 2)
            #expect(try (reader.existingObject(with: objectID) as? Quake)?.magnitude == 5)
        }
    }
}
