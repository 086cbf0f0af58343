import Foundation
import Testing

@testable import CoreData

/// Keys of a subentity in fetches of its superentity: the objects of other entities have nil for
/// them, in the store and in memory.
@Suite(.eachStore) struct SubentityKeyTests: Sendable {
    private let container: NSPersistentContainer
    private let context: NSManagedObjectContext

    init() throws {
        container = try NSPersistentContainer.inMemory(.library())
        context = container.newBackgroundContext()
    }

    /// Runs a test with the reader Rex, who is seven and Ann's agent, and the authors Ann and Bob:
    /// first while they are unsaved, then when they are saved.
    private func withLibrary(_ test: @Sendable (Bookshelf) throws -> Void) throws {
        let context = context
        try context.performAndWait {
            let shelf = Bookshelf(context)
            shelf.rex.age = 7
            try test(shelf)
            try context.save()
            try test(shelf)
        }
    }

    private static func people(
        _ format: String, _ arguments: [Any] = [], by key: String = "name", ascending: Bool = true
    ) -> NSFetchRequest<Person> {
        let request = NSFetchRequest<Person>(entityName: "Person")
        request.predicate = NSPredicate(format: format, argumentArray: arguments)
        request.sortDescriptors = [
            NSSortDescriptor(key: key, ascending: ascending), NSSortDescriptor(key: "name", ascending: true),
        ]
        return request
    }

    private static let predicates: [(format: String, found: [String])] = [
        ("age == 7", ["Rex"]), ("age == nil", ["Ann", "Bob"]), ("NOT age == 7", ["Ann", "Bob"]),
        ("age != 7", ["Ann", "Bob"]), ("age > 3 OR name == 'Bob'", ["Bob", "Rex"]), ("age IN {7, 8}", ["Rex"]),
        ("age BETWEEN {1, 9}", ["Rex"]), ("age + 1 == 8", ["Rex"]), ("TERNARY(age == nil, 1, age) == 1", ["Ann", "Bob"]),
        ("agent.name == 'Rex'", ["Ann"]), ("agent == nil", ["Bob", "Rex"]), ("agent.age == 7", ["Ann"]),
        ("ANY books.title == 'Three'", ["Bob"]), ("NONE books.title == 'Three'", ["Ann", "Rex"]),
        ("ALL books.title == 'Three'", ["Bob", "Rex"]), ("books.@count == 2", ["Ann"]), ("NOT books.@count > 0", ["Rex"]),
        ("books.@max.title == 'Two'", ["Ann"]), ("ANY books.tags.name == 'red'", ["Ann", "Bob"]),
        ("SUBQUERY(books, $b, $b.title BEGINSWITH 'T').@count == 1", ["Ann", "Bob"]),
        ("SUBQUERY(books, $b, $b.author.agent.age == 7).@count == 2", ["Ann"]),
        ("SUBQUERY(agent, $a, $a.age == 7).@count == 1", ["Ann"]),
    ]

    @Test(arguments: predicates.indices) func `predicates read them`(place: Int) throws {
        let (format, found) = Self.predicates[place]
        try withLibrary { (shelf) throws in
            let request = Self.people(format)
            #expect(try shelf.context.fetch(request).map(\.name) == found)
            #expect(try shelf.context.count(for: request) == found.count)
        }
    }

    @Test func `predicates read them of related objects`() throws {
        try withLibrary { (shelf) throws in
            #expect(try shelf.titles("author.agent.age == 7", sort: "title") == ["One", "Two"])
            #expect(try shelf.titles("NOT author.agent.age == 7", sort: "title") == ["Three"])
        }
    }

