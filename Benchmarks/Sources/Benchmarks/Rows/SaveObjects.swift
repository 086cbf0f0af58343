import Foundation

/// Inserts 100,000 quakes as managed objects and saves them to an empty store in one save.
enum SaveObjects {
    static func run() throws {
        let quakes = Quake.generated(100_000)
        let expected = Fingerprint(of: quakes)
        func contestant<Store: QuakeStore>(_ name: String, _ type: Store.Type) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                try type.time(expecting: expected) { try $0.insert(quakes, replacing: false) }
            }
        }
        try Contest(
            row: "save-100k",
            ours: contestant("strata", CoreDataObjects.self),
            peers: [contestant("sqlite-c", SQLiteQuakes.self), contestant("grdb-records", GRDBRecords.self)]
        ).run()
    }
}
