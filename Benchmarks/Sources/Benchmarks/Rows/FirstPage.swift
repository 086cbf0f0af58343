import ArgumentParser
import Foundation
import SwiftUI

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
        let ourPort = try await port { running in
            try await StrataPage(context: context).serve(LaunchOptions.parse(["--port", "0"])) { address in
                running(URL(string: address)?.port ?? 0)
            }
        }
        let page = try MustachePage(pool: peer.pool)
        let peerPort = try await port { running in try await page.serve(onRunning: running) }

        let expected = quakes.sorted { $0.time > $1.time }.prefix(shownRows).map(\.place)
        func contestant(_ name: String, _ port: Int) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                var pages: [String] = []
                let duration = try Stopwatch.measure {
                    for _ in 0..<requests { pages.append(try WebPage.get(port: port)) }
                }
                for page in pages { try check(page, shows: expected, by: name) }
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

    /// Starts a server that runs as long as the process, and returns the port that it listens on.
    private static func port(
        _ serve: @escaping @MainActor @Sendable (_ running: @escaping @Sendable (Int) -> Void) async throws -> Void
    ) async throws -> Int {
        let (ports, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
        Task { @MainActor in
            do {
                try await serve { port in continuation.yield(port) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await port in ports { return port }
        throw WrongResult(description: "A server ended before the first request.")
    }

    /// Throws unless the page shows the newest quakes in order.
    private static func check(_ page: String, shows places: [String], by name: String) throws {
        var rest = page[...]
        for text in places {
            guard let found = rest.firstRange(of: ">\(text)<") else {
                throw WrongResult(description: "\(name)'s page does not show \(text) in order:\n\(page.prefix(2000))")
            }
            rest = rest[found.upperBound...]
        }
    }
}
