import CoreData
import Foundation
import Testing

/// Deletions that are withdrawn, announced to the object, or of objects that were never saved.
@Suite(.eachStore) struct DeletionTests: Sendable {
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

    @Test(arguments: [false, true]) func `a withdrawn deletion relates the object on both sides`(isSaved: Bool) throws {
        try context.performAndWait {
            let (book, other) = (Book(context: context), Book(context: context))
            let (author, tag, cover) = (Author(context: context), Tag(context: context), Cover(context: context))
            (book.author, book.tags, book.cover, book.prequel) = (author, [tag], cover, other)
            book.addToChapters(Chapter(context: context))
            if isSaved { try context.save() }
            book.addToChapters(Chapter(context: context))
            context.delete(book)
            // Applies the delete rules, but a new object leaves the context only with the event.
            _ = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
            if isSaved { context.processPendingChanges() }
            #expect(author.books.isEmpty)
            #expect(cover.book == nil)
            context.insert(book)
            #expect(book.author === author)
            #expect(author.books == [book])
            #expect(tag.books == [book])
            #expect(cover.book === book)
            #expect(other.sequel === book)
            // The rule Cascade has deleted the chapters.
            #expect(book.chapters?.count == 0)
            try context.save()
            let (fresh, id) = (store.context(), book.objectID)
            try fresh.performAndWait {
                let stored = try #require(try fresh.existingObject(with: id) as? Book)
                #expect(stored.author?.books == [stored])
                #expect(stored.tags.first?.books == [stored])
                #expect(stored.cover?.book === stored)
                #expect(stored.prequel?.sequel === stored)
            }
            #expect(try count("Chapter") == 0)
        }
    }

    @Test func `a withdrawn deletion takes nothing back from another object`() throws {
        try context.performAndWait {
            let (book, other, cover) = (Book(context: context), Book(context: context), Cover(context: context))
            book.cover = cover
            try context.save()
            context.delete(book)
            context.processPendingChanges()
            other.cover = cover
            context.insert(book)
            #expect(book.cover == nil)
            #expect(cover.book === other)
            #expect(other.cover === cover)
        }
    }

    @Test func `a withdrawn deletion leaves members with their new owner`() throws {
        let context = try folderContext(deletionRule: "Nullify")
        try context.performAndWait {
            let folders = (0..<4).map { _ in DeletingNode(context: context) }
            for child in folders[2...] { child.setValue(folders[0], forKey: "parent") }
            try context.save()
            context.delete(folders[0])
            context.processPendingChanges()
            folders[2].setValue(folders[1], forKey: "parent")
            context.insert(folders[0])
            #expect(folders[0].value(forKey: "children") as? Set<NSManagedObject> == [folders[3]])
            #expect(folders[1].value(forKey: "children") as? Set<NSManagedObject> == [folders[2]])
            #expect(folders[3].value(forKey: "parent") as? NSManagedObject === folders[0])
        }
    }

    // MARK: Objects that were never saved

    @Test func `a new object is unchanged after a rollback`() throws {
        context.performAndWait {
            let tag = Tag(context: context)
            tag.name = "a"
            context.rollback()
            #expect(tag.managedObjectContext == nil)
            #expect(!tag.isDeleted)
            #expect(!tag.isInserted)
            #expect(!tag.hasChanges)
        }
    }

    @Test func `a new object that was deleted is unchanged when that was processed`() throws {
        context.performAndWait {
            let tag = Tag(context: context)
            context.delete(tag)
            #expect(tag.isDeleted)
            context.processPendingChanges()
            #expect(tag.managedObjectContext == nil)
            #expect(!tag.isDeleted)
            #expect(!tag.hasChanges)
        }
    }

    @Test func `a deleted object is unchanged after the save`() throws {
        try context.performAndWait {
            let tag = Tag(context: context)
            try context.save()
            context.delete(tag)
            try context.save()
            #expect(!tag.isDeleted)
            #expect(!tag.hasChanges)
        }
    }

