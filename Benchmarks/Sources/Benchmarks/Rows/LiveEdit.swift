import CoreData
import Dispatch
import Foundation
import GRDB

/// A list of quakes, latest first, is shown; somebody saves another time for one of them. Measured is the time from before the save until the list says
/// so: for Strata until the delegate of a fetched results controller, whose context merges by itself, was told; for GRDB until a ValueObservation
/// of all keys in the same order has given the new ones.
///
/// The mean of a few edits, of rows and to times all over the list.
enum LiveEdit {
    static func run() throws {
        for count in [10_000, 100_000, 1_000_000] {
            let directory = try TemporaryDirectory()
            let (file, copy) = (directory.url.appending(path: "quakes.sqlite"), directory.url.appending(path: "copy.sqlite"))
            try CoreDataQuakes(at: file).insert(Quake.generated(count), replacing: false)
            try FileManager.default.copyItem(at: file, to: copy)
            let ours = try ShownByStrata(file, count)
            let theirs = try ShownByGRDB(copy, count)
            try Contest(
                row: "live-edit-\(count)",
                ours: Contest.Contestant(name: "strata") { try ours.edits(100) },
                peers: [Contest.Contestant(name: "grdb-observation") { try theirs.edits(count > 100_000 ? 3 : 20) }]
            ).run()
        }
    }

    /// A number of a row, and another time for it.
    fileprivate struct Edit {
        let number: Int64
        let time: Double

        init(_ turn: Int, of count: Int) {
            number = Int64(truncatingIfNeeded: UInt64(turn) &* 0x9E37_79B9_7F4A_7C15 >> 1) % Int64(count) + 1
            time = 600_000_000 + Double((turn * 7_919) % count) * 61.5 + Double(turn) / 1_000
        }
    }
}

private final class ShownByStrata: NSFetchedResultsControllerDelegate, @unchecked Sendable {
    private let container: NSPersistentContainer
    private let shown: NSManagedObjectContext
    private let writing: NSManagedObjectContext
    private let controller: NSFetchedResultsController<StoredQuake>
    private let told = DispatchSemaphore(value: 0)
    private let count: Int
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

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { told.signal() }

    /// The mean time of an edit.
    func edits(_ number: Int) throws -> Duration {
        var last: NSManagedObjectID?
        let duration = try Stopwatch.measure {
            for _ in 0..<number {
                turn += 1
                let edit = LiveEdit.Edit(turn, of: count)
                last = try writing.performAndWait {
                    guard let store = container.persistentStoreCoordinator.persistentStores.first,
                        let uri = URL(string: "x-coredata://\(store.identifier ?? "")/Quake/p\(edit.number)"),
                        let id = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri),
                        let quake = try writing.existingObject(with: id) as? StoredQuake
                    else { throw WrongResult(description: "There is no quake \(edit.number).") }
                    quake.time = Date(timeIntervalSinceReferenceDate: edit.time)
                    try writing.save()
                    return id
                }
                told.wait()
            }
        }
        let edit = LiveEdit.Edit(turn, of: count)
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
                throw WrongResult(description: "The edited quake is not in its place: \(neighbours).")
            }
        }
        return duration / number
    }
}

private final class ShownByGRDB: @unchecked Sendable {
    private let pool: DatabasePool
    private let told = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "list")
    private let count: Int
    private var observation: AnyDatabaseCancellable?
    private var keys: [Int64] = []
    private var turn = 0

    init(_ file: URL, _ count: Int) throws {
        self.count = count
        pool = try DatabasePool(path: file.path, configuration: GRDBQuakes.configuration)
        observation = ValueObservation.tracking { try Int64.fetchAll($0, sql: "SELECT Z_PK FROM ZQUAKE ORDER BY ZTIME DESC") }
            .start(in: pool, scheduling: .async(onQueue: queue)) { error in
                fatalError("\(error)")
            } onChange: { [weak self] keys in
                self?.keys = keys
                self?.told.signal()
            }
        told.wait()
    }

    func edits(_ number: Int) throws -> Duration {
        let duration = try Stopwatch.measure {
            for _ in 0..<number {
                turn += 1
                let edit = LiveEdit.Edit(turn, of: count)
                try pool.write { database in
                    try database.execute(
                        sql: "UPDATE ZQUAKE SET ZTIME = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?", arguments: [edit.time, edit.number])
                }
                told.wait()
            }
        }
        guard queue.sync(execute: { keys.count }) == count else {
            throw WrongResult(description: "The list has not all quakes.")
        }
        return duration / number
    }
}
