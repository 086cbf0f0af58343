import CoreData
import Foundation
import Testing

/// Copies of stores between types, by `migratePersistentStore`.
@Suite struct StoreCopyTests {
    static let types = [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType, NSInMemoryStoreType, PlistStore.storeType]

    private static func place(_ type: String, _ name: String, _ folder: TemporaryFolder) -> URL {
        type == NSInMemoryStoreType ? URL(filePath: "/dev/null") : folder.url.appending(path: name)
    }

    @Test(arguments: [NSSQLiteStoreType, NSXMLStoreType], [NSSQLiteStoreType, NSXMLStoreType])
    func `a copy of a read-only store is writable`(_ from: String, _ to: String) throws {
        let folder = try TemporaryFolder()
        let (original, copy) = (folder.url.appending(path: "Old"), folder.url.appending(path: "New"))
        func save(_ coordinator: NSPersistentStoreCoordinator) throws -> Int {
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            return try context.performAndWait {
                Tag(context: context).name = "\(try context.count(for: NSFetchRequest<Tag>(entityName: "Tag")))"
                try context.save()
                return try context.count(for: NSFetchRequest<Tag>(entityName: "Tag"))
            }
        }
        let writer = NSPersistentStoreCoordinator(managedObjectModel: .library())
        let written = try writer.addPersistentStore(ofType: from, configurationName: nil, at: original)
        #expect(try save(writer) == 1)
        try writer.remove(written)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .library())
        let old = try coordinator.addPersistentStore(
            ofType: from, configurationName: nil, at: original, options: [NSReadOnlyPersistentStoreOption: true])
        let new = try coordinator.migratePersistentStore(old, to: copy, withType: to)
        #expect(!new.isReadOnly)
        #expect(try save(coordinator) == 2)
    }

    @Test(arguments: types, types) func `objects stay the same in a copy of another type`(_ from: String, _ to: String) throws {
        _ = PlistStore.register
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .library())
        let old = try coordinator.addPersistentStore(
            ofType: from, configurationName: nil, at: Self.place(from, "Old", folder))
        old.metadata = ["theme": "dark"]
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let shelf = try context.performAndWait {
            let shelf = Bookshelf(context)
            for title in ["b", "c"] {
                let chapter = Chapter(context: context)
                chapter.title = title
                shelf.one.insertIntoChapters(chapter, at: 0)
            }
            try context.save()
            // A later version of the row.
            shelf.one.title = "Eins"
            try context.save()
            return shelf
        }
        let ids = [shelf.one.objectID, shelf.ann.objectID]
        let new = try coordinator.migratePersistentStore(old, to: Self.place(to, "New", folder), withType: to)
        #expect(new.type == to)
        #expect(coordinator.persistentStores == [new])
        #expect(new.metadata["theme"] as? String == "dark")
        #expect(new.identifier == old.identifier)
        #expect(shelf.one.objectID == ids[0])
        try context.run { () throws in
            // The registered object is saved without a conflict.
            shelf.one.title = "Uno"
            try context.save()
            let tag = Tag(context: context)
            tag.name = "after"
            tag.books = [shelf.one]
            try context.save()
        }
        try Self.check(coordinator, ids[0], author: ids[1])
        guard to != NSInMemoryStoreType else { return }
        let uris = ids.map { $0.uriRepresentation() }
        try coordinator.remove(new)
        let again = NSPersistentStoreCoordinator(managedObjectModel: .library())
        try again.addPersistentStore(ofType: to, configurationName: nil, at: Self.place(to, "New", folder))
        let known = try uris.map { try #require(again.managedObjectID(forURIRepresentation: $0)) }
        try Self.check(again, known[0], author: known[1])
    }

    /// Checks the objects that a coordinator's store has at the end.
    private static func check(
        _ coordinator: NSPersistentStoreCoordinator, _ one: NSManagedObjectID, author: NSManagedObjectID
    ) throws {
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        try reader.run { () throws in
            let one = try #require(try reader.existingObject(with: one) as? Book)
            #expect(one.title == "Uno")
            #expect(one.author?.objectID == author)
            #expect(one.author?.agent?.name == "Rex")
            #expect(one.chapters?.array.compactMap { ($0 as? Chapter)?.title } == ["c", "b", "a"])
            #expect(Set(one.tags.map(\.name)) == ["after", "red"])
            #expect(one.notes?.count == 1)
            #expect(try reader.count(for: NSFetchRequest<Tag>(entityName: "Tag")) == 2)
            #expect(try reader.count(for: NSFetchRequest<Book>(entityName: "Book")) == 3)
        }
    }

    @Test func `a place with a store is not written`() throws {
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .library())
        let (xml, binary) = (folder.url.appending(path: "A.xml"), folder.url.appending(path: "B.bin"))
        let store = try coordinator.addPersistentStore(type: .xml, at: xml)
        try coordinator.addPersistentStore(type: .binary, at: binary)
        let error = failure { try coordinator.migratePersistentStore(store, to: binary, type: .binary) }
        #expect(error?.code == NSPersistentStoreOperationError)
        #expect(coordinator.persistentStores.count == 2)
        #expect(FileManager.default.fileExists(atPath: binary.path))
    }

    @Test func `a store without objects becomes one at a URL that is of no file`() throws {
        NSPersistentStoreCoordinator.registerStoreClass(CatalogStore.self, forStoreType: CatalogStore.type)
        let server = CatalogServer()
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try .catalog())
        let old = try coordinator.addPersistentStore(type: .sqlite, at: folder.url.appending(path: "A.sqlite"))
        let new = try coordinator.migratePersistentStore(old, to: server.url, withType: CatalogStore.type)
        #expect(coordinator.persistentStores == [new])
        #expect(new is CatalogStore)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.run { () throws in
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue("new", forKey: "title")
            try context.save()
            #expect(try context.fetch(NSFetchRequest("Item")).map { $0["title"] } == ["new"])
        }
        #expect(server.keys("Item").count == 1)
        // The coordinator knows the store that it has itself.
        let other = try coordinator.addPersistentStore(type: .sqlite, at: folder.url.appending(path: "B.sqlite"))
        let error = failure { try coordinator.migratePersistentStore(other, to: server.url, withType: CatalogStore.type) }
        #expect(error?.code == NSPersistentStoreOperationError)
        #expect(error?.localizedDescription.contains(server.url.absoluteString) == true)
    }

    @Test func `a store with objects does not become one that names its objects itself`() throws {
        NSPersistentStoreCoordinator.registerStoreClass(CatalogStore.self, forStoreType: CatalogStore.type)
        let server = CatalogServer()
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try .catalog())
        let old = try coordinator.addPersistentStore(type: .sqlite, at: folder.url.appending(path: "A.sqlite"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.run { () throws in
            _ = NSEntityDescription.insertNewObject(forEntityName: "Journal", into: context)
            try context.save()
        }
        let error = failure { try coordinator.migratePersistentStore(old, to: server.url, withType: CatalogStore.type) }
        #expect(error?.code == NSPersistentStoreOperationError)
        #expect(error?.localizedDescription.contains("names its objects itself") == true)
        #expect(coordinator.persistentStores == [old])
        #expect(server.count(of: .save) == 0)
        try context.run { () throws in #expect(try context.count(for: NSFetchRequest("Journal")) == 1) }
    }

    @Test func `a copy that fails leaves the original and no file`() throws {
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .library())
        let store = try coordinator.addPersistentStore(type: .xml, at: folder.url.appending(path: "A.xml"))
        // A file is no folder for another one.
        let place = folder.url.appending(path: "A.xml/B.bin")
        #expect(failure { try coordinator.migratePersistentStore(store, to: place, type: .binary) } != nil)
        #expect(coordinator.persistentStores == [store])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.run { () throws in
            _ = Tag(context: context)
            try context.save()
        }
    }
}