    @Test func `a new object that is deleted applies its rules if those of others wait for the save`() throws {
        try context.performAndWait {
            let (former, chapter) = (Book(context: context), Chapter(context: context))
            former.addToChapters(chapter)
            try context.save()
            context.propagatesDeletesAtEndOfEvent = false
            let book = Book(context: context)
            book.addToChapters(chapter)
            context.processPendingChanges()
            context.delete(book)
            context.processPendingChanges()
            #expect(book.managedObjectContext == nil)
            #expect(chapter.isDeleted)
            try context.save()
            #expect(try count("Chapter") == 0)
            #expect(try count("Book") == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a deletion that waits for the save and is withdrawn does not keep its object`(isRefreshed: Bool) throws {
        weak var object: Tag?
        try context.performAndWait {
            context.propagatesDeletesAtEndOfEvent = false
            let tag = Tag(context: context)
            try context.save()
            object = tag
            for _ in 0..<2 {
                context.delete(tag)
                context.processPendingChanges()
                if isRefreshed { context.refresh(tag, mergeChanges: false) } else { context.insert(tag) }
                context.processPendingChanges()
            }
            #expect(!tag.isDeleted)
        }
        #expect(object == nil)
    }

    // MARK: Preparing deletions

    private func nodes() throws -> (NSManagedObjectContext, [DeletingNode]) {
        let model = try ModelSource.model(
            """
            <entity name="Node">
                <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Node" inverseName="previous" \
            inverseEntity="Node"/>
                <relationship name="previous" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Node" inverseName="next" \
            inverseEntity="Node"/>
            </entity>
            """)
        model.entities[0].managedObjectClassName = NSStringFromClass(DeletingNode.self)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        return try context.performAndWait {
            let nodes = (0..<2).map { _ in DeletingNode(context: context) }
            nodes[0].setValue(nodes[1], forKey: "next")
            try context.save()
            return (context, nodes)
        }
    }

    @Test func `an object that is prepared for its deletion is deleted and has its relationships`() throws {
        let (context, made) = try nodes()
        nonisolated(unsafe) let nodes = made
        try context.performAndWait {
            nonisolated(unsafe) var seen: [(isDeleted: Bool, next: NSManagedObject?)] = []
            nodes[0].prepare = { node in seen.append((node.isDeleted, node.value(forKey: "next") as? NSManagedObject)) }
            context.delete(nodes[0])
            #expect(seen.count == 1)
            #expect(seen.first?.isDeleted == true)
            #expect(seen.first?.next === nodes[1])
            try context.save()
            #expect(nodes[1].value(forKey: "previous") == nil)
        }
    }

    @Test(arguments: [false, true]) func `two objects can delete each other`(asksFirst: Bool) throws {
        let (context, made) = try nodes()
        nonisolated(unsafe) let nodes = made
        try context.performAndWait {
            for (node, other) in [(nodes[0], nodes[1]), (nodes[1], nodes[0])] {
                node.prepare = { [unowned other] _ in
                    if !asksFirst || !other.isDeleted { context.delete(other) }
                }
            }
            context.delete(nodes[0])
            #expect(nodes.map(\.isDeleted) == [true, true])
            #expect(context.deletedObjects.count == 2)
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Node")) == 0)
        }
    }

    /// A call in `prepareForDeletion()` that ends an event, or takes deletions into account.
    enum Interruption: CaseIterable {
        case fetch, processing

        func callAsFunction(_ context: NSManagedObjectContext) throws {
            switch self {
            case .fetch: _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Folder"))
            case .processing: context.processPendingChanges()
            }
        }
    }

    /// Returns a context of folders with children, whose deletion applies a rule to the children.
    private func folderContext(deletionRule: String) throws -> NSManagedObjectContext {
        let model = try ModelSource.model(
            """
            <entity name="Folder">
                <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" \
            inverseName="children" inverseEntity="Folder"/>
                <relationship name="children" optional="YES" toMany="YES" deletionRule="\(deletionRule)" destinationEntity="Folder" \
            inverseName="parent" inverseEntity="Folder"/>
            </entity>
            """)
        model.entities[0].managedObjectClassName = NSStringFromClass(DeletingNode.self)
        return try NSPersistentContainer.inMemory(model).newBackgroundContext()
    }

    @Test(arguments: Interruption.allCases, [false, true])
    func `related objects can be moved while a deletion is prepared`(by interruption: Interruption, isSaved: Bool) throws {
        let context = try folderContext(deletionRule: "Cascade")
        try context.performAndWait {
            nonisolated(unsafe) let folders = (0..<4).map { _ in DeletingNode(context: context) }
            for child in folders[2...] { child.setValue(folders[0], forKey: "parent") }
            if isSaved { try context.save() } else { context.processPendingChanges() }
            nonisolated(unsafe) var errors: [any Error] = []
            folders[0].prepare = { folder in
                do { try interruption(context) } catch { errors.append(error) }
                #expect((folder.value(forKey: "children") as? Set<NSManagedObject>)?.count == 2)
                folders[2].setValue(folders[1], forKey: "parent")
            }
            context.delete(folders[0])
            #expect(errors.isEmpty)
            context.processPendingChanges()
            #expect(!folders[2].isDeleted)
            #expect(folders[2].value(forKey: "parent") as? NSManagedObject === folders[1])
            try context.save()
            #expect(folders[0].managedObjectContext == nil)
            let left = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Folder"))
            #expect(Set(left) == [folders[1], folders[2]])
        }
    }

    @Test(arguments: Interruption.allCases, [false, true])
    func `an event can end while a deleted object's rules are applied`(by interruption: Interruption, isSaved: Bool) throws {
        let context = try folderContext(deletionRule: "Cascade")
        try context.performAndWait {
            nonisolated(unsafe) let folders = (0..<4).map { _ in DeletingNode(context: context) }
            for child in folders[2...] { child.setValue(folders[0], forKey: "parent") }
            if isSaved { try context.save() } else { context.processPendingChanges() }
            nonisolated(unsafe) var errors: [any Error] = []
            for child in folders[2...] {
                child.prepare = { child in
                    do { try interruption(context) } catch { errors.append(error) }
                    #expect(child.isDeleted)
                    #expect(child.value(forKey: "parent") as? NSManagedObject === folders[0])
                }
            }
            context.delete(folders[0])
            context.processPendingChanges()
            #expect(errors.isEmpty)
            #expect(folders[2...].allSatisfy { $0.isDeleted || $0.managedObjectContext == nil })
            try context.save()
            #expect(folders.map { $0.managedObjectContext === context } == [false, true, false, false])
            #expect(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Folder")) == [folders[1]])
        }
    }

    @Test(arguments: [false, true])
    func `a save can be made while a deleted object's rules are applied`(isSaved: Bool) throws {
        let context = try folderContext(deletionRule: "Cascade")
        try context.performAndWait {
            nonisolated(unsafe) let folders = (0..<4).map { _ in DeletingNode(context: context) }
            for child in folders[2...] { child.setValue(folders[0], forKey: "parent") }
            if isSaved { try context.save() } else { context.processPendingChanges() }
            nonisolated(unsafe) var errors: [any Error] = []
            nonisolated(unsafe) var saves = 0
            for child in folders[2...] {
                child.prepare = { _ in
                    saves += 1
                    // The save prepares the other deletion, and must not be called in itself.
                    guard saves == 1 else { return }
                    do { try context.save() } catch { errors.append(error) }
                }
            }
            context.delete(folders[0])
            context.processPendingChanges()
            #expect(errors.isEmpty)
            #expect(saves == 2)
            try context.save()
            #expect(folders.map { $0.managedObjectContext === context } == [false, true, false, false])
            #expect(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Folder")) == [folders[1]])
        }
    }

    @Test func `a save that a cascade calls applies the rules that wait for the save`() throws {
        let context = try folderContext(deletionRule: "Cascade")
        try context.performAndWait {
            func family() -> [DeletingNode] {
                let (folder, child) = (DeletingNode(context: context), DeletingNode(context: context))
                child.setValue(folder, forKey: "parent")
                return [folder, child]
            }
            let stored = family()
            try context.save()
            context.propagatesDeletesAtEndOfEvent = false
            let new = family()
            context.processPendingChanges()
            nonisolated(unsafe) var errors: [any Error] = []
            new[1].prepare = { _ in
                #expect(!stored[1].isDeleted)
                do { try context.save() } catch { errors.append(error) }
            }
            context.delete(stored[0])
            context.processPendingChanges()
            context.delete(new[0])
            context.processPendingChanges()
            #expect(errors.isEmpty)
            try context.save()
            #expect((stored + new).allSatisfy { $0.managedObjectContext == nil })
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Folder")) == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a save in the preparation of a deletion validates without references to the object`(isSaved: Bool) throws {
        let model = try ModelSource.model(
            """
            <entity name="Node">
                <relationship name="next" maxCount="1" deletionRule="Nullify" destinationEntity="Node"/>
            </entity>
            """)
        model.entities[0].managedObjectClassName = NSStringFromClass(DeletingNode.self)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            nonisolated(unsafe) let nodes = (0..<3).map { _ in DeletingNode(context: context) }
            for node in nodes { node.setValue(nodes[2], forKey: "next") }
            if isSaved { try context.save() } else { context.processPendingChanges() }
            nodes[1].setValue(nodes[0], forKey: "next")
            nonisolated(unsafe) var codes: [Int] = []
            nodes[0].prepare = { _ in
                do { try context.save() } catch { codes.append((error as NSError).code) }
                #expect(nodes[1].value(forKey: "next") == nil)
            }
            context.delete(nodes[0])
            #expect(codes == [NSValidationMissingMandatoryPropertyError])
            nodes[1].setValue(nodes[2], forKey: "next")
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Node")) == 2)
        }
    }

    @Test func `a new object keeps its rules if an event ends while those of another are applied`() throws {
        let context = try folderContext(deletionRule: "Cascade")
        try context.performAndWait {
            nonisolated(unsafe) let folders = (0..<4).map { _ in DeletingNode(context: context) }
            folders[2].setValue(folders[0], forKey: "parent")
            folders[3].setValue(folders[1], forKey: "parent")
            context.processPendingChanges()
            for folder in folders[1...2] { folder.prepare = { _ in context.processPendingChanges() } }
            context.delete(folders[0])
            context.delete(folders[1])
            context.processPendingChanges()
            #expect(folders.allSatisfy { $0.managedObjectContext == nil })
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Folder")) == 0)
        }
    }
}

/// An object that runs code of the test before its deletion.
final class DeletingNode: NSManagedObject {
    var prepare: ((DeletingNode) -> Void)?

    override func prepareForDeletion() {
        super.prepareForDeletion()
        prepare?(self)
    }
}
