import Foundation
import GRDB
import Testing

@testable import CoreData

/// The settings of store descriptions: pragmas, options, and loading in the background.
@Suite struct StoreOptionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var url: URL { folder.url.appending(path: "Store.sqlite") }

    private func opened(_ change: (NSPersistentStoreDescription) -> Void) throws -> SQLiteEngine {
        let description = NSPersistentStoreDescription(url: url)
        change(description)
        return try SQLiteEngine(description, model: .shelves())
    }

    @Test func soManyReadsRunAtOnce() throws {
        let key = NSPersistentStoreConnectionPoolMaxSizeKey
        let few = try opened { $0.setOption(NSNumber(value: 2), forKey: key) }
        #expect(few.database.configuration.maximumReaderCount == 2)
        // At least one reader is needed.
        let none = try opened { $0.setOption(NSNumber(value: 0), forKey: key) }
        #expect(none.database.configuration.maximumReaderCount == 1)
    }

    @Test func pragmasHoldOnEachConnection() throws {
        let store = try opened {
            $0.setValue("FULL" as NSString, forPragmaNamed: "synchronous")
            $0.setValue(NSNumber(value: 123), forPragmaNamed: "cache_size")
            $0.setValue("8192" as NSString, forPragmaNamed: "page_size")
        }
        func pragma(_ name: String, _ database: Database) throws -> String? {
            try String.fetchOne(database, sql: "PRAGMA \(name)")
        }
        try store.read { (database: Database) throws in
            #expect(try pragma("cache_size", database) == "123")
            #expect(try pragma("page_size", database) == "8192")
        }
        try store.write { (database: Database) throws in
            #expect(try pragma("synchronous", database) == "2")
            #expect(try pragma("cache_size", database) == "123")
            #expect(try pragma("journal_mode", database) == "wal")
        }
        let usual = try SQLiteEngine(NSPersistentStoreDescription(), model: .shelves())
        try usual.write { (database: Database) throws in #expect(try pragma("cache_size", database) != "123") }
    }

    /// With SQLite's default page cache of 2 MB, an import repeatedly evicts the pages of its
    /// indexes and reads them again, which took a third of its time.
    @Test func theWritingConnectionHasRoomForAnImportsIndexes() throws {
        let size = { (database: Database) throws in try Int.fetchOne(database, sql: "PRAGMA cache_size") }
        for store in [try opened { _ in }, try SQLiteEngine(NSPersistentStoreDescription(), model: .shelves())] {
            try store.write { (database: Database) throws in #expect(try size(database) == -16_000) }
            try store.close()
        }
        try opened { _ in }.read { (database: Database) throws in #expect(try size(database) == -2_000) }
    }

    @Test func aStoreWithoutAWriteAheadLog() throws {
        let container = NSPersistentContainer(name: "Shelves", managedObjectModel: .shelves())
        try container.persistentStoreCoordinator.addPersistentStore(
            type: .sqlite, at: url, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        let context = container.newBackgroundContext()
        try context.run { () throws in
            context.item("a")
            try context.save()
            #expect(try context.titles() == ["a"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Store.sqlite"])
            // Without a write-ahead log there are no query generations: a fetch reads the newest
            // rows.
            try context.setQueryGenerationFrom(.current)
            #expect(try context.titles() == ["a"])
        }
    }

    @Test(arguments: [("a b", "1"), ("synchronous", "1; DROP TABLE ZITEM"), ("", "1")]) func whatIsNoPragma(
        name: String, value: String
    ) {
        let error = failure { _ = try opened { $0.setValue(value as NSString, forPragmaNamed: name) } }
        #expect(error?.code == NSPersistentStoreOpenError)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func theFileIsVacuumedAndAnalyzed() throws {
        try opened { _ in }.write { (database: Database) throws in
            for number in 1...2_000 {
                try database.execute(
                    sql: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (?, 1, 1, ?)",
                    arguments: [number, String(repeating: "x\(number)", count: 100)])
            }
            try database.execute(sql: "DELETE FROM ZITEM WHERE Z_PK > 10")
        }
        let size = { try (FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber)?.intValue ?? 0 }
        let before = try size()
        let store = try opened {
            $0.setOption(true as NSNumber, forKey: NSSQLiteManualVacuumOption)
            $0.setOption(true as NSNumber, forKey: NSSQLiteAnalyzeOption)
        }
        #expect(try store.read { try $0.tableExists("sqlite_stat1") })
        _ = try store.database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        #expect(try size() < before / 4)
    }

    @Test(.timeLimit(.whenStuck)) func aLockedStoreIsWaitedForAsLongAsSaid() throws {
        let store = try opened { _ in }
        let description = NSPersistentStoreDescription(url: url)
        description.timeout = 0.05
        let impatient = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
        try impatient.addPersistentStore(
            type: .sqlite, at: url,
            options: [NSPersistentStoreTimeoutOption: description.options[NSPersistentStoreTimeoutOption]!])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = impatient
        try store.write { (_: Database) throws in
            try context.run { () throws in
                context.item("a")
                let error = try #require(failure { try context.save() })
                #expect(error.code == NSPersistentStoreTimeoutError)
                #expect((error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 5)
            }
        }
        try context.run { () throws in
            try context.save()
            #expect(try context.titles() == ["a"])
        }
    }

    @Test func aStoreWithMoreThanTheModelHas() throws {
        let larger = NSManagedObjectModel.shelves()
        larger.entitiesByName["Item"]?.properties.append(NSManagedObjectModel.attribute("weight", .double))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: larger)
        try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
        let failure = failure { _ = try opened { $0.shouldMigrateStoreAutomatically = false } }
        #expect(failure?.code == NSPersistentStoreIncompatibleVersionHashError)
        let store = try opened { $0.setOption(true as NSNumber, forKey: NSIgnorePersistentStoreVersioningOption) }
        #expect(UUID(uuidString: store.uuid) != nil)
    }

    @Test func aDescriptionIsCopiedAndCompared() throws {
        let description = NSPersistentStoreDescription(url: url)
        #expect(description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
        #expect(!description.shouldAddStoreAsynchronously && !description.isReadOnly && description.timeout == 240)
        description.configuration = "Things"
        description.timeout = 5
        description.setValue("OFF" as NSString, forPragmaNamed: "synchronous")
        let copy = try #require(description.copy() as? NSPersistentStoreDescription)
        #expect(copy == description && copy !== description)
        copy.setValue(nil, forPragmaNamed: "synchronous")
        #expect(copy.sqlitePragmas.isEmpty && description.sqlitePragmas == ["synchronous": "OFF" as NSString])
        #expect(copy != description)
    }
}

/// Options of any type, as a store has them.
@Suite struct StoreOptionValueTests {
    private struct Account: Equatable {
        let name: String
    }

    private final class Server {}

    @Test(arguments: [NSInMemoryStoreType, PlistStore.storeType])
    func aStoreHasTheOptionsThatItWasAddedWith(type: String) throws {
        _ = PlistStore.register
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
        let (server, uuid) = (Server(), UUID())
        let given: [AnyHashable: Any] = [
            "account": Account(name: "Ada"), "server": server, "data": Data([1, 2]), "date": Date(timeIntervalSince1970: 3),
            "url": URL(filePath: "/there"), "uuid": uuid, "names": ["a", "b"], "float": Float(0.5), "byte": UInt8(7),
            "most": UInt64.max, "least": Int64.min, "flag": true, "text": "text", "nested": ["account": [1: "one"]],
        ]
        let store = try coordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: folder.url.appending(path: "Store"), options: given)
        let options = try #require(store.options)
        #expect(options.count == given.count)
        #expect(options["account"] as? Account == Account(name: "Ada"))
        #expect(options["server"] as? Server === server)
        #expect(options["data"] as? Data == Data([1, 2]))
        #expect(options["date"] as? Date == Date(timeIntervalSince1970: 3))
        #expect(options["url"] as? URL == URL(filePath: "/there"))
        #expect(options["uuid"] as? UUID == uuid)
        #expect(options["names"] as? [String] == ["a", "b"])
        #expect(options["float"] as? Float == 0.5)
        #expect(options["byte"] as? Int == 7)
        #expect((options["most"] as? NSNumber)?.uint64Value == .max)
        #expect((options["least"] as? NSNumber)?.int64Value == .min)
        #expect(options["flag"] as? Bool == true)
        #expect(options["text"] as? String == "text")
        #expect(options["nested"] as? [String: [Int: String]] == ["account": [1: "one"]])
    }

    @Test func nilIsNSNullAndAnyOtherOptionalWhatItContains() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
        let given: [AnyHashable: Any] = [
            "missing": String?.none as Any, "text": String?.some("text") as Any, "object": NSNumber?.some(7) as Any,
            "account": Account?.some(Account(name: "Ada")) as Any,
        ]
        let store = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: given)
        let options = try #require(store.options)
        #expect(options["missing"] is NSNull)
        #expect(options["text"] as? String == "text")
        #expect(options["object"] as? Int == 7)
        #expect(options["account"] as? Account == Account(name: "Ada"))
    }

    @Test func aPragmaWithoutAValueLeavesTheOthers() {
        for none in [Account(name: "Ada"), String?.none as Any] {
            let pragmas: [String: Any] = ["synchronous": "FULL", "cache_size": 123, "mmap_size": none]
            let description = NSPersistentStoreDescription(
                type: NSSQLiteStoreType, configuration: nil, url: URL(filePath: "/there"),
                options: [NSSQLitePragmasOption: pragmas])
            #expect(description.sqlitePragmas == ["synchronous": "FULL" as NSString, "cache_size": NSNumber(value: 123)])
        }
    }

    @Test func aCopyHasTheOptionsOfItsOriginal() throws {
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
        let original = try coordinator.addPersistentStore(
            ofType: NSXMLStoreType, configurationName: nil, at: folder.url.appending(path: "Old"),
            options: ["account": Account(name: "Ada")])
        let copy = try coordinator.migratePersistentStore(
            original, to: folder.url.appending(path: "New"), withType: NSBinaryStoreType)
        #expect(copy.options?["account"] as? Account == Account(name: "Ada"))
    }
}

