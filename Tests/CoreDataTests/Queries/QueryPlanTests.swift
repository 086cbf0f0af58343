import Foundation
import Testing

@testable import CoreData

/// SQLite's own word on how it runs a query: where an index must be used, it is.
@Suite struct QueryPlanTests {
    private func plan(_ model: NSManagedObjectModel, _ entityName: String, _ format: String, _ arguments: Any...) throws
        -> [String]
    {
        let container = try NSPersistentContainer.inMemory(model)
        let store = try #require(container.persistentStoreCoordinator.stores.stores.first).sqlite
        let entity = try #require(model.entitiesByName[entityName])
        let query = try StoreQuery(
            entity.layout, predicate: NSPredicate(format: format, argumentArray: arguments), sortDescriptors: nil)
        let sql = try SelectSQL(query, selection: "t0.Z_PK", tables: store.schema, isOrdered: false)
        return try store.read { database in
            try RawStatement(database, "EXPLAIN QUERY PLAN " + sql.text).use { statement in
                var details: [String] = []
                while try statement.step() { details.append(statement.text(3) ?? "") }
                return details
            }
        }
    }

    /// Items with an indexed text and date.
    private func items() -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Item"
        entity.properties = [
            NSManagedObjectModel.attribute("name", .string), NSManagedObjectModel.attribute("time", .date),
            NSManagedObjectModel.attribute("note", .string),
        ]
        entity.indexes = ["name", "time"].map { name in
            let property = entity.propertiesByName[name]!
            return NSFetchIndexDescription(
                name: "by_\(name)", elements: [NSFetchIndexElementDescription(property: property, collationType: .binary)])
        }
        model.entities = [entity]
        return model
    }

    @Test(arguments: [
        "name == 'x'", "name BEGINSWITH 'x'", "name IN {'x', 'y'}", "name > 'x' AND note == 'y'", "name == nil", "'x' < name",
    ])
    func comparisonsUseAnIndex(format: String) throws {
        let plan = try plan(items(), "Item", format)
        #expect(plan.first?.hasPrefix("SEARCH t0 USING") == true && plan.first?.contains("Z_Item_by_name") == true, "\(plan)")
    }

    @Test func aRangeOfDatesUsesAnIndex() throws {
        let plan = try plan(items(), "Item", "time BETWEEN %@", [Date(timeIntervalSinceReferenceDate: 0), Date()])
        #expect(plan.first?.contains("Z_Item_by_time (ZTIME>? AND ZTIME<?)") == true, "\(plan)")
    }

    @Test func whatIsFoldedScans() throws {
        #expect(try plan(items(), "Item", "name BEGINSWITH[c] 'x'").first?.hasPrefix("SCAN t0") == true)
    }

    @Test func keysAreLookedUp() throws {
        let model = NSManagedObjectModel.library()
        let entity = try #require(model.entitiesByName["Book"])
        let ids = (1...3).map { NSManagedObjectID(entity: entity, rowID: RowID($0), store: nil) }
        #expect(try plan(model, "Book", "SELF IN %@", ids).first == "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)")
        let author = NSManagedObjectID(entity: try #require(model.entitiesByName["Author"]), rowID: RowID(1), store: nil)
        #expect(try plan(model, "Book", "author == %@", author).first?.contains("ZBOOK_ZAUTHOR_INDEX (ZAUTHOR=?)") == true)
    }

    @Test(arguments: [
        "ANY chapters.title == 'x'", "SUBQUERY(tags, $t, $t.name == 'x').@count > 1", "tags.@count > 3",
        "ANY author.books.title == 'x'",
        "ANY tags.books.title == 'x'",
    ])
    func membersAreFoundByTheirOwner(format: String) throws {
        let plan = try plan(.library(), "Book", format)
        // The evaluated entity itself is passed over; nothing else is.
        let scans = plan.filter { $0.hasPrefix("SCAN") }
        #expect(scans.count == 1 && scans[0].hasPrefix("SCAN t0"), "\(plan)")
    }

    @Test func aToOnePathIsFollowedByKey() throws {
        let plan = try plan(.library(), "Book", "author.name == nil")
        #expect(plan.contains { $0.contains("t1 USING INTEGER PRIMARY KEY (rowid=?)") }, "\(plan)")
    }

}
