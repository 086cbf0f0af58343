import CoreData
import Foundation
import Testing

/// `existingObject(with:)` throws the error of a store that cannot be read.
@Suite struct UnreadableStoreTests {
    /// A store of which only the first page is left, and the ID of an object in it.
    private func damagedStore() throws -> (NSPersistentContainer, NSManagedObjectID, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Damaged.sqlite")
        let uri = try {
            let container = try NSPersistentContainer.loaded(url)
            let context = container.newBackgroundContext()
            let uri = try context.performAndWait {
                for number in 0..<2_000 { Quake(context: context).code = "quake \(number)" }
                try context.save()
                return try #require(try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).last).objectID
                    .uriRepresentation()
            }
            try container.persistentStoreCoordinator.persistentStores.forEach(container.persistentStoreCoordinator.remove)
            return uri
        }()
        let container = try NSPersistentContainer.loaded(url)
        let objectID = try #require(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
        // Overwritten in place, as by a failing disk.
        let file = try FileHandle(forWritingTo: url)
        let size = try file.seekToEnd()
        try file.seek(toOffset: 16_384)
        try file.write(contentsOf: Data(repeating: 0xEE, count: Int(size) - 16_384))
        try file.close()
        return (container, objectID, folder)
    }

    @Test(arguments: [false, true])
    func `an object of a store that cannot be read is an error`(_ isChild: Bool) throws {
        let (container, objectID, folder) = try damagedStore()
        let context = container.newBackgroundContext()
        let child = NSManagedObjectContext(.privateQueue)
        if isChild { child.parent = context }
        let reader = isChild ? child : context
        reader.performAndWait {
            do {
                _ = try reader.existingObject(with: objectID)
                Issue.record("The object was read.")
            } catch {
                let error = error as NSError
                #expect(error.domain == NSCocoaErrorDomain)
                #expect(error.code == CocoaError.fileReadCorruptFile.rawValue)
            }
        }
        _ = folder
    }

    @Test func `an object of a store that was removed is an error`() throws {
        let store = try TestStore()
        let (context, coordinator) = (store.context(), store.container.persistentStoreCoordinator)
        let objectID = try context.performAndWait {
            let quake = Quake(context: context)
            try context.save()
            return quake.objectID
        }
        try coordinator.persistentStores.forEach(coordinator.remove)
        let other = store.context()
        other.performAndWait {
            #expect(throws: NSError.self) { try other.existingObject(with: objectID) }
        }
    }
}
