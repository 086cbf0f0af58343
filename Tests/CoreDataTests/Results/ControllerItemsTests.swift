import Foundation
import Testing

@testable import CoreData

/// The objects of a controller, and the items of the snapshots that it passes to its delegate.
@Suite(.eachStore) struct ControllerItemsTests {
    private final class Delegate: NSFetchedResultsControllerDelegate {
        var snapshots: [NSDiffableDataSourceSnapshotReference] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) {
            snapshots.append(snapshot)
        }
    }

    /// Runs `body` with a controller of the saved books "One", "Three" and "Two", in sections by
    /// title.
    private func withBooks(
        _ body: (NSManagedObjectContext, Bookshelf, NSFetchedResultsController<NSManagedObject>, Delegate) throws -> Void
    ) throws {
        let store = try TestStore(model: .library())
        let context = store.context()
        try context.run {
            let shelf = Bookshelf(context)
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "title", cacheName: nil)
            let delegate = Delegate()
            controller.delegate = delegate
            try controller.performFetch()
            try body(context, shelf, controller, delegate)
        }
    }

    @Test func `an object of another entity is not in the results, even if a row with its number is`() throws {
        try withBooks { context, shelf, controller, delegate in
            // Each hierarchy of entities numbers its rows on its own.
            let numbers = Set([shelf.one, shelf.two, shelf.three].map(\.objectID.primaryKey))
            #expect(numbers.contains(shelf.red.objectID.primaryKey))
            #expect(controller.indexPath(forObject: shelf.red) == nil)
            #expect(controller.indexPath(forObject: shelf.three) == IndexPath(indexes: [1, 0]))
            shelf.two.title = "Zwei"
            context.processPendingChanges()
            let snapshot = try #require(delegate.snapshots.last)
            #expect(snapshot.index(ofItemIdentifier: shelf.red.objectID) == NSNotFound)
            #expect(snapshot.sectionIdentifier(forSectionContainingItemIdentifier: shelf.red.objectID) == nil)
            #expect(snapshot.index(ofItemIdentifier: shelf.two.objectID) == 2)
            #expect(snapshot.sectionIdentifier(forSectionContainingItemIdentifier: shelf.two.objectID) as? String == "Zwei")
        }
    }

    @Test func `each fetch passes a snapshot of its results`() throws {
        try withBooks { _, shelf, controller, delegate in
            #expect(delegate.snapshots.count == 1)
            #expect(delegate.snapshots.last?.sectionIdentifiers as? [String] == ["One", "Three", "Two"])
            controller.fetchRequest.predicate = NSPredicate(format: "title < 'P'")
            try controller.performFetch()
            #expect(delegate.snapshots.count == 2)
            let snapshot = try #require(delegate.snapshots.last)
            #expect(snapshot.itemIdentifiers as? [NSManagedObjectID] == [shelf.one.objectID])
            #expect(snapshot.reloadedItemIdentifiers.isEmpty)
        }
    }

    @Test func `a delegate that is set after the fetch receives no snapshot of it`() throws {
        try withBooks { context, shelf, controller, delegate in
            let other = Delegate()
            controller.delegate = other
            #expect(other.snapshots.isEmpty)
            shelf.two.title = "Zwei"
            context.processPendingChanges()
            #expect(other.snapshots.count == 1)
            #expect(delegate.snapshots.count == 1)
        }
    }

    @Test func `a save passes a snapshot with the permanent IDs of new objects`() throws {
        try withBooks { context, shelf, controller, delegate in
            delegate.snapshots = []
            let book = Book(context: context)
            book.title = "Four"
            context.processPendingChanges()
            #expect((delegate.snapshots.last?.itemIdentifiers.first as? NSManagedObjectID)?.isTemporaryID == true)
            try context.save()
            #expect(delegate.snapshots.count == 2)
            let snapshot = try #require(delegate.snapshots.last)
            let books = [book, shelf.one, shelf.three, shelf.two]
            #expect(snapshot.itemIdentifiers as? [NSManagedObjectID] == books.map(\.objectID))
            #expect(snapshot.sectionIdentifiers as? [String] == ["Four", "One", "Three", "Two"])
            #expect(snapshot.reloadedItemIdentifiers.isEmpty)
            #expect(snapshot.index(ofItemIdentifier: book.objectID) == 0)
            #expect(!book.objectID.isTemporaryID)
        }
    }

    @Test func `a save of new objects that are not in the results passes no snapshot`() throws {
        try withBooks { context, _, controller, delegate in
            controller.fetchRequest.predicate = NSPredicate(format: "title < 'P'")
            try controller.performFetch()
            delegate.snapshots = []
            let book = Book(context: context)
            book.title = "Zwei"
            context.processPendingChanges()
            try context.save()
            #expect(delegate.snapshots.isEmpty)
        }
    }

    @Test func `results that stay as they were fetched have the place of an object that has left since`() throws {
        try withBooks { context, shelf, controller, _ in
            controller.delegate = nil
            controller.fetchRequest.predicate = NSPredicate(format: "title < 'U'")
            try controller.performFetch()
            let results = try #require(controller.core.results)
            let snapshot = results.snapshot
            #expect(!results.isMissing(shelf.one.rowID, at: results.revision))
            shelf.one.title = "Zwei"
            let other = Book(context: context)
            other.title = "Zwölf"
            context.processPendingChanges()
            #expect(results.isMissing(shelf.one.rowID, at: results.revision))
            #expect(!results.isMissing(shelf.one.rowID, at: snapshot.revision))
            #expect(controller.indexPath(forObject: shelf.one) == IndexPath(indexes: [0, 0]))
            #expect(snapshot.position(of: shelf.one) == 0)
            #expect(results.snapshot.position(of: shelf.one) == nil)
            #expect(controller.indexPath(forObject: other) == nil)
            try controller.performFetch()
            #expect(controller.indexPath(forObject: shelf.one) == nil)
            #expect(controller.indexPath(forObject: shelf.two) == IndexPath(indexes: [1, 0]))
        }
    }
}
