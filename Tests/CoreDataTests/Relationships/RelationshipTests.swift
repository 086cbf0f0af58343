import CoreData
import Foundation
import Testing

/// Relationships of new objects, of saved ones, and of the same read by another context.
@Suite(.eachStore) struct RelationshipTests: Sendable {
    private let store: TestStore

    init() throws {
        store = try TestStore(model: .library())
    }

    /// Runs in a context, saves, and looks at what came of it in another.
    private func saving<T>(
        _ change: @Sendable (NSManagedObjectContext) throws -> Void, then look: @Sendable (NSManagedObjectContext) throws -> T
    )
        throws -> T
    {
        let context = store.context()
        try context.performAndWait {
            try change(context)
            try context.save()
        }
        let other = store.context()
        return try other.performAndWait { try look(other) }
    }

    private func only<T: NSManagedObject>(_ type: T.Type, in context: NSManagedObjectContext) throws -> T {
        let found = try context.fetch(NSFetchRequest<T>(entityName: "\(type)"))
        #expect(found.count == 1)
        return try #require(found.first)
    }

    @Test func oneToManyIsKeptOnBothSides() throws {
        try saving { context in
            let (author, other) = (Author(context: context), Author(context: context))
            let book = Book(context: context)
            book.author = author
            #expect(author.books == [book])
            book.author = other
            #expect(author.books.isEmpty)
            #expect(other.books == [book])
            author.books = [book]
            #expect(book.author === author)
            #expect(other.books.isEmpty)
            author.name = "Homer"
            context.delete(other)
        } then: { context in
            let book = try only(Book.self, in: context)
            #expect(book.author?.name == "Homer")
            #expect(book.author?.hasFault(forRelationshipNamed: "books") == true)
            #expect(book.author?.books == [book])
            #expect(book.author?.hasFault(forRelationshipNamed: "books") == false)
        }
    }

    @Test func oneToOneTakesFromWhoHadIt() throws {
        try saving { context in
            let (first, second) = (Book(context: context), Book(context: context))
            (first.title, second.title) = ("first", "second")
            let cover = Cover(context: context)
            first.cover = cover
            #expect(cover.book === first)
            second.cover = cover
            #expect(first.cover == nil)
            #expect(cover.book === second)
            first.sequel = second
            #expect(second.prequel === first)
        } then: { context in
            let cover = try only(Cover.self, in: context)
            #expect(cover.book?.title == "second")
            #expect(cover.book?.prequel?.title == "first")
            #expect(cover.book?.prequel?.cover == nil)
            #expect(cover.book?.prequel?.sequel === cover.book)
        }
    }

    @Test func manyToManyIsKeptOnBothSides() throws {
        let counts = try saving { context in
            let books = (0..<3).map { _ in Book(context: context) }
            let tags = (0..<2).map { _ in Tag(context: context) }
            books[0].tags = Set(tags)
            tags[0].books?.insert(books[1])
            #expect(books[1].tags == [tags[0]])
            books[1].addToTags(tags[1])
            books[0].removeFromTags(tags[1])
            #expect(tags[1].books == [books[1]])
        } then: { context in
            try context.fetch(NSFetchRequest<Book>(entityName: "Book")).map(\.tags.count)
        }
        #expect(counts == [1, 2, 0])
    }

    @Test func anOrderedRelationshipKeepsItsOrder() throws {
        let titles = try saving { context in
            let book = Book(context: context)
            for title in ["b", "c"] {
                let chapter = Chapter(context: context)
                chapter.title = title
                book.addToChapters(chapter)
            }
            let first = Chapter(context: context)
            first.title = "a"
            book.insertIntoChapters(first, at: 0)
            #expect(first.book === book)
            let last = Chapter(context: context)
            last.title = "z"
            last.book = book
            book.mutableOrderedSetValue(forKey: "chapters").moveObjects(at: IndexSet(integer: 3), to: 1)
            book.removeFromChapters(at: 2)
        } then: { context in
            try only(Book.self, in: context).chapters?.array.map { ($0 as? Chapter)?.title ?? "" }
        }
        #expect(titles == ["a", "z", "c"])
    }