    @Test func `sorts read them`() throws {
        try withLibrary { (shelf) throws in
            func names(_ key: String, ascending: Bool) throws -> [String?] {
                try shelf.context.fetch(Self.people("TRUEPREDICATE", by: key, ascending: ascending)).map(\.name)
            }
            #expect(try names("age", ascending: true) == ["Ann", "Bob", "Rex"])
            #expect(try names("age", ascending: false) == ["Rex", "Ann", "Bob"])
            #expect(try names("agent.age", ascending: false) == ["Ann", "Bob", "Rex"])
            #expect(try names("books.@count", ascending: false) == ["Ann", "Bob", "Rex"])
            let request = NSFetchRequest<Person>(entityName: "Person")
            request.sortDescriptors = [
                NSSortDescriptor(keyPath: \Reader.age, ascending: false),
                NSSortDescriptor(keyPath: \Person.name, ascending: false),
            ]
            #expect(try shelf.context.fetch(request).map(\.name) == ["Rex", "Bob", "Ann"])
        }
    }

    @Test func `live results follow their changes`() throws {
        try withLibrary { (shelf) throws in
            let context = shelf.context
            let eldest = try LiveResults.shared(
                request: Self.people("age >= 7 OR books.@count > 1", by: "age", ascending: false), sectionKey: nil, in: context)
            let clients = try LiveResults.shared(request: Self.people("agent.age > 7"), sectionKey: nil, in: context)
            func names(_ results: LiveResults) -> [String?] {
                (0..<results.count).map { (results.object(at: $0) as? Person)?.name }
            }
            #expect(names(eldest) == ["Rex", "Ann"] && names(clients) == [])
            shelf.rex.age = 8
            context.processPendingChanges()
            #expect(names(eldest) == ["Rex", "Ann"] && names(clients) == ["Ann"])
            shelf.rex.age = 6
            shelf.two.author = shelf.bob
            try context.save()
            #expect(names(eldest) == ["Bob"] && names(clients) == [])
            shelf.rex.age = 7
            shelf.two.author = shelf.ann
            try context.save()
            #expect(names(eldest) == ["Rex", "Ann"] && names(clients) == [])
        }
    }

