@testable import CoreData
import Testing

/// The notifications of contexts on the threads of others.
@Suite(.eachStore) struct ContextMailboxTests {
    /// An app that releases its context when that is notified.
    // Safe to share: the test uses it on one thread.
    private final class App: @unchecked Sendable {
        private(set) var context: NSManagedObjectContext?
        private weak var known: NSManagedObjectContext?
        private(set) var isReleased: Bool?
        private var observation: DeferredMergesObservation?

        init(_ coordinator: NSPersistentStoreCoordinator) {
            let context = NSManagedObjectContext(deferringMerges: ())
            context.persistentStoreCoordinator = coordinator
            self.context = context
            known = context
            observation = context.observeDeferredMerges { [unowned self] in
                self.context = nil
                isReleased = known == nil
            }
        }
    }

    /// A publisher that kept it would deallocate it on its own thread, while the app uses its objects.
    @Test func aPublisherDoesNotKeepAContextThatItNotifies() throws {
        let store = try TestStore()
        let app = App(store.container.persistentStoreCoordinator)
        let writer = store.context()
        try writer.performAndWait {
            Quake(context: writer).code = "a"
            try writer.save()
        }
        #expect(app.isReleased == true)
        #expect(app.context == nil)
    }
}