    @Test func aRelationshipWithoutAnInverseIsSaved() throws {
        try saving { context in
            let book = Book(context: context)
            let notes = (0..<2).map { _ in Note(context: context) }
            book.notes = NSSet(array: notes)
            book.mutableSetValue(forKey: "notes").remove(notes[0])
            notes[1].text = "kept"
        } then: { context in
            let notes = try only(Book.self, in: context).notes
            #expect(notes?.count == 1)
            #expect((notes?.anyObject() as? Note)?.text == "kept")
        }
    }

    @Test func `a to-one relationship is a fault as its destination is`() throws {
        try saving { context in
            let book = Book(context: context)
            book.author = Author(context: context)
        } then: { context in
            let book = try only(Book.self, in: context)
            context.refresh(book, mergeChanges: false)
            #expect(book.hasFault(forRelationshipNamed: "author"))
            #expect(book.hasFault(forRelationshipNamed: "cover"))
            #expect(book.title == nil)
            #expect(book.hasFault(forRelationshipNamed: "author"))
            #expect(!book.hasFault(forRelationshipNamed: "cover"))
            let author = book.author
            #expect(author?.isFault == true)
            #expect(book.hasFault(forRelationshipNamed: "author"))
            #expect(author?.name == nil)
            #expect(!book.hasFault(forRelationshipNamed: "author"))
        }
    }

    @Test func aToManyFaultTakesEditsUnread() throws {
        try saving { context in
            let book = Book(context: context)
            for _ in 0..<5 { book.addToTags(Tag(context: context)) }
        } then: { context in
            let book = try only(Book.self, in: context)
            let tag = Tag(context: context)
            tag.books = [book]
            #expect(book.hasFault(forRelationshipNamed: "tags"))
            #expect(book.hasChanges)
            try context.save()
            #expect(book.tags.count == 6)
        }
    }

    @Test func rollbackAndRefreshPutRelationshipsBack() throws {
        try saving { context in
            let book = Book(context: context)
            book.author = Author(context: context)
            book.addToTags(Tag(context: context))
        } then: { context in
            let book = try only(Book.self, in: context)
            let author = try #require(book.author)
            book.tags = []
            book.author = nil
            #expect(author.books.isEmpty)
            #expect(Set(book.changedValues().keys) == ["author", "tags"])
            context.rollback()
            #expect(book.tags.count == 1)
            #expect(book.author === author)
            #expect(author.books == [book])
            book.addToTags(Tag(context: context))
            context.refresh(book, mergeChanges: true)
            #expect(book.tags.count == 2)
            context.refresh(book, mergeChanges: false)
            #expect(book.tags.count == 1)
        }
    }

    @Test func aMergeBringsNewMembersAndKeepsOwnOnes() throws {
        try saving { context in
            Book(context: context).title = "shared"
        } then: { context in
            let book = try only(Book.self, in: context)
            let mine = Tag(context: context)
            mine.name = "mine"
            book.addToTags(mine)
            #expect(book.tags.count == 1)
            let id = book.objectID
            let saved = Kept<Notification?>(nil)
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
            ) {
                if ($0.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>)?.contains(where: { $0.objectID == id }) == true {
                    saved.value = $0
                }
            }
            defer { NotificationCenter.default.removeObserver(observer) }
            let other = store.context()
            try other.performAndWait {
                let theirs = Tag(context: other)
                theirs.name = "theirs"
                (other.object(with: id) as? Book)?.addToTags(theirs)
                try other.save()
            }
            context.mergeChanges(fromContextDidSave: try #require(saved.value))
            #expect(Set(book.tags.map(\.name)) == ["mine", "theirs"])
        }
    }
}

/// A value that a notification's closure may set; the tests here wait for it on one thread.
final class Kept<T>: @unchecked Sendable {
    var value: T
    init(_ value: T) { self.value = value }
}
