import CoreData
import Foundation
import Testing

/// Undo of what others have related since.
@Suite(.eachStore) struct SharedObjectUndoTests {
    private let bench: UndoBench
    private let shelf: Bookshelf
    private var context: NSManagedObjectContext { bench.context }

    init() throws {
        bench = try UndoBench()
        shelf = Bookshelf(bench.context)
        try bench.save()
        bench.manager.removeAllActions()
    }

    private func other<T: NSManagedObject>(_ object: T, in context: NSManagedObjectContext) throws -> T {
        try #require(try context.existingObject(with: object.objectID) as? T)
    }

    // MARK: Relationships

    @Test func `an undo takes no member from the owner that others have given it`() throws {
        let eve = bench.step { context in
            let eve = Author(context: context)
            eve.name = "Eve"
            return eve
        }
        bench.step { _ in
            shelf.one.author = shelf.bob
            shelf.two.author = shelf.bob
        }
        try bench.save()
        try bench.elsewhere { context in try other(shelf.one, in: context).author = try other(eve, in: context) }
        bench.undo()
        #expect(shelf.one.author === eve && eve.books == [shelf.one])
        #expect(shelf.ann.books == [shelf.two] && shelf.bob.books == [shelf.three])
        try bench.save()
        bench.redo()
        #expect(shelf.one.author === eve && shelf.two.author === shelf.bob)
        try bench.save()
    }

    @Test func `an undo reverses the members of its step only`() throws {
        let (blue, green) = bench.step { context in (Tag(context: context), Tag(context: context)) }
        bench.step { _ in
            shelf.two.addToTags(shelf.red)
            shelf.three.removeFromTags(shelf.red)
        }
        try bench.save()
        try bench.elsewhere { context in
            try other(shelf.two, in: context).tags = [try other(blue, in: context), try other(shelf.red, in: context)]
            try other(shelf.three, in: context).addToTags(try other(green, in: context))
        }
        bench.undo()
        #expect(shelf.two.tags == [blue] && shelf.three.tags == [shelf.red, green])
        bench.redo()
        #expect(shelf.two.tags == [blue, shelf.red] && shelf.three.tags == [green])
        try bench.save()
    }

    @Test func `an undo does not take the partner of a third object`() throws {
        bench.step { _ in shelf.one.sequel = shelf.two }
        bench.step { _ in shelf.one.sequel = nil }
        try bench.save()
        try bench.elsewhere { context in try other(shelf.three, in: context).sequel = try other(shelf.two, in: context) }
        bench.undo()
        #expect(shelf.one.sequel == nil && shelf.two.prequel === shelf.three && shelf.three.sequel === shelf.two)
        try bench.save()
    }

    @Test func `a destination returns if others have deleted the one after it`() throws {
        bench.step { _ in shelf.one.sequel = shelf.two }
        bench.step { _ in shelf.one.sequel = shelf.three }
        try bench.save()
        try bench.elsewhere { context in context.delete(try other(shelf.three, in: context)) }
        bench.undo()
        #expect(shelf.one.sequel === shelf.two && shelf.two.prequel === shelf.one)
        try bench.save()
    }

    @Test func `a deleted object returns without the partners that have another one now`() throws {
        let cover = bench.step { context in
            let cover = Cover(context: context)
            shelf.three.cover = cover
            return cover
        }
        try bench.save()
        bench.step { $0.delete(shelf.three) }
        try bench.save()
        try bench.elsewhere { context in try other(cover, in: context).book = try other(shelf.one, in: context) }
        bench.undo()
        #expect(shelf.three.title == "Three" && shelf.three.author === shelf.bob && shelf.three.cover == nil)
        #expect(shelf.one.cover === cover && cover.book === shelf.one)
        try bench.save()
        #expect(try bench.rows("Book") == 3)
    }

    // MARK: Insertions

    @Test(arguments: [false, true]) func `an inserted object stays with what others have added to it`(merges: Bool) throws {
        let book = bench.step { context in
            let book = Book(context: context)
            book.title = "mine"
            book.addToTags(shelf.red)
            let chapter = Chapter(context: context)
            chapter.title = "a"
            book.addToChapters(chapter)
            return book
        }
        try bench.save()
        try bench.elsewhere(merges: merges) { context in
            let chapter = Chapter(context: context)
            chapter.title = "b"
            try other(book, in: context).addToChapters(chapter)
        }
        if !merges { context.refreshAllObjects() }
        bench.undo()
        #expect(!book.isDeleted && book.title == "mine" && book.titles("chapters") == ["a", "b"] && book.tags == [shelf.red])
        try bench.save()
        #expect(try bench.rows("Book") == 4)
        #expect(try bench.rows("Chapter") == 3)
    }

    @Test func `an owner in the step stays with the object that others have added something to`() throws {
        let (author, book) = bench.step { context in
            let book = Book(context: context)
            book.author = Author(context: context)
            return (book.author, book)
        }
        let free = bench.step { Book(context: $0) }
        try bench.save()
        try bench.elsewhere { context in try other(book, in: context).addToChapters(Chapter(context: context)) }
        bench.undo()
        #expect(free.isDeleted)
        bench.undo()
        #expect(book.author === author && author?.isDeleted == false && !book.isDeleted)
        try bench.save()
        #expect(try bench.rows("Book") == 4)
    }

    @Test func `what the app adds without registering it is not deleted either`() throws {
        let book = bench.step { Book(context: $0) }
        bench.manager.disableUndoRegistration()
        let chapter = bench.step { context in
            let chapter = Chapter(context: context)
            chapter.book = book
            return chapter
        }
        bench.manager.enableUndoRegistration()
        bench.undo()
        #expect(chapter.book === book && !chapter.isDeleted && !book.isDeleted)
        bench.step { $0.delete(chapter) }
        bench.undo()
        #expect(chapter.book === book)
    }

    @Test func `objects that were moved into an inserted one return, and do not keep it`() throws {
        let chapter = try #require(shelf.one.chapters?.firstObject as? Chapter)
        let book = bench.step { context in
            let book = Book(context: context)
            book.addToChapters(chapter)
            return book
        }
        try bench.save()
        bench.undo()
        #expect(book.isDeleted && chapter.book === shelf.one && !chapter.isDeleted)
        try bench.save()
        #expect(try bench.rows("Book") == 3)
        #expect(try bench.rows("Chapter") == 1)
    }

    @Test func `references of others to an inserted object are cleared if they can be`() throws {
        let cover = bench.step { Cover(context: $0) }
        try bench.save()
        try bench.elsewhere { context in try other(shelf.one, in: context).cover = try other(cover, in: context) }
        #expect(shelf.one.cover === cover)
        bench.undo()
        #expect(shelf.one.cover == nil && cover.isDeleted)
        try bench.save()
        #expect(try bench.rows("Cover") == 0)
    }

    @Test func `a deletion is made again only where it deletes nothing of others`() throws {
        bench.step { $0.delete(shelf.one) }
        bench.undo()
        try bench.save()
        try bench.elsewhere { context in try other(shelf.one, in: context).addToChapters(Chapter(context: context)) }
        bench.redo()
        #expect(!shelf.one.isDeleted && shelf.one.chapters?.count == 2 && shelf.one.author === shelf.ann)
        #expect(shelf.one.tags == [shelf.red])
        try bench.save()
        #expect(try bench.rows("Chapter") == 2)
    }
}
