import CoreData
import Foundation
import Synchronization
import Testing

/// An incremental store whose nodes have whole records of a server, with members and with keys that
/// the model does not have, as public stores pass them.
private final class RecordStore: NSIncrementalStore, @unchecked Sendable {
    static let storeType = "Records"
    static let register: Void = NSPersistentStoreCoordinator.registerStoreClass(RecordStore.self, forStoreType: storeType)

    /// The titles of the items on the shelf, which are also their keys.
    private let titles = Mutex(["a", "b"])

    override func loadMetadata() throws {
        metadata = [NSStoreUUIDKey: UUID().uuidString, NSStoreTypeKey: Self.storeType]
    }

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        if let save = request as? NSSaveChangesRequest {
            let added = (save.insertedObjects ?? []).compactMap { $0.value(forKey: "title") as? String }
            titles.withLock { $0 += added }
            return [Any]()
        }
        guard let fetch = request as? NSFetchRequest<any NSFetchRequestResult>, let entity = fetch.entity else {
            return [Any]()
        }
        let keys = entity.name == "Shelf" ? ["shelf"] : titles.withLock { $0 }
        return keys.compactMap { context?.object(with: newObjectID(for: entity, referenceObject: $0)) }
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        func id(_ relationship: String, _ key: String) -> NSManagedObjectID? {
            objectID.entity.relationshipsByName[relationship]?.destinationEntity.map {
                newObjectID(for: $0, referenceObject: key)
            }
        }
        let key = referenceObject(for: objectID)
        let values: [String: Any] =
            if objectID.entity.name == "Shelf" {
                ["name": key, "items": titles.withLock { $0 }.compactMap { id("items", $0) }, "links": ["self": "/1"]]
            } else {
                ["title": key, "rank": 1, "shelf": id("shelf", "shelf") ?? NSNull(), "type": "item"]
            }
        return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: 1)
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        array.map { newObjectID(for: $0.entity, referenceObject: $0.value(forKey: "title") as? String ?? "") }
    }
}

/// An atomic store that cannot be written, and that makes a node for each reference to an object.
private final class TwinStore: NSAtomicStore, @unchecked Sendable {
    static let storeType = "Twins"
    static let register: Void = NSPersistentStoreCoordinator.registerStoreClass(TwinStore.self, forStoreType: storeType)

    override func loadMetadata() throws {
        metadata = [NSStoreUUIDKey: UUID().uuidString, NSStoreTypeKey: Self.storeType]
        isReadOnly = true
    }

    override func load() throws {
        guard let model = persistentStoreCoordinator?.managedObjectModel, let shelf = model.entitiesByName["Shelf"],
            let item = model.entitiesByName["Item"]
        else { return }
        func node(_ entity: NSEntityDescription, _ key: String) -> NSAtomicStoreCacheNode {
            NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: key))
        }
        let (only, first) = (node(shelf, "shelf"), node(item, "a"))
        only.setValue("top", forKey: "name")
        first.setValue("a", forKey: "title")
        first.setValue(node(shelf, "shelf"), forKey: "shelf")
        addCacheNodes([only, first])
    }
}

/// An atomic store that adds a node for each object that another one refers to, before it is asked
/// for that node.
private final class PlaceholderStore: NSAtomicStore, @unchecked Sendable {
    static let storeType = "Placeholders"
    static let register: Void = NSPersistentStoreCoordinator.registerStoreClass(
        PlaceholderStore.self, forStoreType: storeType)

    /// Whether `newCacheNode(for:)` makes a node even if it was added before.
    let makesNewNodes = Mutex(false)
    let isFull = Mutex(false)
    /// The titles of the objects that were saved last.
    let saved = Mutex<[String]>([])

    override func loadMetadata() throws {
        metadata = [NSStoreUUIDKey: UUID().uuidString, NSStoreTypeKey: Self.storeType]
    }

    override func load() throws {}

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

    override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        let id = managedObject.objectID
        let node = makesNewNodes.withLock { $0 } ? NSAtomicStoreCacheNode(objectID: id) : addedNode(id)
        updateCacheNode(node, from: managedObject)
        return node
    }

    override func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        let entity = managedObject.entity
        node.setValuesForKeys(managedObject.dictionaryWithValues(forKeys: Array(entity.attributesByName.keys)))
        for name in entity.relationshipsByName.keys {
            switch managedObject.value(forKey: name) {
            case let members as Set<NSManagedObject>:
                node.setValue(Set(members.map { addedNode($0.objectID) }), forKey: name)
            case let member as NSManagedObject: node.setValue(addedNode(member.objectID), forKey: name)
            default: node.setValue(nil, forKey: name)
            }
        }
    }

    private func addedNode(_ id: NSManagedObjectID) -> NSAtomicStoreCacheNode {
        if let node = cacheNode(for: id) { return node }
        let node = NSAtomicStoreCacheNode(objectID: id)
        addCacheNodes([node])
        return node
    }

    override func save() throws {
        if isFull.withLock({ $0 }) { throw CocoaError(.fileWriteOutOfSpace) }
        let titles = cacheNodes().map { ($0.value(forKey: "title") ?? $0.value(forKey: "name")) as? String ?? "nil" }
        saved.withLock { $0 = titles.sorted() }
    }
}

