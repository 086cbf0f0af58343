import Foundation
import Testing

@testable import CoreData

/// An object whose properties are declared without `?`.
final class UnreadableRecord: NSManagedObject {
    enum Level: Int16, CaseIterable { case low = 1, high = 2 }

    var amount: Decimal { value(at: 0, "amount") }
    var flag: Bool { value(at: 1, "flag") }
    var id: UUID { value(at: 2, "id") }
    var level: Level { value(at: 3, "level") }
    var link: URL { value(at: 4, "link") }
    var list: [String] { value(at: 5, "list") }
    var name: String { value(at: 6, "name") }
    var number: Int64 { value(at: 7, "number") }
    var owner: UnreadableRecord {
        get { value(at: 8, "owner") }
        set { setValue(newValue, at: 8, "owner") }
    }
    var time: Date { value(at: 9, "time") }
}

/// Properties declared without `?` of objects that cannot be read.
@Suite(.eachStore) struct UnreadableTypesTests {
    private static let model: NSManagedObjectModel = {
        let entity = NSEntityDescription()
        entity.name = "Record"
        entity.managedObjectClassName = NSStringFromClass(UnreadableRecord.self)
        let attributes: [(String, NSAttributeDescription.AttributeType)] = [
            ("amount", .decimal), ("flag", .boolean), ("id", .uuid), ("level", .integer16), ("link", .uri),
            ("list", .transformable), ("name", .string), ("number", .integer64), ("time", .date),
        ]
        let owner = NSRelationshipDescription()
        (owner.name, owner.destinationEntity, owner.maxCount) = ("owner", entity, 1)
        entity.properties = attributes.map { NSManagedObjectModel.attribute($0, $1) } + [owner]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }()

    @Test func `properties without an optional type read as empty`() throws {
        let store = try TestStore(model: Self.model)
        let context = store.context()
        try context.run {
            let record = UnreadableRecord(context: context)
            for (key, value) in [
                ("amount", Decimal(1) as Any), ("flag", true), ("id", UUID()), ("level", 2), ("link", URL(filePath: "/a")),
                ("list", ["a"]), ("name", "b"), ("number", 3), ("time", Date()),
            ] { record.setValue(value, forKey: key) }
            record.owner = record
            try context.save()
            context.refresh(record, mergeChanges: false)
            store.container.forgetRows()
            let failures = EngineFailures()
            failures.install(in: store.container.persistentStoreCoordinator)
            failures.failReads()
            #expect(record.amount == 0)
            #expect(!record.flag)
            #expect(record.id.uuidString == "00000000-0000-0000-0000-000000000000")
            #expect(record.level == .low)
            #expect(record.link == URL(filePath: "/"))
            #expect(record.list == [])
            #expect(record.name == "")
            #expect(record.number == 0)
            #expect(record.owner.managedObjectContext == nil)
            #expect(record.time == Date(timeIntervalSinceReferenceDate: 0))
            failures.recover()
            #expect(record.amount == 1)
            #expect(record.level == .high)
            #expect(record.list == ["a"])
            #expect(record.owner === record)
        }
    }
}
