import Foundation
import OpenCombine
import StrataTestSupport
import Testing

@testable import CoreData

/// Objects whose rows cannot be read: they stay faults, their changes are kept, and nothing that
/// only looks empty is saved.
@Suite(.eachStore) struct UnreadableObjectTests: UnreadableLibraryTests {
    let library: UnreadableLibrary

    init() throws { library = try UnreadableLibrary() }

    @Test func `an object that cannot be read stays a fault and reads as empty, until it can be read`() throws {
        try context.run {
            let book = try book(in: context)
            failures.failReads()
            #expect(book.title == nil)
            #expect(book.author == nil)
            #expect(book.tags.isEmpty)
            #expect(book.chapters?.count == 0)
            #expect(book.value(forKey: "notes") as? NSSet == NSSet())
            #expect(book.value(forKeyPath: "author.name") == nil)
            #expect(book.isFault)
            #expect(context.isUnreadable(book))
            #expect(!book.isDeleted)
            #expect(!book.hasChanges)
            #expect(!book.isInaccessible)
            #expect(context.registeredObject(for: book.objectID) === book)
            failures.recover()
            #expect(book.title == "b")
            #expect(!context.isUnreadable(book))
            #expect(book.author?.name == "a")
            #expect(book.tags.map(\.name) == ["t"])
            #expect((book.chapters?.array as? [Chapter])?.map(\.title) == ["c0", "c1"])
            #expect(book.notes?.count == 1)
        }
    }

