import Foundation
import Testing

@testable import CoreData

/// Destroying a store again, and one that does not exist, in each kind of store.
@Suite struct StoreDestructionTests {
    private static let types = [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType]

    private let folder: TemporaryFolder
    private let coordinator: NSPersistentStoreCoordinator

    init() throws {
        folder = try TemporaryFolder()
        let note = NSEntityDescription()
        note.name = "Note"
        note.properties = [NSManagedObjectModel.attribute("text", .string)]
        let model = NSManagedObjectModel()
        model.entities = [note]
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    }

    private var url: URL { folder.url.appending(path: "Store") }
    private var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) } }

    private func add(_ type: String, at url: URL? = nil) throws -> NSPersistentStore {
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url ?? self.url)
    }

    private func destroy(_ type: String, at url: URL? = nil) throws {
        try coordinator.destroyPersistentStore(at: url ?? self.url, ofType: type)
    }

    private func save(_ text: String) throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait { () throws in
            NSEntityDescription.insertNewObject(forEntityName: "Note", into: context).setValue(text, forKey: "text")
            try context.save()
        }
    }

    private var texts: [String] {
        get throws {
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            return try context.performAndWait { () throws in
                try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).compactMap {
                    $0.value(forKey: "text") as? String
                }
            }
        }
    }

    @Test(arguments: types)
    func `destroying a store that does not exist succeeds and creates none`(_ type: String) throws {
        for url in [url, folder.url.appending(path: "Missing/Store")] {
            try destroy(type, at: url)
            try destroy(type, at: url)
        }
        #expect(try files == [])
    }

    @Test(arguments: types) func `destroying an empty file succeeds`(_ type: String) throws {
        try Data().write(to: url)
        try destroy(type)
        try destroy(type)
        _ = try add(type)
        #expect(try texts == [])
    }

    @Test(arguments: types, [false, true])
    func `a store is destroyed twice, and made again in its place`(_ type: String, isOpen: Bool) throws {
        let store = try add(type)
        let identifier = store.identifier
        try save("old")
        if !isOpen { try coordinator.remove(store) }
        for _ in 0..<2 {
            try destroy(type)
            #expect(coordinator.persistentStores == [])
            #expect(throws: (any Error).self) {
                try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
            }
        }
        #expect(try add(type).identifier != identifier)
        #expect(try texts == [])
        try save("new")
        #expect(try texts == ["new"])
    }

    @Test(arguments: types) func `a file of another kind stays, however often it is destroyed`(_ type: String) throws {
        let content = Data(String(repeating: "These are notes. ", count: 100).utf8)
        try content.write(to: url)
        for _ in 0..<2 {
            #expect(failure { try destroy(type) }?.code == CocoaError.fileReadCorruptFile.rawValue)
            #expect(try Data(contentsOf: url) == content)
        }
    }

    @Test func `a store in memory is destroyed twice`() throws {
        let memory = URL(filePath: "/dev/null")
        _ = try add(NSInMemoryStoreType, at: memory)
        try save("old")
        for _ in 0..<2 {
            try destroy(NSInMemoryStoreType, at: memory)
            #expect(coordinator.persistentStores == [])
        }
        _ = try add(NSInMemoryStoreType, at: memory)
        #expect(try texts == [])
    }

    /// Only the class knows the format.
    @Test func `a store of an app's class stays, however often it is destroyed`() throws {
        _ = PlistStore.register
        for _ in 0..<2 {
            #expect(failure { try destroy(PlistStore.storeType) }?.code == NSPersistentStoreOperationError)
        }
        #expect(try files == [])
        _ = try add(PlistStore.storeType)
        try save("kept")
        let content = try Data(contentsOf: url)
        for _ in 0..<2 {
            #expect(failure { try destroy(PlistStore.storeType) }?.code == NSPersistentStoreOperationError)
            #expect(try Data(contentsOf: url) == content)
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        _ = try add(PlistStore.storeType)
        #expect(try texts == ["kept"])
    }
}
