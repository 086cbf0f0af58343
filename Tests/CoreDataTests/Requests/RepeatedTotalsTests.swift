import CoreData
import Foundation
import Testing

/// Fetches of columns of each row and of aggregates, without groups.
///
/// Apple's answers were recorded by the tutorial "SQLite3 and CoreData" (GitHub, iOS 18.3), section
/// 15, row F: six notes, one of them without a title, whose stars are 1, 2, 3, 1, 2 and 4.
@Suite struct RepeatedTotalsTests {
    private static func model() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Note"
        entity.properties = [
            NSManagedObjectModel.attribute("title", .string), NSManagedObjectModel.attribute("stars", .integer64, default: 0),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    private static func insertNotes(_ context: NSManagedObjectContext) throws {
        for (number, stars) in [1, 2, 3, 1, 2, 4].enumerated() {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            if number < 5 { note.setValue("n\(number + 1)", forKey: "title") }
            note.setValue(stars, forKey: "stars")
        }
        try context.save()
    }

    private static func request(_ columns: [(name: String, format: String)]) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch =
            ["title"]
            + columns.map { column in
                let description = NSExpressionDescription()
                description.name = column.name
                description.expression = NSExpression(format: column.format)
                description.expressionResultType = .integer64AttributeType
                return description
            } as [Any]
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return request
    }

    private static func texts(_ request: NSFetchRequest<NSDictionary>, _ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(request).map { row in
            row.allKeys.compactMap { $0 as? String }.sorted().map { "\($0)=\(row[$0] ?? "")" }.joined(separator: " ")
        }
    }

    private static func check(_ context: NSManagedObjectContext) throws {
        let sum = request([("sum", "sum:(stars)")])
        #expect(
            try texts(sum, context) == [
                "sum=13", "sum=13 title=n1", "sum=13 title=n2", "sum=13 title=n3", "sum=13 title=n4", "sum=13 title=n5",
            ])
        #expect(try context.count(for: sum) == 6)
        // The limit is one of rows, and the predicate selects what is aggregated.
        let some = request([("sum", "sum:(stars)"), ("most", "max:(stars)"), ("n", "count:(title)")])
        some.predicate = NSPredicate(format: "stars < %lld AND title != nil", Int64(3))
        (some.fetchOffset, some.fetchLimit) = (1, 2)
        #expect(try texts(some, context) == ["most=2 n=4 sum=6 title=n2", "most=2 n=4 sum=6 title=n4"])
        #expect(try context.count(for: some) == 2)
        some.predicate = NSPredicate(format: "stars > 9")
        #expect(try texts(some, context) == [])
        let distinct = request([("n", "count:(stars)")])
        distinct.propertiesToFetch = ["stars"] + (distinct.propertiesToFetch ?? []).dropFirst()
        distinct.sortDescriptors = nil
        distinct.returnsDistinctResults = true
        #expect(try texts(distinct, context) == ["n=6 stars=1", "n=6 stars=2", "n=6 stars=3", "n=6 stars=4"])
        #expect(try context.count(for: distinct) == 4)
    }

    /// A column that computes from the row and from a total has a value of its own for each row.
    private static func checkMixed(_ context: NSManagedObjectContext) throws {
        let mixed = request([("rest", "sum:(stars) - stars"), ("most", "max:(stars)")])
        #expect(
            try texts(mixed, context) == [
                "most=4 rest=9", "most=4 rest=12 title=n1", "most=4 rest=11 title=n2", "most=4 rest=10 title=n3",
                "most=4 rest=12 title=n4", "most=4 rest=11 title=n5",
            ])
        #expect(try context.count(for: mixed) == 6)
        mixed.propertiesToFetch = Array((mixed.propertiesToFetch ?? [])[1...1])
        #expect(try texts(mixed, context) == ["rest=9", "rest=12", "rest=11", "rest=10", "rest=12", "rest=11"])
        mixed.predicate = NSPredicate(format: "stars < %lld AND title != nil", Int64(3))
        (mixed.fetchOffset, mixed.fetchLimit) = (1, 2)
        #expect(try texts(mixed, context) == ["rest=4", "rest=5"])
        #expect(try context.count(for: mixed) == 2)
        (mixed.predicate, mixed.fetchOffset, mixed.fetchLimit, mixed.sortDescriptors) = (nil, 0, 0, nil)
        mixed.returnsDistinctResults = true
        #expect(try texts(mixed, context) == ["rest=9", "rest=10", "rest=11", "rest=12"])
        #expect(try context.count(for: mixed) == 4)
        let aboveAverage = request([("high", "TERNARY(stars > average:(stars), 1, 0)")])
        #expect(
            try texts(aboveAverage, context) == [
                "high=1", "high=0 title=n1", "high=0 title=n2", "high=1 title=n3", "high=0 title=n4", "high=0 title=n5",
            ])
    }

    @Test func `a column of the row and of totals differs from row to row`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.run { () throws in
            try Self.insertNotes(context)
            try Self.checkMixed(context)
        }
    }

    @Test(arguments: AtomicStoreQueryTests.types) func `so it does in an atomic store`(_ type: String) throws {
        let store = try PlistContainer(Self.model(), type: type)
        let context = store.context()
        try context.run { () throws in
            try Self.insertNotes(context)
            try Self.checkMixed(context)
        }
    }

    @Test func `each row has the totals`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.run { () throws in
            try Self.insertNotes(context)
            try Self.check(context)
        }
    }

    @Test(arguments: AtomicStoreQueryTests.types) func `in an atomic store, too`(_ type: String) throws {
        let store = try PlistContainer(Self.model(), type: type)
        let context = store.context()
        try context.run { () throws in
            try Self.insertNotes(context)
            try Self.check(context)
        }
    }
}
