import CoreData
import Foundation
import Observation
import Testing

/// The properties of a controller, and snapshots of its results.
@Suite(.eachStore) struct ControllerValuesTests {
    private final class Delegate: NSFetchedResultsControllerDelegate {
        var snapshot: NSDiffableDataSourceSnapshotReference?

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) {
            self.snapshot = snapshot
        }
    }

    private static func request() -> NSFetchRequest<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [
            NSSortDescriptor(key: "place", ascending: true), NSSortDescriptor(key: "code", ascending: true),
        ]
        return request
    }

    private func withQuakes(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory().newBackgroundContext()
        try context.performAndWait {
            for (code, place) in [("1", "Bali"), ("2", "Alaska"), ("3", "Bali")] {
                let quake = Quake(context: context)
                (quake.code, quake.place) = (code, place)
            }
            try context.save()
            try body(context)
        }
    }

    private static func controller(
        _ context: NSManagedObjectContext, sections: String? = nil
    ) -> NSFetchedResultsController<Quake> {
        NSFetchedResultsController(
            fetchRequest: request(), managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
    }

    @Test func `a controller holds its delegate weakly`() throws {
        try withQuakes { context in
            let controller = Self.controller(context)
            #expect(controller.delegate == nil)
            var delegate: Delegate? = Delegate()
            controller.delegate = delegate
            #expect(controller.delegate === delegate)
            delegate = nil
            #expect(controller.delegate == nil)
        }
    }

    @Test func `controllers are different objects of a set`() throws {
        try withQuakes { context in
            let controller = Self.controller(context)
            #expect(Set([controller, controller, Self.controller(context)]).count == 2)
        }
    }

    @Test func `a snapshot has the items of each section`() throws {
        try withQuakes { context in
            let controller = Self.controller(context, sections: "place")
            let delegate = Delegate()
            controller.delegate = delegate
            try controller.performFetch()
            let objects = try #require(controller.fetchedObjects)
            #expect(objects.compactMap(\.code) == ["2", "1", "3"])
            context.delete(objects[2])
            context.processPendingChanges()
            let snapshot = try #require(delegate.snapshot)
            #expect(snapshot.numberOfItems == 2)
            #expect(snapshot.numberOfSections == 2)
            let members = snapshot.itemIdentifiersInSection(withIdentifier: "Bali") as? [NSManagedObjectID]
            #expect(members == [objects[1].objectID])
            #expect(snapshot.itemIdentifiersInSection(withIdentifier: "Chile").isEmpty)
        }
    }

    private static func places(
        _ context: NSManagedObjectContext, sections: String? = nil
    ) -> NSFetchedResultsController<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Quake")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["place"]
        request.returnsDistinctResults = true
        request.sortDescriptors = [NSSortDescriptor(key: "place", ascending: true)]
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
    }

    @Test(.ownStore) func `a controller of dictionaries has those of the fetch`() throws {
        try withQuakes { context in
            let controller = Self.places(context)
            #expect(controller.sections == nil)
            #expect(controller.fetchedObjects == nil)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.map { $0["place"] as? String } == ["Alaska", "Bali"])
            #expect(controller.sections?.count == 1)
            #expect(controller.sections?[0].numberOfObjects == 2)
            let bali = controller.object(at: IndexPath(row: 1, section: 0))
            #expect(bali["place"] as? String == "Bali")
            #expect(controller.indexPath(forObject: bali) == IndexPath(row: 1, section: 0))
            #expect(controller.indexPath(forObject: ["place": "Chile"]) == nil)
            Quake(context: context).place = "Chile"
            try context.save()
            #expect(controller.fetchedObjects?.count == 2)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.count == 3)
        }
    }

    @Test(.ownStore) func `a controller of dictionaries divides them by one of their keys`() throws {
        try withQuakes { context in
            let controller = Self.places(context, sections: "place")
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["Alaska", "Bali"])
            #expect(controller.sections?.map(\.numberOfObjects) == [1, 1])
            #expect(controller.sectionIndexTitles == ["A", "B"])
            #expect(controller.object(at: IndexPath(row: 0, section: 1))["place"] as? String == "Bali")
        }
    }

    @Test func `a controller of a count has a number`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<NSNumber>(entityName: "Quake")
            request.resultType = .countResultType
            request.sortDescriptors = [NSSortDescriptor(key: "place", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            #expect(controller.fetchedObjects == [3])
        }
    }

    @Test(.ownStore) func `a controller with a delegate fetches no dictionaries`() throws {
        try withQuakes { context in
            let (controller, delegate) = (Self.places(context), Delegate())
            controller.delegate = delegate
            let error = #expect(throws: NSError.self) { try controller.performFetch() }
            #expect(error?.code == NSPersistentStoreOperationError)
            #expect(controller.fetchedObjects == nil)
            controller.delegate = nil
            try controller.performFetch()
            #expect(controller.fetchedObjects?.count == 2)
        }
    }

    @Test(.ownStore) func `a controller fetches objects after dictionaries`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
            request.resultType = .dictionaryResultType
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.first is NSDictionary)
            request.resultType = .managedObjectResultType
            try controller.performFetch()
            #expect((controller.fetchedObjects?.first as? Quake)?.code == "1")
            #expect(controller.object(at: IndexPath(row: 2, section: 0)) is Quake)
        }
    }

    @Test func `an observer divides its results by a Swift key path`() throws {
        try withQuakes { context in
            let observer = try FetchedResultsObserver(
                fetchRequest: Self.request(), managedObjectContext: context, sectionNameKeyPath: \Quake.title)
            #expect(observer.sections.map(\.name) == ["Alaska 0.0", "Bali 0.0"])
            #expect(observer.sections.map(\.objects.count) == [1, 2])
        }
    }

    @Test func `a section identifier that replaces nil names the section of the rows without a value`() throws {
        try withQuakes { context in
            Quake(context: context).code = "4"
            let observer = try FetchedResultsObserver(
                fetchRequest: Self.request(), managedObjectContext: context, sectionNameKeyPath: \Quake.placeName)
            #expect(observer.sections.map(\.name) == ["Unknown", "Alaska", "Bali"])
            #expect(observer.sections.map(\.objects.count) == [1, 1, 2])
        }
    }
}

extension Quake {
    fileprivate var placeName: String { place ?? "Unknown" }
}
