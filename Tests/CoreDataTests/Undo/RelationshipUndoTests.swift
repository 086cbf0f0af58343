import CoreData
import Foundation
import Testing

/// Undo of relationships, each with both sides, before and after saves.
@Suite(.eachStore) struct RelationshipUndoTests {
    private let bench: UndoBench
    private let shelf: Bookshelf
    private var context: NSManagedObjectContext { bench.context }

    init() throws {
        bench = try UndoBench()
        shelf = Bookshelf(bench.context)
        try bench.save()
        bench.manager.removeAllActions()
    }

    @Test(arguments: [false, true]) func `a to-one relationship returns with its inverse`(saves: Bool) throws {
        bench.step { _ in shelf.one.author = shelf.bob }
        if saves { try bench.save() }
        bench.undo()
        #expect(shelf.one.author === shelf.ann && shelf.ann.books == [shelf.one, shelf.two] && shelf.bob.books == [shelf.three])
        bench.redo()
        #expect(shelf.one.author === shelf.bob && shelf.ann.books == [shelf.two])
        bench.undo()
        bench.step { _ in shelf.one.author = nil }
        bench.undo()
        #expect(shelf.ann.books == [shelf.one, shelf.two])
        try bench.save()
        context.refreshAllObjects()
        #expect(shelf.ann.books == [shelf.one, shelf.two])
    }

    @Test(arguments: [false, true]) func `the members of a to-many relationship return`(saves: Bool) throws {
        bench.step { _ in shelf.ann.books = [shelf.three] }
        if saves { try bench.save() }
        bench.undo()
        #expect(shelf.ann.books == [shelf.one, shelf.two] && shelf.bob.books == [shelf.three])
        #expect(shelf.three.author === shelf.bob && shelf.two.author === shelf.ann)
        bench.redo()
        #expect(shelf.ann.books == [shelf.three] && shelf.one.author == nil && shelf.bob.books.isEmpty)
    }

    @Test(arguments: [false, true]) func `many-to-many relationships return on both sides`(saves: Bool) throws {
        // A fault on the side that changes: the members are not read before.
        context.refresh(shelf.two, mergeChanges: false)
        context.refresh(shelf.red, mergeChanges: false)
        bench.step { _ in
            shelf.two.addToTags(shelf.red)
            shelf.one.removeFromTags(shelf.red)
        }
        if saves { try bench.save() }
        #expect(shelf.red.books == [shelf.two, shelf.three])
        bench.undo()
        #expect(shelf.red.books == [shelf.one, shelf.three] && shelf.two.tags.isEmpty && shelf.one.tags == [shelf.red])
        bench.redo()
        #expect(shelf.red.books == [shelf.two, shelf.three] && shelf.one.tags.isEmpty && shelf.two.tags == [shelf.red])
    }

    @Test(arguments: [false, true]) func `a member that was there already is not removed`(saves: Bool) throws {
        context.refresh(shelf.one, mergeChanges: false)
        bench.step { _ in
            shelf.one.addToTags(shelf.red)
            shelf.one.title = "new"
        }
        if saves { try bench.save() }
        bench.undo()
        #expect(shelf.one.title == "One" && shelf.one.tags == [shelf.red])
    }

    @Test(arguments: [false, true]) func `positions return`(saves: Bool) throws {
        let chapters = bench.step { context in
            ["b", "c"].map { title in
                let chapter = Chapter(context: context)
                chapter.title = title
                shelf.one.addToChapters(chapter)
                return chapter
            }
        }
        bench.step { _ in shelf.one.chapters = NSOrderedSet(array: [chapters[1], chapters[0]]) }
        #expect(shelf.one.titles("chapters") == ["c", "b"])
        if saves { try bench.save() }
        bench.undo()
        #expect(shelf.one.titles("chapters") == ["a", "b", "c"])
        bench.undo()
        #expect(shelf.one.titles("chapters") == ["a"])
        bench.redo()
        bench.redo()
        #expect(shelf.one.titles("chapters") == ["c", "b"])
        bench.undo()
        try bench.save()
        context.refreshAllObjects()
        #expect(shelf.one.titles("chapters") == ["a", "b", "c"])
    }

