import CoreData
import Foundation
import Observation
import Testing

/// The properties of a controller, and snapshots of its results.
struct ControllerValuesTests {
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
