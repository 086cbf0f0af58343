import Foundation
import Testing

@testable import CoreData

/// Live results whose predicate or sort follows relationships.
@Suite(.eachStore) struct LiveRelatedResultsTests: Sendable {
    private let container: NSPersistentContainer
    private let context: NSManagedObjectContext

    init() throws {
        container = try NSPersistentContainer.inMemory(.library())
        context = container.newBackgroundContext()
    }

    private func live(_ request: NSFetchRequest<Book>) throws -> LiveResults {
        try LiveResults.shared(request: request, sectionKey: nil, in: context)
    }

    private func titles(_ results: LiveResults) -> [String] {
        (0..<results.count).compactMap { (results.object(at: $0) as? Book)?.title }
    }

    /// The tag still has the change that the refreshed book lost, and saves it.
    @Test func `a member change that only one end has moves the row at the other end`() throws {
        let (context, other) = (context, container.newBackgroundContext())
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.predicate = NSPredicate(format: "tags.@count > 0")
        nonisolated(unsafe) let tagged = request
        nonisolated(unsafe) let others = try other.performAndWait {
            other.automaticallyMergesChangesFromParent = true
            other.retainsRegisteredObjects = true
            return try LiveResults.shared(request: tagged, sectionKey: nil, in: other)
        }
        func othersTags() -> [Int] { other.registeredObjects.compactMap { ($0 as? Book)?.tags.count } }
        try context.performAndWait {
            let (book, tag) = (Book(context: context), Tag(context: context))
            book.addToTags(tag)
            try context.save()
            let results = try live(tagged)
            #expect(results.count == 1)
            other.performAndWait {
                _ = others.object(at: 0)
                #expect(othersTags() == [1])
            }
            book.removeFromTags(tag)
            context.refresh(book, mergeChanges: false)
            context.processPendingChanges()
            #expect(book.tags.count == 1)
            try context.save()
            #expect(try context.count(for: tagged) == 0)
            #expect(results.count == 0)
            #expect(book.tags.count == 0)
        }
        other.performAndWait {
            #expect(others.count == 0)
            #expect(othersTags() == [0])
        }
    }

    @Test func anEditOfARelatedObjectMovesWhatLeadsToIt() throws {
        let context = context
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            let sorted = try live(shelf.request("author != nil", sort: "author.name", "title"))
            let filtered = try live(shelf.request("ANY tags.name == 'red'", sort: "title"))
            #expect(titles(sorted) == ["One", "Two", "Three"] && titles(filtered) == ["One", "Three"])
            nonisolated(unsafe) var told: [Bool] = []
            let subscription = sorted.subscribe { _, change in told.append(change.isReopened) }
            shelf.ann.name = "Zoe"
            context.processPendingChanges()
            #expect(titles(sorted) == ["Three", "One", "Two"] && told == [false])
            // A change to a tag, or to a property of an author that the result does not read, has
            // no effect.
            shelf.ann.agent = nil
            shelf.red.name = "rot"
            context.processPendingChanges()
            #expect(titles(filtered) == [] && told == [false])
            shelf.three.author = shelf.ann
            context.processPendingChanges()
            #expect(titles(sorted) == ["One", "Three", "Two"])
            context.rollback()
            #expect(titles(sorted) == ["One", "Two", "Three"] && titles(filtered) == ["One", "Three"])
            subscription.cancel()
        }
    }

    /// An object that a rollback restores has the values that it had while it was deleted.
    @Test func aRollbackOfADeletionIsNoticed() throws {
        let context = context
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            let results = try live(shelf.request("ANY notes.text == 'n'", sort: "title"))
            for case let note as Note in shelf.one.notes?.allObjects ?? [] { context.delete(note) }
            context.processPendingChanges()
            #expect(titles(results) == [])
            context.rollback()
            #expect(titles(results) == ["One"])
        }
    }

    /// The relationship from a book to its notes has no inverse. After a note is deleted, its books
    /// are unknown, and the query runs again.
    @Test func aDeletedObjectWithoutAnInverseIsMissed() async throws {
        let (context, other) = (context, container.newBackgroundContext())
        context.automaticallyMergesChangesFromParent = true
        nonisolated(unsafe) var held: LiveResults?
        try await context.perform {
            let shelf = Bookshelf(context)
            try context.save()
            held = try live(shelf.request("ANY notes.text == 'n'", sort: "title"))
        }
        try await other.perform {
            let deletion = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Note"))
            deletion.resultType = .resultTypeObjectIDs
            let gone = (try other.execute(deletion) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID] ?? []
            #expect(gone.count == 1)
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: gone], into: [context])
        }
        await context.perform {
            #expect(held.map(titles) == [])
            held = nil
        }
    }

    @Test func theSaveOfAnotherContextDoesToo() async throws {
        let (context, other) = (context, container.newBackgroundContext())
        context.automaticallyMergesChangesFromParent = true
        nonisolated(unsafe) var held: LiveResults?
        let author = try await context.perform {
            let shelf = Bookshelf(context)
            try context.save()
            held = try live(shelf.request("author.name >= 'A'", sort: "author.name", "title"))
            return shelf.ann.objectID
        }
        try await other.perform {
            (other.object(with: author) as? Author)?.name = "Zoe"
            try other.save()
        }
        // The merge precedes this block in the context's queue.
        await context.perform { #expect(held.map(titles) == ["Three", "One", "Two"]) }
        try await other.perform {
            for book in (other.object(with: author) as? Author)?.books ?? [] { book.author = nil }
            try other.save()
        }
        await context.perform {
            #expect(held.map(titles) == ["Three"])
            held = nil
        }
    }

    @Test func aWindowFollows() throws {
        let context = context
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            let request = shelf.request("TRUEPREDICATE", sort: "author.name", "title")
            (request.fetchOffset, request.fetchLimit) = (1, 2)
            let results = try live(request)
            #expect(titles(results) == ["Two", "Three"])
            shelf.ann.name = "Zoe"
            context.processPendingChanges()
            #expect(titles(results) == ["One", "Two"])
        }
    }

    /// A localized sort of the rows' own text has no sort prefixes. Each changed row still moves to
    /// its position without a new query.
    @Test func textInALocalesOrderIsPlacedByTheRowsThemselves() throws {
        let context = context
        try context.performAndWait {
            let shelf = Bookshelf(context)
            (shelf.one.title, shelf.two.title, shelf.three.title) = ("file 10", "File 2", "file 1")
            try context.save()
            let request = shelf.request("TRUEPREDICATE")
            request.sortDescriptors = [
                NSSortDescriptor(key: "title", ascending: true, selector: "localizedStandardCompare:")
            ]
            let results = try live(request)
            nonisolated(unsafe) var reopened = false
            let subscription = results.subscribe { _, change in reopened = reopened || change.isReopened }
            #expect(titles(results) == ["file 1", "File 2", "file 10"])
            shelf.three.title = "file 3"
            context.processPendingChanges()
            #expect(titles(results) == ["File 2", "file 3", "file 10"] && !reopened)
            subscription.cancel()
        }
    }
}
