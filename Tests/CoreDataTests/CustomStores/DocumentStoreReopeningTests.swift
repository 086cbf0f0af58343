import CoreData
import Foundation
import Testing

/// Binary and XML stores that are opened again after something unusual.
@Suite struct DocumentStoreReopeningTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.url.appending(path: "stores/Shelves") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "stores"), withIntermediateDirectories: true)
    }

    private func open(_ type: String, _ configuration: String? = nil) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
        try coordinator.addPersistentStore(ofType: type, configurationName: configuration, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func insert(_ title: String, _ context: NSManagedObjectContext) -> NSManagedObject {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue(title, forKey: "title")
        return item
    }

    private func titles(_ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).compactMap { $0.value(forKey: "title") as? String }
            .sorted()
    }

    @Test(arguments: DocumentStoreTests.types)
    func `a store of a configuration has its objects again`(type: String) throws {
        let context = try open(type, "Things")
        try context.run { () throws in
            let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
            insert("Atlas", context).setValue(shelf, forKey: "shelf")
            try context.save()
        }
        let again = try open(type, "Things")
        try again.run { () throws in
            #expect(try titles(again) == ["Atlas"])
            let shelf = try #require(try again.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf")).first)
            #expect((shelf.value(forKey: "items") as? NSSet)?.count == 1)
        }
    }

    @Test(arguments: DocumentStoreTests.types)
    func `an object that was merged in a failed save is not in the file`(type: String) throws {
        let context = try open(type)
        let folder = url.deletingLastPathComponent()
        let aside = folder.appendingPathExtension("aside")
        try context.run { () throws in
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let other = insert("Poems", context)
            _ = insert("Atlas", context)
            try context.save()
            _ = insert("Atlas", context)
            try FileManager.default.moveItem(at: folder, to: aside)
            #expect(throws: (any Error).self) { try context.save() }
            try FileManager.default.moveItem(at: aside, to: folder)
            context.rollback()
            other.setValue("Prose", forKey: "title")
            try context.save()
        }
        let again = try open(type)
        try again.run { () throws in
            #expect(try titles(again) == ["Atlas", "Prose"])
        }
    }

    @Test(arguments: DocumentStoreTests.types)
    func `a relationship that was cleared over another change is empty after reopening`(type: String) throws {
        let context = try open(type)
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        let (item, shelf) = try context.performAndWait {
            let item = context.item("Atlas", on: context.shelf("A"))
            let shelf = context.shelf("B")
            try context.save()
            return (UncheckedBox(item), UncheckedBox(shelf))
        }
        let same = try other.performAndWait {
            let same = try #require(try other.fetch(other.itemRequest()).first)
            #expect(same.value(forKeyPath: "shelf.name") as? String == "A")
            return UncheckedBox(same)
        }
        try context.performAndWait {
            item.value.setValue(shelf.value, forKey: "shelf")
            try context.save()
        }
        try other.performAndWait {
            same.value.setValue(nil, forKey: "shelf")
            other.mergePolicy = NSMergePolicy.overwrite
            try other.save()
            #expect(same.value.value(forKey: "shelf") == nil)
        }
        let again = try open(type)
        try again.run { () throws in
            let item = try #require(try again.fetch(again.itemRequest()).first)
            #expect(item.value(forKeyPath: "shelf.name") == nil)
        }
    }

    @Test func `a file without numbers for new objects is damaged`() throws {
        let context = try open(NSXMLStoreType)
        try context.run { () throws in
            _ = insert("Atlas", context)
            try context.save()
        }
        let text = try String(contentsOf: url, encoding: .utf8)
        let damaged = text.replacing(
            /<nextObjectID>\d+<\/nextObjectID>/, with: "<nextObjectID>9223372036854775807</nextObjectID>")
        #expect(damaged != text)
        try damaged.write(to: url, atomically: true, encoding: .utf8)
        #expect(throws: (any Error).self) { try open(NSXMLStoreType) }
    }
}
