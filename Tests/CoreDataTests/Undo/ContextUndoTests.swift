import CoreData
import Foundation
import Testing

/// Undo of insertions, deletions and values.
@Suite(.eachStore) struct ContextUndoTests {
    private let bench: UndoBench
    private var context: NSManagedObjectContext { bench.context }
    private var manager: UndoManager { bench.manager }

    init() throws { bench = try UndoBench() }

    private func book(_ title: String) -> Book {
        bench.step { context in
            let book = Book(context: context)
            book.title = title
            return book
        }
    }

    @Test func `the changes of an event are one step`() {
        let book = book("a")
        bench.step { _ in
            book.title = "b"
            book.title = "c"
            _ = Book(context: context)
        }
        #expect(manager.undoCount == 2 && manager.groupingLevel == 0)
        bench.undo()
        #expect(book.title == "a" && context.insertedObjects == [book])
        bench.redo()
        #expect(book.title == "c" && context.insertedObjects.count == 2)
    }

    @Test func `undo registers what was changed since`() {
        let book = book("a")
        book.title = "b"
        bench.undo()
        #expect(book.title == "a")
        book.title = "c"
        manager.undo()
        #expect(book.title == "a")
    }

    @Test func `an event without effect is no step`() {
        let book = book("a")
        bench.step { context in
            book.title = "b"
            book.title = "a"
            context.delete(Book(context: context))
        }
        #expect(manager.undoCount == 1)
    }

    @Test func `reading is no step`() throws {
        let book = book("a")
        try bench.save()
        context.refresh(book, mergeChanges: false)
        context.processPendingChanges()
        manager.removeAllActions()
        bench.step { _ in _ = book.title }
        #expect(!manager.canUndo)
    }

    // MARK: Insertions

    @Test func `an insertion is undone and made again with the same ID`() {
        let book = book("a")
        let id = book.objectID
        bench.undo()
        #expect(book.managedObjectContext == nil && !context.hasChanges && context.registeredObjects.isEmpty)
        bench.redo()
        #expect(book.managedObjectContext === context && book.isInserted && !book.isDeleted)
        #expect(book.title == "a" && book.objectID == id && context.registeredObject(for: id) === book)
    }

    @Test func `the undo of a saved insertion deletes the row`() throws {
        let book = book("a")
        try bench.save()
        let id = book.objectID
        bench.undo()
        #expect(context.deletedObjects == [book])
        #expect(try bench.rows("Book") == 1)
        try bench.save()
        #expect(try bench.rows("Book") == 0)
        bench.redo()
        #expect(context.insertedObjects == [book] && book.objectID == id && book.title == "a")
        try bench.save()
        #expect(try bench.rows("Book") == 1)
        #expect(book.objectID == id && !context.hasChanges)
    }

    @Test func `a redo before the deletion was saved keeps the row`() throws {
        let book = book("a")
        try bench.save()
        bench.undo()
        bench.redo()
        #expect(!context.hasChanges && !book.isDeleted && context.registeredObject(for: book.objectID) === book)
    }

    @Test func `awakeFromInsert is called once`() throws {
        let bench = try UndoBench(.counting())
        let object = bench.step { Counting(context: $0) }
        bench.undo()
        bench.redo()
        #expect(object.awakenings == 1)
        #expect(object.events == [.undoInsertion, .undoDeletion])
    }

    // MARK: Deletions

    @Test func `a deletion is undone before it is saved`() throws {
        let book = book("a")
        try bench.save()
        let id = book.objectID
        bench.step { _ in
            book.title = "b"
            context.delete(book)
        }
        bench.undo()
        #expect(!book.isDeleted && !context.hasChanges && book.title == "a" && book.objectID == id)
        #expect(try context.fetch(NSFetchRequest<Book>(entityName: "Book")) == [book])
        bench.redo()
        #expect(context.deletedObjects == [book])
    }

    @Test func `a deletion is undone after it was saved`() throws {
        let book = book("a")
        try bench.save()
        let id = book.objectID
        bench.step { $0.delete(book) }
        try bench.save()
        bench.undo()
        #expect(context.insertedObjects == [book] && book.title == "a" && book.objectID == id)
        #expect(try context.fetch(NSFetchRequest<Book>(entityName: "Book")) == [book])
        try bench.save()
        #expect(try bench.rows("Book") == 1 && book.objectID == id)
        book.title = "b"
        try bench.save()
        bench.undo()
        bench.undo()
        try bench.save()
        #expect(try bench.rows("Book") == 0)
    }

