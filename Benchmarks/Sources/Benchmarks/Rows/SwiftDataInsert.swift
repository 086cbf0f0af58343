import Foundation

/// Inserts 100,000 quakes as models and saves them to an empty store in one save.
///
/// Each store of SwiftData keeps a history, so the peer in Core Data keeps one, too.
enum SwiftDataInsert {
    static func run() throws {
        let quakes = Quake.generated(100_000)
        let expected = Fingerprint(of: quakes)
        func contestant<Store: QuakeStore>(_ name: String, _ type: Store.Type) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                try type.time(expecting: expected) { try $0.insert(quakes, replacing: false) }
            }
        }
        try Contest(
            row: "swiftdata-insert-100k",
            ours: contestant("swiftdata", SwiftDataQuakes.self),
            peers: [
                contestant("managed-objects-history", CoreDataObjectsWithHistory.self),
                contestant("managed-objects", CoreDataObjects.self), contestant("grdb-records", GRDBRecords.self),
            ]
        ).run()
    }

    /// Managed objects in a store with a history.
    private struct CoreDataObjectsWithHistory: QuakeStore {
        static let query = CoreDataQuakes.query

        private let objects: CoreDataObjects

        init(at file: URL) throws { objects = try CoreDataObjects(at: file, keepsHistory: true) }

        func insert(_ quakes: [Quake], replacing: Bool) throws { try objects.insert(quakes, replacing: replacing) }
    }
}