    @Test func `observers are notified of objects that can be read again`() throws {
        try context.run {
            let (book, tag) = (try book(in: context), try fault("Tag", in: context) as Tag)
            var sent = 0
            let subscription = tag.objectWillChange.sink { sent += 1 }
            let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
            failures.failReads()
            #expect(book.title == nil)
            #expect(tag.name == nil)
            context.processPendingChanges()
            #expect(notices.received.isEmpty)
            failures.recover()
            // Only the book is read. The tag's observers read it when they are notified.
            #expect(book.title == "b")
            context.processPendingChanges()
            let refreshed = notices.received.reduce(into: Set<NSManagedObject>()) {
                $0.formUnion($1.userInfo?[NSRefreshedObjectsKey] as? Set<NSManagedObject> ?? [])
            }
            #expect(refreshed == [book, tag])
            #expect(sent > 0)
            #expect(!context.hasChanges)
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func `a value that is set in an object that cannot be read is saved when it can be read`() throws {
        try context.run {
            let book = try book(in: context)
            failures.failReads()
            book.title = "new"
            #expect(book.title == "new")
            #expect(book.isFault)
            #expect(book.isUpdated)
            #expect(book.changedValues()["title"] as? String == "new")
            try expectUnreadable(book) { try context.save() }
            #expect(book.title == "new")
            #expect(context.hasChanges)
            failures.recover()
            #expect(book.author?.name == "a")
            #expect(book.title == "new")
            #expect(book.committedValues(forKeys: ["title"])["title"] as? String == "b")
            try context.save()
            #expect(!context.hasChanges)
        }
        try reading { other in
            let book = try book("new", in: other)
            #expect(book.author?.name == "a")
            #expect(book.tags.count == 1)
        }
    }

    @Test func `a save reads objects that could not be read before`() throws {
        try context.run {
            let book = try book(in: context)
            failures.failReads()
            book.title = "new"
            failures.recover()
            try context.save()
        }
        try reading { other throws in #expect(try book("new", in: other).author?.name == "a") }
    }

    @Test func `a rollback discards what was set in an object that cannot be read`() throws {
        try context.run {
            let book = try book(in: context)
            failures.failReads()
            book.title = "new"
            context.rollback()
            #expect(!context.hasChanges)
            #expect(book.title == nil)
            failures.recover()
            #expect(book.title == "b")
            #expect(!book.hasChanges)
        }
    }

    @Test(arguments: [false, true])
    func `a refresh that fails keeps what the object has`(_ isRead: Bool) throws {
        try context.run {
            let book = try book(in: context)
            if isRead { #expect(book.title == "b") }
            store.container.forgetRows()
            failures.failReads()
            book.title = "new"
            context.refresh(book, mergeChanges: true)
            #expect(book.title == "new")
            failures.recover()
            context.refresh(book, mergeChanges: true)
            #expect(book.title == "new")
            #expect(book.author?.name == "a")
            try context.save()
        }
        try reading { other throws in #expect(try book("new", in: other).author?.name == "a") }
    }

    @Test func `a missing row is not one that cannot be read`() throws {
        try context.run {
            let book = try book(in: context)
            failures.failReads()
            book.title = "new"
            failures.recover()
            try reading { other in
                other.delete(try self.book(in: other))
                try other.save()
            }
            #expect(book.title == nil)
            #expect(!context.isUnreadable(book))
            #expect(book.isDeleted)
            #expect(throws: NSError.self) { try context.existingObject(with: book.objectID) }
        }
    }

    // MARK: Contexts

    @Test func `an object with values that a merge could not read has the new ones after the next event`() throws {
        let other = store.context()
        try context.run {
            let book = try book(in: context)
            #expect(book.title == "b")
            let saved = Notices(.NSManagedObjectContextDidSave, of: other)
            try other.run {
                try self.book(in: other).title = "new"
                try other.save()
            }
            store.container.forgetRows()
            failures.failReads()
            context.mergeChanges(fromContextDidSave: try #require(saved.received.last))
            context.processPendingChanges()
            #expect(book.title == "b")
            failures.recover()
            context.processPendingChanges()
            #expect(book.title == "new")
            #expect(!context.hasChanges)
        }
    }

    @Test func `an object that a refresh could not read has the new values and members after the next event`() throws {
        let other = store.context()
        try context.run {
            let book = try book(in: context)
            #expect(book.title == "b")
            #expect(book.tags.count == 1)
            try other.run {
                let book = try self.book(in: other)
                book.title = "new"
                let tag = Tag(context: other)
                tag.name = "u"
                book.addToTags(tag)
                try other.save()
            }
            store.container.forgetRows()
            failures.failReads()
            context.refresh(book, mergeChanges: true)
            context.processPendingChanges()
            #expect(book.title == "b")
            failures.recover()
            context.processPendingChanges()
            #expect(book.title == "new")
            #expect(book.tags.count == 2)
            #expect(!context.hasChanges)
        }
    }

    @Test func `a fetch is an error as long as an object with changes cannot be read`() throws {
        try context.run {
            let book = try book(in: context)
            failures.failReads()
            book.title = "new"
            // The query itself succeeds, and the object does not.
            failures.failReads { $0 > 1 }
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "title == 'new'")
            #expect(throws: NSError.self) { try context.fetch(request) }
            failures.recover()
            #expect(try context.fetch(request) == [book])
        }
    }

    @Test func `a child does not save what its parent cannot read`() throws {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        try child.run {
            let book = try book(in: child)
            #expect(book.title == "b")
            context.performAndWait { context.refreshAllObjects() }
            store.container.forgetRows()
            failures.failReads()
            book.title = "new"
            #expect(throws: NSError.self) { try child.save() }
            #expect(child.hasChanges)
            #expect(!context.performAndWait { context.hasChanges })
            failures.recover()
            try child.save()
            #expect(book.title == "new")
            #expect(context.performAndWait { context.updatedObjects.count } == 1)
        }
        try context.run { try context.save() }
        try reading { other throws in #expect(try book("new", in: other).author?.name == "a") }
    }

    @Test func `a child's fault that its parent cannot read is read later`() throws {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        try child.run {
            let book = try book(in: child)
            failures.failReads()
            #expect(book.title == nil)
            #expect(book.tags.isEmpty)
            #expect(child.isUnreadable(book))
            failures.recover()
            #expect(book.title == "b")
            #expect(book.tags.count == 1)
        }
    }

    @Test func `a merge whose rows cannot be read is made when they can be`() throws {
        try context.run {
            let (book, tag) = (try book(in: context), try fault("Tag", in: context) as Tag)
            #expect(book.title == "b")
            let other = store.context()
            let saved = Notices(.NSManagedObjectContextDidSave, of: other)
            try other.run {
                try self.book(in: other).title = "saved"
                try other.save()
            }
            let notification = try #require(saved.received.last)
            store.container.forgetRows()
            failures.failReads()
            context.mergeChanges(fromContextDidSave: notification)
            #expect(book.title == "b")
            #expect(tag.name == nil)
            failures.recover()
            #expect(tag.name == "t")
            context.processPendingChanges()
            #expect(book.title == "saved")
            #expect(!context.hasChanges)
        }
    }

    @Test func `an undo passes over what cannot be read`() throws {
        try context.run {
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            book.title = "one"
            context.processPendingChanges()
            failures.failReads()
            other.title = "two"
            other.addToTags(Tag(context: context))
            context.processPendingChanges()
            context.delete(other)
            context.processPendingChanges()
            while manager.canUndo { manager.undo() }
            failures.recover()
            #expect(other.author?.name == "a")
            context.rollback()
            #expect(other.title == "other")
        }
    }

    @Test func `an outage is one line in the log, and so is its end`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let store = try TestStore()
            let context = store.context()
            try context.run {
                for number in 0..<20 { Quake(context: context).code = "\(number)" }
                try context.save()
                let request = NSFetchRequest<NSManagedObjectID>(entityName: "Quake")
                request.resultType = .managedObjectIDResultType
                let objects = try context.fetch(request).map { context.object(with: $0) }
                context.reset()
                store.container.forgetRows()
                let quakes = objects.map { context.object(with: $0.objectID) as? Quake }
                let failures = EngineFailures()
                failures.install(in: store.container.persistentStoreCoordinator)
                failures.failReads()
                for _ in 0..<3 { for quake in quakes { _ = quake?.code } }
                failures.recover()
                for _ in 0..<3 { for quake in quakes { _ = quake?.code } }
            }
        }
        let log = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("CoreData: ") }
        #expect(log.count == 2)
        #expect(log.first?.hasPrefix("CoreData: error: The disk failed.") == true)
        #expect(log.last == "CoreData: warning: The stores can be read again.")
    }
}
