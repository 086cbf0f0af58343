import Foundation
import Testing

@testable import CoreData

/// Changes of the context that a delegate makes while it is notified of another change. Live results
/// notify in no particular order, so it is the delegate that is notified first which makes them.
@Suite(.eachStore) struct ChangesInDelegatesTests {
    /// Runs a change once, for the first of several delegates that calls it.
    private final class Once {
        var change: (() -> Void)?

        func run() {
            let change = change
            self.change = nil
            change?()
        }
    }

    /// A list on a screen, which a controller's delegate updates by index paths only.
    private final class Shown: NSFetchedResultsControllerDelegate {
        let once: Once
        var codes: [String?]
        var heard: [String] = []
        /// The codes of the controller's objects at the end of each change, if the list has others.
        var mistakes: [[String?]] = []
        private var removed: [Int] = []
        private var inserted: [(position: Int, code: String?)] = []

        init(_ controller: NSFetchedResultsController<Quake>, _ once: Once) {
            self.once = once
            codes = controller.fetchedObjects?.map(\.code) ?? []
            controller.delegate = self
        }

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("will")
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            heard.append("\(type) \((anObject as? Quake)?.code ?? "?")")
            if type == .update { return }
            if let indexPath { removed.append(indexPath.row) }
            if let newIndexPath { inserted.append((newIndexPath.row, (anObject as? Quake)?.code)) }
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("did")
            for position in removed.sorted(by: >) { codes.remove(at: position) }
            for (position, code) in inserted.sorted(by: { $0.position < $1.position }) { codes.insert(code, at: position) }
            (removed, inserted) = ([], [])
            let present = controller.fetchedObjects?.map { ($0 as? Quake)?.code } ?? []
            if codes != present { mistakes.append(present) }
            once.run()
        }
    }

    /// Runs `body` with two controllers that share the results, of the saved quakes "b" and "d".
    private func withTwo(
        _ body: (NSManagedObjectContext, [NSFetchedResultsController<Quake>], [Shown], Once) throws -> Void
    ) throws {
        let store = try TestStore()
        let context = store.context()
        try context.run {
            for code in ["b", "d"] { Quake(context: context).code = code }
            try context.save()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            let controllers = (0...1).map { _ in
                NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            }
            for controller in controllers { try controller.performFetch() }
            let once = Once()
            let shown = controllers.map { Shown($0, once) }
            try body(context, controllers, shown, once)
        }
    }

    @Test func `a save by one delegate does not withhold the change from another`() throws {
        try withTwo { context, controllers, shown, once in
            once.change = { #expect(throws: Never.self) { try context.save() } }
            Quake(context: context).code = "c"
            context.processPendingChanges()
            #expect(!context.hasChanges)
            for (controller, shown) in zip(controllers, shown) {
                #expect(shown.heard == ["will", "insert c", "did"])
                #expect(shown.codes == ["b", "c", "d"])
                #expect(shown.mistakes == [])
                #expect(controller.fetchedObjects?.map(\.code) == ["b", "c", "d"])
                #expect(controller.fetchedObjects?.allSatisfy { !$0.objectID.isTemporaryID } == true)
            }
        }
    }

    @Test func `an edit by one delegate reaches each delegate with index paths that fit its list`() throws {
        try withTwo { context, controllers, shown, once in
            once.change = {
                Quake(context: context).code = "a"
                if let last = controllers[0].fetchedObjects?.last { context.delete(last) }
                context.processPendingChanges()
            }
            Quake(context: context).code = "c"
            context.processPendingChanges()
            for (controller, shown) in zip(controllers, shown) {
                #expect(shown.codes == ["a", "b", "c"])
                #expect(shown.mistakes == [])
                #expect(controller.fetchedObjects?.map(\.code) == ["a", "b", "c"])
                let changes = shown.heard.filter { $0 != "will" && $0 != "did" }.sorted()
                #expect(changes == ["delete d", "insert a", "insert c"])
            }
        }
    }

    /// "b" is still listed where it was when "c5" is placed in the second result, which has to compare
    /// it with the value that gave it that place.
    @Test func `an edit during one result's notification does not misplace a row in another`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.run {
            let quakes = ["a", "b", "c", "x"].map { place in
                let quake = Quake(context: context)
                (quake.place, quake.magnitude) = (place, place == "x" ? 0 : 5)
                return quake
            }
            try context.save()
            let results = try (1...2).map { least in
                // Not compared by their first bytes, but by their rows.
                let order = NSSortDescriptor(key: "place", ascending: true, selector: Selector("localizedStandardCompare:"))
                return try LiveResults.shared(
                    entity: Quake.entity(), predicate: NSPredicate(format: "magnitude > %d", least),
                    sortDescriptors: [order], sectionKey: nil, in: context)
            }
            let once = Once()
            once.change = { quakes[1].place = "zz" }
            let subscriptions = results.map { $0.subscribe { _, _ in once.run() } }
            (quakes[3].place, quakes[3].magnitude) = ("c5", 5)
            context.processPendingChanges()
            #expect(once.change == nil)
            context.processPendingChanges()
            for results in results {
                let places = results.rowIDs.indices.map { (results.object(at: $0) as? Quake)?.place }
                #expect(places == ["a", "c", "c5", "zz"])
            }
            for subscription in subscriptions { subscription.cancel() }
        }
    }

    @Test func `an edit between the notifications of a change does not interrupt them`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.run {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            let results = try LiveResults.shared(request: request, sectionKey: nil, in: context)
            nonisolated(unsafe) var heard: [String] = []
            let subscription = results.subscribe { results, change in
                heard.append("+\(change.inserted) = \(results.count)")
                if results.count == 1 {
                    Quake(context: context).code = "b"
                    context.processPendingChanges()
                }
                heard.append("end")
            }
            Quake(context: context).code = "a"
            context.processPendingChanges()
            #expect(heard == ["+1 = 1", "end", "+1 = 2", "end"])
            subscription.cancel()
        }
    }
}
