import CoreData
import Foundation
import Testing

/// `mergeChanges(fromRemoteContextSave:into:)` with a context and its descendants.
@Suite(.eachStore) struct NestedRemoteMergeTests: Sendable {
    /// Apple's header: the method merges "changes into multiple contexts, as well as nested context".
    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
    func theOrderOfTheContextsDoesNotMatter(order: [Int]) throws {
        let store = try TestStore()
        let (parent, writer) = (store.context(), store.context())
        let (child, grandchild) = (NSManagedObjectContext(.privateQueue), NSManagedObjectContext(.privateQueue))
        child.parent = parent
        grandchild.parent = child
        let contexts = [parent, child, grandchild]
        let objectID = try writer.performAndWait {
            let quake = Quake(context: writer)
            quake.code = "a"
            try writer.save()
            return quake.objectID
        }
        func magnitude(_ context: NSManagedObjectContext) -> Float? {
            context.performAndWait {
                context.retainsRegisteredObjects = true
                return (context.object(with: objectID) as? Quake)?.magnitude
            }
        }
        for context in contexts.reversed() { #expect(magnitude(context) == 0) }
        try writer.performAndWait {
            let update = NSBatchUpdateRequest(entityName: "Quake")
            update.propertiesToUpdate = ["magnitude": 5]
            try writer.execute(update)
        }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectIDsKey: [objectID]], into: order.map { contexts[$0] })
        for context in contexts { #expect(magnitude(context) == 5) }
    }
}
