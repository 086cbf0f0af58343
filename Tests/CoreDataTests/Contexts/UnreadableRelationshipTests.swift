import Foundation
import Testing

@testable import CoreData

/// Relationships of objects whose rows cannot be read: their stored members are kept, and the rules
/// of a deletion are applied once they can be read.
@Suite(.eachStore) struct UnreadableRelationshipTests: UnreadableLibraryTests {
    let library: UnreadableLibrary

    init() throws { library = try UnreadableLibrary() }

    @Test func `a to-one relationship that is set before the object can be read leaves its stored owner`() throws {
        try context.run {
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            let chapter: Chapter = try fault("Chapter", "title", "c0", in: context)
            failures.failReads()
            chapter.book = other
            #expect(chapter.book === other)
            try expectUnreadable(chapter) { try context.save() }
            failures.recover()
            #expect(chapter.title == "c0")
            #expect((book.chapters?.array as? [Chapter])?.map(\.title) == ["c1"])
            #expect((other.chapters?.array as? [Chapter])?.map(\.title) == ["c0"])
            try context.save()
        }
        try reading { other throws in
            #expect((try book(in: other).chapters?.array as? [Chapter])?.map(\.title) == ["c1"])
            #expect((try book("other", in: other).chapters?.array as? [Chapter])?.map(\.title) == ["c0"])
        }
    }

    @Test func `both ends of a one-to-one relationship agree after they could not be read`() throws {
        try context.run {
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            let cover: Cover = try fault("Cover", in: context)
            failures.failReads()
            other.cover = cover
            failures.recover()
            try context.save()
            #expect(cover.book === other)
            #expect(book.cover == nil)
        }
        try reading { context throws in
            #expect(try book(in: context).cover == nil)
            #expect(try book("other", in: context).cover != nil)
        }
    }

    @Test(arguments: ["property", "method of the owner", "primitive value"])
    func `an owner whose members were read loses one that cannot be read at once`(_ setter: String) throws {
        try context.run {
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            let chapter: Chapter = try fault("Chapter", "title", "c0", in: context)
            #expect([book.title, other.title] == ["b", "other"])
            #expect(book.chapters?.count == 2)
            store.container.forgetRows()
            failures.failReads()
            switch setter {
            case "property": chapter.book = other
            case "method of the owner": other.addToChapters(chapter)
            default:
                chapter.willChangeValue(forKey: "book")
                chapter.setPrimitiveValue(other, forKey: "book")
                chapter.didChangeValue(forKey: "book")
            }
            #expect(context.isUnreadable(chapter))
            #expect(book.chapters?.contains(chapter) == false)
            // This changed nothing when the book still had the chapter.
            book.addToChapters(chapter)
            #expect(chapter.book === book)
            failures.recover()
            #expect((book.chapters?.array as? [Chapter])?.map(\.title) == ["c1", "c0"])
            #expect(other.chapters?.count == 0)
            #expect(chapter.book === book)
            chapter.book = nil
            try context.save()
        }
        try reading { context throws in
            #expect((try book(in: context).chapters?.array as? [Chapter])?.map(\.title) == ["c1"])
            #expect(try book("other", in: context).chapters?.count == 0)
        }
    }

    @Test func `a member that cannot be read and has no owner any more leaves members that were read`() throws {
        try context.run {
            let book = try book(in: context)
            let chapter: Chapter = try fault("Chapter", "title", "c0", in: context)
            #expect(book.title == "b")
            #expect(book.chapters?.count == 2)
            store.container.forgetRows()
            failures.failReads()
            chapter.book = nil
            #expect(context.isUnreadable(chapter))
            #expect(book.chapters?.contains(chapter) == false)
            context.rollback()
            #expect(book.chapters?.contains(chapter) == true)
            failures.recover()
            #expect(chapter.book === book)
        }
    }

