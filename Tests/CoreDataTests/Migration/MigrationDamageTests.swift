import Foundation
import GRDB
import StrataTestSupport
import Testing

@testable import CoreData

/// Migrations of stores with damaged rows, and with a damaged model.
@Suite struct MigrationDamageTests {
    @Test(arguments: [
        "UPDATE Z_METADATA SET Z_UUID = x'ff00ff'", "UPDATE Z_METADATA SET Z_UUID = 7", "UPDATE Z_METADATA SET Z_UUID = NULL",
        "UPDATE Z_METADATA SET Z_PLIST = 'text'", "UPDATE Z_METADATA SET Z_PLIST = 1.5", "DELETE FROM Z_METADATA",
        "UPDATE Z_PRIMARYKEY SET Z_NAME = NULL WHERE Z_NAME = 'Tag'",
        "UPDATE Z_PRIMARYKEY SET Z_NAME = x'ff' WHERE Z_NAME = 'Tag'",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 'many'", "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL", "UPDATE Z_PRIMARYKEY SET Z_MAX = 9e99",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", "UPDATE Z_PRIMARYKEY SET Z_SUPER = 'above'",
        "INSERT INTO Z_PRIMARYKEY VALUES (9, 8, 'x', x'00')", "INSERT INTO Z_PRIMARYKEY VALUES (9, NULL, NULL, NULL)",
        "UPDATE ZNOTE SET ZN = 'many', ZTAG = 'one'", "UPDATE ZNOTE SET Z_ENT = 'Note', Z_OPT = 'new'",
        "UPDATE ZNOTE SET Z_ENT = 77",
        """
        UPDATE ZNOTE SET Z_PK = -9223372036854775808 WHERE Z_PK = 1; UPDATE ZNOTE SET Z_PK = 9223372036854775807 WHERE Z_PK = 2;
        UPDATE ZTAG SET Z_PK = -9223372036854775808 WHERE Z_PK = 1; UPDATE ZTAG SET Z_PK = 9223372036854775807 WHERE Z_PK = 2
        """,
        "UPDATE ACHANGE SET ZCOLUMNS = 'text', ZENTITY = 'Note'", "UPDATE ACHANGE SET ZCOLUMNS = x''",
        "UPDATE ATRANSACTION SET ZTIMESTAMP = 'noon'", "UPDATE ATRANSACTIONSTRING SET ZNAME = 5",
    ])
    func `a damaged row is an error or is repaired`(_ damage: String) throws {
        Trial.begin(#fileID, seed: testSeed(), number: 1, input: Data(damage.utf8))
        let store = try VersionedStore(history: true)
        try store.open(MigrationFaultTests.versions[0]) { (context) throws in
            let tags = (0..<3).map { context.insert("Tag", ["name": "t\($0)"]) }
            for number in 0..<3 { context.insert("Note", ["name": "note \(number)", "n": number, "tag": tags[number]]) }
            try context.save()
            tags[0].setValue("other", forKey: "name")
        }
        let queue = try DatabaseQueue(path: store.url.path)
        try queue.write { try $0.execute(sql: damage) }
        try queue.close()
        do {
            let model = try ModelSource.model(MigrationFaultTests.versions[1])
            let container = NSPersistentContainer(name: "Test", managedObjectModel: model)
            let description = NSPersistentStoreDescription(url: store.url)
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
            container.persistentStoreDescriptions = [description]
            var failure: (any Error)?
            container.loadPersistentStores { failure = $1 }
            if let failure { throw failure }
            let context = container.newBackgroundContext()
            try context.performAndWait { () throws in
                context.insert("Note", ["title": "new"])
                try context.save()
            }
        } catch {
            // An error with a sentence, and no trap.
            #expect((error as NSError).domain == NSCocoaErrorDomain, "\(error)")
        }
    }

    @Test func `a damaged model in the file is an error or another model`() throws {
        let store = try MigrationFaultTests.filled(3)
        let whole = try store.read { try Data.fetchOne($0, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") ?? Data() }
        let archive = try Deflate.unpack(whole)
        var damage = Damage()
        var (opened, read) = (0, 0)
        let count = Damage.count(60, share: 0.001)
        for _ in 0..<count {
            let url = try MigrationFaultTests.copy(store, to: store.folder.url)
            let packed = try Deflate.pack(damage.damaged(archive))
            let queue = try DatabaseQueue(path: url.path)
            try queue.write { try $0.execute(sql: "UPDATE Z_MODELCACHE SET Z_CONTENT = ?", arguments: [packed]) }
            try queue.close()
            do {
                _ = try MigrationFaultTests.open(url, version: 1, migrates: true)
                opened += 1
            } catch {
                #expect((error as NSError).domain == NSCocoaErrorDomain, "\(error), seed \(damage.seed)")
            }
            // The model of a store that was not migrated is the damaged one.
            if (try? NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)) != nil { read += 1 }
        }
        #expect(opened < count, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }
}
