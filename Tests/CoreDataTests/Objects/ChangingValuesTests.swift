import CoreData
import Foundation
import Testing

/// An object for which a change of a property outside the model counts as a change.
final class CountingItem: NSManagedObject {
    override class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { false }
}

/// `willChangeValue` and `didChangeValue` around changes of primitive values, as in hand-written
/// accessors.
@Suite(.eachStore) struct ChangingValuesTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: .library())
        context = store.context()
    }

    private func new<Object: NSManagedObject>(_ type: Object.Type) -> Object { Object(context: context) }

    @Test func theOtherSideOfAToManyRelationshipFollows() throws {
        try context.performAndWait {
            let (author, other) = (new(Author.self), new(Author.self))
            let (first, second) = (new(Book.self), new(Book.self))
            (first.author, second.author) = (author, other)
            try context.save()
            let both: Set<Book> = [first, second]
            author.willChangeValue(forKey: "books", withSetMutation: .union, using: [second])
            author.setPrimitiveValue(both, forKey: "books")
            author.didChangeValue(forKey: "books", withSetMutation: .union, using: [second])
            #expect(author.hasChanges && second.author === author && other.books.isEmpty)
            author.willChangeValue(forKey: "books", withSetMutation: .minus, using: [first])
            author.setPrimitiveValue([second] as Set<Book>, forKey: "books")
            author.didChangeValue(forKey: "books", withSetMutation: .minus, using: [first])
            #expect(first.author == nil && author.books == [second])
            try context.save()
            context.reset()
            let books = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
            #expect(books.count { $0.author != nil } == 1)
        }
    }

    /// Nested calls of `willChangeValue`, including one without a matching `didChangeValue`.
    @Test func eachEndSettlesWhatChangedSinceTheLast() throws {
        context.performAndWait {
            let authors = (0..<3).map { _ in new(Author.self) }
            let book = new(Book.self)
            book.author = authors[0]
            book.willChangeValue(forKey: "author")
            book.setPrimitiveValue(authors[1], forKey: "author")
            book.willChangeValue(forKey: "author")
            book.setPrimitiveValue(authors[2], forKey: "author")
            book.didChangeValue(forKey: "author")
            book.didChangeValue(forKey: "author")
            #expect(authors.map { $0.books.count } == [0, 0, 1])
            book.willChangeValue(forKey: "author")
            for author in authors + [authors[1]] {
                book.willChangeValue(forKey: "author")
                book.setPrimitiveValue(author, forKey: "author")
                book.didChangeValue(forKey: "author")
            }
            #expect(authors.map { $0.books.count } == [0, 1, 0])
        }
    }

    /// A change made through the relationship's own set, which updates the inverse, is not applied
    /// again.
    @Test func aChangeByTheSetIsMadeOnce() throws {
        context.performAndWait {
            let (author, book) = (new(Author.self), new(Book.self))
            author.willChangeValue(forKey: "books", withSetMutation: .set, using: [book])
            author.mutableSetValue(forKey: "books").add(book)
            author.didChangeValue(forKey: "books", withSetMutation: .set, using: [book])
            #expect(author.books == [book] && book.author === author)
        }
    }

    @Test func theOtherSideOfAToOneRelationshipFollows() throws {
        try context.performAndWait {
            let (author, other, book) = (new(Author.self), new(Author.self), new(Book.self))
            book.author = author
            try context.save()
            book.willChangeValue(forKey: "author")
            book.setPrimitiveValue(other, forKey: "author")
            book.didChangeValue(forKey: "author")
            #expect(author.books.isEmpty && other.books == [book])
            // Without the two calls, the other side does not change.
            book.setPrimitiveValue(author, forKey: "author")
            #expect(author.books.isEmpty && other.books == [book])
        }
    }

    // MARK: Primitive collections

    @Test func `members added to the primitive set are members of the relationship`() throws {
        try context.performAndWait {
            let (author, other) = (new(Author.self), new(Author.self))
            let (first, second) = (new(Book.self), new(Book.self))
            (first.author, second.author) = (author, other)
            try context.save()
            let added: Set<Book> = [second]
            author.willChangeValue(forKey: "books", withSetMutation: .union, using: added)
            try #require(author.primitiveValue(forKey: "books") as? NSMutableSet).union(added)
            #expect(author.books == [first, second])
            // The other side follows with the end of the change.
            #expect(second.author === other)
            author.didChangeValue(forKey: "books", withSetMutation: .union, using: added)
            #expect(second.author === author)
            #expect(other.books.isEmpty)
            #expect(author.primitiveValue(forKey: "books") as? Set<Book> == [first, second])
            try context.save()
            let id = author.objectID
            context.reset()
            let books = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
            #expect(books.map { $0.author?.objectID } == [id, id])
            let saved = try #require(try context.existingObject(with: id) as? Author)
            #expect(saved.books == Set(books))
        }
    }

    @Test func `a primitive set can be kept over several changes, and loses none to another edit`() throws {
        try context.performAndWait {
            let (author, books) = (new(Author.self), (0..<3).map { _ in new(Book.self) })
            try context.save()
            let set = try #require(author.primitiveValue(forKey: "books") as? NSMutableSet)
            for book in books.prefix(2) {
                author.willChangeValue(forKey: "books", withSetMutation: .union, using: [book])
                set.add(book)
                author.didChangeValue(forKey: "books", withSetMutation: .union, using: [book])
            }
            #expect(author.books == Set(books.prefix(2)))
            author.willChangeValue(forKey: "books")
            set.remove(books[0])
            books[2].author = author
            author.didChangeValue(forKey: "books")
            #expect(author.books == [books[1], books[2]])
            #expect(books.map { $0.author === author } == [false, true, true])
        }
    }

    @Test func `a primitive set of a relationship without an inverse is saved`() throws {
        try context.performAndWait {
            let (book, note) = (new(Book.self), new(Note.self))
            try context.save()
            book.willChangeValue(forKey: "notes", withSetMutation: .union, using: [note])
            try #require(book.primitiveValue(forKey: "notes") as? NSMutableSet).add(note)
            book.didChangeValue(forKey: "notes", withSetMutation: .union, using: [note])
            try context.save()
            context.reset()
            let books = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
            #expect(books.map { $0.notes?.count } == [1])
        }
    }

    /// The accessors that Apple documents for an ordered relationship: `insertObject:inChaptersAtIndex:`
    /// and so on.
    @Test func `hand-written accessors of an ordered relationship change its primitive value`() throws {
        @Sendable func change(_ book: Book, _ kind: NSKeyValueChange, at index: Int, _ body: (NSMutableOrderedSet) -> Void) throws
        {
            book.willChange(kind, valuesAt: IndexSet(integer: index), forKey: "chapters")
            body(try #require(book.primitiveValue(forKey: "chapters") as? NSMutableOrderedSet))
            book.didChange(kind, valuesAt: IndexSet(integer: index), forKey: "chapters")
        }
        @Sendable func titles(_ book: Book) -> [String?] { book.chapters?.array.map { ($0 as? Chapter)?.title } ?? [] }
        try context.performAndWait {
            let book = new(Book.self)
            let chapters = ["a", "b", "c", "d"].map { title in
                let chapter = new(Chapter.self)
                chapter.title = title
                return chapter
            }
            for chapter in chapters.prefix(2) { book.addToChapters(chapter) }
            try context.save()
            try change(book, .insertion, at: 0) { $0.insert(chapters[2], at: 0) }
            #expect(titles(book) == ["c", "a", "b"])
            #expect(chapters[2].book === book)
            try change(book, .replacement, at: 2) { $0.replaceObject(at: 2, with: chapters[3]) }
            #expect(titles(book) == ["c", "a", "d"])
            #expect(chapters[1].book == nil)
            try change(book, .removal, at: 1) { $0.removeObject(at: 1) }
            #expect(chapters[0].book == nil)
            try context.save()
            context.reset()
            let books = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
            #expect(books.map(titles) == [["c", "d"]])
        }
    }

    @Test func `a key path names the property that changes`() throws {
        try context.performAndWait {
            let (author, book) = (new(Author.self), new(Book.self))
            try context.save()
            book.willChangeValue(for: \Book.authorsName)
            book.didChangeValue(for: \Book.authorsName)
            #expect(!book.hasChanges)
            book.willChangeValue(for: \.title)
            book.setPrimitiveValue("a", forKey: "title")
            book.didChangeValue(for: \.title)
            #expect(book.hasChanges)
            author.willChangeValue(for: \.books)
            author.setPrimitiveValue([book] as Set<Book>, forKey: "books")
            author.didChangeValue(for: \.books)
            #expect(book.author === author)
            try context.save()
            context.reset()
            let books = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
            #expect(books.map(\.title) == ["a"])
        }
    }

    /// A change of a property outside the model changes the object only if its class says so.
    @Test func namesThatTheModelDoesNotHave() throws {
        let model = NSManagedObjectModel()
        for (name, type) in [("Plain", NSManagedObject.self), ("Counting", CountingItem.self)] as [(String, NSManagedObject.Type)]
        {
            let entity = NSEntityDescription()
            (entity.name, entity.managedObjectClassName) = (name, NSStringFromClass(type))
            model.entities.append(entity)
        }
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            for (name, isChanged) in [("Plain", false), ("Counting", true)] {
                let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
                try context.save()
                var sent = 0
                let subscription = object.objectWillChange.sink { sent += 1 }
                object.willChangeValue(forKey: "title")
                object.didChangeValue(forKey: "title")
                #expect(object.hasChanges == isChanged && context.hasChanges == isChanged && sent == 1)
                subscription.cancel()
                context.rollback()
            }
        }
    }
}