    @Test func `an object with unsaved changes returns with them`() throws {
        let book = book("a")
        try bench.save()
        bench.step { _ in book.title = "b" }
        bench.step { $0.delete(book) }
        bench.undo()
        #expect(book.title == "b" && context.updatedObjects == [book])
        bench.undo()
        #expect(book.title == "a" && !book.hasPersistentChangedValues)
    }

    // MARK: Saves

    @Test func `an undo after a save is in the next save`() throws {
        let book = book("a")
        try bench.save()
        bench.step { _ in book.title = "b" }
        try bench.save()
        bench.undo()
        #expect(context.updatedObjects == [book])
        try bench.save()
        context.refresh(book, mergeChanges: false)
        #expect(book.title == "a")
    }

    @Test func `what a save changes itself belongs to the last step`() throws {
        let bench = try UndoBench(.counting())
        let object = bench.step { Counting(context: $0) }
        try bench.save()
        bench.step { _ in object.value = 5 }
        bench.step { _ in object.value = 6 }
        bench.undo()
        #expect(bench.manager.canRedo)
        let steps = bench.manager.undoCount
        object.countsSaves = true
        try bench.save()
        #expect(object.saves == 1 && bench.manager.undoCount == steps && bench.manager.canRedo)
        bench.undo()
        #expect(object.value == 0 && object.saves == 0)
    }

    @Test func `rollback and reset remove the steps`() throws {
        let book = book("a")
        try bench.save()
        bench.step { _ in book.title = "b" }
        context.rollback()
        #expect(!manager.canUndo && book.title == "a")
        bench.step { _ in book.title = "c" }
        bench.undo()
        #expect(manager.canRedo)
        context.reset()
        #expect(!manager.canUndo && !manager.canRedo)
        bench.redo()
        #expect(context.registeredObjects.isEmpty)
    }

    @Test(arguments: [false, true]) func `rollback and reset remove the steps from each manager that the context has had`(
        resets: Bool
    ) throws {
        let book = book("a")
        try bench.save()
        bench.step { _ in book.title = "b" }
        let second = UndoManager()
        context.undoManager = second
        bench.step { _ in book.title = "c" }
        second.undo()
        #expect(manager.canUndo && second.canRedo)
        if resets { context.reset() } else { context.rollback() }
        #expect(!manager.canUndo && !manager.canRedo && !second.canUndo && !second.canRedo)
        if resets { return }
        bench.step { _ in book.title = "d" }
        #expect(second.undoCount == 1 && !manager.canUndo)
    }

    // MARK: The manager

    @Test func `nothing is registered while that is disabled`() {
        let book = book("a")
        manager.disableUndoRegistration()
        book.title = "b"
        manager.enableUndoRegistration()
        #expect(manager.undoCount == 1)
        book.title = "c"
        manager.disableUndoRegistration()
        #expect(manager.undoCount == 2)
        manager.enableUndoRegistration()
        bench.undo()
        #expect(book.title == "b")
    }

    @Test func `several events in a group of the app are one step`() {
        let book = book("a")
        manager.beginUndoGrouping()
        bench.step { _ in book.title = "b" }
        bench.step { _ in book.title = "c" }
        manager.beginUndoGrouping()
        book.title = "d"
        manager.endUndoGrouping()
        book.title = "e"
        manager.endUndoGrouping()
        context.processPendingChanges()
        #expect(manager.undoCount == 2)
        bench.undo()
        #expect(book.title == "a")
        bench.redo()
        #expect(book.title == "e")
    }

    @Test func `a manager without groups for events has a step for each event`() {
        manager.groupsByEvent = false
        let book = book("a")
        bench.step { _ in book.title = "b" }
        #expect(manager.undoCount == 2)
        bench.undo()
        #expect(book.title == "a")
    }

