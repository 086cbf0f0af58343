import FaultInjection
import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import CoreData

/// Stores that cannot be closed or opened, logs that cannot be written, caches that cannot be read.
@Suite struct StoreFaultTests {
    private let folder: TemporaryFolder
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())

    init() throws {
        folder = try TemporaryFolder()
    }

    private var url: URL { folder.url.appending(path: "Store.sqlite") }

    private func titles() throws -> [String] {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try context.titles() }
    }

    private func save(_ title: String) throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            context.item(title)
            try context.save()
        }
    }

    /// Calls a closure while the writing connection of the first store cannot be closed: it has a
    /// statement that was not finalized.
    private func whileUnclosable(_ body: () throws -> Void) throws {
        let store = try #require(coordinator.stores.stores.first).sqlite
        var statement: OpaquePointer?
        try store.database.writeWithoutTransaction { database in
            let code = sqlite3_prepare_v2(database.sqliteConnection, "SELECT 1", -1, &statement, nil)
            try #require(code == SQLITE_OK)
        }
        defer { sqlite3_finalize(statement) }
        try body()
    }

    @Test func `a store that cannot be closed stays, and is removed by the next attempt`() throws {
        let other = try coordinator.addPersistentStore(
            type: .inMemory, configuration: "Notes", at: URL(filePath: "/dev/null"))
        let store = try coordinator.addPersistentStore(type: .sqlite, configuration: "Things", at: url)
        try coordinator.remove(other)
        try coordinator.addPersistentStore(type: .inMemory, configuration: "Notes", at: URL(filePath: "/dev/null"))
        let stores = coordinator.persistentStores
        try save("a")
        let didChange = Notices(.NSPersistentStoreCoordinatorStoresDidChange, of: coordinator)
        try whileUnclosable {
            #expect(throws: NSError.self) { try coordinator.remove(store) }
            #expect(coordinator.persistentStores == stores)
            #expect(store.persistentStoreCoordinator === coordinator)
            #expect(didChange.received.isEmpty)
        }
        try save("b")
        #expect(try titles() == ["a", "b"])
        try coordinator.remove(store)
        #expect(didChange.received.count == 1)
        #expect(!coordinator.persistentStores.contains(store))
    }

    @Test func `a store that cannot be closed is not destroyed`() throws {
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        try save("a")
        try whileUnclosable {
            #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: url, type: .sqlite) }
        }
        #expect(try titles() == ["a"])
        try coordinator.destroyPersistentStore(at: url, type: .sqlite)
        #expect(coordinator.persistentStores.isEmpty)
    }

    @Test func `a removed store's file has all rows, though a read of it goes on`() throws {
        let store = try coordinator.addPersistentStore(type: .sqlite, configuration: "Things", at: url)
        try save("a")
        let reading = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reading.persistentStoreCoordinator = coordinator
        try reading.performAndWait {
            try reading.setQueryGenerationFrom(.current)
            #expect(try reading.titles() == ["a"])
        }
        try coordinator.remove(store)
        // The file alone, without the log.
        let copy = folder.url.appending(path: "Copy.sqlite")
        try FileManager.default.copyItem(at: url, to: copy)
        try withExtendedLifetime(reading) {
            try coordinator.addPersistentStore(type: .sqlite, configuration: "Things", at: copy)
            #expect(try titles() == ["a"])
        }
    }

    @Test func `closing a store whose file was replaced leaves the commits of the new file`() throws {
        let store = try coordinator.addPersistentStore(type: .sqlite, configuration: "Things", at: url)
        try save("a")
        _ = try store.sqlite.database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let copy = folder.url.appending(path: "Copy.sqlite")
        try FileManager.default.copyItem(at: url, to: copy)
        #expect(rename(copy.path, url.path) == 0)
        // The log and its index are found by the path, so both files share them.
        let other = try DatabaseQueue(path: url.path)
        try other.write { try $0.execute(sql: "CREATE TABLE MARK (ID INTEGER)") }
        try coordinator.remove(store)
        try other.close()
        #expect(try DatabaseQueue(path: url.path).read { try $0.tableExists("MARK") })
    }

    // MARK: Logs

    @Test func `a log on a full disk does not end the process`() async {
        await #expect(processExitsWith: .success) {
            let full = open("/dev/full", O_WRONLY)
            try #require(dup2(full, STDERR_FILENO) >= 0)
            CoreDataLog.error("No one reads this.")
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `a log on a pipe without a reader does not end the process`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            close(ends[0])
            try #require(dup2(ends[1], STDERR_FILENO) >= 0)
            CoreDataLog.warning("No one reads this.")
            exit(EXIT_SUCCESS)
        }
    }

    // MARK: Opening

    @Test func `without descriptors a store cannot be opened, and later it can`() async {
        await #expect(processExitsWith: .success) {
            let folder = try Faults.makePublicFolder()
            let url = folder.appending(path: "Store.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
            try Faults.withoutDescriptors {
                #expect(throws: NSError.self) { try coordinator.addPersistentStore(type: .sqlite, at: url) }
            }
            #expect(coordinator.persistentStores.isEmpty)
            try coordinator.addPersistentStore(type: .sqlite, at: url)
            try FileManager.default.removeItem(at: folder)
        }
    }

    @Test func `on a full disk nothing is saved, and later it is`() async {
        await #expect(processExitsWith: .success) {
            let folder = try Faults.makePublicFolder()
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
            try Faults.onFullDisk {
                #expect(throws: NSError.self) {
                    try coordinator.addPersistentStore(type: .sqlite, at: folder.appending(path: "Store.sqlite"))
                }
            }
            try coordinator.addPersistentStore(type: .sqlite, at: folder.appending(path: "Store.sqlite"))
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                context.item("a")
                try Faults.onFullDisk { #expect(throws: NSError.self) { try context.save() } }
                #expect(context.hasChanges)
                try context.save()
                #expect(try context.titles() == ["a"])
            }
            try FileManager.default.removeItem(at: folder)
        }
    }

    @Test(.enabled(if: Faults.canBecomeOrdinaryUser, "\(Faults.onlyRoot)"))
    func `a store in a folder that may not be searched is no new store`() async throws {
        let folder = try Faults.makePublicFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let folder = URL(filePath: path)
            let url = folder.appending(path: "Store.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
            try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url))
            try Faults.setMode(0, of: folder)
            try Faults.becomeOrdinaryUser()
            #expect(throws: (any Error).self) { try coordinator.addPersistentStore(type: .sqlite, at: url) }
            let error = #expect(throws: (any Error).self) {
                try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
            }
            #expect(error.map { ($0 as NSError).code } != CocoaError.fileReadNoSuchFile.rawValue)
        }
    }

    @Test(.enabled(if: Faults.canBecomeOrdinaryUser, "\(Faults.onlyRoot)"), arguments: [false, true])
    func `a store in a folder that may not be searched is not destroyed without an error`(_ isForced: Bool) async throws {
        let folder = try Faults.makePublicFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String, isForced] in
            let folder = URL(filePath: path)
            let url = folder.appending(path: "Store.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
            try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url))
            try Faults.setMode(0, of: folder)
            try Faults.becomeOrdinaryUser()
            #expect(throws: (any Error).self) {
                try coordinator.destroyPersistentStore(
                    at: url, type: .sqlite, options: [NSPersistentStoreForceDestroyOption: isForced as NSNumber])
            }
        }
    }

    // MARK: Models

    @Test(.enabled(if: Faults.canBecomeOrdinaryUser, "\(Faults.onlyRoot)"))
    func `a model file that cannot be read is no model`() async throws {
        let folder = try Faults.makePublicFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let folder = URL(filePath: path)
            let file = folder.appending(path: "Model.momd")
            try Data("{}".utf8).write(to: file)
            try Faults.setMode(0, of: file)
            try Faults.becomeOrdinaryUser()
            #expect(NSManagedObjectModel(contentsOf: file) == nil)
        }
    }

    // MARK: Cached results

    @Test(arguments: ["folder", "loop"])
    func `the store is read in place of a cache that cannot be read or written`(_ kind: String) throws {
        let name = "Cache \(UUID().uuidString)"
        let file = ResultsCache(name: name).file
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        if kind == "folder" {
            // Not empty, so that it is not replaced, either.
            try FileManager.default.createDirectory(at: file.appending(path: "full"), withIntermediateDirectories: true)
        } else {
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: file.lastPathComponent)
        }
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
        try coordinator.addPersistentStore(
            type: .sqlite, at: url, options: [NSPersistentHistoryTrackingKey: true as NSNumber])
        try save("a")
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        for _ in 0..<2 {
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
                request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
                let controller = NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: name)
                try controller.performFetch()
                #expect(controller.fetchedObjects?.count == 1)
            }
            ResultsCache.finishWriting()
        }
    }
}
