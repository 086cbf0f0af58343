import CoreData
import Foundation
import Testing

/// Objects handed to a context that is not theirs.
@Suite(.eachStore) struct ContextMisuseTests {
    private static func hand(_ body: (NSManagedObjectContext, NSManagedObject) -> Void) throws {
        let store = try TestStore()
        let (owner, stranger) = (store.context(), store.context())
        try owner.performAndWait {
            let quake = Quake(context: owner)
            quake.code = "a"
            try owner.save()
            nonisolated(unsafe) let body = body
            stranger.performAndWait { body(stranger, quake) }
        }
    }

    @Test func `deleting another context's object traps`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ContextMisuseTests.hand { $0.delete($1) }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("belongs to another context"))
    }

    @Test func `refreshing another context's object traps`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ContextMisuseTests.hand { $0.refresh($1, mergeChanges: true) }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("belongs to another context"))
    }

    @Test func `deleting an object that has left its context does nothing`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = "a"
            try context.save()
            context.delete(quake)
            try context.save()
            context.delete(quake)
            context.refresh(quake, mergeChanges: true)
            #expect(!context.hasChanges)
        }
    }
}
