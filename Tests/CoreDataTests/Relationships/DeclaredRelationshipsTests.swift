import CoreData
import Foundation
import Testing

/// The accessors that generated code calls, for each type with which a relationship can be declared.
@Suite(.eachStore) struct DeclaredRelationshipsTests {
    private func onShelf(_ body: @Sendable (Bookshelf) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait { try body(Bookshelf(context)) }
    }

    @Test func `a to-one relationship may be declared without a question mark`() throws {
        try onShelf { shelf in
            let author: Author = shelf.one.value(at: 0, "author")
            #expect(author === shelf.ann)
        }
    }

    @Test func `the members of a relationship are a set of their class, or of all objects`() throws {
        try onShelf { shelf in
            let books: Set<Book>? = shelf.ann.value(at: 2, "books")
            #expect(books == [shelf.one, shelf.two])
            let objects = shelf.ann.membersInDestinationClass(at: 2, "books")
            #expect(objects == [shelf.one, shelf.two])
        }
    }

    @Test func `changes of a mutable set change the relationship`() throws {
        try onShelf { shelf in
            let books: NSMutableSet = shelf.bob.value(at: 2, "books")
            #expect(books.count == 1)
            books.add(shelf.one)
            #expect(shelf.one.author === shelf.bob)
            #expect(shelf.ann.books == [shelf.two])
            books.remove(shelf.three)
            #expect(shelf.three.author == nil)
        }
    }

    @Test func `changes of a mutable ordered set change the relationship`() throws {
        try onShelf { shelf in
            let chapters: NSMutableOrderedSet = shelf.one.value(at: 1, "chapters")
            let chapter = Chapter(context: shelf.context)
            chapters.insert(chapter, at: 0)
            #expect(chapter.book === shelf.one)
            #expect(shelf.one.chapters?.firstObject as? Chapter === chapter)
            #expect(shelf.one.chapters?.count == 2)
        }
    }

    @Test func `an ordered relationship may be declared as an ordered set or as a set`() throws {
        try onShelf { shelf in
            let chapters: NSOrderedSet = shelf.one.value(at: 1, "chapters")
            #expect(chapters.count == 1)
            let none: NSOrderedSet = shelf.two.value(at: 1, "chapters")
            #expect(none.count == 0)
            let notes: NSSet = shelf.one.value(at: 3, "notes")
            #expect(notes.count == 1)
        }
    }

    @Test func `a custom accessor reads the value of a property between its two announcements`() throws {
        try onShelf { shelf in
            shelf.one.willAccessValue(forKey: "title")
            let title = shelf.one.primitiveValue(forKey: "title")
            shelf.one.didAccessValue(forKey: "title")
            #expect(title as? String == "One")
            #expect(!shelf.one.isFault)
        }
    }

    @Test func `an announced read fires a fault`() throws {
        try onShelf { shelf in
            try shelf.context.save()
            shelf.context.refresh(shelf.one, mergeChanges: false)
            #expect(shelf.one.isFault)
            shelf.one.willAccessValue(forKey: nil)
            #expect(!shelf.one.isFault)
            shelf.one.didAccessValue(forKey: nil)
        }
    }

    @Test func `a key outside the model can be announced and validated`() throws {
        try onShelf { shelf in
            try shelf.context.save()
            shelf.context.refresh(shelf.one, mergeChanges: false)
            shelf.one.willAccessValue(forKey: "caption")
            shelf.one.didAccessValue(forKey: "caption")
            #expect(!shelf.one.isFault)
            var value: AnyObject? = NSNumber(value: 1)
            try shelf.one.validateValue(&value, forKey: "caption")
            #expect(!shelf.context.hasChanges)
        }
    }
}
