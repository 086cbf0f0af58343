import CoreData
import Foundation
import Synchronization
import Testing

/// A store that saves its objects to a coordinator of its own inside of `execute(_:with:)`.
final class CachingStore: CatalogStore, @unchecked Sendable {
    private let cache = Mutex<NSPersistentContainer?>(nil)

    override func write(_ save: NSSaveChangesRequest, _ server: CatalogServer) throws {
        let container = try cache.withLock { cache in
            if let cache { return cache }
            let new = try NSPersistentContainer.inMemory(.catalog())
            cache = new
            return new
        }
        let context = container.newBackgroundContext()
        let titles = (save.insertedObjects ?? []).compactMap { $0["title"] }
        try context.performAndWait {
            for title in titles {
                let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                item.setValue(title, forKey: "title")
            }
            try context.save()
        }
        try super.write(save, server)
    }
}

/// A store whose nodes have attributes only, and that executes a request of its own class.
class SparseStore: CatalogStore, @unchecked Sendable {
    final class PingRequest: NSPersistentStoreRequest {}

    final class Pong: NSPersistentStoreResult {}

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        let node = try super.newValuesForObject(with: objectID, with: context)
        var values: [String: Any] = [:]
        for attribute in objectID.entity.attributesByName.values {
            values[attribute.name] = node.value(for: attribute)
        }
        return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: node.version)
    }

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        request is PingRequest ? Pong() : try super.execute(request, with: context)
    }
}

/// A store that reads an item to find what its to-one relationships lead to, as public stores do.
class ItemReadingStore: SparseStore, @unchecked Sendable {
    /// The context to read the item in.
    func reader(_ context: NSManagedObjectContext) -> NSManagedObjectContext { context }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        if !relationship.isToMany, objectID.entity.name == "Item", let context {
            let reader = reader(context)
            guard try reader.existingObject(with: objectID)["title"] != nil, reader.object(with: objectID)["title"] != nil
            else { throw CocoaError(.fileReadUnknown) }
            // As public stores do to load what is related.
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = context
        }
        return try super.newValue(forRelationship: relationship, forObjectWith: objectID, with: context)
    }
}

/// A store that reads the item in a context of its own.
final class StrayReadingStore: ItemReadingStore, @unchecked Sendable {
    override func reader(_ context: NSManagedObjectContext) -> NSManagedObjectContext {
        let other = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
        other.persistentStoreCoordinator = persistentStoreCoordinator
        return other
    }
}

/// A store without any methods of its own except those that open it.
final class EmptyStore: NSIncrementalStore, @unchecked Sendable {
    override func loadMetadata() throws {
        metadata = [NSStoreUUIDKey: Self.identifierForNewStore(at: url ?? URL(fileURLWithPath: "/"))]
    }
}

