import CoreData
import Foundation

/// Changes 10,000 objects in as many events, undoes all of it step by step, and redoes all of it.
///
/// The peer does the same assignments in a context without an undo manager, so the ratio is the
/// price of undo.
enum Undo {
    private static let count = 10_000

    static func run() throws {
        let directory = try TemporaryDirectory()
        let store = try CoreDataQuakes(at: directory.url.appending(path: "quakes.sqlite"))
        let quakes = Quake.generated(count)
        try store.insert(quakes, replacing: false)
        let container = store.container
        /// Calls `work` in a new context with all objects, in the order of their codes, and checks
        /// their places after each of the three parts.
        func contestant(
            _ name: String, undoManager: UndoManager?,
            back: @escaping (NSManagedObjectContext, StoredQuake, Quake) -> Void,
            forth: @escaping (NSManagedObjectContext, StoredQuake) -> Void
        ) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                let context = container.newBackgroundContext()
                let objects = try context.performAndWait {
                    context.undoManager = undoManager
                    let request = NSFetchRequest<StoredQuake>(entityName: "Quake")
                    request.sortDescriptors = [NSSortDescriptor(keyPath: \StoredQuake.code, ascending: true)]
                    return try context.fetch(request)
                }
                let old = quakes.sorted { $0.code < $1.code }
                guard objects.count == count else { throw WrongResult(description: "\(name) found \(objects.count) quakes.") }
                func check(_ isChanged: Bool) throws {
                    let places = context.performAndWait { objects.map(\.place) }
                    guard places == old.map({ isChanged ? "elsewhere" : $0.place }) else {
                        throw WrongResult(description: "\(name) has wrong places.")
                    }
                }
                var duration = Duration.zero
                for object in objects {
                    duration += Stopwatch.measure { context.performAndWait { object.place = "elsewhere" } }
                }
                try check(true)
                for (object, quake) in zip(objects, old).reversed() {
                    duration += Stopwatch.measure { context.performAndWait { back(context, object, quake) } }
                }
                try check(false)
                for object in objects {
                    duration += Stopwatch.measure { context.performAndWait { forth(context, object) } }
                }
                try check(true)
                context.performAndWait { context.reset() }
                return duration
            }
        }
        try Contest(
            row: "undo-10k",
            ours: contestant(
                "undo-manager", undoManager: UndoManager(), back: { context, _, _ in context.undo() },
                forth: { context, _ in context.redo() }),
            peers: [
                contestant(
                    "assignments", undoManager: nil, back: { $1.place = $2.place }, forth: { $1.place = "elsewhere" })
            ]
        ).run()
    }
}
