import Foundation
import StrataPredicates
import Testing

@testable import CoreData

/// Fetches and batches whose predicates a store decides only in part.
@Suite struct DividedPredicateTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Goods with a name, a price, and the shelf that they stand on.
    private static func model() -> NSManagedObjectModel {
        let (good, shelf) = (NSEntityDescription(), NSEntityDescription())
        (good.name, shelf.name) = ("Good", "Shelf")
        let (place, goods) = (NSRelationshipDescription(), NSRelationshipDescription())
        (place.name, place.destinationEntity, place.maxCount, place.inverseRelationship) = ("shelf", shelf, 1, goods)
        (goods.name, goods.destinationEntity, goods.maxCount, goods.inverseRelationship) = ("goods", good, 0, place)
        good.properties = [
            NSManagedObjectModel.attribute("name", .string), NSManagedObjectModel.attribute("price", .decimal), place,
        ]
        shelf.properties = [NSManagedObjectModel.attribute("room", .string), goods]
        let model = NSManagedObjectModel()
        model.entities = [good, shelf]
        return model
    }

    private static let names = ["Öl", "apple", "OLIVE", "bread", "Oat"]
    private static let prices = ["1.1", "2.5", "3.3", "0.1", "12345678901234567890.5"]

    /// Returns a context with five goods, of which the first two are on a shelf in the cellar.
    private func filled(_ container: NSPersistentContainer) throws -> NSManagedObjectContext {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
            shelf.setValue("Cellar", forKey: "room")
            for (index, name) in Self.names.enumerated() {
                let good = NSEntityDescription.insertNewObject(forEntityName: "Good", into: context)
                good.setValue(name, forKey: "name")
                good.setValue(Decimal(string: Self.prices[index]), forKey: "price")
                if index < 2 { good.setValue(shelf, forKey: "shelf") }
                try context.save()
            }
        }
        return context
    }

    private func request(_ predicate: NSPredicate) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Good")
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
    }

    private func names(_ request: NSFetchRequest<NSManagedObject>, _ context: NSManagedObjectContext) throws -> [String] {
        try context.performAndWait { try context.fetch(request).compactMap { $0.value(forKey: "name") as? String } }
    }

    @Test(arguments: StoreUnderTest.allCases) func `fetches and counts find what matches`(kind: StoreUnderTest) throws {
        try expectFetches(in: try filled(try kind.container(Self.model(), in: folder)))
    }

    /// The functions that the predicates of these tests call, each alone, and all functions.
    private static let missing = [[StringFunctions.match], [ValueFunctions.order], LimitedKind.functions]

    @Test(arguments: missing) func `fetches and counts find what matches without functions of SQL`(missing: [String]) throws {
        let (context, undecided) = try limited(without: missing)
        try expectFetches(in: context)
        #expect(undecided.value > 0)
    }

    /// Returns a filled context with a SQLite file whose engine lacks some functions.
    private func limited(without missing: [String]) throws -> (context: NSManagedObjectContext, undecided: LimitedKind.Count) {
        let (type, undecided) = try LimitedKind.register(without: missing)
        let url = folder.url.appending(path: "Store.sqlite")
        return (try filled(try .loaded(url, model: Self.model(), type: type)), undecided)
    }

    private func expectFetches(in context: NSManagedObjectContext) throws {
        let expected: [(NSPredicate, [String])] = [
            (NSPredicate(format: "name CONTAINS[cd] 'o'"), ["OLIVE", "Oat", "Öl"]),
            (NSPredicate(format: "name == 'bread' OR name BEGINSWITH[cd] 'o'"), ["OLIVE", "Oat", "bread", "Öl"]),
            (NSPredicate(format: "name >= 'P' AND NOT name CONTAINS[cd] 'l'"), ["bread"]),
            (NSPredicate(format: "shelf.room == 'Cellar' AND price > 2"), ["apple"]),
            (NSPredicate(format: "price IN {1.1, 3.3}"), ["OLIVE", "Öl"]),
        ]
        for (predicate, found) in expected {
            let request = request(predicate)
            #expect(try names(request, context) == found, "\(predicate)")
            let count = try context.performAndWait { try context.count(for: request) }
            #expect(count == found.count, "\(predicate)")
            (request.fetchOffset, request.fetchLimit) = (1, 1)
            #expect(try names(request, context) == Array(found.dropFirst().prefix(1)), "\(predicate)")
        }
    }

    @Test(arguments: StoreUnderTest.withBatches) func `batches write what matches`(kind: StoreUnderTest) throws {
        let context = try filled(try kind.container(Self.model(), in: folder))
        #expect(try update(context) == 1)
        #expect(try delete(context) == 1)
        #expect(try names(request(NSPredicate(value: true)), context) == ["OLIVE", "Oat", "bread", "oil"])
    }

    @Test(arguments: [[StringFunctions.match], LimitedKind.functions])
    func `batches write what matches without functions of SQL`(missing: [String]) throws {
        let (context, undecided) = try limited(without: missing)
        let before = undecided.value
        #expect(try update(context) == 1)
        let between = undecided.value
        #expect(between > before, "The update was not divided.")
        #expect(try delete(context) == 1)
        #expect(undecided.value > between, "The deletion was not divided.")
        #expect(try names(request(NSPredicate(value: true)), context) == ["OLIVE", "Oat", "bread", "oil"])
    }

    /// Updates the row of "Öl", and returns the number of updated rows.
    private func update(_ context: NSManagedObjectContext) throws -> Int? {
        try context.performAndWait {
            let update = NSBatchUpdateRequest(entityName: "Good")
            update.predicate = NSPredicate(format: "name CONTAINS[cd] 'o' AND price < 3")
            update.propertiesToUpdate = ["name": "oil"]
            update.resultType = .updatedObjectsCountResultType
            let result = try context.execute(update) as? NSBatchUpdateResult
            context.reset()
            return result?.result as? Int
        }
    }

    /// Deletes the row of "apple", and returns the number of deleted rows.
    private func delete(_ context: NSManagedObjectContext) throws -> Int? {
        try context.performAndWait {
            let goods = NSFetchRequest<any NSFetchRequestResult>(entityName: "Good")
            goods.predicate = NSPredicate(format: "shelf.room == 'Cellar' AND name ENDSWITH[c] 'E'")
            let deletion = NSBatchDeleteRequest(fetchRequest: goods)
            deletion.resultType = .resultTypeCount
            let result = try context.execute(deletion) as? NSBatchDeleteResult
            context.reset()
            return result?.result as? Int
        }
    }

    @Test func `a list of doubles is divided when decimals cannot be read as doubles`() throws {
        let (context, undecided) = try limited(without: [ValueFunctions.real])
        #expect(try names(request(NSPredicate(format: "price IN {1.1, 3.3}")), context) == ["OLIVE", "Öl"])
        #expect(undecided.value > 0)
    }

    @Test func `groups of two stores have the rows of both that memory finds`() throws {
        let (type, undecided) = try LimitedKind.register(without: [ValueFunctions.real])
        let container = try NSPersistentContainer.loaded(
            folder.url.appending(path: "First.sqlite"), model: Self.model(), type: type)
        let context = try filled(container)
        let second = try container.persistentStoreCoordinator.addPersistentStore(
            type: NSPersistentStore.StoreType(rawValue: type), at: folder.url.appending(path: "Second.sqlite"))
        let request = NSFetchRequest<NSDictionary>(entityName: "Good")
        request.resultType = .dictionaryResultType
        request.predicate = NSPredicate(format: "price IN {1.1, 3.3}")
        let number = NSExpressionDescription()
        (number.name, number.expression) = ("number", NSExpression(format: "count:(price)"))
        request.propertiesToFetch = ["name", number]
        request.propertiesToGroupBy = ["name"]
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let groups = try context.performAndWait {
            for (name, price) in [("OLIVE", "1.1"), ("rye", "3.3"), ("bread", "7.5")] {
                let good = NSEntityDescription.insertNewObject(forEntityName: "Good", into: context)
                context.assign(good, to: second)
                good.setValue(name, forKey: "name")
                good.setValue(Decimal(string: price), forKey: "price")
            }
            try context.save()
            return try context.fetch(request).map { "\($0["name"] ?? "-") \($0["number"] ?? "-")" }
        }
        #expect(groups == ["OLIVE 2", "rye 1", "Öl 1"])
        #expect(undecided.value > 0)
    }

    @Test func `an engine that does not decide a comparison fails if the query is not divided`() throws {
        let container = try StoreUnderTest.file.container(Self.model(), in: folder)
        let context = try filled(container)
        let engine = try container.persistentStoreCoordinator.requireStores().stores[0].engine
        let failing = FailingEngine(engine, type: engine.type, EngineFailures()) { _, _ in false }
        let layout = try #require(container.managedObjectModel.entitiesByName["Good"]).layout
        let query = try StoreQuery(layout, predicate: NSPredicate(format: "name == 'apple'"), sortDescriptors: nil)
        let generation = try #require(try failing.generation())
        for reader in [failing, generation] as [any StoreReader] {
            #expect(throws: (any Error).self) { try reader.fetch(query) }
            #expect(throws: (any Error).self) { try reader.count(query) }
            #expect(throws: (any Error).self) { try reader.keys(query) }
            #expect(try reader.count(query.with(.always(true))) == 5)
        }
        let divided = try DividedReader(failing, #require(query.bounds { _, _ in false }))
        #expect(try divided.count(query) == 1)
        withExtendedLifetime(context) {}
    }

    @Test func `an error of a related row that cannot be read is that of the fetch`() throws {
        let failures = EngineFailures()
        let container = try StoreUnderTest.memory.container(Self.model(), in: folder)
        let context = try filled(container)
        let engine = try container.persistentStoreCoordinator.requireStores().stores[0].engine
        let failing = FailingEngine(engine, type: engine.type, failures) { _, _ in false }
        let layout = try #require(container.managedObjectModel.entitiesByName["Good"]).layout
        let query = try StoreQuery(
            layout, predicate: NSPredicate(format: "shelf.room == 'Cellar'"), sortDescriptors: nil)
        let reader = try DividedReader(failing, #require(query.bounds { _, _ in false }))
        #expect(try reader.fetch(query).count == 2)
        failures.fail { $0 == .rows ? EngineFailures.unreadable : nil }
        #expect(throws: (any Error).self) { try reader.fetch(query) }
        withExtendedLifetime(context) {}
    }

    @Test func `a fetch with a limit reads all rows that may match only if the first ones do not suffice`() throws {
        let failures = EngineFailures()
        let container = try StoreUnderTest.memory.container(Self.model(), in: folder)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for index in 0..<600 {
                let good = NSEntityDescription.insertNewObject(forEntityName: "Good", into: context)
                good.setValue(index < 400 ? "oil \(1000 + index)" : "rye \(1000 + index)", forKey: "name")
            }
            try context.save()
        }
        let engine = try container.persistentStoreCoordinator.requireStores().stores[0].engine
        let failing = FailingEngine(engine, type: engine.type, failures) { _, _ in false }
        let layout = try #require(container.managedObjectModel.entitiesByName["Good"]).layout
        func names(_ text: String, offset: Int, limit: Int) throws -> [String] {
            var query = try StoreQuery(
                layout, predicate: NSPredicate(format: "name BEGINSWITH[cd] %@", text),
                sortDescriptors: [NSSortDescriptor(key: "name", ascending: true)])
            (query.offset, query.limit) = (offset, limit)
            let reader = try DividedReader(failing, #require(query.bounds { _, _ in false }))
            let slot = try #require(layout.slot(of: "name"))
            return try reader.fetchSorted(query).compactMap { layout.object($0.row.row.values[slot], at: slot) as? String }
        }
        #expect(try names("ö", offset: 2, limit: 3) == ["oil 1002", "oil 1003", "oil 1004"])
        #expect(failures.count(of: .fetchSorted) == 1)
        #expect(failures.lastLimit == 256)
        #expect(try names("r", offset: 1, limit: 2) == ["rye 1401", "rye 1402"])
        #expect(failures.count(of: .fetchSorted) == 3)
        #expect(failures.lastLimit == 0)
        #expect(try names("rye 15", offset: 0, limit: 200).count == 100)
        #expect(failures.count(of: .fetchSorted) == 4)
        #expect(try names("x", offset: 0, limit: 1) == [])
        #expect(failures.count(of: .fetchSorted) == 6)
    }
}
