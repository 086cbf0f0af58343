import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

/// Limits, offsets and counts of fetches in contexts with unsaved changes.
@Suite struct PendingRangeTests {
    /// A limited fetch returns a part of the whole fetch, and the count is that of the objects.
    @Test(.eachStore) func rangesArePartsOfTheWhole() throws {
        for run in 0..<max(1, (SoakSettings.operations ?? 8_000) / 2_000) {
            let seed = testSeed(run)
            print("PendingRangeTests: STRATA_SEED=\(seed)")
            let container = try NSPersistentContainer.inMemory(.library())
            let context = container.newBackgroundContext()
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = context
            nonisolated(unsafe) var random = SeededGenerator(seed: seed)
            for step in 0..<30 {
                // The changes of the child are discarded, since they might conflict with later ones.
                child.performAndWait { child.reset() }
                for context in step % 3 == 0 ? [context, child] : [context] {
                    try context.performAndWait {
                        for _ in 0..<(step == 0 ? 40 : Int.random(in: 0...5, using: &random)) { try Self.edit(context, &random) }
                        for _ in 0..<12 { try Self.compare(context, &random, "STRATA_SEED=\(seed), step \(step)") }
                    }
                }
                if step % 5 == 0 { try context.performAndWait { try context.save() } }
            }
        }
    }

    private static func compare(
        _ context: NSManagedObjectContext, _ random: inout SeededGenerator, _ place: String
    ) throws {
        let isOfBooks = Bool.random(using: &random)
        let request = NSFetchRequest<NSManagedObject>(entityName: isOfBooks ? "Book" : "Person")
        let format = (isOfBooks ? Self.ofBooks : Self.ofPeople).randomElement(using: &random) ?? "TRUEPREDICATE"
        request.predicate = NSPredicate(format: format)
        if !isOfBooks {
            request.entity = NSEntityDescription.entity(
                forEntityName: ["Person", "Author", "Reader"].randomElement(using: &random) ?? "", in: context)
            request.includesSubentities = Bool.random(using: &random)
        }
        let key = (isOfBooks ? ["title", "author.name", "tags.@count"] : ["name"]).randomElement(using: &random) ?? "name"
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: Bool.random(using: &random))]
        let whole = try context.fetch(request)
        (request.fetchLimit, request.fetchOffset) = (Int.random(in: 0...8, using: &random), Int.random(in: 0...8, using: &random))
        let rest = whole.dropFirst(request.fetchOffset)
        let expected = request.fetchLimit > 0 ? Array(rest.prefix(request.fetchLimit)) : Array(rest)
        let comment: Comment = "\(place): \(request)"
        #expect(try context.fetch(request) == expected, comment)
        #expect(try context.count(for: request) == expected.count, comment)
        let identifiers = NSFetchRequest<NSManagedObjectID>(request)
        identifiers.resultType = .managedObjectIDResultType
        #expect(try context.fetch(identifiers) == expected.map(\.objectID), comment)
        (request.fetchLimit, request.fetchOffset) = (0, 0)
        #expect(try context.count(for: request) == whole.count, comment)
    }

    private static let ofBooks = [
        "TRUEPREDICATE", "title > 'b'", "author.name == 'a'", "author.agent.name != 'b'", "ANY tags.name == 'a'",
        "tags.@count == 0", "author == nil OR author.books.@count > 2", "title == author.name",
    ]
    private static let ofPeople = ["TRUEPREDICATE", "name == 'a'", "name != 'a'", "name == nil OR name > 'b'"]

    private static func edit(_ context: NSManagedObjectContext, _ random: inout SeededGenerator) throws {
        func any<Object: NSManagedObject>(_ entity: String) throws -> Object? {
            try context.fetch(NSFetchRequest<Object>(entityName: entity)).randomElement(using: &random)
        }
        let name = ["a", "b", "c", nil].randomElement(using: &random) ?? nil
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            let book = Book(context: context)
            (book.title, book.author) = (name, try any("Author"))
        case 2: Author(context: context).name = name
        case 3: Reader(context: context).name = name
        case 4: Tag(context: context).name = name
        case 5: try (any("Book") as Book?)?.title = name
        case 6: try (any("Person") as Person?)?.name = name
        case 7: try (any("Author") as Author?)?.agent = any("Person")
        case 8: try (any("Tag") as Tag?)?.name = name
        case 9: try (any("Book") as Book?).map(context.delete)
        case 10: try (any("Reader") as Reader?).map(context.delete)
        default:
            guard let book: Book = try any("Book"), let tag: Tag = try any("Tag") else { break }
            if book.tags.contains(tag) { book.removeFromTags(tag) } else { book.addToTags(tag) }
        }
    }

    @Test(.eachStore) func countsReadNoRowsOfOtherObjects() throws {
        let container = try NSPersistentContainer.inMemory()
        let failures = EngineFailures()
        failures.install(in: container.persistentStoreCoordinator)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for number in 0..<20 { Quake(context: context).code = "\(number)" }
            try context.save()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "magnitude < 5")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            try context.fetch(request)[3].magnitude = 6
            Quake(context: context).code = "x"
            let before = failures.count(of: .fetchSorted)
            #expect(try context.count(for: request) == 20)
            (request.fetchOffset, request.fetchLimit) = (18, 7)
            #expect(try context.count(for: request) == 2)
            #expect(failures.count(of: .fetchSorted) == before)
        }
    }

    @Test func `another store that executes requests makes no fetch read more rows`() throws {
        let server = CatalogServer()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try .catalog())
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: "Local", at: nil)
        let failures = EngineFailures()
        failures.install(in: coordinator)
        let type = "\(CatalogStore.self)"
        NSPersistentStoreCoordinator.registerStoreClass(CatalogStore.self, forStoreType: type)
        try coordinator.addPersistentStore(ofType: type, configurationName: "Server", at: server.url, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let notes = (0..<20).map { number in
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue("\(number)", forKey: "text")
                return note
            }
            try context.save()
            notes[3].setValue("x", forKey: "text")
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            let before = failures.count(of: .fetchSorted)
            #expect(try context.count(for: request) == 20)
            #expect(failures.count(of: .fetchSorted) == before)
            request.fetchLimit = 4
            #expect(try context.fetch(request).count == 4)
            #expect(failures.lastLimit == 5)
        }
        withExtendedLifetime(server) {}
    }

    /// Of `limit + offset` rows of the result, the store has to have as many more as may be left out.
    @Test func aLimitedFetchReadsAsManyRowsAsMayBeInIt() throws {
        let model = NSManagedObjectModel.quakes()
        let layout = try #require(model.entitiesByName["Quake"]).layout
        func rows(_ limit: Int, _ offset: Int, leavingOut count: Int) throws -> [Int] {
            let query = try StoreQuery(layout, predicate: nil, sortDescriptors: nil, limit: limit, offset: offset)
                .beforeOffset(leavingOut: count)
            return [query.limit, query.offset]
        }
        #expect(try rows(10, 0, leavingOut: 1) == [11, 0])
        #expect(try rows(10, 20, leavingOut: 3) == [33, 0])
        #expect(try rows(0, 20, leavingOut: 3) == [0, 0])
        #expect(try rows(.max, 20, leavingOut: 3) == [0, 0])
    }
}
