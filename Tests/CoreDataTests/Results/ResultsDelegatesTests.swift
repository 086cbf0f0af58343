import Foundation
import Testing

@testable import CoreData

/// Which of its methods a delegate hears by, and what these give it.
@Suite struct ResultsDelegatesTests {
    private class Delegate: NSFetchedResultsControllerDelegate {
        var heard: [String] = []

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("will")
        }
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("did")
        }
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            heard.append("\(type)")
        }

        func take() -> [String] {
            defer { heard = [] }
            return heard
        }
    }

    private final class WithSnapshots: NSFetchedResultsControllerDelegate {
        let other = Delegate()
        var snapshot: NSDiffableDataSourceSnapshotReference?
        var difference: CollectionDifference<NSManagedObjectID>?
        var asked: NSObject?

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) {
            self.snapshot = snapshot
            asked = controller
        }
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
        ) {
            difference = diff
        }
        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            other.heard.append("will")
        }
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            other.heard.append("did")
        }
    }

    private final class WithDifferences: NSFetchedResultsControllerDelegate {
        var heard: [String] = []
        var difference: CollectionDifference<NSManagedObjectID>?

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
        ) {
            difference = diff
        }
        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("will")
        }
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("did")
        }
    }

    /// Quakes a, b and c in Alaska, d in Bali.
    private func with(
        sections: String?, _ body: (NSManagedObjectContext, NSFetchedResultsController<Quake>) throws -> Void
    ) throws {
        let store = try TestStore()
        let context = store.context()
        try context.run {
            for (code, place) in [("a", "Alaska"), ("b", "Alaska"), ("c", "Alaska"), ("d", "Bali")] {
                let quake = Quake(context: context)
                (quake.code, quake.place) = (code, place)
            }
            try context.save()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [
                NSSortDescriptor(key: "place", ascending: true), NSSortDescriptor(key: "code", ascending: true),
            ]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
            try body(context, controller)
        }
    }

    @Test func theFirstFetchTellsNothing() throws {
        try with(sections: nil) { context, controller in
            let delegate = Delegate()
            controller.delegate = delegate
            try controller.performFetch()
            context.processPendingChanges()
            #expect(delegate.take() == [])
        }
    }

    @Test func whoHasTheSnapshotsMethodHearsNothingElse() throws {
        for sections in ["place", nil] {
            try with(sections: sections) { context, controller in
                let delegate = WithSnapshots()
                controller.delegate = delegate
                try controller.performFetch()
                let objects = try #require(controller.fetchedObjects)
                objects[0].place = "Bali"
                context.delete(objects[1])
                context.processPendingChanges()
                let snapshot = try #require(delegate.snapshot)
                #expect(delegate.other.take() == [] && delegate.difference == nil)
                #expect(delegate.asked?.isEqual(controller) == true)
                let identifiers = [objects[2], objects[0], objects[3]].map(\.objectID)
                #expect(snapshot.itemIdentifiers as? [NSManagedObjectID] == identifiers)
                #expect(snapshot.sectionIdentifiers as? [String] == (sections == nil ? [""] : ["Alaska", "Bali"]))
                #expect(snapshot.reloadedItemIdentifiers as? [NSManagedObjectID] == [objects[0].objectID])
                if sections != nil {
                    #expect(snapshot.numberOfItems(inSection: "Bali") == 2 && snapshot.index(ofSectionIdentifier: "Bali") == 1)
                    #expect(
                        snapshot.sectionIdentifier(forSectionContainingItemIdentifier: objects[0].objectID) as? String == "Bali")
                }
            }
        }
    }

    /// A move is a removal and an insertion that know of each other.
    @Test func differencesWithoutSections() throws {
        try with(sections: nil) { context, controller in
            let delegate = WithDifferences()
            controller.delegate = delegate
            try controller.performFetch()
            let objects = try #require(controller.fetchedObjects)
            let before = objects.map(\.objectID)
            objects[0].place = "Zakynthos"
            context.delete(objects[1])
            context.processPendingChanges()
            let difference = try #require(delegate.difference)
            #expect(delegate.heard == [])
            #expect(before.applying(difference) == [objects[2], objects[3], objects[0]].map(\.objectID))
            let moves = difference.insertions.compactMap { change in
                if case .insert(let offset, _, let from?) = change { [from, offset] } else { nil }
            }
            #expect(moves == [[0, 2]])
        }
    }

    @Test func withSectionsThereAreNoDifferences() throws {
        try with(sections: "place") { context, controller in
            let delegate = WithDifferences()
            controller.delegate = delegate
            try controller.performFetch()
            controller.fetchedObjects?[0].magnitude = 3
            context.processPendingChanges()
            #expect(delegate.difference == nil && delegate.heard == ["will", "did"])
        }
    }

    /// Changes that leave everything as it was are none.
    @Test func whatComesAndGoesInOneStepIsNotTold() throws {
        try with(sections: "place") { context, controller in
            let delegate = Delegate()
            controller.delegate = delegate
            try controller.performFetch()
            let quake = Quake(context: context)
            quake.place = "Chile"
            context.delete(quake)
            context.processPendingChanges()
            #expect(delegate.take() == [])
            controller.fetchedObjects?[0].magnitude = 3
            context.processPendingChanges()
            #expect(delegate.take() == ["will", "update", "did"])
            context.rollback()
            #expect(delegate.take() == ["will", "update", "did"])
        }
    }
}
