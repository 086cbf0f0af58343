import CoreData
import Foundation
import GRDB
import GRDBSQLite

/// Fetches 200,000 rows of ten integers as objects and reads every property, as GRDB's own
/// benchmarks do.
///
/// The peers read the same file into structs.
enum FetchObjects {
    static func run() throws {
        let count = 200_000
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "items.sqlite")
        let container = try StoredItem.container(at: file, count: count)
        let expected = StoredItem.sum(Int64(count))
        let sql = "SELECT \(Item.columns) FROM ZITEM"
        let peer = try HandWritten(file)
        let grdb = try DatabaseQueue(path: file.path)
        try Contest(
            row: "fetch-objects-200k",
            ours: Contest.Contestant("strata", expecting: expected) {
                let context = container.newBackgroundContext()
                return try context.performAndWait {
                    try context.fetch(NSFetchRequest<StoredItem>(entityName: "Item")).reduce(0) { $0 + $1.sum }
                }
            },
            peers: [
                Contest.Contestant("sqlite-c", expecting: expected) { try peer.rows(sql, Item.init).reduce(0) { $0 + $1.sum } },
                Contest.Contestant("grdb", expecting: expected) {
                    try grdb.read { try Item.fetchAll($0, sql: sql) }.reduce(0) { $0 + $1.sum }
                },
            ]
        ).run()
    }
}
