import CoreData
import Dispatch
import Foundation
import GRDB

/// An edit: the primary key of a quake, and its new time.
struct QuakeEdit {
    let number: Int64
    let time: Double

    init(_ turn: Int, of count: Int) {
        number = Int64((UInt64(turn) &* 0x9E37_79B9_7F4A_7C15) >> 1) % Int64(count) + 1
        time = 600_000_000 + Double((turn * 7_919) % count) * 61.5 + Double(turn) / 1_000
    }
}

/// A list of quakes, latest first, in a fetched results controller. Its context merges the saves of
/// another context automatically.
// Safe to share: the contexts are used on their queues, the rest on the benchmark's thread.
final class ShownByStrata: NSFetchedResultsControllerDelegate, @unchecked Sendable {
    private let container: NSPersistentContainer
    private let shown: NSManagedObjectContext
    private let writing: NSManagedObjectContext
    private let controller: NSFetchedResultsController<StoredQuake>
    private let told = DispatchSemaphore(value: 0)
    private var count: Int
    private var turn = 0

    init(_ file: URL, _ count: Int) throws {
        self.count = count
        container = try .opened(at: file, model: StoredQuake.model)
        shown = container.newBackgroundContext()
        writing = container.newBackgroundContext()
        let request = NSFetchRequest<StoredQuake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: shown, sectionNameKeyPath: nil, cacheName: nil)
        controller.delegate = self
        let controller = controller
        let shown = shown
        try shown.performAndWait {
            shown.automaticallyMergesChangesFromParent = true
            try controller.performFetch()
        }
    }

    private func change(_ edit: QuakeEdit) throws -> NSManagedObjectID {
        guard let store = container.persistentStoreCoordinator.persistentStores.first,
            let uri = URL(string: "x-coredata://\(store.identifier ?? "")/Quake/p\(edit.number)"),
            let id = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri),
            let quake = try writing.existingObject(with: id) as? StoredQuake
        else { throw WrongResult(description: "There is no quake \(edit.number).") }
        quake.time = Date(timeIntervalSinceReferenceDate: edit.time)
        return id
    }

    /// Returns the time of a batch insertion until the list has its rows.
    func insert(_ quakes: [Quake]) throws -> Duration {
        let duration = try Stopwatch.measure {
            let inserted = try writing.performAndWait {
                var rest = quakes[...]
                let request = NSBatchInsertRequest(entityName: "Quake") { (dictionary: NSMutableDictionary) in
                    guard let quake = rest.popFirst() else { return true }
                    dictionary["code"] = quake.code
                    dictionary["magnitude"] = quake.magnitude
                    dictionary["place"] = quake.place
                    dictionary["time"] = quake.time
                    return false
                }
                request.resultType = .objectIDs
                return (try writing.execute(request) as? NSBatchInsertResult)?.result as? [NSManagedObjectID] ?? []
            }
            // A batch insertion does not notify contexts by itself.
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectIDsKey: inserted], into: [shown])
            told.wait()
        }
        count += quakes.count
        let found = shown.performAndWait { controller.sections?.first?.numberOfObjects }
        guard found == count else { throw WrongResult(description: "The list has \(found ?? 0) quakes instead of \(count).") }
        return duration
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { told.signal() }

    /// Returns the mean time of a save with some edits, until the delegate was called.
    func saves(_ number: Int, edits: Int = 1) throws -> Duration {
        var last: NSManagedObjectID?
        let duration = try Stopwatch.measure {
            for _ in 0..<number {
                last = try writing.performAndWait {
                    var last: NSManagedObjectID?
                    for _ in 0..<edits {
                        turn += 1
                        last = try change(QuakeEdit(turn, of: count))
                    }
                    try writing.save()
                    return last
                }
                told.wait()
            }
        }
        let edit = QuakeEdit(turn, of: count)
        try shown.performAndWait {
            guard let last, let quake = shown.object(with: last) as? StoredQuake,
                let place = controller.indexPath(forObject: quake)
            else {
                throw WrongResult(description: "The edited quake is not in the list.")
            }
            let neighbours = (max(place.row - 1, 0)...min(place.row + 1, count - 1)).map {
                controller.object(at: IndexPath(row: $0, section: 0)).time
            }
            guard quake.time.timeIntervalSinceReferenceDate == edit.time, neighbours == neighbours.sorted(by: >) else {
                throw WrongResult(description: "The list is not sorted around the edited quake: \(neighbours).")
            }
        }
        return duration / number
    }
}
