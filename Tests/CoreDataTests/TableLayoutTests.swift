import Foundation
import GRDB
import Testing

@testable import CoreData

/// The tables we create are Core Data's own; the authority is what it wrote.
@Suite struct TableLayoutTests {
    private func entity(_ name: String, _ attributes: [NSAttributeDescription]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes
        return entity
    }

    private func statements(_ entity: NSEntityDescription) -> [String] {
        let model = entity.model ?? NSManagedObjectModel()
        if entity.model == nil { model.entities = [entity] }
        let store = StoreLayout(model)
        return store.createStatements(QuerySchema(store, numbers: EntityNumbers(store.entities)))
    }

    @Test func columnsStandInGroupsByTypeThenByName() {
        let types: [NSAttributeDescription.AttributeType] = [
            .binaryData, .uuid, .uri, .string, .decimal, .date, .float, .double, .boolean, .integer64, .integer32, .integer16,
        ]
        let attributes = types.enumerated().map { index, type in
            NSManagedObjectModel.attribute(String("lkjihgfedcba".dropFirst(index).prefix(1)), type)
        }
        #expect(
            statements(entity("Sample", attributes)) == [
                """
                CREATE TABLE ZSAMPLE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA INTEGER, ZB INTEGER, ZC INTEGER, \
                ZD INTEGER, ZE FLOAT, ZF FLOAT, ZG TIMESTAMP, ZH DECIMAL, ZI VARCHAR, ZJ VARCHAR, ZK BLOB, ZL BLOB )
                """
            ]
        )
    }

    @Test func indexesAreNamedAsCoreDataNamesThem() {
        let model = NSManagedObjectModel.quakes()
        let quake = model.entities[0]
        let byDay = NSFetchIndexElementDescription(property: quake.properties[4], collationType: .binary)
        let byTime = NSFetchIndexElementDescription(property: quake.properties[1], collationType: .binary)
        byTime.isAscending = false
        quake.indexes = [NSFetchIndexDescription(name: "byDay", elements: [byDay, byTime])]
        #expect(
            Array(statements(quake).dropFirst()) == [
                "CREATE UNIQUE INDEX Z_Quake_UNIQUE_code ON ZQUAKE (ZCODE COLLATE BINARY ASC)",
                "CREATE INDEX Z_Quake_byDay ON ZQUAKE (ZDAY COLLATE BINARY ASC, ZTIME COLLATE BINARY DESC)",
            ]
        )
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func surfJournalsTableIsTheOneAppleMade() throws {
        let journal = entity(
            "JournalEntry",
            [
                NSManagedObjectModel.attribute("date", .date), NSManagedObjectModel.attribute("height", .string),
                NSManagedObjectModel.attribute("location", .string), NSManagedObjectModel.attribute("period", .string),
                NSManagedObjectModel.attribute("rating", .integer16), NSManagedObjectModel.attribute("wind", .string),
            ]
        )
        let schema = try String(
            contentsOf: SharedData.folder.appending(path: "stores/kodeco-surfjournal/schema.sql"), encoding: .utf8
        )
        #expect(schema.split(separator: "\n").first == "\(statements(journal)[0]);")
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func aTagsUniqueIndexIsTheOneAppleMade() throws {
        let tag = entity("OCKCDTag", [NSManagedObjectModel.attribute("title", .string)])
        tag.uniquenessConstraints = [["title"]]
        let schema = try String(
            contentsOf: SharedData.folder.appending(path: "stores/carekit-2.1-73dc7fe/schema.sql"), encoding: .utf8
        ).split(separator: "\n")
        for statement in statements(tag) { #expect(schema.contains(Substring(statement + ";"))) }
    }

    /// 5,000 rows that Core Data wrote, opened as they are.
    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func aStoreThatAppleWroteIsReadAndWritten() throws {
        let folder = try TemporaryFolder()
        let source = SharedData.folder.appending(path: "stores/\(AppleStore.surfJournal)").path
        // A write-ahead log is beside a store only where one was left.
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source + suffix) {
            try FileManager.default.copyItem(
                atPath: source + suffix, toPath: folder.url.appending(path: "Surf.sqlite\(suffix)").path)
        }
        let model = NSManagedObjectModel()
        model.entities = [
            entity(
                "JournalEntry",
                [
                    NSManagedObjectModel.attribute("date", .date), NSManagedObjectModel.attribute("height", .string),
                    NSManagedObjectModel.attribute("location", .string), NSManagedObjectModel.attribute("period", .string),
                    NSManagedObjectModel.attribute("rating", .integer16), NSManagedObjectModel.attribute("wind", .string),
                ]
            )
        ]
        let container = try NSPersistentContainer.loaded(folder.url.appending(path: "Surf.sqlite"), model: model)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "JournalEntry")
            #expect(try context.count(for: request) == 5_000)
            request.predicate = NSPredicate(format: "rating == 5 AND location CONTAINS %@", "Malibu")
            request.fetchLimit = 1
            let entry = try #require(try context.fetch(request).first)
            #expect(entry.value(forKey: "rating") as? Int == 5)
            entry.setValue(4, forKey: "rating")
            let new = NSManagedObject(entity: entry.entity, insertInto: context)
            try context.save()
            #expect(new.objectID.uriRepresentation().lastPathComponent == "p5001")
        }
    }

    @Test func aNewStoreHasCoreDatasBookkeeping() throws {
        let store = try TestStore(history: true)
        let database = try DatabaseQueue(path: store.url.path)
        try database.read { database in
            let keys = try Row.fetchAll(database, sql: "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
            #expect(
                keys.map { "\($0[0] as Int) \($0[1] as String) \($0[2] as Int) \($0[3] as Int)" } == [
                    "1 Quake 0 0", "16001 CHANGE 0 0", "16002 TRANSACTION 0 0", "16003 TRANSACTIONSTRING 0 0",
                ]
            )
            let metadata = try #require(try Row.fetchOne(database, sql: "SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA"))
            #expect(metadata[0] == 1)
            #expect(
                UUID(uuidString: metadata[1])?.uuidString
                    == store.container.persistentStoreCoordinator.persistentStores[0].identifier)
            let list = try PropertyListSerialization.propertyList(from: metadata[2] as Data, format: nil) as? [String: Any]
            #expect(list?["NSStoreType"] as? String == "SQLite")
            #expect(try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal")
            // Core Data's _NSAutoVacuumLevel is 2, which says the same.
            #expect(try Int.fetchOne(database, sql: "PRAGMA auto_vacuum") == 2)
        }
    }
}
