import CoreData
import Foundation
import Testing

/// Six quakes in two places, with the sums one can do in the head.
@Suite struct DictionaryFetchTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        let rows: [[String: Any]] = [
            ["code": "a", "place": "Alaska", "magnitude": 1, "time": Date(timeIntervalSinceReferenceDate: 10)],
            ["code": "b", "place": "Alaska", "magnitude": 2, "time": Date(timeIntervalSinceReferenceDate: 20)],
            ["code": "c", "place": "Alaska", "magnitude": 6, "time": Date(timeIntervalSinceReferenceDate: 30)],
            ["code": "d", "place": "Chile", "magnitude": 4, "time": Date(timeIntervalSinceReferenceDate: 40)],
            ["code": "e", "place": "Chile", "magnitude": 8],
            ["code": "f", "magnitude": 3],
        ]
        nonisolated(unsafe) let request = NSBatchInsertRequest(entityName: "Quake", objects: rows)
        try context.performAndWait { _ = try context.execute(request) }
    }

    private func request(_ properties: Any...) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Quake")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = properties
        return request
    }

    private func expression(
        _ name: String, _ format: String, _ type: NSAttributeType = .undefinedAttributeType
    ) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(format: format)
        description.expressionResultType = type
        return description
    }

    /// The results as text, keys in alphabetical order.
    private func fetch(_ request: NSFetchRequest<NSDictionary>) throws -> [String] {
        nonisolated(unsafe) let request = request
        return try context.performAndWait {
            try context.fetch(request).map { dictionary in
                let keys = dictionary.allKeys.compactMap { $0 as? String }.sorted()
                return keys.map { "\($0)=\(dictionary[$0] ?? "")" }.joined(separator: " ")
            }
        }
    }

    @Test func namedPropertiesAreFetchedAndMissingValuesLeftOut() throws {
        let request = request("code", Quake.entity().attributesByName["place"] as Any)
        request.predicate = NSPredicate(format: "magnitude >= 3 AND magnitude <= 4")
        request.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: true)]
        #expect(try fetch(request) == ["code=f", "code=d place=Chile"])
    }

    @Test func aggregatesOverAllRowsMakeOneDictionary() throws {
        let sum = NSExpressionDescription()
        sum.name = "sum"
        sum.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "magnitude")])
        sum.expressionResultType = .integer32AttributeType
        let all = request(
            sum, expression("average", "average:(magnitude)", .doubleAttributeType), expression("count", "count:(SELF)"),
            expression("last", "max:(time)", .dateAttributeType), expression("least", "@min.magnitude", .integer16AttributeType))
        nonisolated(unsafe) let request = all
        let found = try context.performAndWait { try context.fetch(request) }
        #expect(found.count == 1)
        #expect(found.first?["sum"] as? Int == 24)
        #expect(found.first?["average"] as? Double == 4)
        #expect(found.first?["count"] as? Int == 6)
        #expect(found.first?["last"] as? Date == Date(timeIntervalSinceReferenceDate: 40))
        #expect(found.first?["least"] as? Int == 1)
    }

    @Test func groupsHaveOneDictionaryEach() throws {
        let request = request(
            "place", expression("n", "count:(code)"), expression("most", "max:(magnitude) * 10", .integer64AttributeType))
        request.propertiesToGroupBy = ["place"]
        request.sortDescriptors = [NSSortDescriptor(key: "place", ascending: false)]
        #expect(try fetch(request) == ["most=80 n=2 place=Chile", "most=60 n=3 place=Alaska", "most=30 n=1"])
        request.fetchOffset = 1
        request.fetchLimit = 1
        #expect(try fetch(request) == ["most=60 n=3 place=Alaska"])
        nonisolated(unsafe) let counted = request
        #expect(try context.performAndWait { try context.count(for: counted) } == 1)
    }

    @Test(arguments: ["n > 1", "$n > 1", "count:(code) > 1"]) func havingNamesExpressions(_ format: String) throws {
        let request = request("place", expression("n", "count:(code)"))
        request.propertiesToGroupBy = ["place"]
        request.havingPredicate = NSPredicate(format: format)
        #expect(try fetch(request) == ["n=3 place=Alaska", "n=2 place=Chile"])
    }

    @Test func distinctResultsComeOnce() throws {
        let request = request("place")
        request.predicate = NSPredicate(format: "place != nil")
        #expect(try fetch(request).count == 5)
        request.returnsDistinctResults = true
        #expect(try fetch(request) == ["place=Alaska", "place=Chile"])
        let counting = self.request(expression("places", "count:(distinct:(place))"))
        #expect(try fetch(counting) == ["places=2"])
    }

    /// The count is that of the dictionaries which a fetch returns, without unsaved changes.
    @Test func theCountIsThatOfTheDictionaries() throws {
        nonisolated(unsafe) let requests = [
            request(expression("sum", "sum:(magnitude)")), request("code"), request("place"), request("code"), request("code"),
        ]
        requests[2].returnsDistinctResults = true
        requests[3].fetchLimit = 4
        requests[4].propertiesToFetch = nil
        try context.performAndWait { [context] in
            Quake(context: context).code = "unsaved"
            let fetched = try requests.map { try context.fetch($0).count }
            #expect(fetched == [1, 6, 3, 4, 6])
            #expect(try requests.map { try context.count(for: $0) } == [1, 6, 3, 4, 6])
        }
    }

    @Test func theEvaluatedObjectIsItsIdentifier() throws {
        let identifier = NSExpressionDescription()
        identifier.name = "objectID"
        identifier.expression = NSExpression.expressionForEvaluatedObject()
        identifier.expressionResultType = .objectIDAttributeType
        nonisolated(unsafe) let request = request("code", identifier)
        try context.performAndWait {
            let dictionary = try #require(try context.fetch(request).first)
            let objectID = try #require(dictionary["objectID"] as? NSManagedObjectID)
            #expect((try context.existingObject(with: objectID) as? Quake)?.code == dictionary["code"] as? String)
        }
    }

    @Test func contradictionsAreErrors() throws {
        func error(_ change: (NSFetchRequest<NSDictionary>) -> Void) -> String? {
            let request = request("code", "magnitude")
            change(request)
            return #expect(throws: NSError.self) { try fetch(request) }?.localizedDescription
        }
        #expect(error { $0.havingPredicate = NSPredicate(value: true) }?.contains("no propertiesToGroupBy") == true)
        #expect(
            error {
                $0.propertiesToGroupBy = ["code"]
                $0.resultType = .managedObjectResultType
            }?.contains("returns dictionaries") == true)
        #expect(error { $0.propertiesToGroupBy = ["code"] }?.contains("'magnitude' is neither among propertiesToGroupBy") == true)
        #expect(
            error {
                $0.propertiesToFetch = nil
                $0.returnsDistinctResults = true
            }?.contains("Set propertiesToFetch") == true)
        #expect(
            error { $0.propertiesToFetch = [expression("x", "code", .dateAttributeType)] }?.contains(
                "another expressionResultType") == true)
    }
}

/// Along relationships.
@Suite struct RelatedDictionaryTests {
    private let container: NSPersistentContainer

    init() throws {
        container = try .inMemory(.library())
    }

    @Test func keyPathsAndCountsOfMembers() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            let count = NSExpressionDescription()
            count.name = "books"
            count.expression = NSExpression(format: "books.@count")
            let agent = NSExpressionDescription()
            agent.name = "who"
            agent.expression = NSExpression(forKeyPath: "agent")
            agent.expressionResultType = .objectIDAttributeType
            let request = NSFetchRequest<NSDictionary>(entityName: "Author")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["name", "agent.name", count, agent]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let found = try context.fetch(request)
            #expect(found.map { $0["books"] as? Int } == [2, 1])
            #expect(found.map { $0["agent.name"] as? String } == ["Rex", nil])
            // Of the object's own entity, which is one below the relationship's.
            #expect(found.map { $0["who"] as? NSManagedObjectID } == [shelf.rex.objectID, nil])
            request.propertiesToFetch = ["books"]
            let error = #expect(throws: NSError.self) { try context.fetch(request) }
            #expect(error?.localizedDescription.hasPrefix("Invalid to-many relationship 'books' in propertiesToFetch") == true)
        }
    }
}
