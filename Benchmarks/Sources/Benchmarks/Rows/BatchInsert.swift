import Foundation

/// Inserts 200,000 rows of a unique text, a float, a text and a date into an empty store, in one
/// transaction.
enum BatchInsert {
    static func run() throws {
        let quakes = Quake.generated(200_000)
        let expected = Fingerprint(of: quakes)
        func contestant<Store: QuakeStore>(_ name: String, _ type: Store.Type) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                try type.time(expecting: expected) { try $0.insert(quakes, replacing: false) }
            }
        }
        try Contest(
            row: "batch-insert-200k",
            ours: contestant("strata", CoreDataQuakes.self),
            peers: [contestant("sqlite-c", SQLiteQuakes.self), contestant("grdb", GRDBQuakes.self)]
        ).run()
    }
}