@Suite struct IncrementalStoreTests {
    @Test func `URIs of string and number reference objects lead to the same objects after reopening`() throws {
        let catalog = try Catalog()
        let context = catalog.context()
        let uris = try context.performAndWait {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValue("A", forKey: "title")
            let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
            tag.setValue("50 % off/now", forKey: "name")
            try context.save()
            return [item, tag].map { $0.objectID.uriRepresentation() }
        }
        let reopened = try Catalog(catalog.server)
        // Other objects are read first, so that the keys of this process are others.
        reopened.fill(authors: 1, items: 3)
        let reader = reopened.context()
        try reader.performAndWait {
            for item in try reader.fetch(NSFetchRequest("Item", sortedBy: "title")).reversed() { _ = item["title"] }
            let objects = try uris.map { uri in
                try reader.existingObject(with: try #require(reopened.coordinator.managedObjectID(forURIRepresentation: uri)))
            }
            #expect(objects[0]["title"] == "A")
            #expect(objects[1]["name"] == "50 % off/now")
            #expect(objects.map { $0.objectID.uriRepresentation() } == uris)
        }
    }

    @Test func `registrations are counted for each context`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 2)
        let (context, other) = (catalog.context(), catalog.context())
        func registrations(_ key: Int) throws -> Int {
            // Any call reports what has happened before.
            try context.performAndWait { _ = try context.count(for: NSFetchRequest("Author")) }
            return catalog.server.registrations(of: key)
        }
        let items = try context.performAndWait { UncheckedBox(try context.fetch(NSFetchRequest("Item"))) }
        #expect(try registrations(2) == 1)
        var others = try other.performAndWait { Optional(UncheckedBox(try other.fetch(NSFetchRequest("Item")))) }
        #expect(try registrations(2) == 2)
        #expect(try registrations(3) == 2)
        #expect(others?.value.count == 2)
        others = nil
        #expect(try registrations(2) == 1)
        context.performAndWait { context.reset() }
        #expect(try registrations(2) == 0)
        #expect(items.value.count == 2)
    }

    @Test func `a new object is registered by its first save`() throws {
        let catalog = try Catalog()
        let context = catalog.context()
        try context.performAndWait {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            try context.save()
            _ = try context.count(for: NSFetchRequest("Author"))
            #expect(catalog.server.registrations(of: 1) == 1)
            context.delete(item)
            try context.save()
            _ = try context.count(for: NSFetchRequest("Author"))
            #expect(catalog.server.registrations(of: 1) == 0)
        }
    }

    @Test func `two stores in one coordinator are saved together`() throws {
        let catalog = try Catalog(configuration: "Server")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Ignored: the system removes the folder.
        defer { try? FileManager.default.removeItem(at: folder) }
        try catalog.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Local", at: folder.appendingPathComponent("Local.sqlite"), options: nil
        )
        let context = catalog.context()
        try context.performAndWait {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValue("A", forKey: "title")
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue("N", forKey: "text")
            catalog.server.fail([.save])
            #expect(throws: CatalogServer.Down()) { try context.save() }
            catalog.server.fail([])
            let reader = catalog.context()
            let none = try reader.performAndWait { try reader.count(for: NSFetchRequest("Note")) }
            #expect(none == 0)
            try context.save()
            let saved = try reader.performAndWait { try reader.fetch(NSFetchRequest("Note")).map { $0["text"] } }
            #expect(saved == ["N"])
            #expect(catalog.server.keys("Item").count == 1)
            #expect(note.objectID.persistentStore?.type == NSSQLiteStoreType)
            note.setValue("M", forKey: "text")
            try context.save()
            #expect(catalog.server.count(of: .save) == 2)
        }
    }

    @Test func `a store can save to another coordinator inside of execute`() throws {
        let catalog = try Catalog(CatalogServer(), CachingStore.self)
        let context = catalog.context()
        try context.performAndWait {
            for title in ["A", "B"] {
                let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                item.setValue(title, forKey: "title")
                try context.save()
            }
            #expect(try context.fetch(NSFetchRequest("Item", sortedBy: "title")).map { $0["title"] } == ["A", "B"])
        }
    }

    @Test func `batch requests reach the store, and later reads see their changes`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 3)
        let context = catalog.context()
        try context.performAndWait {
            _ = try context.fetch(NSFetchRequest("Item")).map { $0["title"] }
            let request = NSBatchUpdateRequest(entityName: "Item")
            request.propertiesToUpdate = ["title": "Same"]
            request.resultType = .updatedObjectsCountResultType
            let result = try context.execute(request) as? NSBatchUpdateResult
            #expect(result?.result as? Int == 3)
            #expect(catalog.server.count(of: .batch) == 1)
            context.reset()
            #expect(try context.fetch(NSFetchRequest("Item")).map { $0["title"] } == ["Same", "Same", "Same"])
            let error = #expect(throws: NSError.self) {
                try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest("Item")))
            }
            #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
        }
    }

    @Test func `a node without to-one relationships leaves them to newValue(forRelationship:)`() throws {
        let catalog = try Catalog(CatalogServer(), SparseStore.self)
        catalog.fill(authors: 1, items: 1)
        let context = catalog.context()
        try context.performAndWait {
            let item = try #require(try context.fetch(NSFetchRequest("Item")).first)
            #expect(item.value(forKeyPath: "author.name") as? String == "Author 0")
            #expect(item.value(forKey: "cover") == nil)
            #expect(catalog.server.count(of: .values) == 2)
            #expect(try context.execute(SparseStore.PingRequest()) is SparseStore.Pong)
        }
    }

    @Test func `a store may read the object whose to-one relationship it is asked for`() throws {
        let catalog = try Catalog(CatalogServer(), ItemReadingStore.self)
        catalog.fill(authors: 1, items: 1)
        let context = catalog.context()
        try context.performAndWait {
            let item = try #require(try context.fetch(NSFetchRequest("Item")).first)
            #expect(item["title"] == "Item 0.0")
            #expect(item.value(forKeyPath: "author.name") as? String == "Author 0")
            #expect(item.value(forKey: "cover") == nil)
            #expect(catalog.server.count(of: .values) == 2)
        }
    }

    @Test func `a store that reads the object in another context has an error`() throws {
        let catalog = try Catalog(CatalogServer(), StrayReadingStore.self)
        catalog.fill(authors: 1, items: 1)
        let context = catalog.context()
        try context.performAndWait {
            let item = try #require(try context.fetch(NSFetchRequest("Item")).first)
            let error = #expect(throws: NSError.self) { try context.existingObject(with: item.objectID) }
            #expect(error?.localizedDescription.contains("it reads that object in another context") == true)
            #expect(item["title"] == nil)
            #expect(context.isUnreadable(item))
        }
    }

    @Test func `a store without overrides has errors that name the method`() throws {
        NSPersistentStoreCoordinator.registerStoreClass(EmptyStore.self, forStoreType: "EmptyStore")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try .catalog())
        let store = try coordinator.addPersistentStore(
            ofType: "EmptyStore", configurationName: nil, at: URL(fileURLWithPath: "/nowhere"), options: nil)
        #expect(store is EmptyStore)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            let error = #expect(throws: NSError.self) { try context.fetch(NSFetchRequest("Item")) }
            #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
            _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            let unsaved = #expect(throws: NSError.self) { try context.save() }
            #expect(unsaved?.localizedDescription.contains("obtainPermanentIDs(for:)") == true)
        }
    }

    @Test func `a read-only store is not written`() throws {
        let server = CatalogServer()
        NSPersistentStoreCoordinator.registerStoreClass(CatalogStore.self, forStoreType: CatalogStore.type)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try .catalog())
        try coordinator.addPersistentStore(
            ofType: CatalogStore.type, configurationName: nil, at: server.url, options: [NSReadOnlyPersistentStoreOption: true])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            #expect(throws: NSError.self) { try context.save() }
            #expect(server.count(of: .save) == 0)
        }
    }

    @Test func `nodes and save requests have Apple's interface`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 1)
        let entity = try #require(catalog.coordinator.managedObjectModel.entitiesByName["Item"])
        let store = try #require(catalog.coordinator.persistentStores.first as? CatalogStore)
        let objectID = store.newObjectID(for: entity, referenceObject: 2)
        #expect(store.referenceObject(for: objectID) as? Int == 2)
        #expect(store.newObjectID(for: entity, referenceObject: 2) == objectID)
        let node = NSIncrementalStoreNode(objectID: objectID, withValues: ["title": "A", "author": NSNull()], version: 3)
        let title = try #require(entity.attributesByName["title"])
        #expect(node.value(for: title) as? String == "A")
        #expect(node.value(for: try #require(entity.relationshipsByName["author"])) is NSNull)
        #expect(node.version == 3)
        node.update(withValues: ["title": "B"], version: 4)
        #expect(node.value(for: title) as? String == "B")
        #expect(node.version == 4)
        #expect(node.objectID == objectID)
        let save = NSSaveChangesRequest(inserted: [], updated: nil, deleted: nil, locked: nil)
        #expect(save.requestType == .saveRequestType)
        #expect(save.insertedObjects?.isEmpty == true)
        #expect(save.updatedObjects == nil)
    }
}
