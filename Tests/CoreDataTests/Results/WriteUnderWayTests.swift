import Foundation
import Synchronization
import Testing

@testable import CoreData

/// Live results wait for no write that is under way in a store without a history.
///
/// A write is held open by a thread of its own until a test ends it. Code that must not wait runs on
/// another thread, so that a failure is a report and not a deadlock.
@Suite struct WriteUnderWayTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    private var persistentStore: NSPersistentStore { store.container.persistentStoreCoordinator.stores.stores[0] }

    init() throws {
        store = try TestStore()
        context = store.context()
        let context = context
        try context.performAndWait {
            for index in 0..<6 {
                let quake = Quake(context: context)
                quake.code = "us\(index)"
                quake.place = "Bali"
                quake.day = Date(timeIntervalSinceReferenceDate: 0)
                quake.time = Date(timeIntervalSinceReferenceDate: 0)
            }
            try context.save()
        }
    }

    private static func request() -> NSFetchRequest<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = ["place", "code"].map { NSSortDescriptor(key: $0, ascending: true) }
        return request
    }

    /// Returns whether `body` ends on a thread of its own while a write is under way.
    private func endsDuringAWrite(_ body: @escaping @Sendable () throws -> Void) -> Bool {
        let (begun, isOver, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (sqlite, written) = (persistentStore.sqlite, DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            try? sqlite.write { _ in
                begun.signal()
                isOver.wait()
            }
            written.signal()
        }
        begun.wait()
        Thread.detachNewThread {
            do { try body() } catch { Issue.record(error) }
            ended.signal()
        }
        // A body that waits for the write waits for as long as this does.
        let isEnded = ended.wait(timeout: .now() + 300) == .success
        isOver.signal()
        written.wait()
        if !isEnded { ended.wait() }
        return isEnded
    }

    @Test(.ownThread) func `a row is placed among equal sort keys while a write is under way`() throws {
        let context = context
        let codes = Mutex<[String?]>([])
        let isEnded = endsDuringAWrite {
            try context.performAndWait {
                let results = try LiveResults.shared(request: Self.request(), sectionKey: nil, in: context)
                let quake = try #require(results.object(at: 0) as? Quake)
                quake.code = "us9"
                context.processPendingChanges()
                codes.withLock { $0 = (0..<results.count).map { (results.object(at: $0) as? Quake)?.code } }
            }
        }
        #expect(isEnded)
        #expect(codes.withLock { $0 } == ["us1", "us2", "us3", "us4", "us5", "us9"])
    }

    @Test(.ownThread) func `a result is opened over an unsaved tie while a write is under way`() throws {
        let context = context
        let codes = Mutex<[String?]>([])
        let isEnded = endsDuringAWrite {
            try context.performAndWait {
                let quake = try #require(try context.fetch(Self.request()).first)
                quake.code = "us9"
                let results = try LiveResults.shared(request: Self.request(), sectionKey: nil, in: context)
                codes.withLock { $0 = (0..<results.count).map { (results.object(at: $0) as? Quake)?.code } }
            }
        }
        #expect(isEnded)
        #expect(codes.withLock { $0 } == ["us1", "us2", "us3", "us4", "us5", "us9"])
    }

    @Test(.ownThread) func `a controller fetches again while a write is under way`() throws {
        let context = context
        let isEnded = endsDuringAWrite {
            try context.performAndWait {
                let controller = NSFetchedResultsController(
                    fetchRequest: Self.request(), managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                try controller.performFetch()
                try controller.performFetch()
            }
        }
        #expect(isEnded)
    }

    @Test(.ownThread) func `looking for external changes waits for no write`() throws {
        let (coordinator, persistentStore) = (store.container.persistentStoreCoordinator, persistentStore)
        #expect(endsDuringAWrite { coordinator.publishExternalChanges(persistentStore) })
    }

    @Test(.ownThread) func `external changes before a write are noticed after it`() throws {
        let coordinator = store.container.persistentStoreCoordinator
        let other = try NSPersistentContainer.loaded(store.url).newBackgroundContext()
        try other.performAndWait {
            for quake in try other.fetch(Self.request()) { quake.magnitude = 5 }
            try other.save()
        }
        let persistentStore = persistentStore
        _ = endsDuringAWrite { coordinator.publishExternalChanges(persistentStore) }
        coordinator.publishExternalChanges(persistentStore)
        #expect(coordinator.writesUnknown.load(ordering: .acquiring) == 1)
    }
}
