import Foundation
import Testing

@testable import CoreData

/// Predicates whose constants are objects that are not saved: the same predicate before and after
/// the objects get their permanent IDs.
@Suite(.eachStore) struct UnsavedConstantTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: .library())
        context = store.context()
    }

    /// A predicate of the books of an author, as programs write it.
    enum Form: CaseIterable {
        case equal, reversed, objectID, list, set, listOfOperands, any, variable, expression

        /// - Parameter other: An author who is saved.
        func predicate(_ author: Author, _ other: Author) -> NSPredicate {
            switch self {
            case .equal: NSPredicate(format: "author == %@", author)
            case .reversed: NSPredicate(format: "%@ == author", author)
            case .objectID: NSPredicate(format: "author.objectID == %@", author)
            case .list: NSPredicate(format: "author IN %@", [author, other])
            case .set: NSPredicate(format: "author IN %@", Set([author, other]))
            case .listOfOperands: NSPredicate(format: "author IN {%@, %@}", other, author)
            case .any: NSPredicate(format: "ANY author.books.author == %@", author)
            case .variable: NSPredicate(format: "author == $author").withSubstitutionVariables(["author": author])
            case .expression:
                NSComparisonPredicate(
                    leftExpression: NSExpression(forKeyPath: "author"), rightExpression: NSExpression(forConstantValue: author),
                    modifier: .direct, type: .equalTo, options: [])
            }
        }
    }

    private final class Listener: NSFetchedResultsControllerDelegate {
        private(set) var heard: [String] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            heard.append("\(type) \((anObject as? Book)?.title ?? "nil")")
        }

        func take() -> [String] {
            defer { heard = [] }
            return heard
        }
    }

    /// One predicate in a request, a controller and a live result, which are made at once and then
    /// kept.
    private struct Users {
        let predicate: NSPredicate
        let context: NSManagedObjectContext
        let request: NSFetchRequest<Book>
        let controller: NSFetchedResultsController<Book>
        let listener = Listener()
        let results: LiveResults

        init(_ predicate: NSPredicate, _ context: NSManagedObjectContext) throws {
            (self.predicate, self.context) = (predicate, context)
            request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = predicate
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            controller.delegate = listener
            try controller.performFetch()
            results = try LiveResults.shared(request: request, sectionKey: nil, in: context)
        }

        /// Expects that all find the books with these titles among some.
        func find(_ titles: [String?], among books: [Book], sourceLocation: SourceLocation = #_sourceLocation) throws {
            context.processPendingChanges()
            let fetched = try context.fetch(request).map(\.title)
            let kept = (0..<results.count).map { (results.object(at: $0) as? Book)?.title }
            #expect(fetched == titles, sourceLocation: sourceLocation)
            #expect(try context.count(for: request) == titles.count, sourceLocation: sourceLocation)
            #expect(books.filtered(using: predicate).map(\.title) == titles, sourceLocation: sourceLocation)
            #expect(controller.fetchedObjects?.map(\.title) == titles, sourceLocation: sourceLocation)
            #expect(kept == titles, sourceLocation: sourceLocation)
        }
    }

    private static func book(_ title: String, _ context: NSManagedObjectContext) -> Book {
        let book = Book(context: context)
        book.title = title
        return book
    }

    @Test(arguments: Form.allCases, [false, true])
    func `a predicate means the same object before and after its save`(form: Form, obtainsIDs: Bool) throws {
        try context.performAndWait {
            let books = ["One", "Two"].map { Self.book($0, context) }
            let other = Author(context: context)
            try context.save()
            let author = Author(context: context)
            let users = try Users(form.predicate(author, other), context)
            try users.find([], among: books)
            books[0].author = author
            try users.find(["One"], among: books)
            #expect(users.listener.take().count == 1)
            if obtainsIDs {
                try context.obtainPermanentIDs(for: [author])
                try users.find(["One"], among: books)
            }
            try context.save()
            try users.find(["One"], among: books)
            // The ID is no change of a row.
            #expect(users.listener.take() == [])
            books[1].author = author
            try users.find(["One", "Two"], among: books)
            books[0].author = nil
            try context.save()
            try users.find(["Two"], among: books)
        }
    }

    @Test(arguments: Form.allCases) func `a predicate of a child context means the same object after the root's save`(
        form: Form
    ) throws {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        try child.performAndWait {
            let other = Author(context: child)
            let books = ["One", "Two"].map { Self.book($0, child) }
            let author = Author(context: child)
            let users = try Users(form.predicate(author, other), child)
            books[0].author = author
            try users.find(["One"], among: books)
            try child.save()
            try users.find(["One"], among: books)
            try context.performAndWait { try context.save() }
            try users.find(["One"], among: books)
            #expect(!author.objectID.isTemporaryID)
            books[1].author = author
            try users.find(["One", "Two"], among: books)
        }
    }

    @Test(arguments: ["SELF IN %@.books", "author IN %@.books.author", "author == %@.author"])
    func `a key path of an argument leads to the same objects before and after their save`(format: String) throws {
        try context.performAndWait {
            let other = Self.book("Two", context)
            try context.save()
            let (author, book) = (Author(context: context), Self.book("One", context))
            book.author = author
            let argument: NSManagedObject = format.hasSuffix("%@.author") ? book : author
            let users = try Users(NSPredicate(format: format, argument), context)
            try users.find(["One"], among: [book, other])
            try context.save()
            try users.find(["One"], among: [book, other])
        }
    }

    /// Saves a new author with one book after an asynchronous fetch of the author's books has begun.
    /// Returns the number of its results.
    private func countDelivered(
        _ change: @escaping @Sendable (NSFetchRequest<any NSFetchRequestResult>) -> Void
    ) async throws -> Int? {
        let context = context
        return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int?, any Error>) in
            context.perform {
                do {
                    let author = Author(context: context)
                    Self.book("One", context).author = author
                    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
                    request.predicate = NSPredicate(format: "author == %@", author)
                    change(request)
                    let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { result in
                        continuation.resume(returning: result.finalResult?.count)
                    }
                    _ = try context.execute(asynchronous)
                    // This queue is busy, so the completion block runs after the save.
                    try context.save()
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    @Test func `an asynchronous fetch finds the rows of an object that is saved meanwhile`() async throws {
        #expect(try await countDelivered { _ in } == 1)
    }

    @Test(.ownStore) func `an asynchronous fetch of columns finds them, too`() async throws {
        let count = try await countDelivered {
            $0.resultType = .dictionaryResultType
            $0.propertiesToFetch = ["title"]
        }
        #expect(count == 1)
    }

    @Test func `a predicate of a child context follows an object that the parent saves`() throws {
        nonisolated(unsafe) let original = context.performAndWait { Author(context: context) }
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        try child.performAndWait {
            let id = context.performAndWait { original.objectID }
            let author = try #require(try child.existingObject(with: id) as? Author)
            let books = [Self.book("One", child)]
            books[0].author = author
            let users = try Users(NSPredicate(format: "author == %@", author), child)
            try users.find(["One"], among: books)
            try context.performAndWait { try context.save() }
            try users.find(["One"], among: books)
        }
    }

    @Test func `a predicate that a request has kept finds the row after the context was reset`() throws {
        try context.performAndWait {
            let author = Author(context: context)
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "author == %@", author)
            Self.book("One", context).author = author
            try context.save()
            context.reset()
            #expect(try context.fetch(request).map(\.title) == ["One"])
        }
    }

    @Test func `a new object that is never saved matches nothing after it was discarded`() throws {
        try context.performAndWait {
            let books = [Self.book("One", context)]
            try context.save()
            let author = Author(context: context)
            let users = try Users(NSPredicate(format: "author == %@", author), context)
            books[0].author = author
            try users.find(["One"], among: books)
            context.rollback()
            try users.find([], among: books)
        }
    }

    @Test func `a predicate equals another one of the same object before and after the save`() throws {
        try context.performAndWait {
            let author = Author(context: context)
            let predicate = NSPredicate(format: "author == %@", author)
            #expect(predicate == NSPredicate(format: "author == %@", author))
            try context.save()
            #expect(predicate == NSPredicate(format: "author == %@", author))
        }
    }
}
