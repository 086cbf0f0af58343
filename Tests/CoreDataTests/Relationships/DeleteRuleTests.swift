import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct DeleteRuleTests: Sendable {
    private let store: TestStore

    init() throws {
        store = try TestStore(model: .library())
    }

    private func inContext(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        let context = store.context()
        try context.performAndWait { try body(context) }
    }

    /// A save writes such a reference as nil, so a fetch before it counts it as nil.
    @Test(arguments: [false, true]) func unsavedReferencesWithoutAnInverse(deletesFirst: Bool) throws {
        try inContext { context in
            let (author, reader) = (Author(context: context), Reader(context: context))
            try context.save()
            func agents() throws -> [Int] {
                try ["agent != nil", "agent == nil"].map { format in
                    let request = NSFetchRequest<Author>(entityName: "Author")
                    request.predicate = NSPredicate(format: format)
                    return try context.count(for: request)
                }
            }
            if deletesFirst { context.delete(reader) }
            author.agent = reader
            if !deletesFirst { context.delete(reader) }
            #expect(try agents() == [0, 1])
            #expect(author.agent == nil)
            try context.save()
            #expect(try agents() == [0, 1])
        }
    }

    @Test func savedReferencesWithoutAnInverseStay() throws {
        try inContext { context in
            let (author, reader) = (Author(context: context), Reader(context: context))
            author.agent = reader
            try context.save()
            context.delete(reader)
            context.processPendingChanges()
            #expect(author.agent === reader)
            try context.save()
            #expect(author.agent != nil)
            #expect(!context.hasChanges)
        }
    }

    /// An object that comes to refer to a deleted one meets its delete rules.
    @Test func relatingToADeletedObject() throws {
        try inContext { context in
            let (book, cover) = (Book(context: context), Cover(context: context))
            try context.save()
            context.delete(book)
            context.processPendingChanges()
            cover.book = book
            context.processPendingChanges()
            #expect(cover.book == nil)
            try context.save()
            #expect(cover.book == nil)
        }
    }

    @Test func nullifyCascadeAndJoinRows() throws {
        try inContext { context in
            let book = Book(context: context)
            let chapter = Chapter(context: context)
            book.addToChapters(chapter)
            let cover = Cover(context: context)
            book.cover = cover
            let tag = Tag(context: context)
            book.addToTags(tag)
            try context.save()
            context.delete(book)
            context.processPendingChanges()
            #expect(chapter.isDeleted)
            #expect(cover.book == nil)
            #expect(tag.books?.isEmpty == true)
            try context.save()
            #expect(try context.count(for: NSFetchRequest<Chapter>(entityName: "Chapter")) == 0)
            #expect(try context.count(for: NSFetchRequest<Cover>(entityName: "Cover")) == 1)
        }
        try inContext { context in
            let tag = try #require(try context.fetch(NSFetchRequest<Tag>(entityName: "Tag")).first)
            #expect(tag.books?.isEmpty == true)
        }
    }

    @Test func denyFailsTheSaveUntilNothingIsLeft() throws {
        try inContext { context in
            let author = Author(context: context)
            let book = Book(context: context)
            book.author = author
            try context.save()
            context.delete(author)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "books")
            context.delete(book)
            try context.save()
            #expect(try context.count(for: NSFetchRequest<Person>(entityName: "Person")) == 0)
        }
    }

    @Test func aNewObjectThatIsDeletedLeavesNothingBehind() throws {
        try inContext { context in
            let book = Book(context: context)
            let tag = Tag(context: context)
            book.addToTags(tag)
            context.delete(tag)
            try context.save()
            #expect(book.tags.isEmpty)
            #expect(try context.count(for: NSFetchRequest<Tag>(entityName: "Tag")) == 0)
        }
    }

    @Test func deletionsCanWaitForTheSave() throws {
        try inContext { context in
            let book = Book(context: context)
            let chapter = Chapter(context: context)
            book.addToChapters(chapter)
            let cover = Cover(context: context)
            book.cover = cover
            try context.save()
            context.propagatesDeletesAtEndOfEvent = false
            context.delete(book)
            context.processPendingChanges()
            #expect(!chapter.isDeleted && cover.book === book)
            #expect(try context.count(for: NSFetchRequest<Chapter>(entityName: "Chapter")) == 1)
            try context.save()
            #expect(try context.count(for: NSFetchRequest<Chapter>(entityName: "Chapter")) == 0)
            #expect(cover.book == nil && cover.managedObjectContext === context)
        }
    }

    @Test func `deletions that wait for the save can be applied at the end of an event`() throws {
        try inContext { context in
            let book = Book(context: context)
            let chapter = Chapter(context: context)
            book.addToChapters(chapter)
            try context.save()
            context.propagatesDeletesAtEndOfEvent = false
            context.delete(book)
            context.processPendingChanges()
            #expect(!chapter.isDeleted)
            context.propagatesDeletesAtEndOfEvent = true
            context.processPendingChanges()
            #expect(chapter.isDeleted)
        }
    }

    /// Everything is deleted once, however the rules lead back.
    @Test func cascadesMayGoInCircles() throws {
        let model = try ModelSource.model(
            """
            <entity name="Node">
                <relationship name="next" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Node" inverseName="previous" \
            inverseEntity="Node"/>
                <relationship name="previous" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Node" inverseName="next" \
            inverseEntity="Node"/>
                <relationship name="friends" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Node"/>
                <relationship name="blocker" optional="YES" maxCount="1" deletionRule="No Action" destinationEntity="Node"/>
            </entity>
            """)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            let nodes = (0..<5).map { _ in NSEntityDescription.insertNewObject(forEntityName: "Node", into: context) }
            for index in 0..<3 { nodes[index].setValue(nodes[(index + 1) % 3], forKey: "next") }
            nodes[1].mutableSetValue(forKey: "friends").add(nodes[3])
            nodes[3].mutableSetValue(forKey: "friends").add(nodes[1])
            nodes[0].setValue(nodes[4], forKey: "blocker")
            try context.save()
            context.delete(nodes[0])
            try context.save()
            let left = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Node"))
            #expect(left == [nodes[4]])
        }
    }
}
