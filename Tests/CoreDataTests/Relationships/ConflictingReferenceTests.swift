import CoreData
import Foundation
import Testing

/// A row that another context has deleted or changed, under a policy that favors the object, refers
/// to an object that the same save inserts.
@Suite(.eachStore) struct ConflictingReferenceTests {
    private let store: TestStore
    private let mine: NSManagedObjectContext
    private let theirs: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: .library())
        mine = store.context()
        theirs = store.context()
    }

    enum Change: CaseIterable {
        case deleted, changed
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite], Change.allCases)
    func `the reference to a new object is saved`(policy: NSMergePolicy, change: Change) throws {
        nonisolated(unsafe) var chapter: Chapter?
        try mine.performAndWait {
            mine.mergePolicy = policy
            let new = Chapter(context: mine)
            new.title = "one"
            try mine.save()
            chapter = new
        }
        try theirs.performAndWait {
            let chapter = try #require(try theirs.fetch(NSFetchRequest<Chapter>(entityName: "Chapter")).first)
            if change == .deleted { theirs.delete(chapter) } else { chapter.title = "theirs" }
            try theirs.save()
        }
        try mine.performAndWait {
            let book = Book(context: mine)
            book.title = "new"
            chapter?.book = book
            try mine.save()
            #expect(chapter?.book === book)
        }
        let fresh = store.context()
        try fresh.performAndWait {
            let chapters = try fresh.fetch(NSFetchRequest<Chapter>(entityName: "Chapter"))
            #expect(chapters.map { $0.book?.title } == ["new"])
        }
    }
}
