import CoreData
import Foundation
import GRDB

/// Jumps to fifty positions all over a list of a million quakes and reads 40 rows at each.
///
/// The peer has all primary keys in order, as an observation would publish them, and fetches the
/// records of 40.
enum PageScroll {
    static func run() throws {
        let (count, size) = (1_000_000, 40)
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "quakes.sqlite")
        let store = try CoreDataQuakes(at: file)
        let container = store.container
        try store.insert(Quake.generated(count), replacing: false)
        let pool = try DatabasePool(path: file.path, configuration: GRDBQuakes.configuration)
        let keys = try pool.read { try Int64.fetchAll($0, sql: "SELECT Z_PK FROM ZQUAKE ORDER BY ZTIME DESC") }
        let context = container.newBackgroundContext()
        let request = NSFetchRequest<StoredQuake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try context.performAndWait { try controller.performFetch() }
        // Other positions in each round, since rows that were read stay in the row cache.
        var (ourTurn, theirTurn) = (0, 0)
        func starts(_ turn: Int) -> [Int] { (0..<50).map { (turn * 50 + $0) &* 7_919_333 % (count - size) } }
        try Contest(
            row: "page-scroll",
            ours: Contest.Contestant("strata", expecting: 50 * size) {
                ourTurn += 1
                let places = starts(ourTurn)
                return context.performAndWait {
                    places.reduce(0) { sum, start in
                        sum
                            + (start..<start + size).count {
                                !controller.object(at: IndexPath(row: $0, section: 0)).place.isEmpty
                            }
                    }
                }
            },
            peers: [
                Contest.Contestant("grdb-keys", expecting: 50 * size) {
                    theirTurn += 1
                    return try starts(theirTurn).reduce(0) { sum, start in
                        let wanted = keys[start..<start + size]
                        let marks = databaseQuestionMarks(count: size)
                        let quakes = try pool.read { database in
                            let statement = try database.cachedStatement(
                                sql:
                                    "SELECT ZCODE, ZMAGNITUDE, ZPLACE, ZTIME FROM ZQUAKE WHERE Z_PK IN (\(marks)) ORDER BY ZTIME DESC"
                            )
                            return try GRDBRecords.Record.fetchAll(statement, arguments: StatementArguments(wanted))
                        }
                        return sum + quakes.count { !$0.quake.place.isEmpty }
                    }
                }
            ]
        ).run()
    }
}
