import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Random operations on contexts of incremental stores that are written as an app writes them; see
/// `DictionaryStore`.
///
/// `RandomGraphsTests` runs the same worlds with all kinds of stores, and compares a context now and
/// then. A fetch from these stores reads no objects: each is read when its fault fires. So a context
/// is compared after each operation here, by fetches with all options, with objects that have their
/// values and with faults. `STRATA_SEED`, `STRATA_OPERATIONS` and `STRATA_TRACE` are as in
/// `RandomGraphsTests`.
@Suite struct RandomIncrementalStoreTests {
    private static let operations = SoakSettings.operations ?? 6_000
    private static let seed = testSeed()
    private static let kinds = StoreUnderTest.allCases.filter(\.isIncremental)

    @Test(.ownThread, arguments: kinds)
    func `a context has the objects of plain dictionaries after each operation`(kind: StoreUnderTest) {
        let name = "RandomIncrementalStores of \(kind)"
        let run = RandomRun(name: name, operationsPerWorld: 60, operation: { GraphOperation(&$0) }) {
            operations, seed, didOne in
            let world = try GraphWorld(kind, seed: seed)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                let index = operation.context
                world.freshen(index)
                try world.look(index)
                var random = SeededGenerator(seed: operation.numbers.reduce(seed) { $0 &* 31 &+ UInt64($1) })
                try world.compareFetch(index, choosing: &random)
                // Objects that are no longer in use are faults the next time.
                if seed.isMultiple(of: 2) { world.held[index] = [:] }
                didOne()
            }
            try world.compareEverything()
        }
        run(Self.operations / 8, seed: Self.seed)
    }

    @Test(.ownThread, arguments: kinds)
    func `a results controller has the rows of a new fetch after each operation`(kind: StoreUnderTest) {
        let name = "RandomIncrementalResults of \(kind)"
        let run = RandomRun(name: name, operationsPerWorld: 60, operation: { GraphOperation(&$0) }) {
            operations, seed, didOne in
            let world = try GraphWorld(kind, seed: seed)
            let results = try GraphResults(of: world, seed: seed)
            defer { results.close() }
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                try results.compare()
                didOne()
            }
        }
        run(Self.operations / 8, seed: Self.seed)
    }
}

/// A results controller in the first context of a graph world.
private final class GraphResults {
    private final class Delegate: NSObject, NSFetchedResultsControllerDelegate, @unchecked Sendable {}

    private static let formats = [
        "value >= 3", "name != 'a'", "list.value >= 3", "list.keeper.value >= 3", "ANY tags.value >= 3",
        "children.@count > 0",
    ]

    private let world: GraphWorld
    private let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    /// A controller follows changes only if it has a delegate.
    private let delegate = Delegate()
    private var controller: NSFetchedResultsController<NSManagedObject>?

    init(of world: GraphWorld, seed: UInt64) throws {
        self.world = world
        request.predicate = NSPredicate(format: Self.formats[Int(seed % UInt64(Self.formats.count))])
        request.sortDescriptors = [
            NSSortDescriptor(key: "value", ascending: true), NSSortDescriptor(key: "key", ascending: true),
        ]
        try world.inside(0) { [self] context in
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            controller.delegate = delegate
            try controller.performFetch()
            self.controller = controller
        }
    }

    /// Releases the controller, which is confined to the context's queue.
    func close() { world.inside(0) { [self] _ in controller = nil } }

    private func keys(_ objects: [NSManagedObject]) -> [Int] { objects.map { ($0.value(forKey: "key") as? Int) ?? 0 } }

    /// Compares the rows with those of a fetch. A context without automatic merges may not have been
    /// notified of what the fetch finds.
    func compare() throws {
        guard world.mergesAutomatically else { return }
        try world.inside(0) { [self] context in
            context.processPendingChanges()
            let (found, expected) = (keys(controller?.fetchedObjects ?? []), keys(try context.fetch(request)))
            guard found != expected else { return }
            let format = request.predicate?.predicateFormat ?? ""
            throw GraphWorld.Mismatch(
                description: "the results of '\(format)' are \(found), those of a fetch \(expected)")
        }
    }
}
