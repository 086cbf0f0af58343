import Foundation
import Testing

@testable import CoreData

/// Fetches along relationships whose destination objects have unsaved changes: the predicate
/// is evaluated as if the changes were saved.
@Suite(.eachStore) struct RelatedChangesTests: Sendable {
    private let container: NSPersistentContainer
    private let context: NSManagedObjectContext

    init() throws {
        container = try NSPersistentContainer.inMemory(.library())
        context = container.newBackgroundContext()
    }

    /// Saves a library of three books, and runs a test with it.
    private func withLibrary(_ test: @Sendable (Bookshelf) throws -> Void) throws {
        let context = context
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            try test(shelf)
        }
    }

    @Test func aToOneWithAnInverse() throws {
        try withLibrary { (shelf) throws in
            #expect(try shelf.titles("author.name == 'Ann'", sort: "title") == ["One", "Two"])
            shelf.ann.name = "Zoe"
            #expect(try shelf.titles("author.name == 'Ann'", sort: "title") == [])
            #expect(try shelf.titles("author.name == 'Zoe'", sort: "title") == ["One", "Two"])
            #expect(try shelf.titles("TRUEPREDICATE", sort: "author.name") == ["Three", "One", "Two"])
            shelf.one.author = shelf.bob
            #expect(try shelf.titles("author.name == 'Bob'", sort: "title") == ["One", "Three"])
            #expect(try shelf.titles("author == nil", sort: "title") == [])
            shelf.three.author = nil
            #expect(try shelf.titles("author == nil", sort: "title") == ["Three"])
        }
    }

    @Test func aToOneWithoutAnInverse() throws {
        try withLibrary { (shelf) throws in
            #expect(try shelf.titles("author.agent.name == 'Rex'", sort: "title") == ["One", "Two"])
            shelf.rex.name = "Max"
            #expect(try shelf.titles("author.agent.name == 'Rex'", sort: "title") == [])
            #expect(try shelf.titles("author.agent.name == 'Max'", sort: "title") == ["One", "Two"])
            // The relationship has no inverse, so the deletion updates no author. A reference to a
            // deleted object counts as nil.
            shelf.context.delete(shelf.rex)
            #expect(try shelf.titles("author.agent.name == nil", sort: "title") == ["One", "Three", "Two"])
        }
    }

    @Test func aToManyWithAndWithoutAnInverse() throws {
        try withLibrary { (shelf) throws in
            #expect(try shelf.titles("ANY chapters.title == 'a' OR ANY notes.text == 'n'", sort: "title") == ["One"])
            let chapter = try #require(shelf.one.chapters?.firstObject as? Chapter)
            chapter.title = "b"
            #expect(try shelf.titles("ANY chapters.title == 'a'", sort: "title") == [])
            #expect(try shelf.titles("ANY chapters.title == 'b'", sort: "title") == ["One"])
            chapter.book = shelf.two
            #expect(try shelf.titles("chapters.@count == 1", sort: "title") == ["Two"])
            shelf.context.delete(chapter)
            #expect(try shelf.titles("chapters.@count == 1", sort: "title") == [])

            #expect(try shelf.titles("notes.@count == 1", sort: "title") == ["One"])
            let note = try #require(shelf.one.notes?.anyObject() as? Note)
            note.text = "m"
            #expect(try shelf.titles("SUBQUERY(notes, $n, $n.text == 'm').@count > 0", sort: "title") == ["One"])
            shelf.context.delete(note)
            #expect(try shelf.titles("notes.@count == 1", sort: "title") == [])
        }
    }

    @Test func manyToMany() throws {
        try withLibrary { (shelf) throws in
            #expect(try shelf.titles("ANY tags.name == 'red'", sort: "title") == ["One", "Three"])
            shelf.red.name = "rot"
            #expect(try shelf.titles("ANY tags.name == 'rot'", sort: "title") == ["One", "Three"])
            shelf.two.addToTags(shelf.red)
            shelf.one.removeFromTags(shelf.red)
            #expect(try shelf.titles("ANY tags.name == 'rot'", sort: "title") == ["Three", "Two"])
            #expect(try shelf.titles("TRUEPREDICATE", sort: "tags.@count", "title") == ["One", "Three", "Two"])
            shelf.context.delete(shelf.red)
            #expect(try shelf.titles("tags.@count == 0", sort: "title") == ["One", "Three", "Two"])
        }
    }

    @Test func countsWindowsAndIdentifiersAgree() throws {
        try withLibrary { (shelf) throws in
            shelf.ann.name = "Zoe"
            let request = shelf.request("author.name >= 'B'", sort: "author.name", "title")
            #expect(try shelf.context.count(for: request) == 3)
            (request.fetchOffset, request.fetchLimit) = (1, 1)
            #expect(try shelf.context.fetch(request).map(\.title) == ["One"])
            #expect(try shelf.context.count(for: request) == 1)
            let identifiers = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
            identifiers.predicate = request.predicate
            identifiers.sortDescriptors = request.sortDescriptors
            identifiers.resultType = .managedObjectIDResultType
            #expect(try shelf.context.fetch(identifiers) == [shelf.three, shelf.one, shelf.two].map(\.objectID))
            request.includesPendingChanges = false
            #expect(try shelf.context.fetch(request).map(\.title) == [])
            (request.fetchOffset, request.fetchLimit) = (0, 0)
            #expect(try shelf.context.fetch(request).map(\.title) == ["Three"])
        }
    }

    @Test func subentitiesCount() throws {
        try withLibrary { (shelf) throws in
            shelf.rex.name = "Ann"
            let people = NSFetchRequest<Person>(entityName: "Person")
            people.predicate = NSPredicate(format: "name == 'Ann'")
            #expect(try Set(shelf.context.fetch(people)) == [shelf.ann, shelf.rex])
            people.includesSubentities = false
            #expect(try shelf.context.fetch(people) == [])
            // The relationship's destination is Person; the agent's own entity is Reader.
            let authors = NSFetchRequest<Author>(entityName: "Author")
            authors.predicate = NSPredicate(format: "agent.name == 'Ann'")
            #expect(try shelf.context.fetch(authors) == [shelf.ann])
        }
    }

    /// Only changes of properties that a query reads make it evaluate objects in memory.
    @Test func unrelatedChangesAffectNothing() throws {
        try withLibrary { (shelf) throws in
            func affected(_ format: String) throws -> Int {
                let query = try shelf.request(format, sort: "title").query(in: shelf.context)
                return try shelf.context.objectsAffected(query).count
            }
            shelf.ann.agent = nil
            #expect(try affected("title == 'One'") == 0)
            #expect(try affected("author.name == 'Ann'") == 0)
            #expect(try affected("author.agent.name == 'Rex'") == 2)
            #expect(try affected("author == nil") == 0)
            shelf.one.title = "Uno"
            #expect(try affected("title == 'One'") == 1)
        }
    }

    /// The deletion of a member without an inverse updates no owner, even if the member was never
    /// saved. Fetches still ignore the deleted member.
    @Test func anObjectDeletedBeforeItWasSavedIsNoMember() throws {
        try withLibrary { (shelf) throws in
            let note = Note(context: shelf.context)
            shelf.two.mutableSetValue(forKey: "notes").add(note)
            #expect(try shelf.titles("notes.@count > 0", sort: "title") == ["One", "Two"])
            shelf.context.delete(note)
            shelf.context.processPendingChanges()
            #expect(try shelf.titles("notes.@count > 0", sort: "title") == ["One"])
            try shelf.context.save()
            #expect(try shelf.titles("notes.@count > 0", sort: "title") == ["One"])
        }
    }

    @Test func aDeletedMemberWithoutAnInverseIsNoneAfterTheSave() throws {
        try withLibrary { (shelf) throws in
            let note = try #require(shelf.one.notes?.anyObject() as? Note)
            shelf.context.delete(note)
            try shelf.context.save()
            #expect(shelf.one.notes?.count == 0)
            shelf.one.title = "Uno"
            #expect(try shelf.titles("notes.@count == 0", sort: "title") == ["Three", "Two", "Uno"])
        }
    }

    /// Members that this context added without saving, and that another context deleted, are no
    /// members after the merge, whether the relationship was read before or not.
    @Test(arguments: [false, true]) func anAddedMemberThatOthersDeletedIsNone(isLookedAt: Bool) throws {
        let other = container.newBackgroundContext()
        try withLibrary { (shelf) throws in
            let (note, book) = (Note(context: shelf.context), Book(context: shelf.context))
            try shelf.context.save()
            shelf.two.mutableSetValue(forKey: "notes").add(note)
            book.author = shelf.bob
            if isLookedAt { #expect(shelf.two.notes?.count == 1 && shelf.bob.books.count == 2) }
            #expect(try shelf.titles("notes.@count > 0", sort: "title") == ["One", "Two"])
            #expect(try shelf.titles("author.books.@count > 1 AND title != nil", sort: "title") == ["One", "Three", "Two"])

            let gone = [note.objectID, book.objectID]
            try other.performAndWait {
                for objectID in gone { other.delete(try other.existingObject(with: objectID)) }
                try other.save()
            }
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: gone], into: [shelf.context])
            #expect(try shelf.titles("notes.@count > 0", sort: "title") == ["One"])
            #expect(try shelf.titles("author.books.@count > 1", sort: "title") == ["One", "Two"])
            #expect(shelf.two.notes?.count == 0 && shelf.bob.books.count == 1)
        }
    }

    @Test func aChildHearsOfAddedMembersThatOthersDeleted() throws {
        let (context, other) = (context, container.newBackgroundContext())
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        child.automaticallyMergesChangesFromParent = true
        let (bob, gone) = try context.performAndWait {
            let (shelf, book) = (Bookshelf(context), Book(context: context))
            try context.save()
            book.author = shelf.bob
            return (shelf.bob.objectID, book.objectID)
        }
        let author = try child.performAndWait { try #require(try child.existingObject(with: bob) as? Author) }
        #expect(child.performAndWait { author.books.count } == 2)
        try other.performAndWait {
            other.delete(try other.existingObject(with: gone))
            try other.save()
        }
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: [gone]], into: [context])
        #expect(child.performAndWait { author.books.count } == 1)
    }

    /// The owner has read the member's ID, but no object is registered for it.
    @Test func aMemberWithoutAnInverseThatOthersDeletedIsNone() throws {
        let other = container.newBackgroundContext()
        try withLibrary { (shelf) throws in
            let gone = try #require(shelf.one.objectIDs(forRelationshipNamed: "notes").first)
            #expect(shelf.context.registeredObject(for: gone) == nil)
            try other.performAndWait {
                other.delete(try other.existingObject(with: gone))
                try other.save()
            }
            let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: shelf.context)
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: [gone]], into: [shelf.context])
            #expect(shelf.one.objectIDs(forRelationshipNamed: "notes") == [])
            #expect(notices.received.map { $0.userInfo?[NSRefreshedObjectsKey] as? Set<NSManagedObject> } == [[shelf.one]])
        }
    }

    /// The store keeps one owner for such a member. Neither the save nor the merged change set
    /// lists the previous owner.
    @Test(arguments: [false, true]) func aMemberWithoutAnInverseHasOneOwner(takenByOthers: Bool) throws {
        let other = container.newBackgroundContext()
        try withLibrary { (shelf) throws in
            let note = try #require(shelf.one.notes?.anyObject() as? Note)
            if takenByOthers {
                let (noteID, two) = (note.objectID, shelf.two.objectID)
                try other.performAndWait {
                    other.object(with: two).mutableSetValue(forKey: "notes").add(other.object(with: noteID))
                    try other.save()
                }
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: [two]], into: [shelf.context])
            } else {
                shelf.two.mutableSetValue(forKey: "notes").add(note)
                try shelf.context.save()
            }
            #expect(shelf.one.notes?.count == 0)
            #expect(shelf.two.notes?.allObjects as? [Note] == [note])
            // The predicate is evaluated in memory for objects whose related objects have changes.
            shelf.ann.name = "Anna"
            #expect(try shelf.titles("notes.@count > 0 AND author.name != nil", sort: "title") == ["Two"])
        }
    }

    /// An automatic merge, whose changes include the names of the changed relationships.
    @Test func aMemberThatOthersTookOverIsMerged() async throws {
        let (context, other) = (context, container.newBackgroundContext())
        context.automaticallyMergesChangesFromParent = true
        nonisolated(unsafe) var held: Bookshelf?
        let (note, two) = try await context.perform {
            let shelf = Bookshelf(context)
            try context.save()
            held = shelf
            return (try #require(shelf.one.objectIDs(forRelationshipNamed: "notes").first), shelf.two.objectID)
        }
        try await other.perform {
            (other.object(with: two) as? Book)?.title = "Deux"
            try other.save()
        }
        // A change of another property does not turn the relationship into a fault.
        await context.perform { #expect(held?.one.hasFault(forRelationshipNamed: "notes") == false) }
        try await other.perform {
            other.object(with: two).mutableSetValue(forKey: "notes").add(other.object(with: note))
            try other.save()
        }
        await context.perform {
            #expect(held?.one.notes?.count == 0)
            #expect(held?.two.notes?.count == 1)
            held = nil
        }
    }

    @Test func aNewMemberOfTwoHasOneOwner() throws {
        try withLibrary { (shelf) throws in
            let note = Note(context: shelf.context)
            for book in [shelf.two, shelf.three] { book.mutableSetValue(forKey: "notes").add(note) }
            try shelf.context.save()
            #expect([shelf.two, shelf.three].map { $0.notes?.count ?? 0 }.sorted() == [0, 1])
        }
    }

    /// The new owner of a member keeps its fulfilled relationship. Only the previous owner's
    /// relationship becomes a fault.
    @Test func aNewOwnerReadsNothingAnew() throws {
        try withLibrary { (shelf) throws in
            let note = try #require(shelf.one.notes?.anyObject() as? Note)
            #expect(shelf.two.notes?.count == 0)
            shelf.two.mutableSetValue(forKey: "notes").add(note)
            try shelf.context.save()
            #expect(shelf.one.hasFault(forRelationshipNamed: "notes"))
            #expect(!shelf.two.hasFault(forRelationshipNamed: "notes"))
        }
    }

    // MARK: Objects as constants

    @Test func objectsOfAnotherEntityAreOthers() throws {
        try withLibrary { (shelf) throws in
            // The primary keys of every table start at 1, so rows of two tables can have equal
            // keys.
            let tag = try #require([shelf.red].first { $0.objectID.rowID == 1 })
            #expect(try shelf.titles("SELF == %@", tag, sort: "title") == [])
            #expect(try shelf.titles("author == %@", tag, sort: "title") == [])
            #expect(try shelf.titles("author == %@", shelf.ann, sort: "title") == ["One", "Two"])
            #expect(try shelf.titles("author == %@", shelf.ann.objectID, sort: "title") == ["One", "Two"])
            #expect(try shelf.titles("ANY tags == %@", shelf.red, sort: "title") == ["One", "Three"])
            #expect(try shelf.titles("SELF IN %@", [shelf.one, shelf.three], sort: "title") == ["One", "Three"])
            #expect(try shelf.titles("SELF == 1 OR author == 1", sort: "title") == [])
        }
    }

    @Test func unsavedObjectsAreFoundAmongUnsavedChanges() throws {
        try withLibrary { (shelf) throws in
            let cat = Author(context: shelf.context)
            #expect(try shelf.titles("author == %@", cat, sort: "title") == [])
            shelf.one.author = cat
            #expect(try shelf.titles("author == %@", cat, sort: "title") == ["One"])
            #expect(try shelf.titles("author != %@", cat, sort: "title") == ["Three", "Two"])
            let format = NSPredicate(format: "author == %@", cat).predicateFormat
            #expect(format == "author == <\(cat.objectID.uriRepresentation().absoluteString)>")
        }
    }
}
