import Foundation
import GRDB

/// GRDB with one prepared statement.
struct GRDBQuakes: QuakeStore {
    static let query = "SELECT code, magnitude, place, time FROM quake"

    let pool: DatabasePool

    /// The settings of Strata's stores: a page cache of 16 MB and `auto_vacuum` INCREMENTAL.
    static let configuration = {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -16000")
            if !database.configuration.readonly { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
        }
        return configuration
    }()

    init(at file: URL) throws {
        // GRDB's pools use a write-ahead log with `synchronous` NORMAL by themselves.
        pool = try DatabasePool(path: file.path, configuration: GRDBQuakes.configuration)
        try pool.write { try $0.execute(sql: SQLiteQuakes.schema) }
    }

    func insert(_ quakes: [Quake], replacing: Bool) throws {
        try pool.write { database in
            let statement = try database.makeStatement(sql: replacing ? SQLiteQuakes.upsert : SQLiteQuakes.insert)
            for quake in quakes {
                // Unchecked arguments, as GRDB recommends for bulk work.
                statement.setUncheckedArguments([
                    quake.code, quake.magnitude, quake.place, quake.time.timeIntervalSinceReferenceDate,
                ])
                try statement.execute()
            }
        }
    }
}

/// GRDB with records, as its guide recommends for apps.
struct GRDBRecords: QuakeStore {
    static let query = GRDBQuakes.query

    struct Record: PersistableRecord, FetchableRecord {
        static let databaseTableName = "quake"

        let quake: Quake

        func encode(to container: inout PersistenceContainer) {
            container["code"] = quake.code
            container["magnitude"] = quake.magnitude
            container["place"] = quake.place
            container["time"] = quake.time.timeIntervalSinceReferenceDate
        }

        init(_ quake: Quake) { self.quake = quake }

        /// Reads columns by position, GRDB's fastest way.
        init(row: Row) {
            quake = Quake(
                code: row[0], magnitude: row[1], place: row[2], time: Date(timeIntervalSinceReferenceDate: row[3]))
        }
    }

    let pool: DatabasePool

    init(at file: URL) throws {
        pool = try DatabasePool(path: file.path, configuration: GRDBQuakes.configuration)
        try pool.write { try $0.execute(sql: SQLiteQuakes.schema) }
    }

    func insert(_ quakes: [Quake], replacing: Bool) throws {
        try pool.write { database in
            for quake in quakes {
                if replacing { try Record(quake).upsert(database) } else { try Record(quake).insert(database) }
            }
        }
    }
}