    @Test func `members are read without one that has another owner and cannot be read`() throws {
        try context.run {
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            let chapter: Chapter = try fault("Chapter", "title", "c0", in: context)
            #expect([book.title, other.title] == ["b", "other"])
            failures.failReads()
            chapter.book = other
            failures.fail { $0.kind == .read && $0 != .members ? EngineFailures.unreadable : nil }
            #expect(context.isUnreadable(chapter))
            #expect(book.chapters?.count == 1)
            #expect(book.chapters?.contains(chapter) == false)
            #expect((other.chapters?.array as? [Chapter]) == [chapter])
            book.addToChapters(chapter)
            #expect(chapter.book === book)
            failures.recover()
            #expect((book.chapters?.array as? [Chapter])?.map(\.title) == ["c1", "c0"])
            #expect(other.chapters?.count == 0)
            try context.save()
        }
        try reading { context throws in
            #expect((try book(in: context).chapters?.array as? [Chapter])?.map(\.title) == ["c1", "c0"])
            #expect(try book("other", in: context).chapters?.count == 0)
        }
    }

    @Test func `both ends of a one-to-one relationship agree while one of them cannot be read`() throws {
        try context.run {
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            let cover: Cover = try fault("Cover", in: context)
            #expect([book.title, other.title] == ["b", "other"])
            #expect(book.cover === cover)
            store.container.forgetRows()
            failures.failReads()
            other.cover = cover
            #expect(context.isUnreadable(cover))
            #expect(book.cover == nil)
            #expect(cover.book === other)
            book.cover = cover
            #expect(other.cover == nil)
            #expect(cover.book === book)
            failures.recover()
            try context.save()
            #expect(cover.book === book)
            #expect(book.cover === cover)
        }
        try reading { context throws in
            #expect(try book(in: context).cover != nil)
            #expect(try book("other", in: context).cover == nil)
        }
    }

