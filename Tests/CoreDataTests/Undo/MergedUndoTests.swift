import CoreData
import Foundation
import Testing

/// Undo beside changes that other contexts have saved.
@Suite(.eachStore) struct MergedUndoTests {
    private let bench: UndoBench
    private let shelf: Bookshelf
    private var context: NSManagedObjectContext { bench.context }
    private var manager: UndoManager { bench.manager }

    init() throws {
        bench = try UndoBench()
        shelf = Bookshelf(bench.context)
        try bench.save()
        manager.removeAllActions()
    }

    private func other<T: NSManagedObject>(_ object: T, in context: NSManagedObjectContext) throws -> T {
        try #require(try context.existingObject(with: object.objectID) as? T)
    }

    @Test func `a merge is no step`() throws {
        try bench.elsewhere { context in
            try other(shelf.one, in: context).title = "theirs"
            _ = Book(context: context)
        }
        context.processPendingChanges()
        #expect(shelf.one.title == "theirs" && !manager.canUndo)
    }

    @Test func `an undo sets what this context has changed, and keeps what was merged`() throws {
        bench.step { _ in shelf.one.title = "mine" }
        try bench.save()
        try bench.elsewhere { context in
            try other(shelf.one, in: context).author = try other(shelf.bob, in: context)
            try other(shelf.two, in: context).title = "theirs"
        }
        bench.undo()
        #expect(shelf.one.title == "One" && shelf.one.author === shelf.bob && shelf.two.title == "theirs")
        try bench.save()
    }

    @Test func `values that were merged during an event are not undone with it`() throws {
        shelf.one.title = "mine"
        try bench.elsewhere { context in
            let one = try other(shelf.one, in: context)
            one.author = try other(shelf.bob, in: context)
        }
        shelf.one.sequel = shelf.two
        bench.undo()
        bench.undo()
        #expect(shelf.one.title == "One" && shelf.one.author === shelf.bob && shelf.one.sequel == nil)
    }

    @Test func `values that a refresh has read during an event are not undone with it`() throws {
        shelf.one.title = "mine"
        try bench.elsewhere(merges: false) { context in
            let one = try other(shelf.one, in: context)
            one.author = try other(shelf.bob, in: context)
        }
        context.refresh(shelf.one, mergeChanges: true)
        #expect(shelf.one.author === shelf.bob && shelf.one.title == "mine")
        context.processPendingChanges()
        while manager.canUndo { bench.undo() }
        #expect(shelf.one.title == "One" && shelf.one.author === shelf.bob)
    }

    @Test(arguments: [false, true]) func `changes of an object that others have deleted are skipped`(merges: Bool) throws {
        bench.step { _ in
            shelf.three.title = "mine"
            shelf.two.title = "mine, too"
        }
        try bench.save()
        try bench.elsewhere(merges: merges) { $0.delete(try other(shelf.three, in: $0)) }
        if !merges { context.refresh(shelf.three, mergeChanges: false) }
        bench.undo()
        #expect(shelf.two.title == "Two")
        try bench.save()
        #expect(try bench.rows("Book") == 2)
        bench.redo()
        #expect(shelf.two.title == "mine, too")
        try bench.save()
        #expect(try bench.rows("Book") == 2)
    }

    @Test func `an object that others have deleted does not return as a destination`() throws {
        bench.step { _ in
            shelf.one.sequel = shelf.three
            shelf.three.author = nil
        }
        bench.step { _ in shelf.one.sequel = shelf.two }
        try bench.save()
        try bench.elsewhere { $0.delete(try other(shelf.three, in: $0)) }
        bench.undo()
        #expect(shelf.one.sequel == nil && shelf.two.prequel == nil)
        bench.redo()
        #expect(shelf.one.sequel === shelf.two)
        try bench.save()
    }

    @Test func `a deletion that others have made, too, is not undone`() throws {
        bench.step { $0.delete(shelf.three) }
        try bench.elsewhere { $0.delete(try other(shelf.three, in: $0)) }
        bench.undo()
        #expect(!context.hasChanges || context.insertedObjects.isEmpty)
        try bench.save()
        #expect(try bench.rows("Book") == 2)
    }

    @Test func `an insertion that others have deleted is not undone again`() throws {
        let book = bench.step { Book(context: $0) }
        try bench.save()
        try bench.elsewhere { $0.delete(try other(book, in: $0)) }
        bench.undo()
        bench.redo()
        #expect(!context.hasChanges)
    }

    @Test func `others see that a deleted row has returned`() throws {
        let watcher = NSManagedObjectContext()
        watcher.persistentStoreCoordinator = bench.store.container.persistentStoreCoordinator
        let seen = try other(shelf.three, in: watcher)
        let notices = Notices(.NSManagedObjectContextDidSave, of: context)
        bench.step { $0.delete(shelf.three) }
        try bench.save()
        watcher.mergeChanges(fromContextDidSave: try #require(notices.received.last))
        #expect(seen.isDeleted)
        bench.undo()
        try bench.save()
        watcher.mergeChanges(fromContextDidSave: try #require(notices.received.last))
        let again = try other(shelf.three, in: watcher)
        #expect(again.title == "Three" && again.author?.name == "Bob")
    }
}
