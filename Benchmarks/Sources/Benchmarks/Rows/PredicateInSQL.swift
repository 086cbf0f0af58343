import CoreData
import Foundation
import GRDBSQLite

/// Fetches with `magnitude > 4.5 AND place CONTAINS[cd] "alaska"` from 200,000 rows, in the order
/// of their primary keys.
///
/// The peer runs the same condition over the same file with SQLite's C functions and LIKE, which
/// ignores the case of ASCII letters only. The first row compares object IDs with primary keys, the
/// second objects with structs.
enum PredicateInSQL {
    static func run() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "quakes.sqlite")
        let store = try CoreDataQuakes(at: file)
        let quakes = Quake.scattered(200_000)
        try store.insert(quakes, replacing: false)
        let wanted = quakes.filter { $0.magnitude > 4.5 && $0.place.lowercased().contains("alaska") }
        let peer = try HandWritten(file)

        try Contest(
            row: "predicate-sql",
            ours: Contest.Contestant("strata", expecting: wanted.count) { try fetch(NSManagedObjectID.self, from: store).count },
            peers: [
                Contest.Contestant("sqlite-c", expecting: wanted.count) {
                    try select("Z_PK", from: peer) { sqlite3_column_int64($0, 0) }.count
                }
            ]
        ).run()

        let expected = wanted.map(\.time.timeIntervalSinceReferenceDate).reduce(0, +)
        try Contest(
            row: "predicate-sql-objects",
            ours: Contest.Contestant("strata", expecting: expected) {
                try fetch(StoredQuake.self, from: store).map(\.time.timeIntervalSinceReferenceDate).reduce(0, +)
            },
            peers: [
                Contest.Contestant("sqlite-c", expecting: expected) {
                    try select("ZCODE, ZMAGNITUDE, ZPLACE, ZTIME", from: peer, HandWritten.quake)
                        .map(\.time.timeIntervalSinceReferenceDate).reduce(0, +)
                }
            ]
        ).run()
    }

    /// Fetches in a new context, which has none of the objects registered.
    private static func fetch<Result>(_ type: Result.Type, from store: CoreDataQuakes) throws -> [Result] {
        let context = store.container.newBackgroundContext()
        return try context.performAndWait {
            let request = NSFetchRequest<Result>(entityName: "Quake")
            if type == NSManagedObjectID.self { request.resultType = .managedObjectIDResultType }
            request.predicate = NSPredicate(format: #"magnitude > 4.5 AND place CONTAINS[cd] "alaska""#)
            return try context.fetch(request)
        }
    }

    private static func select<Row>(
        _ columns: String, from peer: HandWritten, _ read: (OpaquePointer) -> Row
    ) throws -> [Row] {
        let sql = "SELECT \(columns) FROM ZQUAKE WHERE ZMAGNITUDE > ? AND ZPLACE LIKE ? ORDER BY Z_PK"
        return try peer.rows(sql, 4.5, "%alaska%", read)
    }
}
