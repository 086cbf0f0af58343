import CoreData
import Foundation
import Testing

/// Properties of contexts, containers and coordinators that apps set once.
struct ContextSettingsTests {
    @Test func `a context has Apple's defaults`() throws {
        let context = try NSPersistentContainer.inMemory().newBackgroundContext()
        context.performAndWait {
            #expect(context.mergePolicy as? NSMergePolicy === NSMergePolicy.error)
            #expect(!context.retainsRegisteredObjects)
            #expect(!context.automaticallyMergesChangesFromParent)
            #expect(context.undoManager == nil)
        }
    }

    @Test func `a context keeps its settings`() throws {
        let context = try NSPersistentContainer.inMemory().newBackgroundContext()
        context.performAndWait {
            context.mergePolicy = NSMergePolicy.overwrite
            context.retainsRegisteredObjects = true
            context.automaticallyMergesChangesFromParent = true
            let undoManager = UndoManager()
            context.undoManager = undoManager
            #expect(context.mergePolicy as? NSMergePolicy === NSMergePolicy.overwrite)
            #expect(context.retainsRegisteredObjects)
            #expect(context.automaticallyMergesChangesFromParent)
            #expect(context.undoManager === undoManager)
            context.undoManager = nil
            #expect(context.undoManager == nil)
        }
    }

    @Test func `containers and coordinators have names`() throws {
        let container = try NSPersistentContainer.inMemory()
        #expect(container.name == "Test")
        container.persistentStoreCoordinator.name = "coordinator"
        #expect(container.persistentStoreCoordinator.name == "coordinator")
    }

    @Test(.eachStore) func `a task in the background has a context of its own, whose saves reach others`() async throws {
        let container = try NSPersistentContainer.inMemory()
        let code = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
            container.performBackgroundTask { context in
                let quake = Quake(context: context)
                quake.code = "a"
                // Ignored: the fetch below finds nothing then.
                try? context.save()
                continuation.resume(returning: context === container.viewContext ? nil : quake.code)
            }
        }
        #expect(code == "a")
        let context = container.newBackgroundContext()
        #expect(try await context.perform { try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")) } == 1)
    }

    @Test func `a coordinator adds the store of a description, and calls the handler with it`() throws {
        let folder = try TemporaryFolder()
        let description = NSPersistentStoreDescription(url: folder.url.appending(path: "Test.sqlite"))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .quakes())
        var added: [(NSPersistentStoreDescription, Bool)] = []
        coordinator.addPersistentStore(with: description) { added.append(($0, $1 == nil)) }
        #expect(added.map(\.0) == [description])
        #expect(added.map(\.1) == [true])
        #expect(coordinator.persistentStores.map(\.url) == [description.url])
        coordinator.addPersistentStore(with: NSPersistentStoreDescription(url: folder.url)) { added.append(($0, $1 == nil)) }
        #expect(added.map(\.1) == [true, false])
        #expect(coordinator.persistentStores.count == 1)
    }

    @Test func `the metadata of a store's file can be set by the store's type`() throws {
        let store = try TestStore()
        let coordinator = store.container.persistentStoreCoordinator
        try coordinator.remove(try #require(coordinator.persistentStores.first))
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
        metadata["note"] = "kept"
        try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: store.url)
        let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
        #expect(read["note"] as? String == "kept")
        #expect(read[NSStoreUUIDKey] as? String == metadata[NSStoreUUIDKey] as? String)
    }

    @Test func `descriptions of equal stores have equal hashes`() {
        let (url, other) = (URL(filePath: "/tmp/a.sqlite"), URL(filePath: "/tmp/b.sqlite"))
        let descriptions: Set = [
            NSPersistentStoreDescription(url: url), NSPersistentStoreDescription(url: url),
            NSPersistentStoreDescription(url: other),
        ]
        #expect(descriptions.count == 2)
    }
}
