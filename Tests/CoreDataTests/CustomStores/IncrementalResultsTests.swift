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

    /// The events of a controller, in order.
    private final class Log: NSObject, NSFetchedResultsControllerDelegate, @unchecked Sendable {
        var events: [String] = []
        var stale: [Bool] = []

        func take() -> [String] {
            defer { events = [] }
            return events
        }

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            events.append("will")
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            events.append("did")
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            let name: String =
                switch type {
                case .insert: "insert"
                case .delete: "delete"
                case .move: "move"
                case .update: "update"
                @unknown default: "?"
                }
            events.append("\(name) \(indexPath.map(Array.init) ?? []) \(newIndexPath.map(Array.init) ?? [])")
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
            for type: NSFetchedResultsChangeType
        ) {
            events.append("\(type == .insert ? "insert" : "delete") section \(sectionIndex) \(sectionInfo.name)")
        }

        func controllerDidChangeStaleness(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            stale.append(controller.isStale)
        }
    }

    @Test(arguments: [false, true])
    func `a delegate is told of insertions, changes and deletions, also of another context`(_ isOther: Bool) throws {
        let catalog = try Catalog()
        catalog.fill(authors: 2, items: 2)
        let context = catalog.context()
        context.automaticallyMergesChangesFromParent = true
        let log = Log()
        let made = try context.performAndWait {
            let made = try controller(NSFetchRequest("Item", sortedBy: "pages", "title"), context, section: "pages")
            made.delegate = log
            return UncheckedBox(made)
        }
        let writer = isOther ? catalog.context() : context
        func save(_ change: ([NSManagedObject]) -> Void) throws -> [String] {
            try writer.run { () throws in
                change(try writer.fetch(NSFetchRequest("Item", sortedBy: "title")))
                try writer.save()
            }
            // The changes of another context have arrived as a block on the context's queue.
            context.performAndWait { context.processPendingChanges() }
            return log.take()
        }
        // 0: Item 0.0; 1: Item 0.1; 100: Item 1.0; 101: Item 1.1.
        #expect(try save { $0[0].setValue(true, forKey: "isLent") } == ["will", "update [0, 0] [0, 0]", "did"])
        let moved = try save { $0[0].setValue(1, forKey: "pages") }
        #expect(moved == ["will", "delete section 0 0", "move [0, 0] [0, 0]", "did"])
        #expect(try save { writer.delete($0[1]) } == ["will", "delete [0, 1] []", "did"])
        let inserted = try save { _ in
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
            item.setValue("New", forKey: "title")
            item.setValue(50, forKey: "pages")
        }
        #expect(inserted == ["will", "insert section 1 50", "insert [] [1, 0]", "did"])
        try context.run { () throws in
            #expect(titles(made.value) == ["Item 0.0", "New", "Item 1.0", "Item 1.1"])
            #expect(made.value.sections?.map(\.name) == ["1", "50", "100", "101"])
            #expect(
                try context.fetch(NSFetchRequest("Item", sortedBy: "pages", "title")).map(\.objectID)
                    == made.value.fetchedObjects?.map(\.objectID))
        }
    }

    @Test func `results of a store that cannot be read keep their rows, and recover`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 3)
        let context = catalog.context()
        context.automaticallyMergesChangesFromParent = true
        let log = Log()
        let made = try context.performAndWait {
            let made = try controller(NSFetchRequest("Item", sortedBy: "title"), context)
            made.delegate = log
            #expect(titles(made) == ["Item 0.0", "Item 0.1", "Item 0.2"])
            return UncheckedBox(made)
        }
        let writer = catalog.context()
        let values: Set<CatalogServer.Call> = [.fetch, .values, .members]
        try writer.run { () throws in
            try writer.fetch(NSFetchRequest("Item", sortedBy: "title"))[0].setValue("Zoe", forKey: "title")
            catalog.server.fail(values)
            try writer.save()
        }
        context.performAndWait {
            context.processPendingChanges()
            #expect(made.value.isStale)
            #expect(made.value.fetchError as? CatalogServer.Down == CatalogServer.Down())
            #expect(made.value.fetchedObjects?.count == 3)
            #expect(log.stale == [true])
            #expect(log.events.isEmpty)
        }
        // A fetch that fails too, and then a change that can be read.
        try context.run { () throws in
            #expect(throws: CatalogServer.Down()) { try made.value.performFetch() }
            #expect(made.value.fetchedObjects?.count == 3)
        }
        catalog.server.fail([])
        try writer.run { () throws in
            let new = NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
            new.setValue("Anna", forKey: "title")
            try writer.save()
        }
        context.performAndWait {
            context.processPendingChanges()
            #expect(!made.value.isStale)
            #expect(made.value.fetchError == nil)
            #expect(titles(made.value) == ["Anna", "Item 0.1", "Item 0.2", "Zoe"])
            #expect(log.stale == [true, false])
        }
    }

    @Test func `another performFetch asks the store, and has what has changed there`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 2)
        let context = catalog.context()
        let log = Log()
        try context.run { () throws in
            let made = try controller(NSFetchRequest("Item", sortedBy: "title"), context)
            made.delegate = log
            #expect(titles(made) == ["Item 0.0", "Item 0.1"])
            let items = try context.fetch(NSFetchRequest("Item", sortedBy: "title"))
            catalog.server["Item", catalog.server.nextNumber()] = CatalogServer.Record(values: ["title": "Item 0.2", "pages": 7])
            catalog.server.resetCounts()
            #expect(titles(made) == ["Item 0.0", "Item 0.1"])
            #expect(catalog.server.count(of: .fetch) == 0)
            try made.performFetch()
            #expect(catalog.server.count(of: .fetch) == 1)
            #expect(titles(made) == ["Item 0.0", "Item 0.1", "Item 0.2"])
            #expect(made.fetchedObjects?.first === items.first)
            #expect(log.events.isEmpty)
            catalog.server.fail([.fetch])
            #expect(throws: CatalogServer.Down()) { try made.performFetch() }
            #expect(titles(made) == ["Item 0.0", "Item 0.1", "Item 0.2"])
            catalog.server.fail([])
            // It is the new results that the controller follows.
            let new = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            new.setValue("Item 0.3", forKey: "title")
            context.processPendingChanges()
            #expect(titles(made) == ["Item 0.0", "Item 0.1", "Item 0.2", "Item 0.3"])
            #expect(!log.events.isEmpty)
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
