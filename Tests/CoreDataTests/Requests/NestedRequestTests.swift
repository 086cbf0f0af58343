import Foundation
import Testing

@testable import CoreData

/// Predicates with the results of other requests: FETCH expressions, and aggregates of an attribute
/// over all objects of the entity.
@Suite(.eachStore) struct NestedRequestTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    /// Runs `body` with three saved quakes.
    private func withQuakes(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        try context.performAndWait {
            Self.insert("a", "Peru", 3.5, context)
            Self.insert("b", "Peru", 5, context)
            Self.insert("c", "Fiji", 6.5, context)
            try context.save()
            try body(context)
        }
    }

    @discardableResult
    private static func insert(
        _ code: String, _ place: String?, _ magnitude: Float, _ context: NSManagedObjectContext
    ) -> Quake {
        let quake = Quake(context: context)
        (quake.code, quake.place, quake.magnitude) = (code, place, magnitude)
        return quake
    }

    private static func request(_ format: String, _ arguments: Any...) -> NSFetchRequest<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.predicate = NSPredicate(format: format, argumentArray: arguments)
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
        return request
    }

    private static func codes(_ request: NSFetchRequest<Quake>, _ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(request).compactMap(\.code)
    }

    private static func fetch<T>(
        _ request: NSFetchRequest<T>, _ context: NSManagedObjectContext, countOnly: Bool = false
    ) -> NSExpression {
        NSFetchRequestExpression.expression(
            forFetch: NSExpression(forConstantValue: request), context: NSExpression(forConstantValue: context),
            countOnly: countOnly)
    }

    // MARK: Aggregates

    @Test(arguments: [
        ("magnitude == max(magnitude)", ["c"]), ("magnitude == min(magnitude)", ["a"]),
        ("magnitude == max(magnitude) AND place == 'Fiji'", ["c"]),
        // The greatest of all, and not of those in Peru.
        ("magnitude == max(magnitude) AND place == 'Peru'", []),
        ("magnitude >= average(magnitude)", ["b", "c"]), ("sum(magnitude) == 15 AND code == 'b'", ["b"]),
        ("magnitude == max:(magnitude) - 1.5", ["b"]), ("code == max(code)", ["c"]),
        ("NOT magnitude IN {min(magnitude), max(magnitude)}", ["b"]),
        ("NOT (magnitude == max(magnitude) OR magnitude == min(magnitude))", ["b"]),
    ])
    func `an aggregate is one of all objects of the entity`(format: String, codes: [String]) throws {
        try withQuakes { (context) throws in
            #expect(try Self.codes(Self.request(format), context) == codes)
            #expect(try context.count(for: Self.request(format)) == codes.count)
        }
    }

    @Test func `the attribute may be an argument`() throws {
        try withQuakes { (context) throws in
            #expect(try Self.codes(Self.request("%K == max(%K)", "magnitude", "magnitude"), context) == ["c"])
        }
    }

    @Test func `an aggregate leaves out nil`() throws {
        try withQuakes { (context) throws in
            #expect(try Self.codes(Self.request("time == max(time) AND time != nil"), context) == [])
            let dates = [20.0, 10].map { Date(timeIntervalSinceReferenceDate: $0) }
            for (quake, date) in zip(try context.fetch(Self.request("code != 'c'")), dates) { quake.time = date }
            try context.save()
            #expect(try Self.codes(Self.request("time == max(time)"), context) == ["a"])
            #expect(try Self.codes(Self.request("time == min(time)"), context) == ["b"])
        }
    }

    @Test(arguments: ["max", "min", "sum", "average"]) func `an aggregate of no objects`(function: String) throws {
        try context.performAndWait { () throws in
            #expect(try Self.codes(Self.request("magnitude == \(function)(magnitude)"), context) == [])
            #expect(try context.count(for: Self.request("magnitude == \(function)(magnitude)")) == 0)
        }
    }

    @Test func `unsaved changes count in an aggregate as they do in the fetch`() throws {
        try withQuakes { (context) throws in
            let new = Self.insert("d", "Fiji", 8, context)
            let request = Self.request("magnitude == max(magnitude)")
            #expect(try Self.codes(request, context) == ["d"])
            request.includesPendingChanges = false
            #expect(try Self.codes(request, context) == ["c"])
            request.includesPendingChanges = true
            new.magnitude = 1
            #expect(try Self.codes(request, context) == ["c"])
            context.delete(try #require(try context.fetch(Self.request("code == 'c'")).first))
            #expect(try Self.codes(request, context) == ["b"])
            #expect(try Self.codes(Self.request("magnitude < average(magnitude)"), context) == ["d"])
        }
    }

    @Test func `objects of subentities count in an aggregate`() throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait {
            for (name, age) in [("Ann", 30), ("Bob", 41)] as [(String, Int16)] {
                let reader = Reader(context: context)
                (reader.name, reader.age) = (name, age)
            }
            let author = Author(context: context)
            author.name = "Cid"
            try context.save()
            let people = NSFetchRequest<Person>(entityName: "Person")
            people.predicate = NSPredicate(format: "name == max(name)")
            #expect(try context.fetch(people).map(\.name) == ["Cid"])
            let readers = NSFetchRequest<Reader>(entityName: "Reader")
            readers.predicate = NSPredicate(format: "age == max(age) AND name != max(name)")
            #expect(try context.fetch(readers).map(\.name) == [])
            readers.predicate = NSPredicate(format: "age == max(age)")
            #expect(try context.fetch(readers).map(\.name) == ["Bob"])
        }
    }

    @Test func `objects of subentities count in an aggregate only if they do in the fetch`() throws {
        let context = try NSPersistentContainer.inMemory(
            ModelSource.model(
                """
                <entity name="Vehicle"><attribute name="weight" attributeType="Integer 64" defaultValueString="0"/></entity>
                <entity name="Truck" parentEntity="Vehicle"/>
                """)
        ).newBackgroundContext()
        try context.performAndWait {
            for (name, weight) in [("Vehicle", 1), ("Vehicle", 2), ("Truck", 9)] {
                NSEntityDescription.insertNewObject(forEntityName: name, into: context).setValue(weight, forKey: "weight")
            }
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                let request = NSFetchRequest<NSManagedObject>(entityName: "Vehicle")
                request.predicate = NSPredicate(format: "weight == max(weight)")
                #expect(try context.fetch(request).map { $0.value(forKey: "weight") as? Int } == [9])
                request.includesSubentities = false
                #expect(try context.fetch(request).map { $0.value(forKey: "weight") as? Int } == [2])
            }
        }
    }

    @Test func `a batch update and a batch deletion see what is stored`() throws {
        try withQuakes { (context) throws in
            Self.insert("d", "Fiji", 8, context)
            let update = NSBatchUpdateRequest(entityName: "Quake")
            update.predicate = NSPredicate(format: "magnitude == max(magnitude)")
            update.propertiesToUpdate = ["place": "Tonga"]
            _ = try context.execute(update)
            let weakest = Self.request("magnitude == min(magnitude)")
            weakest.sortDescriptors = nil
            _ = try context.execute(NSBatchDeleteRequest(fetchRequest: weakest))
            context.reset()
            let stored = try context.fetch(Self.request("TRUEPREDICATE")).map { "\($0.code ?? "") \($0.place ?? "")" }
            #expect(stored == ["b Peru", "c Tonga"])
        }
    }

    // MARK: FETCH

    @Test func `the objects that a request finds`() throws {
        try withQuakes { (context) throws in
            let inPeru = Self.fetch(Self.request("place == 'Peru'"), context)
            #expect(try Self.codes(Self.request("SELF IN %@", inPeru), context) == ["a", "b"])
            #expect(try Self.codes(Self.request("NOT SELF IN %@", inPeru), context) == ["c"])
            #expect(try Self.codes(Self.request("SELF IN %@ AND magnitude > 4", inPeru), context) == ["b"])
            let first = Self.request("TRUEPREDICATE")
            first.fetchLimit = 1
            #expect(try Self.codes(Self.request("SELF IN FETCH(%@, %@, NO)", first, context), context) == ["a"])
            #expect(try Self.codes(Self.request("SELF IN %@", Self.fetch(Self.request("code == 'x'"), context)), context) == [])
        }
    }

    @Test func `the number of objects that a request finds`() throws {
        try withQuakes { (context) throws in
            let number = Self.fetch(Self.request("place == 'Peru'"), context, countOnly: true)
            #expect(try Self.codes(Self.request("magnitude > %@ * 2", number), context) == ["b", "c"])
        }
    }

    @Test(.ownStore) func `the values of the only column of dictionaries`() throws {
        try withQuakes { (context) throws in
            Self.insert("d", nil, 1, context)
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Quake")
            request.predicate = NSPredicate(format: "magnitude < 5")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["place"]
            request.returnsDistinctResults = true
            let places = Self.fetch(request, context)
            #expect(try Self.codes(Self.request("place IN %@", places), context) == ["a", "b"])
            #expect(try Self.codes(Self.request("NOT place IN %@", places), context) == ["c", "d"])
            request.propertiesToFetch = ["place", "code"]
            let error = #expect(throws: NSError.self) {
                try context.fetch(Self.request("place IN %@", Self.fetch(request, context)))
            }
            #expect(error?.code == NSPersistentStoreOperationError)
            #expect(error?.localizedDescription.contains("one column") == true)
        }
    }

    @Test func `a nested request may have one of its own`() throws {
        try withQuakes { (context) throws in
            let strongest = Self.fetch(Self.request("magnitude == max(magnitude)"), context)
            let others = Self.fetch(Self.request("NOT SELF IN %@", strongest), context)
            #expect(try Self.codes(Self.request("SELF IN %@", others), context) == ["a", "b"])
        }
    }

    @Test func `unsaved changes count in a nested request as they do in the fetch`() throws {
        try withQuakes { (context) throws in
            try #require(try context.fetch(Self.request("code == 'a'")).first).place = "Fiji"
            Self.insert("d", "Peru", 1, context)
            let inPeru = Self.fetch(Self.request("place == 'Peru'"), context)
            let request = Self.request("SELF IN %@", inPeru)
            #expect(try Self.codes(request, context) == ["b", "d"])
            request.includesPendingChanges = false
            // The values are those of the context's objects.
            #expect(try Self.codes(request, context) == ["a", "b"])
        }
    }

    @Test func `a batch deletion of what a request does not find`() throws {
        try withQuakes { (context) throws in
            let strong = Self.request("magnitude > 4")
            let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
            fetch.predicate = NSPredicate(format: "NOT SELF IN %@", argumentArray: [Self.fetch(strong, context)])
            let request = NSBatchDeleteRequest(fetchRequest: fetch)
            request.resultType = .resultTypeCount
            #expect((try context.execute(request) as? NSBatchDeleteResult)?.result as? Int == 1)
            context.reset()
            #expect(try Self.codes(Self.request("TRUEPREDICATE"), context) == ["b", "c"])
        }
    }

    @Test func `the context of the query executes the request`() throws {
        let other = store.context()
        try withQuakes { (context) throws in
            let inPeru = Self.fetch(Self.request("place == 'Peru'"), other)
            #expect(try Self.codes(Self.request("SELF IN %@", inPeru), context) == ["a", "b"])
        }
    }

    // MARK: Live results

    private static func live(_ format: String, _ arguments: Any..., in context: NSManagedObjectContext) throws -> LiveResults {
        try LiveResults.shared(
            entity: Quake.entity(), predicate: NSPredicate(format: format, argumentArray: arguments),
            sortDescriptors: [NSSortDescriptor(key: "code", ascending: true)], sectionKey: nil, in: context)
    }

    private static func codes(_ results: LiveResults) -> [String] {
        (0..<results.count).compactMap { (results.object(at: $0) as? Quake)?.code }
    }

    @Test func `live results follow an aggregate`() throws {
        try withQuakes { (context) throws in
            let results = try Self.live("magnitude == max(magnitude)", in: context)
            #expect(Self.codes(results) == ["c"])
            #expect(results.query.isVolatile)
            nonisolated(unsafe) var changes = 0
            let subscription = results.subscribe { _, _ in changes += 1 }
            let new = Self.insert("d", "Fiji", 8, context)
            try context.save()
            #expect(Self.codes(results) == ["d"])
            #expect(changes > 0)
            // An unsaved change.
            new.magnitude = 6.5
            context.processPendingChanges()
            #expect(Self.codes(results) == ["c", "d"])
            #expect(try Self.live("magnitude == max(magnitude)", in: context) === results)
            context.delete(new)
            try #require(try context.fetch(Self.request("code == 'b'")).first).magnitude = 9
            try context.save()
            #expect(Self.codes(results) == ["b"])
            subscription.cancel()
        }
    }

    @Test func `live results follow a save that another context has made`() throws {
        let other = store.context()
        try withQuakes { (context) throws in
            let results = try Self.live("magnitude == max(magnitude)", in: context)
            let saved = Notices(.NSManagedObjectContextDidSave, of: other)
            try other.performAndWait {
                Self.insert("d", "Fiji", 8, other)
                try other.save()
            }
            context.mergeChanges(fromContextDidSave: try #require(saved.received.last))
            #expect(Self.codes(results) == ["d"])
        }
    }

    @Test func `live results follow a nested request`() throws {
        try withQuakes { (context) throws in
            let results = try Self.live(
                "magnitude > 4 AND SELF IN %@", Self.fetch(Self.request("place == 'Peru'"), context), in: context)
            #expect(Self.codes(results) == ["b"])
            try #require(try context.fetch(Self.request("code == 'c'")).first).place = "Peru"
            context.processPendingChanges()
            #expect(Self.codes(results) == ["b", "c"])
            try #require(try context.fetch(Self.request("code == 'b'")).first).place = nil
            try context.save()
            #expect(Self.codes(results) == ["c"])
        }
    }

    private struct Weak {
        weak var context: NSManagedObjectContext?
    }

    @Test func `a context ends after its live results with a nested request`() throws {
        func released() throws -> Weak {
            // A confined context, so that nothing else retains it even for a moment.
            let other = NSManagedObjectContext()
            other.persistentStoreCoordinator = store.container.persistentStoreCoordinator
            let all = Self.request("TRUEPREDICATE")
            let results = try Self.live("SELF IN FETCH(%@, %@, NO)", all, other, in: other)
            #expect(try Self.live("SELF IN FETCH(%@, %@, NO)", all, other, in: other) === results)
            #expect(results.count == 0)
            return Weak(context: other)
        }
        #expect(try released().context == nil)
    }
}
