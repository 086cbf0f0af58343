import CoreData
import Foundation
import GRDB
import GRDBSQLite

/// Fetches 100,000 quakes as faults and reads one property of each: with all rows read by the
/// fetch, and with a batch size of 500.
///
/// The peers read the same rows of the same file into structs.
enum FirstFault {
    static func run() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "quakes.sqlite")
        let store = try CoreDataQuakes(at: file)
        let quakes = Quake.generated(100_000)
        try store.insert(quakes, replacing: false)
        let expected = quakes.reduce(0) { $0 + Double($1.magnitude) }
        let peer = try HandWritten(file)
        let grdb = try DatabaseQueue(path: file.path)
        let peers = [
            Contest.Contestant("sqlite-c", expecting: expected) {
                try peer.rows(CoreDataQuakes.query, HandWritten.quake).reduce(0) { $0 + Double($1.magnitude) }
            },
            Contest.Contestant("grdb", expecting: expected) {
                try grdb.read { try GRDBRecords.Record.fetchAll($0, sql: CoreDataQuakes.query) }
                    .reduce(0) { $0 + Double($1.quake.magnitude) }
            },
        ]
        for (row, batchSize) in [("first-fault-100k", 0), ("first-fault-100k-batches", 500)] {
            let ours = Contest.Contestant("strata", expecting: expected) {
                let context = store.container.newBackgroundContext()
                return try context.performAndWait {
                    let request = NSFetchRequest<StoredQuake>(entityName: "Quake")
                    request.fetchBatchSize = batchSize
                    return try context.fetch(request).reduce(0) { $0 + Double($1.magnitude) }
                }
            }
            try Contest(row: row, ours: ours, peers: peers).run()
        }
    }
}
