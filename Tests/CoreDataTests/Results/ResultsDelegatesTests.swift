import Foundation
import Testing

@testable import CoreData

/// The delegate methods that a fetched results controller calls, and their arguments.
@Suite(.eachStore) struct ResultsDelegatesTests {
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

    /// Runs `body` with a controller of four saved quakes: a, b and c in Alaska, and d in Bali.
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

    /// A move is a removal and an insertion that are associated with each other.
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

    /// Changes that cancel each other out are not reported.
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

    /// A delegate that sets another controller's delegate when it is notified of a change.
    private final class Setting: NSFetchedResultsControllerDelegate {
        var set: () -> Void = {}

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { set() }
    }

    /// Two controllers share one result. In either order of notification, the other controller's
    /// objects already reflect the change when its delegate is set.
    @Test func aDelegateThatIsSetByAnothersCallbackHearsNothingTwice() throws {
        try with(sections: nil) { context, first in
            let second = NSFetchedResultsController(
                fetchRequest: first.fetchRequest, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let (setters, listeners) = ([Setting(), Setting()], [Delegate(), Delegate()])
            let controllers = [first, second]
            for controller in controllers { try controller.performFetch() }
            for (index, setter) in setters.enumerated() {
                setter.set = { controllers[1 - index].delegate = listeners[1 - index] }
            }
            for index in 0...1 {
                controllers[index].delegate = setters[index]
                controllers[1 - index].delegate = nil
                Quake(context: context).place = "Bali"
                context.processPendingChanges()
                #expect(listeners[1 - index].take() == [], "controller \(index)")
                #expect(controllers[1 - index].fetchedObjects?.count == 5 + index)
                Quake(context: context).place = "Bali"
                context.delete(try #require(controllers[1 - index].fetchedObjects?.last))
                context.processPendingChanges()
                #expect(listeners[1 - index].take().sorted() == ["delete", "did", "insert", "will"], "controller \(index)")
            }
        }
    }

    /// Object IDs of rows without registered objects have the row's own entity, even if the row was
    /// deleted.
    @Test func identifiersHaveTheRowsOwnEntity() throws {
        let store = try TestStore(model: .library())
        let (context, other) = (store.context(), store.context())
        func names(_ identifiers: [Any]?) -> [String] {
            (identifiers as? [NSManagedObjectID] ?? []).map { $0.entity.name ?? "" }
        }
        nonisolated(unsafe) var controllers: [NSFetchedResultsController<NSManagedObject>] = []
        nonisolated(unsafe) let (snapshots, differences) = (WithSnapshots(), WithDifferences())
        try other.run {
            Author(context: other).name = "a"
            Reader(context: other).name = "b"
            Author(context: other).name = "c"
            try other.save()
        }
        try context.run {
            context.automaticallyMergesChangesFromParent = true
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = NSPredicate(format: "name < 'x'")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            for delegate in [snapshots, differences] as [any NSFetchedResultsControllerDelegate] {
                let controller = NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                controller.delegate = delegate
                try controller.performFetch()
                controllers.append(controller)
            }
        }
        try other.run {
            // One row is deleted, one no longer matches, one is inserted.
            for person in try other.fetch(NSFetchRequest<Person>(entityName: "Person")) {
                if person.name == "a" { other.delete(person) }
                if person.name == "c" { person.name = "y" }
            }
            Author(context: other).name = "d"
            try other.save()
        }
        try context.run {
            #expect(names(snapshots.snapshot?.itemIdentifiers) == ["Reader", "Author"])
            let gone = differences.difference?.removals.map { change in
                guard case .remove(_, let id, _) = change else { return "" }
                return id.entity.name ?? ""
            }
            #expect(gone == ["Author", "Author"])
            let people = try context.fetch(NSFetchRequest<Person>(entityName: "Person"))
            #expect(people.allSatisfy { $0 is Author || $0 is Reader })
            controllers = []
        }
    }

    /// A delegate that records the object of each deletion.
    private final class WithObjects: NSFetchedResultsControllerDelegate {
        var deleted: [NSObject] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            if type == .delete, let object = anObject as? NSObject { deleted.append(object) }
        }
    }

    @Test func `a reset reports the deletion of an unsaved object of a subentity with that object`() throws {
        let store = try TestStore(model: .library())
        let context = store.context()
        try context.run {
            let request = NSFetchRequest<Person>(entityName: "Person")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let delegate = WithObjects()
            controller.delegate = delegate
            let reader = Reader(context: context)
            reader.name = "Ann"
            try controller.performFetch()
            #expect(controller.fetchedObjects == [reader])
            context.reset()
            #expect(delegate.deleted.count == 1)
            #expect(delegate.deleted.first === reader)
        }
    }
}
