import Foundation
import Testing

@testable import CoreData

/// A fetch returns the content of the store, regardless of the writer and of whether the changes
/// were merged. So does a controller that fetches again, and a new controller with the same
/// request.
@Suite(.eachStore) struct FetchingAgainTests {
    enum Writer { case otherContext, otherCoordinator, parent }

    private final class Listener: NSFetchedResultsControllerDelegate {
        var isTold = false
        var onChange: () -> Void = {}
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            isTold = true
            onChange()
        }
    }

    private static func request() -> NSFetchRequest<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
        return request
    }

    @discardableResult
    private static func insert(_ code: String, _ context: NSManagedObjectContext) -> Quake {
        let quake = Quake(context: context)
        for key in ["day", "time"] { quake.setValue(Date(timeIntervalSinceReferenceDate: 0), forKey: key) }
        quake.setValue(code, forKey: "code")
        return quake
    }

    @Test func `a controller's request determines whether known objects get the values of the store`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.run {
            let quakes = ["a", "b", "c"].map { Self.insert($0, context) }
            try context.save()
            let request = Self.request()
            request.predicate = NSPredicate(format: "code < 'c'")
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            quakes[1].place = "Chile"
            let update = NSBatchUpdateRequest(entityName: "Quake")
            update.propertiesToUpdate = ["magnitude": 5]
            try context.execute(update)
            try controller.performFetch()
            #expect(quakes.map(\.magnitude) == [0, 0, 0])
            request.shouldRefreshRefetchedObjects = true
            try controller.performFetch()
            #expect(quakes.map(\.magnitude) == [5, 5, 0])
            #expect(quakes[1].place == "Chile")
            #expect(controller.fetchedObjects == Array(quakes[..<2]))
        }
    }

    /// - Parameter isNew: Whether a new controller fetches, rather than the same one again.
    @Test(arguments: [Writer.otherContext, .parent], [false, true])
    func whatOthersSavedIsFound(_ writer: Writer, isNew: Bool) throws { try findSaved(by: writer, isNew: isNew) }

    @Test(.ownStore, arguments: [false, true])
    func `what another coordinator saved is found`(isNew: Bool) throws { try findSaved(by: .otherCoordinator, isNew: isNew) }

    private func findSaved(by writer: Writer, isNew: Bool) throws {
        for history in [false, true] {
            let store = try TestStore(history: history)
            let root = store.context()
            try root.performAndWait {
                for code in ["a", "b", "c"] { Self.insert(code, root) }
                try root.save()
            }
            let (context, writing) = try contexts(writer, store, root)
            try context.performAndWait {
                func controller() -> NSFetchedResultsController<Quake> {
                    NSFetchedResultsController(
                        fetchRequest: Self.request(), managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                }
                let first = controller()
                try first.performFetch()
                #expect(first.fetchedObjects?.map(\.code) == ["a", "b", "c"])
                let listener = Listener()
                first.delegate = listener
                try Self.change(writing, saves: writer != .parent)

                let (second, other) = (isNew ? controller() : first, Listener())
                if isNew { second.delegate = other }
                try second.performFetch()
                #expect(second.fetchedObjects?.map(\.code) == ["b", "c", "d"], "history \(history)")
                #expect(try context.fetch(Self.request()).map(\.code) == ["b", "c", "d"])
                // A controller does not notify its delegate of its own fetch. Later changes start
                // from there.
                #expect(!listener.isTold && !other.isTold)
                Self.insert("e", context)
                context.processPendingChanges()
                #expect(listener.isTold && second.fetchedObjects?.map(\.code) == ["b", "c", "d", "e"])
                // Without a history, the controller that did not fetch is not notified of changes
                // by another coordinator.
                let isUntold = isNew && writer == .otherCoordinator && !history
                #expect(first.fetchedObjects?.map(\.code) == (isUntold ? ["a", "b", "c", "e"] : ["b", "c", "d", "e"]))
            }
        }
    }

    private func contexts(
        _ writer: Writer, _ store: TestStore, _ root: NSManagedObjectContext
    ) throws -> (NSManagedObjectContext, NSManagedObjectContext) {
        switch writer {
        case .otherContext: return (root, store.context())
        case .otherCoordinator:
            let container = try NSPersistentContainer.loaded(
                store.url, history: store.container.persistentStoreCoordinator.stores.stores[0].keepsHistory)
            return (root, container.newBackgroundContext())
        case .parent:
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = root
            return (child, root)
        }
    }

    private static func change(_ context: NSManagedObjectContext, saves: Bool) throws {
        try context.performAndWait {
            insert("d", context)
            for quake in try context.fetch(request()) where quake.code == "a" { context.delete(quake) }
            if saves { try context.save() } else { context.processPendingChanges() }
        }
    }

    /// A fetch during the notifications of a save, when some results use the permanent ID of the
    /// new object and others do not yet.
    @Test(arguments: [false, true]) func aDelegateMayFetchAgain(history: Bool) throws {
        let store = try TestStore(history: history)
        let context = store.context()
        try context.performAndWait {
            for code in ["a", "b", "c"] { Self.insert(code, context) }
            try context.save()
            let listeners = [Listener(), Listener()]
            let controllers = [true, false].map { isAscending in
                let request = Self.request()
                request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: isAscending)]
                return NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            }
            for (index, controller) in controllers.enumerated() {
                controller.delegate = listeners[index]
                listeners[index].onChange = { try? controllers[1 - index].performFetch() }
                try controller.performFetch()
            }
            let new = Self.insert("d", context)
            try context.save()
            new.setValue("A", forKey: "code")
            try context.save()
            #expect(controllers[0].fetchedObjects?.map(\.code) == ["A", "a", "b", "c"])
            #expect(controllers[1].fetchedObjects?.map(\.code) == ["c", "b", "a", "A"])
            for listener in listeners { listener.onChange = {} }
        }
    }

    /// The second controller has no delegate. It shows what it fetched, regardless of which of the
    /// two was notified of the insertion first.
    @Test(arguments: [false, true]) func aDelegateMayFetchForOneWithout(isAscending: Bool) throws {
        let store = try TestStore(history: true)
        let context = store.context()
        try context.performAndWait {
            Self.insert("a", context)
            try context.save()
            let (listener, controllers) = (
                Listener(),
                [isAscending, !isAscending].map { isAscending in
                    let request = Self.request()
                    request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: isAscending)]
                    return NSFetchedResultsController(
                        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                }
            )
            controllers[0].delegate = listener
            for controller in controllers { try controller.performFetch() }
            listener.onChange = { try? controllers[1].performFetch() }
            Self.insert("b", context)
            context.processPendingChanges()
            #expect(controllers[1].fetchedObjects?.compactMap(\.code).sorted() == ["a", "b"])
            listener.onChange = {}
        }
    }

    @Test func anObserverFindsItToo() throws {
        let store = try TestStore()
        let (context, other) = (store.context(), store.context())
        try context.performAndWait {
            Self.insert("a", context)
            try context.save()
            let first = try FetchedResultsObserver(fetchRequest: Self.request(), managedObjectContext: context)
            try Self.change(other, saves: true)
            let second = try FetchedResultsObserver(fetchRequest: Self.request(), managedObjectContext: context)
            #expect(second.objects.map(\.code) == ["d"])
            Self.insert("e", context)
            let third = try FetchedResultsObserver(fetchRequest: Self.request(), managedObjectContext: context)
            #expect(third.objects.map(\.code) == ["d", "e"])
            withExtendedLifetime(first) {}
        }
    }
}