@Suite(.timeLimit(.whenStuck)) struct StoreLoadingTests {
    private final class Moved: NSPersistentContainer, @unchecked Sendable {
        override class func defaultDirectoryURL() -> URL { URL(filePath: "/tmp/strata-moved") }
    }

    @Test func aSubclassChoosesTheFolder() {
        let container = Moved(name: "Shelves", managedObjectModel: .shelves())
        #expect(container.persistentStoreDescriptions.map(\.url) == [URL(filePath: "/tmp/strata-moved/Shelves.sqlite")])
    }

    @Test func eachDescriptionIsAnswered() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "file"))
        let container = NSPersistentContainer(name: "Shelves", managedObjectModel: .shelves())
        let good = NSPersistentStoreDescription(url: folder.url.appending(path: "Good.sqlite"))
        let bad = NSPersistentStoreDescription(url: folder.url.appending(path: "file/Bad.sqlite"))
        container.persistentStoreDescriptions = [bad, good]
        var answers: [(NSPersistentStoreDescription, Bool)] = []
        container.loadPersistentStores { answers.append(($0, $1 == nil)) }
        #expect(answers.map(\.0) == [bad, good] && answers.map(\.1) == [false, true])
        // Open stores are skipped, and the store that failed is loaded again.
        answers = []
        try FileManager.default.removeItem(at: folder.url.appending(path: "file"))
        container.loadPersistentStores { answers.append(($0, $1 == nil)) }
        #expect(answers.map(\.0) == [bad] && answers.map(\.1) == [true])
        #expect(container.persistentStoreCoordinator.persistentStores.count == 2)
        // A store that was removed is opened again.
        answers = []
        try container.persistentStoreCoordinator.remove(container.persistentStoreCoordinator.persistentStores[0])
        container.loadPersistentStores { answers.append(($0, $1 == nil)) }
        #expect(answers.map(\.0) == [good])
    }

    @Test func aStoreIsAddedInTheBackground() async throws {
        let folder = try TemporaryFolder()
        let container = NSPersistentContainer(name: "Shelves", managedObjectModel: .shelves())
        let url = folder.url.appending(path: "Later.sqlite")
        let description = NSPersistentStoreDescription(url: url)
        description.shouldAddStoreAsynchronously = true
        container.persistentStoreDescriptions = [description]
        // Blocks the coordinator's queue until `loadPersistentStores` has returned.
        let coordinator = container.persistentStoreCoordinator
        let gate = DispatchSemaphore(value: 0)
        func holdUp() { coordinator.perform { gate.wait() } }
        holdUp()
        let error: (any Error)? = await withCheckedContinuation { continuation in
            container.loadPersistentStores { _, error in continuation.resume(returning: error) }
            #expect(coordinator.persistentStores.isEmpty)
            gate.signal()
        }
        #expect(error == nil)
        #expect(coordinator.persistentStores.map(\.url) == [url])
    }

    @Test func storesInMemoryShareNothing() throws {
        let all = try (0..<2).map { _ in try Shelves([(nil, nil)]) }
        for (index, shelves) in all.enumerated() {
            let context = shelves.context()
            try context.run { () throws in
                context.item("\(index)")
                try context.save()
            }
        }
        for (index, shelves) in all.enumerated() {
            let context = shelves.context()
            #expect(try context.performAndWait { try context.titles() } == ["\(index)"])
        }
    }
}