    @Test(arguments: [false, true]) func `one-to-one relationships return in all four objects`(saves: Bool) throws {
        let covers = bench.step { context in
            [shelf.one, shelf.two].map { book in
                let cover = Cover(context: context)
                cover.book = book
                return cover
            }
        }
        bench.step { _ in
            shelf.one.cover = covers[1]
            shelf.two.cover = covers[0]
            shelf.one.sequel = shelf.two
        }
        if saves { try bench.save() }
        bench.undo()
        #expect(shelf.one.cover === covers[0] && shelf.two.cover === covers[1])
        #expect(covers[0].book === shelf.one && covers[1].book === shelf.two)
        #expect(shelf.one.sequel == nil && shelf.two.prequel == nil)
        bench.redo()
        #expect(covers[0].book === shelf.two && covers[1].book === shelf.one && shelf.two.prequel === shelf.one)
    }

    @Test(arguments: [false, true]) func `relationships without an inverse return`(saves: Bool) throws {
        let note = bench.step { context in
            let note = Note(context: context)
            shelf.one.notes = NSSet(object: note)
            shelf.ann.agent = nil
            return note
        }
        if saves { try bench.save() }
        bench.undo()
        #expect((shelf.one.notes?.anyObject() as? Note)?.text == "n" && shelf.one.notes?.count == 1)
        #expect(shelf.ann.agent === shelf.rex)
        bench.redo()
        #expect(shelf.one.notes == NSSet(object: note) && shelf.ann.agent == nil)
    }

    @Test(arguments: [false, true]) func `a deleted object returns to relationships without an inverse`(saves: Bool) throws {
        let note = try #require(shelf.one.notes?.anyObject() as? Note)
        bench.step {
            $0.delete(note)
            $0.delete(shelf.rex)
        }
        if saves {
            try bench.save()
            #expect(shelf.one.notes?.count == 0)
        }
        bench.undo()
        #expect(shelf.one.notes == NSSet(object: note) && shelf.ann.agent === shelf.rex)
        try bench.save()
        context.refreshAllObjects()
        #expect(shelf.one.notes == NSSet(object: note) && shelf.ann.agent === shelf.rex && shelf.rex.name == "Rex")
    }

    @Test(arguments: [false, true]) func `a deleted object returns with all of its relationships`(saves: Bool) throws {
        let cover = bench.step { context in
            let cover = Cover(context: context)
            cover.book = shelf.one
            shelf.one.sequel = shelf.two
            return cover
        }
        try bench.save()
        let id = shelf.one.objectID
        // The chapter is deleted with it.
        bench.step { $0.delete(shelf.one) }
        #expect(shelf.ann.books == [shelf.two] && shelf.red.books == [shelf.three] && cover.book == nil)
        #expect(context.deletedObjects.count == 2)
        if saves {
            try bench.save()
            #expect(try bench.rows("Chapter") == 0)
        }
        bench.undo()
        func check() {
            #expect(shelf.one.objectID == id && !shelf.one.isDeleted && shelf.one.title == "One")
            #expect(shelf.one.author === shelf.ann && shelf.ann.books == [shelf.one, shelf.two])
            #expect(shelf.one.tags == [shelf.red] && shelf.red.books == [shelf.one, shelf.three])
            #expect(shelf.one.cover === cover && cover.book === shelf.one)
            #expect(shelf.one.sequel === shelf.two && shelf.two.prequel === shelf.one)
            #expect(shelf.one.titles("chapters") == ["a"])
            #expect((shelf.one.notes?.anyObject() as? Note)?.text == "n")
        }
        check()
        try bench.save()
        context.refreshAllObjects()
        check()
        #expect(try bench.rows("Book") == 3)
        #expect(try bench.rows("Chapter") == 1)
        bench.redo()
        #expect(shelf.ann.books == [shelf.two] && context.deletedObjects.count == 2)
    }

    @Test(arguments: [false, true]) func `an inserted object leaves no trace in others`(saves: Bool) throws {
        let book = bench.step { context in
            let book = Book(context: context)
            book.author = shelf.ann
            book.tags = [shelf.red]
            book.prequel = shelf.three
            return book
        }
        if saves { try bench.save() }
        bench.undo()
        #expect(shelf.ann.books == [shelf.one, shelf.two] && shelf.red.books == [shelf.one, shelf.three])
        #expect(shelf.three.sequel == nil)
        if saves { try bench.save() }
        bench.redo()
        #expect(shelf.ann.books == [shelf.one, shelf.two, book] && book.tags == [shelf.red] && book.prequel === shelf.three)
        try bench.save()
        context.refreshAllObjects()
        #expect(shelf.ann.books == [shelf.one, shelf.two, book] && book.tags == [shelf.red] && book.prequel === shelf.three)
    }
}
