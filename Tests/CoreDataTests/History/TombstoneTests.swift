import Foundation
import Testing

@testable import CoreData

/// Tombstones: the values of deleted objects that the history preserves.
@Suite struct TombstoneTests {
    /// A model with the entity Animal (preserves name and tag, not weight) and its subentity Dog
    /// (preserves born, photo and chip; photo may be stored in an external file).
    private static func model(keeps: Bool = true) -> NSManagedObjectModel {
        func entity(_ name: String, _ attributes: [NSAttributeDescription]) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            entity.properties = attributes
            return entity
        }
        func kept(_ name: String, _ type: NSAttributeDescription.AttributeType) -> NSAttributeDescription {
            let attribute = NSManagedObjectModel.attribute(name, type)
            attribute.preservesValueInHistoryOnDeletion = keeps
            return attribute
        }
        let photo = kept("photo", .binaryData)
        photo.allowsExternalBinaryDataStorage = true
        let animal = entity(
            "Animal", [kept("tag", .uuid), NSManagedObjectModel.attribute("weight", .double), kept("name", .string)])
        let dog = entity("Dog", [photo, kept("born", .date), kept("chip", .transformable)])
        animal.subentities = [dog]
        let model = NSManagedObjectModel()
        model.entities = [animal, dog]
        return model
    }

    private static let tag = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private static let born = Date(timeIntervalSinceReferenceDate: 250_000_000.25)

    private static func insert(_ entity: String, _ values: [String: Any], _ context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    private static func deletions(_ context: NSManagedObjectContext) throws -> [NSPersistentHistoryChange] {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
        return transactions.flatMap { $0.changes ?? [] }.filter { $0.changeType == .delete }
    }

    @Test func keepMarkedAttributesUnderTheirNames() throws {
        let store = try TestStore(model: Self.model(), history: true)
        let context = store.context()
        try context.performAndWait {
            let values: [String: Any] = [
                "name": "Rex", "tag": Self.tag, "weight": 30.5, "born": Self.born, "photo": Data([1]), "chip": ["a", "b"],
            ]
            let dog = Self.insert("Dog", values, context)
            let animal = Self.insert("Animal", ["name": "Tom"], context)
            try context.save()
            context.delete(dog)
            context.delete(animal)
            try context.save()
            let deletions = try Self.deletions(context)
            let ofDog = try #require(deletions.first { $0.changedObjectID.entity.name == "Dog" }?.tombstone)
            #expect(Set(ofDog.keys) == ["name", "tag", "born", "chip"])
            #expect(ofDog["name"] as? String == "Rex")
            #expect(ofDog["tag"] as? UUID == Self.tag)
            #expect(ofDog["born"] as? Date == Self.born)
            #expect(ofDog["chip"] as? [String] == ["a", "b"])
            let ofAnimal = try #require(deletions.first { $0.changedObjectID.entity.name == "Animal" }?.tombstone)
            #expect(ofAnimal as? [String: String] == ["name": "Tom"])
        }
    }

    /// The preserved values have columns in the order of their names: born, chip, name and tag for
    /// a Dog, name and tag for an Animal. Each value has the format of the attribute's own column.
    @Test func columnsFollowTheNames() throws {
        let store = try TestStore(model: Self.model(), history: true)
        let context = store.context()
        try context.performAndWait {
            let dog = Self.insert("Dog", ["name": "Rex", "tag": Self.tag, "born": Self.born], context)
            let animal = Self.insert("Animal", ["name": "Tom"], context)
            try context.save()
            context.delete(dog)
            context.delete(animal)
            try context.save()
        }
        let sqlite = try #require(store.container.persistentStoreCoordinator.stores.stores.first).sqlite
        let rows = try sqlite.read { database in
            let sql = """
                SELECT quote(ZTOMBSTONE0), quote(ZTOMBSTONE1), quote(ZTOMBSTONE2), quote(ZTOMBSTONE3) FROM ACHANGE \
                WHERE ZCHANGETYPE = 2 ORDER BY ZENTITY
                """
            return try RawStatement(database, sql).use { statement in
                var rows: [[String?]] = []
                while try statement.step() { rows.append((0..<4).map(statement.text)) }
                return rows
            }
        }
        #expect(
            rows == [
                ["'Tom'", "NULL", "NULL", "NULL"],
                ["250000000.25", "NULL", "'Rex'", "X'0102030405060708090A0B0C0D0E0F10'"],
            ]
        )
    }

    @Test func batchDeletionsLeaveThemToo() throws {
        let store = try TestStore(model: Self.model(), history: true)
        let context = store.context()
        try context.performAndWait {
            _ = Self.insert("Dog", ["name": "Rex"], context)
            try context.save()
            try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Animal")))
            #expect(try Self.deletions(context).map { $0.tombstone as? [String: String] } == [["name": "Rex"]])
        }
    }

    @Test func areNilWhereNothingIsKept() throws {
        let store = try TestStore(model: Self.model(keeps: false), history: true)
        let context = store.context()
        try context.performAndWait {
            let dog = Self.insert("Dog", ["name": "Rex"], context)
            try context.save()
            context.delete(dog)
            try context.save()
            #expect(try Self.deletions(context).map { $0.tombstone == nil } == [true])
        }
    }

    /// The tables of both models are equal except those of the history.
    @Test func aStoreGetsTheColumnsItLacks() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try TestStore(model: Self.model(keeps: false), in: folder, history: true)
            let context = store.context()
            try context.performAndWait {
                _ = Self.insert("Dog", ["name": "Rex"], context)
                try context.save()
            }
        }
        let store = try TestStore(model: Self.model(), in: folder, history: true)
        let context = store.context()
        try context.performAndWait {
            for dog in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Dog")) { context.delete(dog) }
            try context.save()
            #expect(try Self.deletions(context).map { $0.tombstone as? [String: String] } == [["name": "Rex"]])
        }
    }
}
