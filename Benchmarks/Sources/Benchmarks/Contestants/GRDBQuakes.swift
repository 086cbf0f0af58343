import Foundation
import GRDB

/// GRDB with one statement that is prepared once and kept.
struct GRDBQuakes: QuakeStore {
    static let query = "SELECT code, magnitude, place, time FROM quake"

    let pool: DatabasePool

    init(at file: URL) throws {
        // GRDB's pools use a write-ahead log with `synchronous` NORMAL by themselves.
        pool = try DatabasePool(path: file.path)
        try pool.write { try $0.execute(sql: SQLiteQuakes.schema) }
    }

    func insert(_ quakes: [Quake], replacing: Bool) throws {
        try pool.write { database in
            let statement = try database.makeStatement(sql: replacing ? SQLiteQuakes.upsert : SQLiteQuakes.insert)
            for quake in quakes {
                // Without copying the arguments into a checked StatementArguments first, as GRDB advises for bulk work.
                statement.setUncheckedArguments([
                    quake.code, quake.magnitude, quake.place, quake.time.timeIntervalSinceReferenceDate,
                ])
                try statement.execute()
            }
        }
    }
}
