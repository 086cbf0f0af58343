import CoreData
import Foundation
import GRDB
import GRDBSQLite

/// Opens a fetched results controller with sections, until it can be displayed.
enum LiveOpening {
    private static let count = 1_000_000

    /// Opens a million quakes, latest first, in sections by a stored day. Also prints the memory
    /// per row that the open controllers take.
    static func millionInSections() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "days.sqlite")
        let container = try StoredDayQuake.container(at: file, count: count)
        func open() throws -> NSFetchedResultsController<StoredDayQuake> { try opened(container, byDay: nil) }
        try contest("open-sectioned-1m", file, open)
        let before = try AllocatedMemory.bytes
        let held = try (0..<4).map { _ in try open() }
        print("BENCH open-sectioned-1m bytes-per-row=\((try AllocatedMemory.bytes - before) / held.count / count)")
        withExtendedLifetime(held) {}
    }

    /// Opens the same list from a cache that an earlier controller has written, each time in a new
    /// context.
    static func millionFromCache() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "days.sqlite")
        let container = try StoredDayQuake.container(at: file, count: count, keepsHistory: true)
        let name = UUID().uuidString
        defer { NSFetchedResultsController<StoredDayQuake>.deleteCache(withName: name) }
        _ = try opened(container, byDay: name)
        // Waits until the cache has been written.
        NSFetchedResultsController<StoredDayQuake>.deleteCache(withName: "another")
        try contest("open-cached-1m", file) { try opened(container, byDay: name) }
    }

    private static func opened(
        _ container: NSPersistentContainer, byDay cacheName: String?
    ) throws -> NSFetchedResultsController<StoredDayQuake> {
        try opened(container) {
            NSFetchedResultsController(
                fetchRequest: $0, managedObjectContext: $1, sectionNameKeyPath: "day", cacheName: cacheName)
        }
    }

    /// Runs the contest. The peer steps through all primary keys in the same order and adds them
    /// up.
    private static func contest(
        _ row: String, _ file: URL, _ open: @escaping () throws -> NSFetchedResultsController<StoredDayQuake>
    ) throws {
        let peer = try HandWritten(file)
        try Contest(
            row: row,
            ours: Contest.Contestant("strata", expecting: [count, StoredDayQuake.days(count)]) {
                let controller = try open()
                let sections = controller.managedObjectContext.performAndWait { controller.sections ?? [] }
                return [sections.reduce(0) { $0 + $1.numberOfObjects }, sections.count]
            },
            peers: [
                Contest.Contestant("sqlite-c", expecting: Int64(count) * Int64(count + 1) / 2) {
                    var sum: Int64 = 0
                    try peer.forEachRow("SELECT Z_PK FROM ZQUAKE ORDER BY ZTIME DESC") { sum += sqlite3_column_int64($0, 0) }
                    return sum
                }
            ]
        ).run()
    }

    /// Opens 100,000 quakes in sections by a computed property. The peer fetches records and groups
    /// them by the same function.
    static func computed() throws {
        let count = 100_000
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "days.sqlite")
        let container = try StoredDayQuake.container(at: file, count: count)
        let pool = try DatabasePool(path: file.path, configuration: GRDBQuakes.configuration)
        let expected = StoredDayQuake.days(count)
        try Contest(
            row: "section-computed-100k",
            ours: Contest.Contestant("strata", expecting: expected) {
                let controller = try opened(container) {
                    NSFetchedResultsController(
                        fetchRequest: $0, managedObjectContext: $1, sectionNameKeyPath: \.computedDay, cacheName: nil)
                }
                return controller.managedObjectContext.performAndWait { controller.sections?.count ?? 0 }
            },
            peers: [
                Contest.Contestant("grdb-records", expecting: expected) {
                    let times = try pool.read {
                        try TimedKey.fetchAll($0, sql: "SELECT Z_PK, ZTIME, ZDAY FROM ZQUAKE ORDER BY ZTIME DESC")
                    }
                    var sections: [(day: Int, keys: [Int64])] = []
                    for time in times {
                        let day = StoredDayQuake.day(of: time.time)
                        if sections.last?.day != day { sections.append((day, [])) }
                        sections[sections.count - 1].keys.append(time.key)
                    }
                    return sections.count
                }
            ]
        ).run()
    }

    private static func opened(
        _ container: NSPersistentContainer,
        _ make: (NSFetchRequest<StoredDayQuake>, NSManagedObjectContext) -> NSFetchedResultsController<StoredDayQuake>
    ) throws -> NSFetchedResultsController<StoredDayQuake> {
        let context = container.newBackgroundContext()
        let request = NSFetchRequest<StoredDayQuake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
        let controller = make(request, context)
        try context.performAndWait { try controller.performFetch() }
        return controller
    }

    private struct TimedKey: FetchableRecord {
        let key: Int64
        let time: Double
        let day: Double

        init(row: Row) { (key, time, day) = (row[0], row[1], row[2]) }
    }
}
