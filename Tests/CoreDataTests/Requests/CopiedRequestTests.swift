import CoreData
import Foundation
import Testing

/// A request without an entity name is for the entity of its results' class, and so is a copy of it
/// for other results.
@Suite(.eachStore) struct CopiedRequestTests {
    private func withQuakes(_ body: @escaping (NSManagedObjectContext) throws -> Void) throws {
        nonisolated(unsafe) let body = body
        let context = try NSPersistentContainer.inMemory().newBackgroundContext()
        try context.performAndWait {
            for code in ["a", "b"] { Quake(context: context).code = code }
            try context.save()
            try body(context)
        }
    }

    @Test func `a copy for any results fetches the entity of the first request's class`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<any NSFetchRequestResult>(NSFetchRequest<Quake>())
            let found = try context.fetch(request)
            #expect(found.compactMap { ($0 as? Quake)?.code } == ["a", "b"])
        }
    }

    @Test func `a copy for NSManagedObject fetches the entity of the first request's class`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<NSManagedObject>(NSFetchRequest<Quake>())
            let found = try context.fetch(request)
            #expect(found.map { $0.entity.name } == ["Quake", "Quake"])
        }
    }

    @Test func `a copy for identifiers or dictionaries fetches the entity of the first request's class`() throws {
        try withQuakes { context in
            let ids = NSFetchRequest<NSManagedObjectID>(NSFetchRequest<Quake>())
            ids.resultType = .managedObjectIDResultType
            let found = try context.fetch(ids)
            #expect(found.count == 2)
            let rows = NSFetchRequest<NSDictionary>(NSFetchRequest<NSManagedObject>(NSFetchRequest<Quake>()))
            rows.resultType = .dictionaryResultType
            let dictionaries = try context.fetch(rows)
            #expect(dictionaries.count == 2)
        }
    }

    @Test func `copy() keeps the class of a copied request`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<any NSFetchRequestResult>(NSFetchRequest<Quake>())
            let copy = try #require(request.copy() as? NSFetchRequest<any NSFetchRequestResult>)
            let count = try context.count(for: copy)
            #expect(count == 2)
        }
    }

    @Test func `a request without an entity name can be copied to one for a class`() throws {
        try withQuakes { context in
            let ofAny = try context.fetch(NSFetchRequest<Quake>(NSFetchRequest<any NSFetchRequestResult>()))
            #expect(ofAny.count == 2)
            let ofObjects = try context.fetch(NSFetchRequest<Quake>(NSFetchRequest<NSManagedObject>()))
            #expect(ofObjects.count == 2)
        }
    }

    @Test func `a batch deletion deletes what a request without an entity name matches`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<Quake>()
            request.predicate = NSPredicate(format: "code == 'a'")
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
            let count = try context.count(for: NSFetchRequest<Quake>())
            #expect(count == 1)
        }
    }

    @Test func `requests for two classes do not ask for the same`() {
        final class Other: NSManagedObject {}
        let quakes = NSFetchRequest<any NSFetchRequestResult>(NSFetchRequest<Quake>())
        #expect(quakes.asksTheSame(as: NSFetchRequest<Quake>()))
        #expect(!quakes.asksTheSame(as: NSFetchRequest<Other>()))
        #expect(!quakes.asksTheSame(as: NSFetchRequest<any NSFetchRequestResult>()))
    }
}
