import Foundation
import Testing

@testable import CoreData
@testable import StrataPredicates

/// Permanent IDs of new objects, obtained before their save.
@Suite(.eachStore) struct ObtainedIDsTests {
    /// An ID is no change of a row, so no query has to run again.
    @Test func liveResultsReplaceIDsWithoutAQuery() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let results = try LiveResults.shared(
                entity: try #require(context.model.entitiesByName["Quake"]), predicate: nil,
                sortDescriptors: [NSSortDescriptor(key: "magnitude", ascending: false)], sectionKey: nil, in: context)
            let quakes = (0..<10).map { number in
                let quake = Quake(context: context)
                quake.magnitude = Float(number)
                return quake
            }
            context.processPendingChanges()
            nonisolated(unsafe) var reopened = 0
            let subscription = results.subscribe { _, change in reopened += change.isReopened ? 1 : 0 }
            for (number, quake) in quakes.enumerated() {
                try context.obtainPermanentIDs(for: [quake])
                #expect(results.rowIDs.filter(\.isPermanent).count == number + 1)
                #expect(results.object(at: 9 - number) === quake)
            }
            try context.save()
            #expect(reopened == 0)
            #expect((0..<10).map { results.object(at: $0) } == quakes.reversed())
            subscription.cancel()
        }
    }

    @Test func anObjectThatIsNamedTwiceHasOneID() throws {
        let store = try TestStore(model: .library())
        let root = store.context()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = root
        nonisolated(unsafe) let tag = root.performAndWait { Tag(context: root) }
        root.performAndWait { tag.name = "red" }
        nonisolated(unsafe) let request = NSFetchRequest<Tag>(entityName: "Tag")
        nonisolated(unsafe) let known = try child.performAndWait { try #require(try child.fetch(request).first) }
        try root.performAndWait {
            try root.obtainPermanentIDs(for: [tag, tag])
            try root.save()
        }
        try child.performAndWait {
            let found = try child.fetch(request)
            #expect(found == [known])
            #expect(known.objectID == tag.objectID)
            #expect(known.name == "red")
        }
    }

    /// Relationships of all kinds, also those without an inverse, which no relation of the new object
    /// leads back to.
    @Test func relationshipsNameTheObtainedIDs() throws {
        let store = try TestStore(model: .library())
        let (context, other) = (store.context(), store.context())
        try context.performAndWait {
            let shelf = Bookshelf(context)
            let note = try #require(shelf.one.notes?.anyObject() as? Note)
            for object in [shelf.rex, shelf.ann, note, shelf.red, shelf.one] as [NSManagedObject] {
                try context.obtainPermanentIDs(for: [object])
            }
            #expect(shelf.ann.agent === shelf.rex)
            #expect(shelf.ann.books == [shelf.one, shelf.two])
            #expect(shelf.red.books == [shelf.one, shelf.three])
            #expect(shelf.one.notes == NSSet(object: note))
            #expect(try shelf.titles("author.agent == %@ AND ANY notes == %@", shelf.rex, note) == ["One"])
            shelf.one.notes = NSSet()
            shelf.two.notes = NSSet(object: note)
            try context.save()
        }
        try other.performAndWait {
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "author.agent.name == 'Rex' AND notes.@count == 1")
            let noted = try other.fetch(request)
            #expect(noted.map(\.title) == ["Two"])
            request.predicate = NSPredicate(format: "ANY tags.name == 'red'")
            #expect(Set(try other.fetch(request).map(\.title)) == ["One", "Three"])
        }
    }

    /// Setting a primitive value updates no inverse.
    @Test func aPrimitiveRelationshipIsSavedWithTheObtainedID() throws {
        let store = try TestStore(model: .library())
        let (context, other) = (store.context(), store.context())
        try context.performAndWait {
            let (book, author) = (Book(context: context), Author(context: context))
            author.name = "Ann"
            book.setPrimitiveValue(author, forKey: "author")
            try context.obtainPermanentIDs(for: [author])
            try context.save()
        }
        try other.performAndWait {
            let books = try other.fetch(NSFetchRequest<Book>(entityName: "Book"))
            #expect(books.map(\.author?.name) == ["Ann"])
        }
    }

    /// A to-many relationship has no value in its owner's row.
    @Test func aRefetchInAChildHasTheMembersOfTheParent() throws {
        let store = try TestStore(model: .library())
        let root = store.context()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = root
        nonisolated(unsafe) let author = root.performAndWait { Author(context: root) }
        try root.performAndWait { try root.save() }
        nonisolated(unsafe) let request = NSFetchRequest<Author>(entityName: "Author")
        request.shouldRefreshRefetchedObjects = true
        nonisolated(unsafe) let known = try child.performAndWait { try #require(try child.fetch(request).first) }
        child.performAndWait { #expect(known.books.isEmpty) }
        root.performAndWait { Book(context: root).author = author }
        try child.performAndWait {
            let found = try child.fetch(request)
            #expect(found == [known])
            #expect(known.books.count == 1)
        }
    }
}
