import CoreData
import Foundation
import Testing

/// Deletions that are withdrawn, announced to the object, or of objects that were never saved.
@Suite struct DeletionTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: .library())
        context = store.context()
    }

    private func count(_ entity: String) throws -> Int {
        let other = store.context()
        return try other.performAndWait { try other.count(for: NSFetchRequest<NSManagedObject>(entityName: entity)) }
    }

    // MARK: Withdrawn deletions

    @Test(arguments: [false, true]) func `inserting a deleted object withdraws its deletion`(isProcessed: Bool) throws {
        try context.performAndWait {
            let tag = Tag(context: context)
            tag.name = "a"
            try context.save()
            context.delete(tag)
            if isProcessed { context.processPendingChanges() }
            context.insert(tag)
            #expect(!tag.isDeleted)
            #expect(!tag.isInserted)
            #expect(context.deletedObjects.isEmpty)
            #expect(!context.hasChanges)
            try context.save()
            #expect(tag.managedObjectContext === context)
            #expect(tag.name == "a")
            #expect(try count("Tag") == 1)
        }
    }

    @Test func `a withdrawn deletion applies no delete rules and keeps unsaved changes`() throws {
        try context.performAndWait {
            let (book, chapter) = (Book(context: context), Chapter(context: context))
            book.addToChapters(chapter)
            try context.save()
            book.title = "new"
            context.delete(book)
            context.insert(book)
            #expect(book.isUpdated)
            #expect(context.updatedObjects.contains(book))
            try context.save()
            #expect(book.title == "new")
            #expect(try count("Book") == 1)
            #expect(try count("Chapter") == 1)
        }
    }

    @Test func `a new object that is deleted and inserted again is saved`() throws {
        try context.performAndWait {
            let tag = Tag(context: context)
            context.delete(tag)
            context.insert(tag)
            #expect(tag.isInserted)
            #expect(!tag.isDeleted)
            #expect(context.insertedObjects == [tag])
            try context.save()
            #expect(try count("Tag") == 1)
        }
    }

    @Test func `a withdrawn deletion can be deleted again`() throws {
        try context.performAndWait {
            let (book, chapter) = (Book(context: context), Chapter(context: context))
            book.addToChapters(chapter)
            try context.save()
            context.delete(book)
            context.insert(book)
            context.delete(book)
            try context.save()
            #expect(try count("Book") == 0)
            #expect(try count("Chapter") == 0)
        }
    }
}