/// Patterns of public stores for Apple's platforms, beyond the examples of Apple's guides.
@Suite struct PublicStorePatternsTests {
    private let folder: TemporaryFolder
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())

    init() throws {
        folder = try TemporaryFolder()
        _ = RecordStore.register
        _ = TwinStore.register
        _ = PlaceholderStore.register
    }

    private func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func place(_ name: String) -> URL { folder.url.appending(path: name) }

    /// The title of the shelf, and those of its items, as a new context reads them.
    private func shelf() throws -> [String] {
        let context = context()
        return try context.performAndWait {
            let shelf = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf")).first)
            let items = shelf.value(forKey: "items") as? Set<NSManagedObject> ?? []
            return [shelf.value(forKey: "name") as? String ?? "nil"]
                + items.compactMap { $0.value(forKey: "title") as? String }.sorted()
        }
    }

    @Test func `a node may have the members of relationships, and keys that count for nothing`() throws {
        try coordinator.addPersistentStore(
            ofType: RecordStore.storeType, configurationName: "Things", at: place("records"))
        #expect(try shelf() == ["shelf", "a", "b"])
        let context = context()
        try context.performAndWait {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValue("c", forKey: "title")
            item.setValue(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf")).first, forKey: "shelf")
            try context.save()
        }
        #expect(try shelf() == ["shelf", "a", "b", "c"])
    }

    @Test func `another node with the ID of one of the store leads to the same object`() throws {
        try coordinator.addPersistentStore(ofType: TwinStore.storeType, configurationName: "Things", at: place("twins"))
        #expect(try shelf() == ["top", "a"])
    }

    @Test(arguments: [false, true])
    func `an atomic store may add the nodes of new objects that others refer to`(makesNewNodes: Bool) throws {
        let store = try #require(
            try coordinator.addPersistentStore(
                ofType: PlaceholderStore.storeType, configurationName: "Things", at: place("placeholders")) as? PlaceholderStore)
        store.makesNewNodes.withLock { $0 = makesNewNodes }
        let context = context()
        try context.performAndWait {
            let top = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
            top.setValue("top", forKey: "name")
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValuesForKeys(["title": "a", "shelf": top])
            store.isFull.withLock { $0 = true }
            #expect(throws: (any Error).self) { try context.save() }
            #expect(store.cacheNodes().isEmpty)
            store.isFull.withLock { $0 = false }
            try context.save()
            #expect(store.saved.withLock { $0 } == ["a", "top"])
            let node = try #require(store.cacheNode(for: item.objectID))
            #expect(node.value(forKey: "shelf") as? NSAtomicStoreCacheNode === store.cacheNode(for: top.objectID))
        }
        #expect(store.cacheNodes().count == 2)
        #expect(try shelf() == ["top", "a"])
    }

    @Test(arguments: ["Things", nil])
    func `a store that sets isReadOnly is not written`(configuration: String?) throws {
        let store = try coordinator.addPersistentStore(
            ofType: TwinStore.storeType, configurationName: configuration, at: place("twins"))
        #expect(store.isReadOnly)
        let context = context()
        context.performAndWait {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValue("b", forKey: "title")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == CocoaError.fileWriteNoPermission.rawValue)
            #expect(item.isInserted)
        }
    }

    @Test func `a node sets and returns the values of several properties`() throws {
        try coordinator.addPersistentStore(ofType: TwinStore.storeType, configurationName: "Things", at: place("twins"))
        let store = try #require(coordinator.persistentStores.first as? NSAtomicStore)
        let node = try #require(store.cacheNodes().first { $0.objectID.entity.name == "Item" })
        node.setValuesForKeys(["title": "b", "shelf": NSNull()])
        #expect(node.value(forKey: "shelf") == nil)
        let values = node.dictionaryWithValues(forKeys: ["title", "shelf"])
        #expect(values["title"] as? String == "b")
        #expect(values["shelf"] is NSNull)
    }

    @Test(arguments: [NSXMLStoreType, NSBinaryStoreType])
    func `an empty file is a new store`(type: String) throws {
        let url = place("Store.\(type)")
        try Data().write(to: url)
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: "Things", at: url)
        let context = context()
        try context.performAndWait {
            let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
            shelf.setValue("new", forKey: "name")
            try context.save()
        }
        try coordinator.remove(store)
        try coordinator.addPersistentStore(ofType: type, configurationName: "Things", at: url)
        #expect(try shelf() == ["new"])
    }

    @Test func `a migration to a file without a log makes one file`() throws {
        let store = try coordinator.addPersistentStore(type: .sqlite, configuration: "Things", at: place("Old.sqlite"))
        let context = context()
        try context.performAndWait {
            let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
            shelf.setValue("old", forKey: "name")
            try context.save()
        }
        let url = place("New.sqlite")
        try coordinator.migratePersistentStore(
            store, to: url, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]], type: .sqlite)
        #expect(try shelf() == ["old"])
        // 1 for a rollback journal, 2 for a write-ahead log: https://www.sqlite.org/fileformat2.html
        #expect(try Data(contentsOf: url)[18] == 1)
        #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
    }

    @Test func `replacing a store keeps the journal mode of the destination's options`() throws {
        let store = try coordinator.addPersistentStore(type: .sqlite, configuration: "Things", at: place("Old.sqlite"))
        try coordinator.remove(store)
        let url = place("New.sqlite")
        try coordinator.replacePersistentStore(
            at: url, destinationOptions: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]],
            withPersistentStoreFrom: place("Old.sqlite"), type: .sqlite)
        #expect(try Data(contentsOf: url)[18] == 1)
    }
}
