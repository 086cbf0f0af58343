import CoreData
import Foundation
import Synchronization
import Testing

/// Saves to several incremental stores of one coordinator, which cannot be rolled back.
@Suite struct IncrementalStoresTests {
    /// Two catalogs in one coordinator: one has items, the other notes.
    private struct Pair {
        let catalog: Catalog
        let notes: CatalogServer

        /// - Parameter notesLast: Whether the store of the notes is written after that of the items. Stores
        ///   are written in the order of their UUIDs.
        init(notesLast: Bool) throws {
            let servers = [CatalogServer(), CatalogServer()].sorted { ($0.uuid < $1.uuid) == notesLast }
            catalog = try Catalog(servers[0], configuration: "Server")
            notes = servers[1]
            try catalog.coordinator.addPersistentStore(
                ofType: "\(CatalogStore.self)", configurationName: "Local", at: notes.url, options: nil)
        }

        var items: CatalogServer { catalog.server }
    }

    private func insert(_ entity: String, _ key: String, _ value: String, _ context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(value, forKey: key)
        return object
    }

    @Test func `a store that fails first leaves all changes`() throws {
        let pair = try Pair(notesLast: false)
        let context = pair.catalog.context()
        try context.run { () throws in
            let objects = [insert("Item", "title", "A", context), insert("Note", "text", "N", context)]
            pair.notes.fail([.save])
            #expect(throws: CatalogServer.Down()) { try context.save() }
            #expect(context.insertedObjects == Set(objects))
            #expect(pair.items.count(of: .save) == 0)
            pair.notes.fail([])
            try context.save()
            #expect(pair.items.keys("Item").count == 1)
            #expect(pair.notes.keys("Note").count == 1)
        }
    }

    @Test func `a store that was written before another fails is not written again`() throws {
        let pair = try Pair(notesLast: true)
        let context = pair.catalog.context()
        let saved = Mutex<[Set<String>]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { notification in
            let inserted = notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
            let names = Set(inserted.map { $0.entity.name ?? "" })
            saved.withLock { $0.append(names) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.run { () throws in
            let (item, note) = (insert("Item", "title", "A", context), insert("Note", "text", "N", context))
            pair.notes.fail([.save])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == NSPersistentStoreIncompleteSaveError)
            #expect(error?.userInfo[NSUnderlyingErrorKey] as? CatalogServer.Down == CatalogServer.Down())
            let missing = error?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
            #expect(missing?.map(\.identifier) == [pair.notes.uuid])
            // What the first store has said: it has the item.
            #expect(context.insertedObjects == [note])
            #expect(!item.hasChanges)
            #expect(!item.objectID.isTemporaryID)
            #expect(saved.withLock { $0 } == [["Item"]])
            item.setValue("B", forKey: "title")
            pair.notes.fail([])
            try context.save()
            #expect(!context.hasChanges)
            #expect(pair.items.lastSave == [0, 1, 0, 0])
            #expect(pair.notes.lastSave == [1, 0, 0, 0])
            #expect(pair.items.keys("Item").count == 1)
            #expect(saved.withLock { $0 } == [["Item"], ["Note"]])
        }
        let reader = pair.catalog.context()
        try reader.run { () throws in
            #expect(try reader.fetch(NSFetchRequest("Item")).map { $0["title"] } == ["B"])
            #expect(try reader.fetch(NSFetchRequest("Note")).map { $0["text"] } == ["N"])
        }
    }

    @Test func `updates and deletions of an incomplete save are seen by other contexts`() throws {
        let pair = try Pair(notesLast: true)
        let (context, other) = (pair.catalog.context(), pair.catalog.context())
        other.automaticallyMergesChangesFromParent = true
        try context.run { () throws in
            for title in ["A", "B"] { _ = insert("Item", "title", title, context) }
            for text in ["M", "N"] { _ = insert("Note", "text", text, context) }
            try context.save()
        }
        let seen = try other.performAndWait {
            let items = try other.fetch(NSFetchRequest("Item", sortedBy: "title"))
            #expect(items.map { $0["title"] } == ["A", "B"])
            return UncheckedBox(items)
        }
        try context.run { () throws in
            let items = try context.fetch(NSFetchRequest("Item", sortedBy: "title"))
            let notes = try context.fetch(NSFetchRequest("Note", sortedBy: "text"))
            items[0].setValue("Z", forKey: "title")
            context.delete(items[1])
            notes[0].setValue("Y", forKey: "text")
            context.delete(notes[1])
            pair.notes.fail([.save])
            #expect(throws: NSError.self) { try context.save() }
            #expect(context.updatedObjects == [notes[0]])
            #expect(context.deletedObjects == [notes[1]])
            #expect(notes[0]["text"] == "Y")
            #expect(items[1].managedObjectContext == nil)
            // The app gives up the other changes.
            context.rollback()
            #expect(notes[0]["text"] == "M")
            #expect(items[0]["title"] == "Z")
            pair.notes.fail([])
            items[0].setValue("X", forKey: "title")
            try context.save()
        }
        try other.run { () throws in
            let items = seen.value
            #expect(items[0]["title"] == "X")
            #expect(items[1].isDeleted || items[1].managedObjectContext == nil)
            // Its own changes are no conflicts.
            items[0].setValue("W", forKey: "title")
            try other.save()
        }
    }

    @Test func `a conflict in one store is found before another is written`() throws {
        let pair = try Pair(notesLast: true)
        let (context, other) = (pair.catalog.context(), pair.catalog.context())
        try context.run { () throws in
            let note = insert("Note", "text", "N", context)
            try context.save()
            try rename(note.objectID, "O", other)
            note.setValue("P", forKey: "text")
            let item = insert("Item", "title", "A", context)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            #expect(pair.items.count(of: .save) == 0)
            #expect(context.insertedObjects == [item])
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            #expect(pair.items.keys("Item").count == 1)
            #expect(pair.items.count(of: .save) == 1)
            #expect(note["text"] == "P")
        }
    }

    private func rename(_ id: NSManagedObjectID, _ text: String, _ context: NSManagedObjectContext) throws {
        try context.run { () throws in
            try context.existingObject(with: id).setValue(text, forKey: "text")
            try context.save()
        }
    }

    @Test func `a store with transactions is rolled back when an incremental one fails`() throws {
        let catalog = try Catalog(configuration: "Server")
        let folder = try TemporaryFolder()
        try catalog.coordinator.addPersistentStore(
            ofType: NSBinaryStoreType, configurationName: "Local", at: folder.url.appending(path: "Local"), options: nil)
        let context = catalog.context()
        try context.run { () throws in
            let objects = [insert("Item", "title", "A", context), insert("Note", "text", "N", context)]
            catalog.server.fail([.save])
            #expect(throws: CatalogServer.Down()) { try context.save() }
            #expect(context.insertedObjects == Set(objects))
            #expect(try catalog.context().count(for: NSFetchRequest("Note")) == 0)
            catalog.server.fail([])
            try context.save()
            #expect(catalog.server.keys("Item").count == 1)
        }
    }
}