    @Test func `sections and prefetching read them`() throws {
        try withLibrary { (shelf) throws in
            let request = Self.people("TRUEPREDICATE", by: "age")
            request.relationshipKeyPathsForPrefetching = ["books"]
            #expect(try shelf.context.fetch(request).map(\.name) == ["Ann", "Bob", "Rex"])
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: "age", cacheName: nil)
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["", "7"])
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
        }
    }

    @Test(.ownStore) func `dictionaries have them`() throws {
        try withLibrary { (shelf) throws in
            let request = NSFetchRequest<NSDictionary>(entityName: "Person")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["name", "age"]
            request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
            if shelf.context.hasChanges { return }
            let found = try shelf.context.fetch(request)
            #expect(found.map { $0["age"] as? Int } == [7, nil, nil])
        }
    }

    @Test(.ownStore) func `a key of two subentities is ambiguous`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try NSPersistentContainer.inMemory(SubentityKeyTests.ambiguous()).newBackgroundContext()
            _ = try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Pet")
                request.predicate = NSPredicate(format: "breed == 'x'")
                return try context.count(for: request)
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("'breed' is ambiguous") && message.contains("'Dog'") && message.contains("'Cat'"), "\(message)")
    }

    private static func ambiguous() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Pet" isAbstract="YES"/>
            <entity name="Dog" parentEntity="Pet"><attribute name="breed" optional="YES" attributeType="String"/></entity>
            <entity name="Cat" parentEntity="Pet"><attribute name="breed" optional="YES" attributeType="String"/></entity>
            """)
    }

    // MARK: The entity of an object

    private static let entities: [(format: String, found: [String])] = [
        ("entity == %@", ["Rex"]), ("entity != %@", ["Ann", "Bob"]), ("NOT entity == %@", ["Ann", "Bob"]),
        ("SELF.entity == %@ AND age == 7", ["Rex"]), ("agent.entity == %@", ["Ann"]), ("agent.entity != %@", ["Bob", "Rex"]),
        ("entity.name == 'Reader'", ["Rex"]), ("entity.name != 'Reader'", ["Ann", "Bob"]), ("entity.name == 'Book'", []),
        ("entity.name == 'Person'", []), ("entity.name IN {'Author', 'Reader'}", ["Ann", "Bob", "Rex"]),
        ("SUBQUERY(agent, $a, $a.entity.name == 'Reader').@count == 1", ["Ann"]),
    ]

    @Test(arguments: entities.indices) func `predicates test the entity`(place: Int) throws {
        let (format, found) = Self.entities[place]
        try withLibrary { (shelf) throws in
            let request = Self.people(format, format.contains("%@") ? [shelf.rex.entity] : [])
            #expect(try shelf.context.fetch(request).map(\.name) == found)
        }
    }

    @Test func `predicates look for the entity in a list`() throws {
        try withLibrary { (shelf) throws in
            let (author, reader) = (shelf.ann.entity, shelf.rex.entity)
            #expect(try shelf.context.fetch(Self.people("entity IN %@", [[author, reader]])).count == 3)
            #expect(try shelf.context.fetch(Self.people("entity IN %@", [[reader]])).map(\.name) == ["Rex"])
            #expect(try shelf.context.fetch(Self.people("NOT (entity IN %@)", [[reader]])).map(\.name) == ["Ann", "Bob"])
        }
    }

    private static func dictionaries(_ columns: Any...) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = columns
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
    }

    private static func text(_ name: String, _ format: String) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(format: format)
        description.expressionResultType = .stringAttributeType
        return description
    }

    @Test(.ownStore) func `columns test the entity`() throws {
        try withLibrary { (shelf) throws in
            if shelf.context.hasChanges { return }
            let request = Self.dictionaries(Self.text("kind", "TERNARY(entity.name IN {'Reader', 'x'}, 'r', 'p')"))
            #expect(try shelf.context.fetch(request).map { $0["kind"] as? String } == ["p", "p", "r"])
        }
    }

    @Test(.ownStore) func `conditions on groups test the entity, unless a column has its name`() throws {
        try withLibrary { (shelf) throws in
            if shelf.context.hasChanges { return }
            let request = Self.dictionaries("name")
            request.propertiesToGroupBy = ["name"]
            request.havingPredicate = NSPredicate(format: "entity.name == 'Reader'")
            #expect(try shelf.context.fetch(request).map { $0["name"] as? String } == ["Rex"])
            request.propertiesToFetch = ["name", Self.text("entity", "max:(name)")]
            request.havingPredicate = NSPredicate(format: "entity == 'Bob'")
            #expect(try shelf.context.fetch(request).map { $0["name"] as? String } == ["Bob"])
        }
    }

    @Test func `new values of a batch update test the entity`() throws {
        try withLibrary { (shelf) throws in
            if shelf.context.hasChanges { return }
            let update = NSBatchUpdateRequest(entityName: "Person")
            update.propertiesToUpdate = ["name": NSExpression(format: "TERNARY(entity.name == 'Reader', 'R', name)")]
            try shelf.context.execute(update)
            let request = Self.people("TRUEPREDICATE")
            request.shouldRefreshRefetchedObjects = true
            #expect(try shelf.context.fetch(request).map(\.name) == ["Ann", "Bob", "R"])
        }
    }

    @Test(.ownStore) func `any other use of the entity is an error`() throws {
        try withLibrary { (shelf) throws in
            let requests = [
                Self.dictionaries("entity.name"), Self.dictionaries(Self.text("name", "entity.name")),
                Self.dictionaries(Self.text("kind", "TERNARY(entity.name BEGINSWITH 'R', 'r', 'p')")),
                Self.dictionaries("name"), Self.dictionaries("name"),
            ]
            requests[3].predicate = NSPredicate(format: "entity.name BEGINSWITH 'R'")
            requests[4].sortDescriptors = [NSSortDescriptor(key: "entity.name", ascending: true)]
            for request in requests {
                let error = #expect(throws: NSError.self) { try shelf.context.fetch(request) }
                #expect(error?.code == NSPersistentStoreOperationError)
                let text = error?.localizedDescription ?? ""
                #expect(text.contains("entity.name: no column holds the entity of an object."), "\(text)")
            }
        }
    }

    /// The relationship has no inverse, so the object that refers to the deleted one is unchanged.
    @Test func `a deleted object is of no entity, in live results, too`() throws {
        let context = context
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            let reader = shelf.rex.entity
            func names(_ format: String) throws -> [String?] {
                try context.fetch(Self.people(format, format.contains("%@") ? [reader] : [])).map(\.name)
            }
            let clients = try LiveResults.shared(
                request: Self.people("agent.entity == %@", [reader]), sectionKey: nil, in: context)
            let others = try LiveResults.shared(
                request: Self.people("agent.entity != %@", [reader]), sectionKey: nil, in: context)
            #expect(clients.count == 1 && others.count == 2)
            context.delete(shelf.rex)
            context.processPendingChanges()
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                #expect(clients.count == 0 && others.count == 2)
                #expect(try names("agent.entity == %@") == [] && names("agent.entity != %@") == ["Ann", "Bob"])
                // The destination of the relationship.
                #expect(try names("agent.entity.name == 'Person'") == [])
                #expect(try names("SUBQUERY(agent, $a, $a.entity.name == 'Reader').@count == 1") == [])
            }
            // An unsaved object, whose agent is a fault.
            shelf.ann.name = "Anna"
            #expect(try names("agent.entity == %@") == [] && names("agent.entity.name == 'Person'") == [])
        }
    }

    /// As many as become one search in a list if they are of values, and one less.
    @Test(arguments: [49, 50]) func `many conditions may test the entity`(count: Int) throws {
        try withLibrary { (shelf) throws in
            func names(_ join: ([NSPredicate]) -> NSPredicate, _ format: (Int) -> String) throws -> [String?] {
                let request = Self.people("TRUEPREDICATE")
                request.predicate = join((0..<count).map { NSPredicate(format: format($0)) })
                return try shelf.context.fetch(request).map(\.name)
            }
            let any = NSCompoundPredicate.init(orPredicateWithSubpredicates:)
            let all = NSCompoundPredicate.init(andPredicateWithSubpredicates:)
            func name(_ number: Int) -> String { number == 0 ? "Rex" : "x\(number)" }
            #expect(try names(any) { "entity.name == 'Reader' AND name == '\(name($0))'" } == ["Rex"])
            #expect(try names(all) { "NOT (entity.name == 'Reader' AND name == '\(name($0))')" } == ["Ann", "Bob"])
            #expect(try names(any) { "entity.name == '\($0 == 0 ? "Author" : "x\($0)")'" } == ["Ann", "Bob"])
            #expect(try names(any) { "agent.entity.name == 'Reader' AND name == '\($0 == 0 ? "Ann" : "x")'" } == ["Ann"])
            // Beside them, equalities of values are one search as before.
            #expect(try names(any) { "name == '\(name($0))' OR entity.name == 'x\($0)'" } == ["Rex"])
        }
    }

    @Test func `objects of its subentities are not of an entity itself`() throws {
        let context = try NSPersistentContainer.inMemory(
            ModelSource.model(
                """
                <entity name="Vehicle"/>
                <entity name="Car" parentEntity="Vehicle"/>
                <entity name="Taxi" parentEntity="Car"/>
                """)
        ).newBackgroundContext()
        try context.performAndWait {
            for name in ["Vehicle", "Car", "Taxi"] {
                _ = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
            }
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                for name in ["Vehicle", "Car", "Taxi"] {
                    let request = NSFetchRequest<NSManagedObject>(entityName: "Vehicle")
                    request.predicate = NSPredicate(format: "entity.name == %@", name)
                    #expect(try context.fetch(request).map(\.entity.name) == [name])
                }
            }
        }
    }
}
