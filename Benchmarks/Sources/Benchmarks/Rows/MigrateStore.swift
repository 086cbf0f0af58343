import CoreData
import Foundation
import GRDBSQLite

/// Opens a store of 200,000 quakes with another version of their model.
///
/// The peer changes a copy of the same file with SQLite's C functions, in one transaction.
enum MigrateStore {
    private static let count = 200_000

    /// An added and a renamed attribute, which change the table in place.
    static func inPlace() throws {
        let model = QuakeVersions.model { quake in
            QuakeVersions.rename("place", to: "location", of: quake)
            quake.properties.append(NSAttributeDescription("depth", .doubleAttributeType))
        }
        try run(
            "migrate-200k", to: model, expecting: Quake.generated(count),
            query: "SELECT ZCODE, ZMAGNITUDE, ZLOCATION, ZTIME FROM ZQUAKE WHERE ZDEPTH IS NULL",
            sql: """
                ALTER TABLE ZQUAKE RENAME COLUMN ZPLACE TO ZLOCATION;
                ALTER TABLE ZQUAKE ADD COLUMN ZDEPTH FLOAT;
                """)
    }

    /// An attribute of another type, which copies the table and builds its two indexes.
    static func copying() throws {
        let model = QuakeVersions.model { $0.attributesByName["magnitude"]?.attributeType = .integer32AttributeType }
        let whole = Quake.generated(count).map {
            Quake(code: $0.code, magnitude: $0.magnitude.rounded(.towardZero), place: $0.place, time: $0.time)
        }
        try run(
            "migrate-copy-200k", to: model, expecting: whole, query: CoreDataQuakes.query,
            sql: """
                CREATE TABLE COPY (
                    Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMAGNITUDE INTEGER, ZTIME TIMESTAMP, ZCODE VARCHAR,
                    ZPLACE VARCHAR);
                INSERT INTO COPY SELECT Z_PK, Z_ENT, Z_OPT, CAST(ZMAGNITUDE AS INTEGER), ZTIME, ZCODE, ZPLACE FROM ZQUAKE;
                DROP TABLE ZQUAKE;
                ALTER TABLE COPY RENAME TO ZQUAKE;
                CREATE UNIQUE INDEX PEER_CODE ON ZQUAKE (ZCODE);
                CREATE INDEX PEER_TIME ON ZQUAKE (ZTIME);
                """)
    }

    private static func run(
        _ row: String, to model: NSManagedObjectModel, expecting quakes: [Quake], query: String, sql: String
    ) throws {
        let old = try QuakeVersions.Stored(count)
        let expected = Fingerprint(of: quakes)
        func contestant(_ name: String, _ migrate: @escaping (URL) throws -> Void) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                let copy = try old.copy()
                let duration = try Stopwatch.measure { try migrate(copy.file) }
                let found = try Fingerprint(ofFile: copy.file, query: query)
                guard found == expected else {
                    throw WrongResult(description: "\(name) left \(found) instead of \(expected)")
                }
                return duration
            }
        }
        try Contest(
            row: row,
            ours: contestant("strata") { _ = try NSPersistentContainer.opened(at: $0, model: model) },
            peers: [
                contestant("sqlite-c") {
                    try HandWritten.execute(
                        "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000; BEGIN IMMEDIATE; \(sql) COMMIT", $0)
                }
            ]
        ).run()
    }
}