    @Test func `an object that is set again leaves the one that it was given to while it could not be read`() throws {
        try context.run {
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            let cover: Cover = try fault("Cover", in: context)
            #expect(other.title == "other")
            store.container.forgetRows()
            failures.failReads()
            other.cover = cover
            // The book can be read again, by a fetch, and the cover cannot.
            failures.fail { [.rows, .reading, .row].contains($0) ? EngineFailures.unreadable : nil }
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "title == %@", "b")
            request.returnsObjectsAsFaults = false
            #expect(try context.fetch(request) == [book])
            #expect(context.isUnreadable(cover))
            book.cover = cover
            #expect(cover.book === book)
            #expect(other.cover == nil)
            failures.recover()
            try context.save()
        }
        try reading { context throws in
            #expect(try book(in: context).cover != nil)
            #expect(try book("other", in: context).cover == nil)
        }
    }

    @Test func `a member that is added to a relationship that cannot be read keeps the stored ones`() throws {
        try context.run {
            let book = try book(in: context)
            failures.failReads()
            let (tag, second, chapter) = (Tag(context: context), Tag(context: context), Chapter(context: context))
            (tag.name, second.name, chapter.title) = ("u", "v", "c2")
            book.addToTags(tag)
            #expect(book.tags == [tag])
            book.tags = book.tags.union([second])
            #expect(book.tags == [tag, second])
            // The position is that of a list that cannot be read.
            book.insertIntoChapters(chapter, at: 2)
            book.removeFromChapters(at: 7)
            #expect(book.chapters?.array as? [Chapter] == [chapter])
            book.mutableSetValue(forKey: "notes").add(Note(context: context))
            try expectUnreadable(book) { try context.save() }
            failures.recover()
            #expect(Set(book.tags.map(\.name)) == ["t", "u", "v"])
            try context.save()
        }
        try reading { context in
            let book = try book(in: context)
            #expect(Set(book.tags.map(\.name)) == ["t", "u", "v"])
            #expect((book.chapters?.array as? [Chapter])?.map(\.title) == ["c0", "c1", "c2"])
            #expect(book.notes?.count == 2)
        }
    }

    @Test func `an ordered set that shows members reads them again`() throws {
        try context.run {
            let book = try book(in: context)
            let chapters = book.mutableOrderedSetValue(forKey: "chapters")
            failures.failReads()
            #expect(chapters.count == 0)
            failures.recover()
            #expect(chapters.count == 2)
        }
    }

    @Test(arguments: [false, true])
    func `a deletion whose members cannot be read is not saved before its rules can be applied`(_ isRead: Bool) throws {
        try context.run {
            let book = try book(in: context)
            if isRead { #expect(book.title == "b") }
            failures.failReads()
            context.delete(book)
            context.processPendingChanges()
            #expect(book.isDeleted)
            try expectUnreadable(book) { try context.save() }
            #expect(context.deletedObjects == [book])
            failures.recover()
            try context.save()
        }
        try reading { context throws in
            #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == 1)
            #expect(try context.count(for: NSFetchRequest<Chapter>(entityName: "Chapter")) == 0)
            let tag: Tag = try fault("Tag", in: context)
            #expect(tag.books?.isEmpty == true)
            let cover: Cover = try fault("Cover", in: context)
            #expect(cover.book == nil)
        }
    }

    // The rules that could be applied changed the same objects in each round of `willSave()`.
    @Test(arguments: ["author", "cover", "tags"], [true, false])
    func `a deletion of which only some rules can be applied is an error of the save`(
        _ read: String, _ isAtEndOfEvent: Bool
    ) throws {
        try context.run {
            let book = try book(in: context)
            switch read {
            case "author": #expect(book.author?.books.count == 2)
            case "cover": #expect(book.cover?.book == book)
            default: #expect(book.tags.first?.books == [book])
            }
            context.propagatesDeletesAtEndOfEvent = isAtEndOfEvent
            failures.failReads()
            context.delete(book)
            try expectUnreadable(book) { try context.save() }
            context.processPendingChanges()
            try expectUnreadable(book) { try context.save() }
            failures.recover()
            try context.save()
        }
        try reading { context throws in
            #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == 1)
            #expect(try context.count(for: NSFetchRequest<Chapter>(entityName: "Chapter")) == 0)
            let author: Author = try fault("Author", "name", "a", in: context)
            #expect(author.books.map(\.title) == ["other"])
        }
    }

    @Test func `a withdrawn deletion keeps the changes of an object that cannot be read`() throws {
        try context.run {
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            failures.failReads()
            book.title = "new"
            other.addToTags(Tag(context: context))
            for changed in [book, other] {
                context.delete(changed)
                context.insert(changed)
                #expect(changed.isUpdated)
            }
            failures.recover()
            try context.save()
        }
        try reading { context throws in
            #expect(try book("new", in: context).author?.name == "a")
            #expect(try book("other", in: context).tags.count == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a new object that is deleted stays until its rules can be applied`(_ isAtEndOfEvent: Bool) throws {
        try context.run {
            context.propagatesDeletesAtEndOfEvent = isAtEndOfEvent
            let other = try book("other", in: context)
            let chapter: Chapter = try fault("Chapter", "title", "c0", in: context)
            let new = Book(context: context)
            chapter.book = new
            context.processPendingChanges()
            failures.failReads()
            // What its row refers to is not known.
            other.title = "o"
            context.delete(new)
            context.processPendingChanges()
            #expect(new.isDeleted)
            #expect(new.managedObjectContext === context)
            #expect(!chapter.isDeleted)
            try expectUnreadable(new) { try context.save() }
            failures.recover()
            try context.save()
            #expect(new.managedObjectContext == nil)
        }
        try reading { context throws in
            let request = NSFetchRequest<Chapter>(entityName: "Chapter")
            #expect(try context.fetch(request).map(\.title) == ["c1"])
            #expect(try book("o", in: context).author?.name == "a")
        }
    }

    @Test(arguments: [false, true])
    func `a deletion of the event in which reads succeed again does not wait for a read`(_ isAtEndOfEvent: Bool) throws {
        try context.run {
            context.propagatesDeletesAtEndOfEvent = isAtEndOfEvent
            let (book, other) = (try book(in: context), try self.book("other", in: context))
            #expect(other.title == "other")
            failures.failReads()
            #expect(book.title != "b")
            #expect(context.failedReads.isActive)
            failures.recover()
            #expect(book.title == "b")
            context.delete(other)
            context.processPendingChanges()
            #expect(!context.failedReads.isActive)
            try context.save()
        }
    }

    @Test func `a deletion that could not be read and is withdrawn by another does not keep a save from succeeding`() throws {
        let model = try ModelSource.model(
            """
            <entity name="Node">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="next" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Node"/>
            </entity>
            """)
        model.entities[0].managedObjectClassName = NSStringFromClass(DeletingNode.self)
        let (store, failures) = (try TestStore(model: model), EngineFailures())
        let writing = store.context()
        try writing.run {
            let nodes = ["unread", "owner", "owned"].map { name in
                let node = DeletingNode(context: writing)
                node.setValue(name, forKey: "name")
                return node
            }
            nodes[1].setValue(nodes[2], forKey: "next")
            try writing.save()
        }
        store.container.forgetRows()
        failures.install(in: store.container.persistentStoreCoordinator)
        let context = store.context()
        try context.run {
            func node(_ name: String) throws -> DeletingNode {
                let request = NSFetchRequest<DeletingNode>(entityName: "Node")
                request.predicate = NSPredicate(format: "name == %@", name)
                return try #require(try context.fetch(request).first)
            }
            let (unread, owner, owned) = (try node("unread"), try node("owner"), try node("owned"))
            #expect([owner, owned].compactMap { $0.value(forKey: "name") as? String } == ["owner", "owned"])
            context.refresh(unread, mergeChanges: false)
            store.container.forgetRows()
            failures.failReads()
            nonisolated(unsafe) let withdrawn = unread
            owned.prepare = { $0.managedObjectContext?.insert(withdrawn) }
            // The rules of the last deletion are applied first.
            context.delete(owner)
            context.delete(unread)
            try context.save()
            #expect(!unread.isDeleted)
            failures.recover()
            #expect(unread.value(forKey: "name") as? String == "unread")
        }
        let reading = store.context()
        try reading.run {
            let count = try reading.count(for: NSFetchRequest<DeletingNode>(entityName: "Node"))
            #expect(count == 1)
        }
    }

    @Test func `a deletion that is being prepared does not wait for a read`() throws {
        let model = try ModelSource.model(
            """
            <entity name="Node"><attribute name="name" optional="YES" attributeType="String"/></entity>
            """)
        model.entities[0].managedObjectClassName = NSStringFromClass(DeletingNode.self)
        let (store, failures) = (try TestStore(model: model), EngineFailures())
        let writing = store.context()
        try writing.run {
            for _ in 0..<2 { _ = DeletingNode(context: writing) }
            try writing.save()
        }
        store.container.forgetRows()
        failures.install(in: store.container.persistentStoreCoordinator)
        let context = store.context()
        try context.run {
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Node")
            request.resultType = .managedObjectIDResultType
            nonisolated(unsafe) let nodes = try context.fetch(request).compactMap { context.object(with: $0) as? DeletingNode }
            try #require(nodes.count == 2)
            failures.failReads()
            #expect(nodes[1].value(forKey: "name") == nil)
            #expect(context.failedReads.isActive)
            failures.recover()
            nodes[0].prepare = { _ in
                #expect(nodes[1].value(forKey: "name") == nil)
                #expect(!context.isUnreadable(nodes[1]))
                context.processPendingChanges()
            }
            context.delete(nodes[0])
            #expect(!context.failedReads.isActive)
            try context.save()
        }
        withExtendedLifetime(store) {}
    }

    @Test func `a relationship with the Deny rule that cannot be read denies the deletion`() throws {
        try context.run {
            let author: Author = try fault("Author", in: context)
            failures.failReads()
            context.delete(author)
            try expectUnreadable(author) { try context.save() }
            failures.recover()
            let error = try #require(throws: NSError.self) { try context.save() }
            #expect(error.code == NSValidationRelationshipDeniedDeleteError)
        }
        try reading { context throws in #expect(try book(in: context).author?.name == "a") }
    }
}