    @Test func `a name belongs to the changes around it`() {
        let book = Book(context: context)
        manager.setActionName("Add Book")
        context.processPendingChanges()
        bench.step { _ in book.title = "b" }
        #expect(manager.undoActionName.isEmpty)
        manager.setActionName("Rename Book")
        #expect(manager.undoMenuItemTitle == "Undo Rename Book")
        bench.undo()
        #expect(manager.undoMenuItemTitle == "Undo Add Book")
    }

    @Test func `a context without a manager registers nothing, and undo does nothing`() {
        let other = NSManagedObjectContext()
        other.persistentStoreCoordinator = bench.store.container.persistentStoreCoordinator
        #expect(other.undoManager == nil)
        _ = Book(context: other)
        other.undo()
        other.redo()
        #expect(other.insertedObjects.count == 1)
        let book = book("a")
        context.undoManager = nil
        book.title = "b"
        context.undoManager = manager
        context.processPendingChanges()
        #expect(manager.undoCount == 1)
    }

    @Test func `changes before another manager is set belong to the former one`() {
        let other = UndoManager()
        let book = book("a")
        book.title = "b"
        context.undoManager = other
        #expect(manager.undoCount == 2 && !other.canUndo)
        bench.step { _ in book.title = "c" }
        #expect(other.undoCount == 1)
        context.undo()
        #expect(book.title == "b")
        manager.undo()
        #expect(book.title == "a" && manager.canRedo && other.redoCount == 1)
    }

    @Test func `a block on the context's queue is a step`() async throws {
        let context = bench.store.context()
        await context.perform { context.undoManager = UndoManager() }
        let book = await context.perform { () -> NSManagedObjectID in
            let book = Book(context: context)
            book.title = "a"
            return book.objectID
        }
        await context.perform { (context.object(with: book) as? Book)?.title = "b" }
        let manager = await context.perform { context.undoManager }
        #expect(manager?.undoCount == 2 && manager?.groupingLevel == 0)
        // The context applies it on its queue.
        manager?.undo()
        await context.perform { #expect((context.object(with: book) as? Book)?.title == "a") }
    }

    @Test func `a save of a child is one step of its parent`() throws {
        let parent = bench.store.context()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        parent.performAndWait { parent.undoManager = UndoManager() }
        try child.performAndWait {
            for title in ["a", "b"] {
                let book = Book(context: child)
                book.title = title
            }
            try child.save()
        }
        parent.performAndWait {
            #expect(parent.insertedObjects.count == 2)
            parent.undo()
            #expect(parent.insertedObjects.isEmpty)
            parent.redo()
            #expect(Set(parent.insertedObjects.compactMap { ($0 as? Book)?.title }) == ["a", "b"])
        }
    }

    @Test func `the undo of a child that has saved can be saved again`() throws {
        let child = NSManagedObjectContext()
        let parent = bench.store.context()
        child.parent = parent
        child.undoManager = UndoManager()
        let book = Book(context: child)
        book.title = "a"
        try child.save()
        child.undo()
        try child.save()
        parent.performAndWait { #expect(parent.insertedObjects.isEmpty) }
        child.redo()
        try child.save()
        try parent.performAndWait {
            #expect(parent.insertedObjects.compactMap { ($0 as? Book)?.title } == ["a"])
            try parent.save()
        }
        #expect(try bench.rows("Book") == 1)
    }
}

/// An object that counts what is called on it.
final class Counting: NSManagedObject {
    var value: Int64 {
        get { value(at: 1, "value") }
        set { setValue(newValue, at: 1, "value") }
    }
    var saves: Int64 {
        get { value(at: 0, "saves") }
        set { setValue(newValue, at: 0, "saves") }
    }
    var awakenings = 0
    var countsSaves = false
    var events: [NSSnapshotEventType] = []

    override func awakeFromInsert() {
        super.awakeFromInsert()
        awakenings += 1
    }

    override func willSave() {
        super.willSave()
        guard countsSaves else { return }
        countsSaves = false
        saves += 1
    }

    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        events.append(flags)
    }
}

extension NSManagedObjectModel {
    static func counting() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Counting"
        entity.managedObjectClassName = NSStringFromClass(Counting.self)
        entity.properties = [attribute("saves", .integer64, default: 0), attribute("value", .integer64, default: 0)]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }
}
