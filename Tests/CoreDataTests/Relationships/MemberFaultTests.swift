import Foundation
import Testing

@testable import CoreData

/// The members of a relationship, once they are known, are read some hundreds at a time.
@Suite(.eachStore) struct MemberFaultTests: Sendable {
    private let container: NSPersistentContainer

    init() throws {
        container = try NSPersistentContainer.inMemory(.library())
        let writer = container.newBackgroundContext()
        try writer.performAndWait {
            let author = Author(context: writer)
            for number in 0..<300 {
                let book = Book(context: writer)
                book.title = "\(number)"
                book.author = author
            }
            try writer.save()
        }
        // What was saved is not to be found in the cache, but in the store.
        container.persistentStoreCoordinator.cache.forgetAll()
    }

    private func author(_ context: NSManagedObjectContext) throws -> Author {
        try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    }

    @Test func neighboursAreReadWithTheOneLookedAt() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let books = try author(context).memberObjects(at: 2)
            #expect(books.count == 300)
            #expect(books.allSatisfy { $0.isFault && $0.row == nil })
            _ = (books[20] as? Book)?.title
            #expect(books.indices.filter { books[$0].row != nil } == Array(0..<256))
            #expect(books.indices.filter { !books[$0].isFault } == [20])
            #expect(Set(books.compactMap { ($0 as? Book)?.title }) == Set((0..<300).map { "\($0)" }))
        }
    }

    @Test func rowsThatAreToBeNewAreReadOneByOne() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.stalenessInterval = 0
            let books = try author(context).memberObjects(at: 2)
            _ = (books[20] as? Book)?.title
            #expect(books.indices.filter { books[$0].row != nil } == [20])
        }
    }

    @Test func aChildReadsItsParentsUnsavedValues() throws {
        let parent = container.newBackgroundContext()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        try parent.performAndWait {
            for book in try author(parent).books { book.title = book.title.map { "New \($0)" } }
        }
        try child.performAndWait {
            let titles = Set(try author(child).books.map(\.title))
            #expect(titles == Set((0..<300).map { "New \($0)" }))
        }
    }
}
