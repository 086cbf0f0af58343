import FaultInjection
import Foundation
import GRDB
import Testing

@testable import CoreData

/// Stores whose files cannot be read: damaged, truncated, without a free descriptor, replaced.
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

    // MARK: Files

    private enum Damage: String, CaseIterable, Sendable {
        case overwritten, truncated, withoutHeader, emptied
    }

    /// Calls a closure while a store's file is damaged.
    private func damaging(_ url: URL, _ damage: Damage, _ body: () throws -> Void) throws {
        let content = try Data(contentsOf: url)
        let file = try FileHandle(forUpdating: url)
        defer { try? file.close() }
        let start = UInt64(16_384)
        switch damage {
        case .overwritten:
            try file.seek(toOffset: start)
            try file.write(contentsOf: Data(repeating: 0xEE, count: content.count - Int(start)))
        case .truncated: try file.truncate(atOffset: start)
        case .withoutHeader: try file.write(contentsOf: Data(repeating: 0xEE, count: 100))
        case .emptied: try file.truncate(atOffset: 0)
        }
        let result = Result { try body() }
        try file.seek(toOffset: 0)
        try file.write(contentsOf: content)
        try result.get()
    }

    /// Returns a container that has read nothing, whose store has 2,000 earthquakes and no log.
    private func freshContainer(in folder: TemporaryFolder, journalMode: String = "WAL") throws -> NSPersistentContainer {
        let url = folder.url.appending(path: "Fresh.sqlite")
        func load() throws -> NSPersistentContainer {
            let container = NSPersistentContainer(name: "Fresh", managedObjectModel: .quakes())
            try container.persistentStoreCoordinator.addPersistentStore(
                type: .sqlite, at: url, options: [NSSQLitePragmasOption: ["journal_mode": journalMode]])
            return container
        }
        do {
            let container = try load()
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for number in 0..<2_000 {
                    let quake = Quake(context: context)
                    (quake.code, quake.magnitude) = ("quake \(number)", Float(number))
                }
                try context.save()
            }
            try container.persistentStoreCoordinator.persistentStores.forEach(container.persistentStoreCoordinator.remove)
        }
        return try load()
    }

    @Test(arguments: [Damage.overwritten, .truncated])
    private func `faults and results survive a file that is damaged and repaired`(_ damage: Damage) throws {
        let folder = try TemporaryFolder()
        let container = try freshContainer(in: folder)
        let context = container.newBackgroundContext()
        try context.run {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            // Another reader, whose cache has none of the pages.
            let pool = try #require(container.persistentStoreCoordinator.stores.stores[0].sqlite.database as? DatabasePool)
            pool.invalidateReadOnlyConnections()
            let url = folder.url.appending(path: "Fresh.sqlite")
            let quake = controller.object(at: [0, 1_000])
            container.forgetRows()
            context.refresh(quake, mergeChanges: false)
            pool.invalidateReadOnlyConnections()
            try damaging(url, damage) {
                #expect(quake.code == nil)
                #expect(context.isUnreadable(quake))
                quake.place = "Napa"
                #expect(throws: NSError.self) { try context.save() }
                #expect(controller.object(at: [0, 1_500]).code == nil)
                #expect(controller.fetchedObjects?.count == 2_000)
            }
            #expect(quake.code == "quake 1000")
            #expect(quake.place == "Napa")
            #expect(controller.object(at: [0, 1_500]).code == "quake 1500")
            try context.save()
            context.processPendingChanges()
            #expect(!controller.isStale)
            #expect(controller.fetchedObjects?.map(\.code) == (0..<2_000).map { "quake \($0)" })
        }
        let other = container.newBackgroundContext()
        try other.run { () throws in
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "place == 'Napa'")
            #expect(try other.fetch(request).map(\.code) == ["quake 1000"])
        }
    }

    @Test(arguments: ["WAL", "DELETE"], Damage.allCases)
    private func `a damaged store is read and saved again when its file is repaired`(
        _ journalMode: String, _ damage: Damage
    ) throws {
        let folder = try TemporaryFolder()
        let container = try freshContainer(in: folder, journalMode: journalMode)
        let context = container.newBackgroundContext()
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        let url = folder.url.appending(path: "Fresh.sqlite")
        try context.run { () throws in
            Quake(context: context).code = "first"
            try context.save()
            // Another connection writes, so the store's connections read their pages again.
            try DatabaseQueue(path: url.path).writeWithoutTransaction { database in
                try database.execute(sql: "UPDATE Z_METADATA SET Z_VERSION = Z_VERSION")
                _ = try database.checkpoint(.truncate)
            }
            Quake(context: context).code = "new"
            try damaging(url, damage) {
                #expect(throws: NSError.self) { try context.save() }
                #expect(throws: NSError.self) { try context.fetch(request) }
                #expect(throws: NSError.self) { try context.save() }
            }
            try context.save()
            #expect(try context.count(for: request) == 2_002)
        }
        try container.persistentStoreCoordinator.persistentStores.forEach(container.persistentStoreCoordinator.remove)
        try DatabaseQueue(path: url.path).read { database in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM ZQUAKE WHERE ZCODE = 'new'")
            let problems = try String.fetchOne(database, sql: "PRAGMA quick_check")
            #expect(count == 1)
            #expect(problems == "ok")
        }
    }

    @Test(arguments: Damage.allCases)
    private func `a store with a single connection is read again when its file is repaired`(_ damage: Damage) throws {
        let folder = try TemporaryFolder()
        let container = try freshContainer(in: folder, journalMode: "DELETE")
        let context = container.newBackgroundContext()
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        try context.run { () throws in
            try damaging(folder.url.appending(path: "Fresh.sqlite"), damage) {
                #expect(throws: NSError.self) { try context.fetch(request) }
            }
            #expect(try context.fetch(request).count == 2_000)
        }
    }

    @Test func `a count fails as a fetch does when the store has lost its tables`() throws {
        let folder = try TemporaryFolder()
        let container = try freshContainer(in: folder, journalMode: "DELETE")
        let context = container.newBackgroundContext()
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        try context.run { () throws in
            try damaging(folder.url.appending(path: "Fresh.sqlite"), .emptied) {
                let fetching = #expect(throws: NSError.self) { try context.fetch(request) }
                let counting = #expect(throws: NSError.self) { try context.count(for: request) }
                #expect(counting?.code == CocoaError.fileReadUnknown.rawValue)
                #expect(counting?.localizedDescription == fetching?.localizedDescription)
            }
        }
    }

    @Test func `a fault survives a process that has no free descriptor`() async {
        await #expect(processExitsWith: .success) { try UnreadableStoreTests.readWithoutDescriptors() }
    }

    private static func readWithoutDescriptors() throws {
        let folder = try TemporaryFolder()
        let container = try UnreadableStoreTests().freshContainer(in: folder)
        let context = container.newBackgroundContext()
        try context.run {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.fetchLimit = 1
            let quake = try #require(try context.fetch(request).first)
            let code = quake.code
            context.refresh(quake, mergeChanges: false)
            container.forgetRows()
            let pool = try #require(container.persistentStoreCoordinator.stores.stores[0].sqlite.database as? DatabasePool)
            pool.invalidateReadOnlyConnections()
            try Faults.withoutDescriptors { () throws in
                #expect(quake.code == nil)
                #expect(context.isUnreadable(quake))
            }
            #expect(quake.code == code)
            #expect(code != nil)
        }
    }

    @Test func `a fault of a store whose file was replaced ends nothing`() throws {
        let folder = try TemporaryFolder()
        let container = try freshContainer(in: folder)
        let context = container.newBackgroundContext()
        try context.run {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.fetchLimit = 1
            let quake = try #require(try context.fetch(request).first)
            let code = quake.code
            context.refresh(quake, mergeChanges: false)
            container.forgetRows()
            let pool = try #require(container.persistentStoreCoordinator.stores.stores[0].sqlite.database as? DatabasePool)
            let url = folder.url.appending(path: "Fresh.sqlite")
            let content = try Data(contentsOf: url)
            pool.invalidateReadOnlyConnections()
            // A text in its place. New connections read that.
            try FileManager.default.removeItem(at: url)
            try Data(repeating: 0x41, count: 40_000).write(to: url)
            #expect(quake.code == nil)
            #expect(context.isUnreadable(quake))
            try FileManager.default.removeItem(at: url)
            try content.write(to: url)
            pool.invalidateReadOnlyConnections()
            #expect(quake.code == code)
        }
    }
}
