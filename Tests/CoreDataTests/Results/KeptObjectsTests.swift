import Foundation
import Testing

@testable import CoreData

/// The objects that results have handed out: they stay the same, with what was set in them, until
/// their row leaves the results.
@Suite(.eachStore) struct KeptObjectsTests {
    private final class Delegate: NSFetchedResultsControllerDelegate {
        var deleted: [NSManagedObject] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            if type == .delete, let object = anObject as? NSManagedObject { deleted.append(object) }
        }
    }

    private let store: TestStore
    private let context: NSManagedObjectContext

    /// Saves ten items of two shelves, with the ranks 0 to 9.
    init() throws {
        store = try TestStore(
            model: ModelSource.model(
                """
                <entity name="Item">
                    <attribute name="rank" attributeType="Integer 64" defaultValueString="0"/>
                    <attribute name="shelf" attributeType="Integer 64" defaultValueString="0"/>
                    <attribute name="note" optional="YES" transient="YES" attributeType="String"/>
                </entity>
                """))
        let context = store.context()
        self.context = context
        try context.performAndWait {
            for rank in 0..<10 {
                let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                item.setValue(rank, forKey: "rank")
                item.setValue(rank / 5, forKey: "shelf")
            }
            try context.save()
            context.reset()
        }
    }

    private func request(_ predicate: String = "rank >= 0", by key: String = "rank") -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(format: predicate)
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        return request
    }

    private func controller(
        _ predicate: String = "rank >= 0", sections: String? = nil
    ) throws -> NSFetchedResultsController<NSManagedObject> {
        let controller = NSFetchedResultsController(
            fetchRequest: request(predicate), managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
        try controller.performFetch()
        return controller
    }

    /// Sets a transient value of an object without a tracked change.
    private func note(_ text: String?, in object: NSManagedObject?) { object?.setPrimitiveValue(text, forKey: "note") }

    private func note(_ object: NSManagedObject?) -> String? { object?.primitiveValue(forKey: "note") as? String }

    private func change(_ rank: Int, to value: Int, in context: NSManagedObjectContext) throws {
        let item = try context.fetch(request("rank == \(rank)")).first
        item?.setValue(value, forKey: "rank")
        try context.save()
    }

    @Test func `a controller keeps what was set in an object that it handed out`() throws {
        try context.performAndWait {
            let controller = try controller(sections: "shelf")
            note("fetched", in: controller.fetchedObjects?[2])
            #expect(note(controller.fetchedObjects?[2]) == "fetched")
            #expect(note(controller.object(at: IndexPath(row: 2, section: 0))) == "fetched")
            #expect(note(controller.sections?[0].objects?[2] as? NSManagedObject) == "fetched")
            note("by section", in: controller.sections?[1].objects?[0] as? NSManagedObject)
            #expect(note(controller.fetchedObjects?[5]) == "by section")
            note("by path", in: controller.object(at: IndexPath(row: 1, section: 1)))
            #expect(note(controller.fetchedObjects?[6]) == "by path")
        }
    }

    @Test func `a subscription to an object that was handed out goes on`() throws {
        try context.performAndWait {
            let controller = try controller()
            var count = 0
            let subscription = controller.object(at: IndexPath(row: 2, section: 0)).objectWillChange.sink { count += 1 }
            controller.object(at: IndexPath(row: 2, section: 0)).setValue(7, forKey: "shelf")
            #expect(count > 0)
            subscription.cancel()
        }
    }

    @Test func `an object is kept while its values and its position change`() throws {
        try context.performAndWait {
            let (controller, delegate) = (try controller(), Delegate())
            controller.delegate = delegate
            note("seen", in: controller.object(at: IndexPath(row: 2, section: 0)))
            try change(2, to: 20, in: context)
            #expect(note(controller.fetchedObjects?[9]) == "seen")
            withExtendedLifetime(delegate) {}
        }
    }

    @Test func `an object is released when its row leaves, after the delegate was notified`() throws {
        try context.performAndWait {
            let (controller, delegate) = (try controller(), Delegate())
            controller.delegate = delegate
            weak var object: NSManagedObject?
            autoreleasepool {
                let item = controller.object(at: IndexPath(row: 2, section: 0))
                note("seen", in: item)
                object = item
            }
            #expect(object != nil)
            try change(2, to: -1, in: context)
            #expect(delegate.deleted.map(note) == ["seen"])
            delegate.deleted = []
            #expect(object == nil)
        }
    }

    @Test func `a deleted object is the one that was handed out`() throws {
        try context.performAndWait {
            let (controller, delegate) = (try controller(), Delegate())
            controller.delegate = delegate
            note("seen", in: controller.object(at: IndexPath(row: 2, section: 0)))
            context.delete(controller.object(at: IndexPath(row: 2, section: 0)))
            try context.save()
            #expect(delegate.deleted.map(note) == ["seen"])
        }
    }

    @Test func `an object keeps its place under the permanent ID that a save gives it`() throws {
        try context.performAndWait {
            let (controller, delegate) = (try controller(), Delegate())
            controller.delegate = delegate
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue(30, forKey: "rank")
            context.processPendingChanges()
            note("new", in: controller.fetchedObjects?[10])
            try context.save()
            #expect(note(controller.fetchedObjects?[10]) == "new")
            try change(30, to: 2, in: context)
            #expect(note(controller.fetchedObjects?.first { $0.value(forKey: "rank") as? Int == 2 && note($0) != nil }) == "new")
            withExtendedLifetime(delegate) {}
        }
    }

    @Test func `a second fetch hands out the same objects`() throws {
        try context.performAndWait {
            let controller = try controller()
            note("seen", in: controller.fetchedObjects?[2])
            let other = store.context()
            try other.performAndWait { try change(9, to: 90, in: other) }
            try controller.performFetch()
            #expect(note(controller.fetchedObjects?[2]) == "seen")
            controller.fetchRequest.predicate = NSPredicate(format: "rank > 1")
            try controller.performFetch()
            #expect(note(controller.fetchedObjects?[0]) == "seen")
        }
    }

    @Test func `a controller without a delegate keeps the objects that it still shows`() throws {
        try context.performAndWait {
            let controller = try controller()
            note("seen", in: controller.fetchedObjects?[2])
            try change(2, to: -1, in: context)
            #expect(controller.fetchedObjects?.count == 10)
            #expect(note(controller.fetchedObjects?[2]) == "seen")
            note("later", in: controller.fetchedObjects?[2])
            #expect(note(controller.fetchedObjects?[2]) == "later")
            try controller.performFetch()
            #expect(controller.fetchedObjects?.count == 9)
        }
    }

    @Test func `what an ID of the results is resolved to is kept`() throws {
        try context.performAndWait {
            let (controller, delegate) = (try controller(), Snapshots())
            controller.delegate = delegate
            try change(9, to: 12, in: context)
            let ids = try #require(delegate.snapshot?.itemIdentifiers as? [NSManagedObjectID])
            note("by ID", in: context.object(with: ids[2]))
            #expect(note(context.object(with: ids[2])) == "by ID")
            #expect(note(controller.fetchedObjects?[2]) == "by ID")
            note("existing", in: try context.existingObject(with: ids[3]))
            #expect(note(try context.existingObject(with: ids[3])) == "existing")
            #expect(note(controller.object(at: IndexPath(row: 3, section: 0))) == "existing")
        }
    }

    private final class Snapshots: NSFetchedResultsControllerDelegate {
        var snapshot: NSDiffableDataSourceSnapshotReference?

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) {
            self.snapshot = snapshot
        }
    }

    @Test func `an observer keeps what was set in an object that it handed out`() throws {
        try context.performAndWait {
            let observer = try FetchedResultsObserver(
                fetchRequest: request(), managedObjectContext: context, sectionNameKeyPath: "shelf")
            note("seen", in: observer.objects[2])
            #expect(note(observer.objects[2]) == "seen")
            #expect(note(observer.sections[0].objects[2]) == "seen")
            try observer.fetch(NSPredicate(format: "rank > 1"), sortDescriptors: observer.sortDescriptors)
            #expect(note(observer.objects[0]) == "seen")
        }
    }

    @Test func `results keep no objects that were not handed out`() throws {
        try context.performAndWait {
            let controller = try controller()
            _ = controller.object(at: IndexPath(row: 2, section: 0))
            _ = controller.sections?.map(\.numberOfObjects)
            #expect(controller.core.opened.handedOut.count == 1)
            #expect(context.registry.living.count == 1)
        }
    }

    @Test func `objects are released with the results`() throws {
        try context.performAndWait {
            try autoreleasepool {
                let controller = try controller()
                #expect(controller.fetchedObjects?.count == 10)
                #expect(context.registry.living.count == 10)
            }
            #expect(context.registry.living.isEmpty)
        }
    }

    @Test func `a reset releases the objects`() throws {
        try context.performAndWait {
            let (controller, delegate) = (try controller(), Delegate())
            controller.delegate = delegate
            weak var object = autoreleasepool { controller.fetchedObjects?[2] }
            #expect(object != nil)
            context.reset()
            #expect(object == nil)
            #expect(controller.fetchedObjects?[2].managedObjectContext === context)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test func `a range keeps the objects of its rows`() throws {
        try context.performAndWait {
            let request = request()
            request.fetchLimit = 3
            let (delegate, controller) = (
                Delegate(),
                NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            )
            try controller.performFetch()
            controller.delegate = delegate
            note("seen", in: controller.fetchedObjects?[2])
            note("first", in: controller.fetchedObjects?[0])
            try change(1, to: 40, in: context)
            #expect(note(controller.fetchedObjects?[1]) == "seen")
            #expect(note(controller.fetchedObjects?[0]) == "first")
            withExtendedLifetime(delegate) {}
        }
    }
}
