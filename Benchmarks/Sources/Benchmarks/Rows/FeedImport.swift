import Foundation

/// Decodes a week's feed of 4,711 features from JSON and inserts it in one transaction, replacing
/// existing quakes.
enum FeedImport {
    private static let feed = URL(filePath: #filePath)
        .appending(path: "../../../../../../shared/data/feeds/usgs_all_week_2018-06.geojson").standardizedFileURL

    static func run() throws {
        guard FileManager.default.fileExists(atPath: feed.path) else {
            print("feed-import is skipped: it reads a feed from ../shared/data, which is absent.")
            return
        }
        let data = try Data(contentsOf: feed)
        let expected = Fingerprint(of: try Feed.quakes(in: data))
        func contestant<Store: QuakeStore>(_ name: String, _ type: Store.Type) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                try type.time(expecting: expected) { try $0.insert(Feed.quakes(in: data), replacing: true) }
            }
        }
        try Contest(
            row: "feed-import",
            ours: contestant("strata", CoreDataQuakes.self),
            peers: [contestant("grdb", GRDBQuakes.self)]
        ).run()
    }
}
