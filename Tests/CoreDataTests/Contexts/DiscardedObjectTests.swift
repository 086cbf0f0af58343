import CoreData
import Foundation
import Testing

/// New objects that were deleted, rolled back, or merged into another object by a unique value, and
/// so have left their context without a row of their own.
@Suite(.eachStore) struct DiscardedObjectTests: Sendable {
    /// A way in which a new object leaves its context.
    enum Departure: CaseIterable {
        case deletion, rollback

        func callAsFunction(_ object: NSManagedObject) {
            let context = object.managedObjectContext
            switch self {
            case .deletion:
                context?.delete(object)
                context?.processPendingChanges()
            case .rollback:
                context?.rollback()
            }
        }
    }

    /// Counts the related objects of the books that a controller reports as deleted.
    private final class Listener: NSFetchedResultsControllerDelegate {
        var counts: [Int] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            if type == .delete, let book = anObject as? Book { counts.append(book.destinations.count) }
        }
    }

    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        let model = NSManagedObjectModel.library()
        model.entitiesByName["Book"]?.uniquenessConstraints = [["title"]]
        store = try TestStore(model: model)
        context = store.context()
    }

    /// Returns a new book, "One", that is related to four saved objects.
    private func book() throws -> Book {
        let (author, chapter) = (Author(context: context), Chapter(context: context))
        let (note, tag) = (Note(context: context), Tag(context: context))
        author.name = "Ann"
        try context.save()
        let book = Book(context: context)
        (book.title, book.author, book.tags) = ("One", author, [tag])
        book.addToChapters(chapter)
        book.notes = NSSet(object: note)
        return book
    }

    /// Calls `body`, and returns the number of related objects of each book that a notification of the
    /// context lists meanwhile.
    private func counts(
        _ name: Notification.Name, _ key: String, during body: () throws -> Void
    ) rethrows -> [Int] {
        nonisolated(unsafe) var counts: [Int] = []
        let token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { notification in
            let listed = notification.userInfo?[key] as? Set<NSManagedObject> ?? []
            for case let book as Book in listed { counts.append(book.destinations.count) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try body()
        return counts
    }

    @Test(arguments: Departure.allCases)
    func `a discarded object keeps its values and has no related objects`(by departure: Departure) throws {
        try context.performAndWait {
            let book = try book()
            #expect(book.destinations.count == 4)
            departure(book)
            #expect(book.managedObjectContext == nil)
            #expect(book.title == "One")
            #expect(book.destinations.isEmpty)
            #expect(book.value(forKey: "author") == nil)
            #expect(book.committedValues(forKeys: nil)["author"] is NSNull)
            book.author = nil
        }
    }

    @Test(arguments: Departure.allCases)
    func `a relationship without a question mark is an object in no context`(by departure: Departure) throws {
        try context.performAndWait {
            let book = try book()
            departure(book)
            let author: Author = book.value(at: 0, "author")
            #expect(author.managedObjectContext == nil)
            #expect(author.name == nil)
        }
    }

    @Test(arguments: Departure.allCases)
    func `members that were never read are none`(by departure: Departure) throws {
        try context.performAndWait {
            let book = Book(context: context)
            try context.obtainPermanentIDs(for: [book])
            departure(book)
            #expect(book.destinations.isEmpty)
        }
    }

    @Test(arguments: Departure.allCases)
    func `who observes a deletion finds no related objects`(by departure: Departure) throws {
        try context.performAndWait {
            let book = try book()
            context.processPendingChanges()
            let counts = counts(.NSManagedObjectContextObjectsDidChange, NSDeletedObjectsKey) { departure(book) }
            #expect(counts == [0])
        }
    }

    @Test(arguments: Departure.allCases)
    func `the delegate of a controller finds no related objects`(by departure: Departure) throws {
        try context.performAndWait {
            let book = try book()
            context.processPendingChanges()
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let listener = Listener()
            controller.delegate = listener
            try controller.performFetch()
            #expect(controller.fetchedObjects == [book])
            departure(book)
            #expect(listener.counts == [0])
        }
    }

    @Test func `a new object that was merged into another one has no related objects`() throws {
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let stored = Book(context: context)
            stored.title = "One"
            let book = try book()
            let counts = try counts(.NSManagedObjectContextDidSave, NSInsertedObjectsKey) { try context.save() }
            #expect(counts == [0])
            #expect(book.managedObjectContext == nil)
            #expect(book.title == "One")
            #expect(book.destinations.isEmpty)
            #expect(stored.managedObjectContext === context)
            #expect(stored.author?.name == "Ann")
        }
    }

    @Test func `members of a merged object that were never read are none`() throws {
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let stored = Book(context: context)
            stored.title = "One"
            try context.save()
            let book = Book(context: context)
            book.title = "One"
            try context.save()
            #expect(book.managedObjectContext == nil)
            #expect(book.destinations.isEmpty)
            #expect(stored.managedObjectContext === context)
        }
    }

    @Test(arguments: Departure.allCases)
    func `an object that is inserted again has related objects again`(by departure: Departure) throws {
        try context.performAndWait {
            let note = Note(context: context)
            try context.save()
            let book = Book(context: context)
            book.notes = NSSet(object: note)
            departure(book)
            #expect(book.destinations.isEmpty)
            context.insert(book)
            #expect(book.destinations == [note])
            try context.save()
            context.refresh(book, mergeChanges: false)
            #expect(book.destinations == [note])
        }
    }

    @Test func `a relationship of an object whose context was reset traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try TestStore(model: .library())
            let context = store.context()
            context.performAndWait {
                let book = Book(context: context)
                book.author = Author(context: context)
                context.reset()
                _ = book.author
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("its context was deallocated or reset"))
    }
}

extension Book {
    /// The objects that the book's relationships have, and those of its author's relationship when the
    /// book was last read or saved.
    fileprivate var destinations: [NSManagedObject] {
        var objects: [NSManagedObject] = Array(tags)
        objects += chapters?.array as? [NSManagedObject] ?? []
        objects += notes?.allObjects as? [NSManagedObject] ?? []
        if let author { objects.append(author) }
        if let author = committedValues(forKeys: ["author"])["author"] as? Author { objects.append(author) }
        return objects
    }
}
