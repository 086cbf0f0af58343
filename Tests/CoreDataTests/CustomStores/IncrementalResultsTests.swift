import CoreData
import Foundation
import Testing

@Suite struct IncrementalResultsTests {
    private final class Delegate: NSObject, NSFetchedResultsControllerDelegate, @unchecked Sendable {}

    private let delegate = Delegate()

    private func controller(
        _ request: NSFetchRequest<NSManagedObject>, _ context: NSManagedObjectContext, section: String? = nil
    ) throws -> NSFetchedResultsController<NSManagedObject> {
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: section, cacheName: nil)
        // A controller follows changes only if it has a delegate.
        controller.delegate = delegate
        try controller.performFetch()
        return controller
    }

    private func titles(_ controller: NSFetchedResultsController<NSManagedObject>) -> [String?] {
        (controller.fetchedObjects ?? []).map { $0["title"] }
    }

    @Test func `a results controller has sections and follows saves of other contexts`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 2, items: 2)
        let context = catalog.context()
        context.automaticallyMergesChangesFromParent = true
        let kept = try context.performAndWait {
            let request = NSFetchRequest("Item", "pages < 1000", sortedBy: "pages", "title")
            let controller = try controller(request, context, section: "pages")
            #expect(controller.sections?.map(\.name) == ["0", "1", "100", "101"])
            #expect(titles(controller) == ["Item 0.0", "Item 0.1", "Item 1.0", "Item 1.1"])
            #expect(catalog.server.count(of: .fetch) == 1)
            #expect(catalog.server.count(of: .values) == 4)
            return UncheckedBox(controller)
        }
        let writer = catalog.context()
        try writer.performAndWait {
            let items = try writer.fetch(NSFetchRequest("Item", sortedBy: "pages"))
            items[0].setValue(101, forKey: "pages")
            items[1].setValue(2_000, forKey: "pages")
            writer.delete(items[2])
            let new = NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
            new.setValue("New", forKey: "title")
            new.setValue(50, forKey: "pages")
            try writer.save()
        }
        catalog.server.resetCounts()
        context.performAndWait {
            context.processPendingChanges()
            #expect(titles(kept.value) == ["New", "Item 0.0", "Item 1.1"])
            #expect(kept.value.sections?.map(\.name) == ["50", "101"])
            #expect(catalog.server.count(of: .fetch) == 0)
        }
    }

    @Test func `a results controller has the context's own unsaved changes`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 3)
        let context = catalog.context()
        try context.performAndWait {
            let controller = try controller(NSFetchRequest("Item", sortedBy: "title"), context)
            let new = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            new.setValue("Item 0.05", forKey: "title")
            context.delete(try #require(controller.fetchedObjects?.last))
            context.processPendingChanges()
            #expect(titles(controller) == ["Item 0.0", "Item 0.05", "Item 0.1"])
            try context.save()
            #expect(titles(controller) == ["Item 0.0", "Item 0.05", "Item 0.1"])
            context.delete(new)
            try context.save()
            #expect(titles(controller) == ["Item 0.0", "Item 0.1"])
        }
    }

    @Test func `a results controller follows a relationship in predicate, sort and section`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 2, items: 2)
        let context = catalog.context()
        try context.performAndWait {
            let request = NSFetchRequest("Item", "author.rank < 5", sortedBy: "author.name", "title")
            let controller = try controller(request, context, section: "author.name")
            #expect(controller.sections?.map(\.name) == ["Author 0", "Author 1"])
            let author = try #require(try context.fetch(NSFetchRequest("Author", "name == 'Author 0'")).first)
            author.setValue("Zoe", forKey: "name")
            context.processPendingChanges()
            #expect(controller.sections?.map(\.name) == ["Author 1", "Zoe"])
            author.setValue(9, forKey: "rank")
            try context.save()
            #expect(controller.sections?.map(\.name) == ["Author 1"])
            #expect(titles(controller) == ["Item 1.0", "Item 1.1"])
        }
    }

    @Test func `a limit keeps its number of rows when one leaves`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 6)
        let context = catalog.context()
        try context.performAndWait {
            let request = NSFetchRequest("Item", sortedBy: "title")
            request.fetchLimit = 3
            let controller = try controller(request, context)
            context.delete(try #require(controller.fetchedObjects?.first))
            try context.save()
            #expect(titles(controller) == ["Item 0.1", "Item 0.2", "Item 0.3"])
        }
    }

    @Test func `an opening that fails throws the store's error`() throws {
        let catalog = try Catalog()
        catalog.fill()
        let context = catalog.context()
        catalog.server.fail([.fetch])
        context.performAndWait {
            #expect(throws: CatalogServer.Down()) { try controller(NSFetchRequest("Item", sortedBy: "title"), context) }
        }
    }

    @Test func `an asynchronous fetch executes the request`() async throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 3)
        let context = catalog.context()
        let titles = try await withCheckedThrowingContinuation { (done: CheckedContinuation<[String], any Error>) in
            context.perform {
                let request = NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest("Item", sortedBy: "title")) { result in
                    done.resume(returning: (result.finalResult ?? []).compactMap { $0["title"] })
                }
                do { _ = try context.execute(request) } catch { done.resume(throwing: error) }
            }
        }
        #expect(titles == ["Item 0.0", "Item 0.1", "Item 0.2"])
    }
}
