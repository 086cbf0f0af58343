import CoreData
import Foundation

/// Reads `fetchedObjects` of 200,000 quakes and a property of each, the first time and again, and
/// the memory that the controller keeps for the objects that it has handed out.
///
/// The peer fetches the same objects without a controller, which keeps none of them.
enum KeptObjects {
    private static let count = 200_000

    static func run() throws {
        let stored = try Stored()
        let fetch = Contest.Contestant("fetch", expecting: stored.expected) {
            let context = stored.container.newBackgroundContext()
            return try context.performAndWait { characters(try context.fetch(request())) }
        }
        try Contest(
            row: "kept-objects-200k",
            ours: Contest.Contestant("strata", expecting: stored.expected) {
                let controller = try opened(stored.container)
                return controller.managedObjectContext.performAndWait { characters(controller.fetchedObjects ?? []) }
            },
            peers: [fetch]
        ).run()
        let controller = try opened(stored.container)
        let context = controller.managedObjectContext
        _ = context.performAndWait { characters(controller.fetchedObjects ?? []) }
        try Contest(
            row: "kept-objects-200k-again",
            ours: Contest.Contestant("strata", expecting: stored.expected) {
                context.performAndWait { characters(controller.fetchedObjects ?? []) }
            },
            peers: [fetch]
        ).run()
    }

    /// Compares the memory that a controller keeps for each object, after the array is released, to
    /// that of an array of fetched objects.
    static func memory() throws {
        let stored = try Stored()
        // Each in a coordinator of its own, whose cache of rows is empty.
        let controller = try opened(stored.another())
        let ours = try growth {
            _ = controller.managedObjectContext.performAndWait { characters(controller.fetchedObjects ?? []) }
            return controller
        }
        let context = try stored.another().newBackgroundContext()
        let theirs = try growth {
            try context.performAndWait {
                let objects = try context.fetch(request())
                _ = characters(objects)
                return objects
            }
        }
        Contest.report(
            "kept-objects-200k", "bytes-per-object", ours: ours / count, peer: "array", theirs / count, unit: "B")
    }

    /// Returns how much memory the result of `work` keeps allocated.
    private static func growth(_ work: () throws -> Any) throws -> Int {
        let before = try AllocatedMemory.bytes
        let kept = try work()
        let after = try AllocatedMemory.bytes
        return withExtendedLifetime(kept) { after - before }
    }

    private static func request() -> NSFetchRequest<StoredQuake> {
        let request = NSFetchRequest<StoredQuake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
        return request
    }

    private static func opened(_ container: NSPersistentContainer) throws -> NSFetchedResultsController<StoredQuake> {
        let context = container.newBackgroundContext()
        let controller = NSFetchedResultsController(
            fetchRequest: request(), managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try context.performAndWait { try controller.performFetch() }
        return controller
    }

    private static func characters(_ quakes: [StoredQuake]) -> Int { quakes.reduce(0) { $0 + $1.place.utf8.count } }

    /// A file of quakes.
    private struct Stored {
        let directory: TemporaryDirectory
        let file: URL
        let container: NSPersistentContainer
        let expected: Int

        init() throws {
            directory = try TemporaryDirectory()
            file = directory.url.appending(path: "quakes.sqlite")
            let quakes = Quake.generated(count)
            let store = try CoreDataQuakes(at: file)
            try store.insert(quakes, replacing: false)
            container = store.container
            expected = quakes.reduce(0) { $0 + $1.place.utf8.count }
        }

        func another() throws -> NSPersistentContainer { try .opened(at: file, model: StoredQuake.model) }
    }
}
