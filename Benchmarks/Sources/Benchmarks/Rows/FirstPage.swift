import CoreData
import Foundation

/// The time from a request to the complete first HTML page, with 100,000 quakes in the store.
///
/// Both servers are warm: the peer has its prepared statement and template, Strata the live results
/// that its windows share. Each request to Strata opens a window; the peer keeps no state.
enum FirstPage {
    /// The number of requests in a round, whose time is divided by it.
    private static let requests = 10
    private static let shownRows = 50

    static func run() async throws {
        let quakes = Quake.generated(100_000)
        let directory = try TemporaryDirectory()
        let ours = try CoreDataQuakes(at: directory.url.appending(path: "strata.sqlite"))
        let peer = try GRDBQuakes(at: directory.url.appending(path: "grdb.sqlite"))
        try ours.insert(quakes, replacing: false)
        try peer.insert(quakes, replacing: false)

        let context = ours.container.viewContext
        let ourPort = try await LocalServer.start { StrataPage(context: context) }
        let page = try MustachePage(pool: peer.pool)
        let peerPort = try await LocalServer.start { running in try await page.serve(onRunning: running) }

        let expected = quakes.sorted { $0.time > $1.time }.prefix(shownRows).map(\.place)
        func contestant(_ name: String, _ port: Int) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                var pages: [String] = []
                let duration = try Stopwatch.measure {
                    for _ in 0..<requests { pages.append(try WebPage.get(port: port)) }
                }
                for page in pages { try WebPage.check(page, shows: expected, by: name) }
                return duration / requests
            }
        }
        try Contest(
            row: "first-page",
            ours: contestant("strata", ourPort),
            peers: [contestant("hummingbird+grdb+mustache", peerPort)]
        ).run()
        withExtendedLifetime(directory) {}
    }
}
