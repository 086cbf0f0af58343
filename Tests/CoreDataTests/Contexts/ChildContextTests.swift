import CoreData
import Foundation
import Testing

/// Contexts above each other: `root` over the store, `child` over it.
@Suite(.eachStore) struct ChildContextTests: Sendable {
    private let store: TestStore
    private let root: NSManagedObjectContext
    private let child: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: .library())
        root = store.context()
        child = NSManagedObjectContext(.privateQueue)
        child.parent = root
    }

    private func names(_ context: NSManagedObjectContext, _ predicate: NSPredicate? = nil) throws -> [String] {
        try context.performAndWait {
            let request = NSFetchRequest<Tag>(entityName: "Tag")
            request.predicate = predicate
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            return try context.fetch(request).map { $0.name ?? "nil" }
        }
    }

    private func tag(_ name: String, _ context: NSManagedObjectContext) throws -> Tag {
        let request = NSFetchRequest<Tag>(entityName: "Tag")
        request.predicate = NSPredicate(format: "name == %@", name)
        return try #require(try context.fetch(request).first)
    }

    private func insert(_ name: String, _ context: NSManagedObjectContext) {
        context.performAndWait { Tag(context: context).name = name }
    }

    /// The child asks its parent on the thread whose block waits for the child.
    @Test(arguments: [NSManagedObjectContextConcurrencyType.privateQueueConcurrencyType, .mainQueueConcurrencyType])
    func `an asynchronous block of the parent may wait for the child`(type: NSManagedObjectContextConcurrencyType) async throws {
        let root = NSManagedObjectContext(concurrencyType: type)
        root.persistentStoreCoordinator = store.container.persistentStoreCoordinator
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = root
        let count = try await root.perform(schedule: .enqueued) {
            try child.performAndWait {
                Tag(context: child).name = "b"
                try child.save()
                return try child.count(for: NSFetchRequest<Tag>(entityName: "Tag"))
            }
        }
        #expect(count == 1)
    }

    @Test func theCoordinatorIsTheRoots() {
        let grandchild = NSManagedObjectContext(.privateQueue)
        grandchild.parent = child
        #expect(grandchild.parent === child)
        #expect(grandchild.persistentStoreCoordinator === store.container.persistentStoreCoordinator)
    }

    @Test func aSaveGoesOneContextUp() throws {
        insert("new", child)
        #expect(try names(root) == [])
        try child.performAndWait { try child.save() }
        #expect(child.performAndWait { !child.hasChanges })
        #expect(root.performAndWait { root.hasChanges })
        #expect(try names(root) == ["new"])
        #expect(try names(store.context()) == [])
        try root.performAndWait { try root.save() }
        #expect(try names(store.context()) == ["new"])
    }

    @Test func identifiersAreTemporaryUntilTheRootSaves() throws {
        try child.performAndWait {
            let tag = Tag(context: child)
            let book = Book(context: child)
            book.tags = [tag]
            try child.save()
            #expect(tag.objectID.isTemporaryID)
            try root.performAndWait { try root.save() }
            _ = try names(child)
            #expect(!tag.objectID.isTemporaryID)
            #expect(child.registeredObject(for: tag.objectID) === tag)
            #expect(book.tags == [tag])
            #expect(tag.books == [book])
        }
        #expect(root.performAndWait { root.registeredObjects.isEmpty })
    }

    @Test func aFetchSeesTheParentsUnsavedState() throws {
        insert("stored", root)
        try root.performAndWait { try root.save() }
        insert("unsaved", root)
        #expect(try names(child) == ["stored", "unsaved"])
        try root.performAndWait { try tag("stored", root).name = "renamed" }
        #expect(try names(child) == ["renamed", "unsaved"])
        insert("own", child)
        try child.performAndWait {
            child.delete(try tag("unsaved", child))
            try tag("renamed", child).name = "again"
        }
        #expect(try names(child) == ["again", "own"])
        #expect(try names(root) == ["renamed", "unsaved"])
        #expect(try child.performAndWait { try child.count(for: NSFetchRequest<Tag>(entityName: "Tag")) } == 2)
        try child.performAndWait { try child.save() }
        #expect(try names(root) == ["again", "own"])
    }

    @Test func relationshipsLeadThroughAllContexts() throws {
        try root.performAndWait {
            let author = Author(context: root)
            author.name = "Ann"
        }
        let grandchild = NSManagedObjectContext(.privateQueue)
        grandchild.parent = child
        try grandchild.performAndWait {
            let author = try #require(try grandchild.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
            #expect(author.objectID.isTemporaryID)
            #expect(author.books.isEmpty)
            let book = Book(context: grandchild)
            book.title = "One"
            book.author = author
            let chapters = ["a", "b"].map { title in
                let chapter = Chapter(context: grandchild)
                chapter.title = title
                return chapter
            }
            book.chapters = NSOrderedSet(array: chapters)
            try grandchild.save()
        }
        try child.performAndWait {
            let book = try #require(try child.fetch(NSFetchRequest<Book>(entityName: "Book")).first)
            #expect(book.author?.name == "Ann")
            #expect(book.author?.books == [book])
            let chapter = Chapter(context: child)
            chapter.title = "first"
            book.insertIntoChapters(chapter, at: 0)
            try child.save()
        }
        try root.performAndWait { try root.save() }
        let other = store.context()
        try other.performAndWait {
            let book = try #require(try other.fetch(NSFetchRequest<Book>(entityName: "Book")).first)
            #expect(book.author?.name == "Ann")
            #expect(book.chapters?.array.compactMap { ($0 as? Chapter)?.title } == ["first", "a", "b"])
        }
    }

    @Test func predicatesFollowRelationshipsThroughUnsavedChangesAbove() throws {
        try root.performAndWait {
            let author = Author(context: root)
            author.name = "Ann"
            let book = Book(context: root)
            book.title = "Stored"
            book.author = author
            try root.save()
            // Only this context knows of the second book.
            let second = Book(context: root)
            second.title = "Unsaved"
            second.author = author
        }
        try child.performAndWait {
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "author.name == 'Bob'")
            request.sortDescriptors = [
                NSSortDescriptor(key: "author.name", ascending: true), NSSortDescriptor(key: "title", ascending: true),
            ]
            #expect(try child.fetch(request).isEmpty)
            let author = try #require(try child.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
            author.name = "Bob"
            #expect(try child.fetch(request).map(\.title) == ["Stored", "Unsaved"])
        }
    }

    @Test func deletionsGoUp() throws {
        try root.performAndWait {
            let shelf = Bookshelf(root)
            try root.save()
            _ = shelf
        }
        try child.performAndWait {
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "title == 'One'")
            let book = try #require(try child.fetch(request).first)
            child.delete(book)
            try child.save()
            #expect(book.managedObjectContext == nil)
        }
        try root.performAndWait {
            #expect(root.deletedObjects.count == 2)
            #expect(try root.count(for: NSFetchRequest<Chapter>(entityName: "Chapter")) == 0)
            #expect(try tag("red", root).books?.count == 1)
            try root.save()
        }
        let other = store.context()
        #expect(try other.performAndWait { try other.count(for: NSFetchRequest<Book>(entityName: "Book")) } == 2)
    }

    @Test func aNewObjectDeletedBelowIsNeverSaved() throws {
        insert("new", root)
        try child.performAndWait {
            child.delete(try tag("new", child))
            try child.save()
        }
        #expect(root.performAndWait { !root.hasChanges })
        #expect(try names(root) == [])
    }

    @Test func whatBothChangedIsAConflict() throws {
        insert("tag", root)
        try root.performAndWait { try root.save() }
        func contest() throws {
            try child.performAndWait { try self.tag("tag", child).name = "child's" }
            try root.performAndWait { try self.tag("tag", root).name = "root's" }
        }
        try contest()
        child.performAndWait {
            #expect {
                try child.save()
            } throws: { error in
                let conflict = ((error as NSError).userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first
                return (error as NSError).code == NSManagedObjectMergeError
                    && conflict?.objectSnapshot?["name"] as? String == "tag"
            }
            child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        }
        try child.performAndWait { try child.save() }
        #expect(try names(root) == ["child's"])
        root.performAndWait { root.rollback() }
        child.performAndWait { child.reset() }
        try contest()
        try child.performAndWait {
            child.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            try child.save()
        }
        #expect(try names(root) == ["root's"])
        #expect(try names(child) == ["root's"])
    }

    @Test func differentPropertiesMergeWithoutConflict() throws {
        try root.performAndWait {
            let book = Book(context: root)
            book.title = "One"
            try root.save()
        }
        let request = NSFetchRequest<Book>(entityName: "Book")
        try child.performAndWait {
            let book = try #require(try child.fetch(request).first)
            let author = Author(context: child)
            author.name = "Ann"
            book.author = author
        }
        try root.performAndWait { try root.fetch(request).first?.title = "Two" }
        try child.performAndWait { try child.save() }
        try root.performAndWait {
            let book = try #require(try root.fetch(request).first)
            #expect(book.title == "Two")
            #expect(book.author?.name == "Ann")
        }
    }

    @Test func aChildMergesItsParentsSaves() async throws {
        child.automaticallyMergesChangesFromParent = true
        insert("tag", root)
        try root.performAndWait { try root.save() }
        try await child.perform {
            let tag = try self.tag("tag", child)
            try root.performAndWait {
                try self.tag("tag", root).name = "renamed"
                try root.save()
            }
            #expect(tag.name == "tag")
            child.userInfo["tag"] = tag
        }
        // The merge was handed to the child's queue before this is.
        await child.perform(schedule: .enqueued) {
            #expect((child.userInfo["tag"] as? Tag)?.name == "renamed")
        }
    }

    @Test func aSiblingsSaveIsMerged() async throws {
        let sibling = NSManagedObjectContext(.privateQueue)
        sibling.parent = root
        sibling.automaticallyMergesChangesFromParent = true
        insert("tag", root)
        try root.performAndWait { try root.save() }
        try await sibling.perform {
            let tag = try self.tag("tag", sibling)
            #expect(tag.name == "tag")
            sibling.userInfo["tag"] = tag
        }
        try await child.perform {
            try self.tag("tag", child).name = "renamed"
            try child.save()
        }
        await sibling.perform(schedule: .enqueued) {
            #expect((sibling.userInfo["tag"] as? Tag)?.name == "renamed")
        }
    }

    @Test func aConfinedContextMayBeAChild() throws {
        let confined = NSManagedObjectContext()
        confined.parent = root
        Tag(context: confined).name = "confined"
        try confined.save()
        #expect(try names(root) == ["confined"])
    }

    /// The parent's queue waits for the child, which asks its parent.
    @Test func aChildMayBeUsedFromItsParentsQueue() throws {
        insert("tag", root)
        try root.performAndWait {
            try child.performAndWait {
                try tag("tag", child).name = "renamed"
                try child.save()
            }
            #expect(try names(root) == ["renamed"])
        }
    }
}
