import Foundation
import SwiftUI

/// The time from a request to the complete first HTML page of 50 rows that are in memory.
///
/// Like `first-page`, without the database. Each request to Strata opens a window; the peer fills
/// its template and keeps no state.
enum RenderFirst {
    /// The number of requests in a round, whose time is divided by it.
    private static let requests = 20

    static func run() async throws {
        let quakes = Quake.generated(50)
        let ourPort = try await LocalServer.start { RowsPage(quakes) }
        let page = try MustachePage(quakes)
        let peerPort = try await LocalServer.start { running in try await page.serve(onRunning: running) }
        @Sendable func contestant(_ name: String, _ port: Int) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                var pages: [String] = []
                let duration = try Stopwatch.measure {
                    for _ in 0..<requests { pages.append(try WebPage.get(port: port)) }
                }
                for page in pages { try WebPage.check(page, shows: quakes.map(\.place), by: name) }
                return duration / requests
            }
        }
        try await LocalServer.client {
            try Contest(
                row: "render-first", ours: contestant("strata", ourPort),
                peers: [contestant("hummingbird+mustache", peerPort)]
            ).run()
        }
    }
}

/// An app with a list of quakes in memory.
private struct RowsPage: App {
    private let quakes: [Quake]

    init(_ quakes: [Quake]) { self.quakes = quakes }
    init() { preconditionFailure("The benchmark starts this app with quakes; it does not start by itself.") }

    var body: some Scene {
        WindowGroup("Earthquakes") {
            List {
                ForEach(quakes, id: \.code) { quake in
                    HStack {
                        Text("\(quake.magnitude, specifier: "%.1f")")
                        Text(quake.place)
                        Text(quake.time, style: .time)
                    }
                }
            }
        }
    }
}
