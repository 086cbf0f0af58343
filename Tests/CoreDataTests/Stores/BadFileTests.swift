import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import CoreData

/// Full disks and damaged files. An NSError describes the problem, existing files are not
/// overwritten, and the store works again once the cause is removed.
@Suite struct BadFileTests {
    private let folder: TemporaryFolder
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())

    init() throws {
        folder = try TemporaryFolder()
    }

    private var url: URL { folder.url.appending(path: "Store.sqlite") }

    @discardableResult
    private func add(_ url: URL? = nil, options: [AnyHashable: Any]? = nil) throws -> NSPersistentStore {
        try coordinator.addPersistentStore(type: .sqlite, at: url ?? self.url, options: options)
    }

    private func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func save(_ titles: [String]) throws {
        let context = context()
        try context.run { () throws in
            for title in titles { context.item(title) }
            try context.save()
        }
    }

    private func titles() throws -> [String] {
        let context = context()
        return try context.performAndWait { try context.titles() }
    }

    private func sqliteCode(_ error: NSError?) -> Int? {
        (error?.userInfo[NSSQLiteErrorDomain] as? NSNumber).map { $0.intValue & 0xFF }
    }

    /// Creates a store with many rows, all of them in the main file, and closes it. Returns the
    /// titles.
    private func closedStore(_ url: URL? = nil) throws -> [String] {
        let titles = (0..<3_000).map { String(format: "%05d ", $0) + String(repeating: "x", count: 100) }
        let store = try add(url)
        try save(titles)
        try coordinator.remove(store)
        let size = try FileManager.default.attributesOfItem(atPath: (url ?? self.url).path)[.size] as? Int
        #expect(size ?? 0 > 300_000)
        return titles
    }

    // MARK: Disks

    @Test(.enabled(if: SmallDisk.isPossible, "Only root can mount a small disk to fill.")) func aFullDisk() throws {
        let disk = try SmallDisk(megabytes: 2)
        try add(disk.url.appending(path: "Store.sqlite"))
        try save(["before"])
        try disk.fill(leaving: 20_000)
        let context = context()
        try context.run { () throws in
            for number in 0..<4_000 { context.item("item \(number)", rank: number) }
            let error = try #require(failure { try context.save() })
            #expect(error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileWriteOutOfSpace.rawValue)
            #expect(sqliteCode(error) == 13)
            #expect(error.localizedDescription.contains("disk is full"))
            #expect(context.hasChanges)
            #expect(try titles() == ["before"])
            try disk.empty()
            try context.save()
        }
        #expect(try titles().count == 4_001)
        let store = coordinator.persistentStores[0]
        try coordinator.remove(store)
        try add(disk.url.appending(path: "Store.sqlite"))
        #expect(try titles().count == 4_001)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "Only root can mount a small disk to fill.")) func aFullDiskUnderOneOfTwoStores()
        throws
    {
        let disk = try SmallDisk(megabytes: 2)
        let full = try add(disk.url.appending(path: "Full.sqlite"))
        let roomy = try add()
        try disk.fill(leaving: 20_000)
        let context = context()
        try context.run { () throws in
            for number in 0..<4_000 { context.item("item \(number)", in: number % 2 == 0 ? full : roomy) }
            #expect(failure { try context.save() }?.code == CocoaError.fileWriteOutOfSpace.rawValue)
            #expect(try titles() == [])
            try disk.empty()
            try context.save()
            #expect(try titles().count == 4_000)
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "Only root can mount a disk that root cannot write.")) func aReadOnlyFolder() throws
    {
        let disk = try SmallDisk(megabytes: 4)
        let url = disk.url.appending(path: "Store.sqlite")
        try coordinator.remove(add(url))
        try add(url)
        try save(["a"])
        try coordinator.remove(coordinator.persistentStores[0])
        try disk.setReadOnly(true)
        let existing = try #require(failure { try add(url) })
        #expect(existing.domain == NSCocoaErrorDomain && [8, 14].contains(sqliteCode(existing)))
        #expect(existing.localizedDescription.contains(url.path))
        #expect(failure { try add(disk.url.appending(path: "New.sqlite")) }?.domain == NSCocoaErrorDomain)
        #expect(coordinator.persistentStores.isEmpty)
        // A store that ships with an app is opened in this way.
        let store = try add(url, options: [NSReadOnlyPersistentStoreOption: true])
        #expect(try titles() == ["a"])
        #expect(failure { try save(["b"]) }?.code == CocoaError.fileWriteNoPermission.rawValue)
        try coordinator.remove(store)
        try disk.setReadOnly(false)
        try add(url)
        try save(["b"])
        #expect(try titles() == ["a", "b"])
    }

    @Test(.enabled(if: SmallDisk.isPossible, "Only root can make a file that root cannot write.")) func aReadOnlyFile() throws {
        let disk = try SmallDisk(megabytes: 4)
        let url = disk.url.appending(path: "Store.sqlite")
        let store = try add(url)
        try save(["a"])
        try coordinator.remove(store)
        let bytes = try Data(contentsOf: url)
        try disk.withReadOnly(url) {
            var attempt = failure { try add(url) }
            if attempt == nil { attempt = failure { try save(["b"]) } }
            let error = try #require(attempt)
            #expect(error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileWriteNoPermission.rawValue)
            #expect(sqliteCode(error) == 8)
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            #expect(try Data(contentsOf: url) == bytes)
        }
        try add(url)
        try save(["b"])
        #expect(try titles() == ["a", "b"])
    }

    // MARK: Files

    @Test(arguments: [50, 5_000, 150_000]) func aTruncatedFile(length: Int) throws {
        let all = try closedStore()
        let bytes = try Data(contentsOf: url)
        try bytes.prefix(length).write(to: url)
        var error = failure { try add() }
        if error == nil { error = failure { _ = try titles() } }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect([11, 26].contains(sqliteCode(error)))
        if !coordinator.persistentStores.isEmpty {
            #expect(failure { try save(["new"]) }?.code == CocoaError.fileReadCorruptFile.rawValue)
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        #expect(try Data(contentsOf: url) == bytes.prefix(length))
        try bytes.write(to: url)
        try add()
        #expect(try titles() == all)
    }

    @Test func aFileOverwrittenWhileOpen() throws {
        let all = try closedStore()
        let bytes = try Data(contentsOf: url)
        let store = try add()
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: Data(repeating: 0x5A, count: bytes.count))
        try handle.synchronize()
        #expect(failure { _ = try titles() }?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(failure { try save(["new"]) }?.code == CocoaError.fileReadCorruptFile.rawValue)
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
        try coordinator.remove(store)
        try add()
        #expect(try titles() == all)
        try save(["new"])
        #expect(try titles() == all + ["new"])
    }

    @Test func aFileOfGarbage() throws {
        let garbage = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try garbage.write(to: url)
        let error = failure { try add() }
        #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue && sqliteCode(error) == 26)
        #expect(try Data(contentsOf: url) == garbage)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Store.sqlite"])
        try FileManager.default.removeItem(at: url)
        try add()
        try save(["a"])
        #expect(try titles() == ["a"])
    }

    @Test func aFolderInItsPlace() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let error = failure { try add() }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSPersistentStoreOpenError)
        #expect(error?.localizedDescription.contains("is a folder") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Store.sqlite"])
        try FileManager.default.removeItem(at: url)
        try add()
    }

    @Test func anEmptyFile() throws {
        try Data().write(to: url)
        try add()
        try save(["a"])
        #expect(try titles() == ["a"])
    }

    @Test func aStoreOfANewerModel() throws {
        let newer = NSManagedObjectModel.shelves()
        newer.entitiesByName["Item"]?.properties.append(NSManagedObjectModel.attribute("weight", .double))
        let other = NSPersistentStoreCoordinator(managedObjectModel: newer)
        let store = try other.addPersistentStore(type: .sqlite, at: url)
        try other.remove(store)
        let bytes = try Data(contentsOf: url)
        let error = try #require(failure { try add() })
        #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
        let metadata = try #require(error.userInfo["metadata"] as? [String: Any])
        #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
        #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
        #expect((error.userInfo["reason"] as? String)?.hasPrefix("The model used to open the store is incompatible") == true)
        #expect(try Data(contentsOf: url) == bytes)
        try other.addPersistentStore(type: .sqlite, at: url)
    }

    /// A write-ahead log left by an earlier file of the same name is not replayed into a new store.
    @Test func aStaleLog() throws {
        try add()
        try save(["old"])
        let log = URL(filePath: url.path + "-wal")
        let stale = try Data(contentsOf: log)
        #expect(!stale.isEmpty)
        try coordinator.remove(coordinator.persistentStores[0])
        try FileManager.default.removeItem(at: url)
        try stale.write(to: log)
        try add()
        #expect(try titles() == [])
        try save(["new"])
        try coordinator.remove(coordinator.persistentStores[0])
        try add()
        #expect(try titles() == ["new"])
    }

    /// A store without its write-ahead log has the state of the last checkpoint.
    @Test func aMissingLog() throws {
        let store = try add()
        try save(["kept"])
        try coordinator.remove(store)
        try add()
        try save(["in the log"])
        let copy = folder.url.appending(path: "Copy.sqlite")
        try FileManager.default.copyItem(at: url, to: copy)
        try coordinator.remove(coordinator.persistentStores[0])
        try add(copy)
        #expect(try titles() == ["kept"])
        try save(["new"])
        #expect(try titles() == ["kept", "new"])
    }

    @Test func aStoreDeletedWhileOpen() throws {
        let store = try add()
        try save(["a"])
        let away = folder.url.appending(path: "Away.sqlite")
        for end in ["", "-wal", "-shm"] {
            try FileManager.default.moveItem(at: URL(filePath: url.path + end), to: URL(filePath: away.path + end))
        }
        let context = context()
        try context.run { () throws in
            context.item("b")
            let error = try #require(failure { try context.save() })
            #expect(error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileNoSuchFile.rawValue)
            #expect(error.localizedDescription.contains(url.path))
            #expect(!FileManager.default.fileExists(atPath: url.path))
            for end in ["", "-wal", "-shm"] {
                try FileManager.default.moveItem(at: URL(filePath: away.path + end), to: URL(filePath: url.path + end))
            }
            try context.save()
        }
        #expect(try titles() == ["a", "b"])
        try FileManager.default.removeItem(at: url)
        #expect(failure { try save(["c"]) }?.code == CocoaError.fileNoSuchFile.rawValue)
        try coordinator.remove(store)
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(at: URL(filePath: url.path + end)) }
        try add()
        try save(["d"])
        #expect(try titles() == ["d"])
    }

    /// The files of a process that was killed while it created the store, before the store had a
    /// write-ahead log: SQLite has to roll back the incomplete transaction.
    @Test func aWriteThatWasCutOffIsUndone() throws {
        let titles = try closedStore()
        let database = try DatabaseQueue(path: url.path)
        let cutOff = folder.url.appending(path: "CutOff.sqlite")
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE; DELETE FROM ZITEM")
            try #require(sqlite3_db_cacheflush(database.sqliteConnection) == SQLITE_OK)
            for end in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: url.path + end, toPath: cutOff.path + end)
            }
            try database.execute(sql: "ROLLBACK")
        }
        try database.close()
        try add(cutOff)
        #expect(try self.titles() == titles)
        try save(["after"])
        #expect(try self.titles().count == titles.count + 1)
    }

    /// SQLite refuses to bind a value above its length limit, and a parameter that is not bound is
    /// NULL.
    @Test func aValueAboveSQLitesLimitIsNotStoredAsNull() throws {
        try add()
        try save(["short"])
        let store = try #require(coordinator.persistentStores.first).sqlite
        _ = try store.database.writeWithoutTransaction { sqlite3_limit($0.sqliteConnection, SQLITE_LIMIT_LENGTH, 10_000) }
        let error = #expect(throws: NSError.self) { try save([String(repeating: "x", count: 20_000)]) }
        #expect(error?.localizedDescription.contains("longer than a column may be") == true)
        #expect(try titles() == ["short"])
    }
}
