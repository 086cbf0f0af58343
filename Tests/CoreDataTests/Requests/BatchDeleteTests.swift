import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct BatchDeleteTests {
    private let context: NSManagedObjectContext

    init() throws {
        context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
    }

    private func delete(
        _ entity: String, _ format: String, _ type: NSBatchDeleteRequestResultType = .resultTypeCount
    ) throws -> Any? {
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        fetch.predicate = NSPredicate(format: format)
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        request.resultType = type
        return (try context.execute(request) as? NSBatchDeleteResult)?.result
    }

    private func count(_ entity: String) throws -> Int {
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
    }

    @Test func cascadingRelationshipsAreFollowedAndNullifyingOnesCleared() throws {
        try context.performAndWait {
            let shelf = Bookshelf(context)
            shelf.one.cover = Cover(context: context)
            shelf.two.prequel = shelf.one
            try context.save()
            // The book and its one chapter.
            #expect(try delete("Book", "title == 'One'") as? Int == 2)
            context.reset()
            #expect(try count("Book") == 2)
            #expect(try count("Chapter") == 0)
            #expect(try count("Note") == 1)
            let cover = try #require(try context.fetch(NSFetchRequest<Cover>(entityName: "Cover")).first)
            #expect(cover.book == nil)
            let tag = try #require(try context.fetch(NSFetchRequest<Tag>(entityName: "Tag")).first)
            #expect(tag.books?.compactMap(\.title) == ["Three"])
            let two = NSFetchRequest<Book>(entityName: "Book")
            two.predicate = NSPredicate(format: "title == 'Two'")
            #expect(try context.fetch(two).first?.prequel == nil)
        }
    }

    @Test func aDenyingRelationshipFailsTheWholeRequest() throws {
        try context.performAndWait {
            _ = Bookshelf(context)
            let lonely = Author(context: context)
            lonely.name = "Zoe"
            try context.save()
            let error = #expect(throws: NSError.self) { try delete("Author", "TRUEPREDICATE") }
            #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
            #expect(try count("Author") == 3)
            #expect(try delete("Author", "books.@count == 0") as? Int == 1)
        }
    }

    @Test func identifiersAreOfOneEntity() throws {
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            let mixed = NSBatchDeleteRequest(objectIDs: [shelf.one.objectID, shelf.red.objectID])
            #expect(throws: NSError.self) { try context.execute(mixed) }
            let none = NSBatchDeleteRequest(objectIDs: [])
            none.resultType = .resultTypeCount
            #expect((try context.execute(none) as? NSBatchDeleteResult)?.result as? Int == 0)
            let two = NSBatchDeleteRequest(objectIDs: [shelf.two.objectID, shelf.three.objectID])
            two.resultType = .resultTypeObjectIDs
            let deleted = (try context.execute(two) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID]
            #expect(Set(deleted ?? []) == [shelf.two.objectID, shelf.three.objectID])
        }
    }
}
