import CoreData
import Foundation
import Testing

/// `mergeChanges(fromRemoteContextSave:into:)` with the changes of batch requests, histories and
/// other processes.
@Suite(.eachStore) struct RemoteMergeTests: Sendable {
    private let store: TestStore
    private let (writer, first, second): (NSManagedObjectContext, NSManagedObjectContext, NSManagedObjectContext)

    init() throws {
        store = try TestStore()
        (writer, first, second) = (store.context(), store.context(), store.context())
    }

    /// The identifiers of three quakes, a to c, of which a is then changed, and b deleted, behind
    /// the contexts' backs.
    private func changed() throws -> [NSManagedObjectID] {
        let writer = writer
        return try writer.performAndWait {
            let quakes = ["a", "b", "c"].map { code in
                let quake = Quake(context: writer)
                quake.code = code
                return quake
            }
            try writer.save()
            for context in [first, second] { look(context, quakes.map(\.objectID)) }
            let update = NSBatchUpdateRequest(entityName: "Quake")
            update.predicate = NSPredicate(format: "code == 'a'")
            update.propertiesToUpdate = ["magnitude": 5]
            try writer.execute(update)
            let deletion = NSBatchDeleteRequest(objectIDs: [quakes[1].objectID])
            try writer.execute(deletion)
            return quakes.map(\.objectID)
        }
    }

    /// Has a context read and keep the objects.
    private func look(_ context: NSManagedObjectContext, _ objectIDs: [NSManagedObjectID]) {
        context.performAndWait {
            context.retainsRegisteredObjects = true
            for objectID in objectIDs { _ = (context.object(with: objectID) as? Quake)?.magnitude }
        }
    }

    private func magnitude(_ context: NSManagedObjectContext, _ objectID: NSManagedObjectID) -> Float? {
        context.performAndWait { (context.object(with: objectID) as? Quake)?.magnitude }
    }

    private func isRegistered(_ context: NSManagedObjectContext, _ objectID: NSManagedObjectID) -> Bool {
        context.performAndWait { context.registeredObject(for: objectID) != nil }
    }

    @Test func identifiersReachEachContext() throws {
        let objectIDs = try changed()
        #expect(magnitude(first, objectIDs[0]) == 0)
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [objectIDs[0]], NSDeletedObjectsKey: Set([objectIDs[1]])],
            into: [first, second])
        for context in [first, second] {
            #expect(magnitude(context, objectIDs[0]) == 5)
            #expect(!isRegistered(context, objectIDs[1]))
            #expect(isRegistered(context, objectIDs[2]))
        }
    }

    @Test func addressesDoAsWell() throws {
        let objectIDs = try changed()
        let addresses = objectIDs.map { $0.uriRepresentation() }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [
                NSRefreshedObjectIDsKey: [addresses[0]], NSDeletedObjectIDsKey: [addresses[1]],
                NSInsertedObjectIDsKey: [try #require(URL(string: "x-coredata://elsewhere/Quake/p1"))],
            ],
            into: [first])
        #expect(magnitude(first, objectIDs[0]) == 5)
        #expect(!isRegistered(first, objectIDs[1]))
        #expect(magnitude(second, objectIDs[0]) == 0)
    }

    @Test func anOwnBatchRequestDoesNotMergeByItself() async throws {
        let first = first
        first.automaticallyMergesChangesFromParent = true
        let objectIDs = try changed()
        // A save after it does, and comes after it.
        let merged = Notices(.NSManagedObjectContextDidMergeChangesObjectIDs, of: first)
        try await writer.perform {
            (writer.object(with: objectIDs[2]) as? Quake)?.magnitude = 3
            try writer.save()
        }
        await merged.wait { magnitude(first, objectIDs[2]) == 3 }
        #expect(magnitude(first, objectIDs[0]) == 0)
    }
}
