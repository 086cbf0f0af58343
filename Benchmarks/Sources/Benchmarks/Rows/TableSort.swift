import CoreData
import Foundation
import GRDB
import GRDBSQLite

/// The time from a press on the title of a table's column until the patch is at the tab. The table
/// has a million rows, and its sort order is bound to that of the fetch request.
///
/// The column is not indexed. The peers fetch the primary keys in the new order. Every second press
/// reverses it.
enum TableSort {
    private static let count = 1_000_000
    /// The rows of the page: the 15 that fit into a window, and 30 more.
    private static let shown = 45

    static func run() async throws {
        let quakes = Quake.generated(count)
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "quakes.sqlite")
        let store = try CoreDataQuakes(at: file)
        try store.insert(quakes, replacing: false)
        let context = store.container.viewContext
        let port = try await LocalServer.start { TablePage(context: context) }
        let pool = try DatabasePool(path: file.path, configuration: GRDBQuakes.configuration)
        let first = Array(quakes.reversed().prefix(shown))
        let expected = Order.allCases.map { order in Array(quakes.sorted { order.precedes($0, $1) }.prefix(shown)) }
        try await LocalServer.client {
            let press = try table(port: port, first, expected)
            let peer = try HandWritten(file)
            let sum = Int64(count) * Int64(count + 1) / 2
            var (turn, otherTurn) = (0, 0)
            try Contest(
                row: "table-sort-1m", ours: Contest.Contestant(name: "strata", run: press),
                peers: [
                    Contest.Contestant("sqlite-c", expecting: sum) {
                        turn += 1
                        var sum: Int64 = 0
                        try peer.forEachRow(Order.allCases[turn % 2].query) { sum += sqlite3_column_int64($0, 0) }
                        return sum
                    },
                    Contest.Contestant("grdb", expecting: sum) {
                        otherTurn += 1
                        return try pool.read { try Int64.fetchAll($0, sql: Order.allCases[otherTurn % 2].query) }.reduce(0, +)
                    },
                ]
            ).run()
        }
        withExtendedLifetime(directory) {}
    }

    /// The orders that presses make: by magnitude, and the latest first among equal ones.
    private enum Order: CaseIterable {
        case ascending, descending

        func precedes(_ a: Quake, _ b: Quake) -> Bool {
            guard a.magnitude != b.magnitude else { return a.time > b.time }
            return self == .ascending ? a.magnitude < b.magnitude : a.magnitude > b.magnitude
        }

        var query: String { "SELECT Z_PK FROM ZQUAKE ORDER BY ZMAGNITUDE \(self == .ascending ? "ASC" : "DESC"), ZTIME DESC" }
    }

    /// Opens a tab, and returns a function that measures the time of a press in it.
    ///
    /// - Parameters:
    ///   - first: The rows of the page.
    ///   - expected: The rows after an odd number of presses, and after an even one.
    private static func table(port: Int, _ first: [Quake], _ expected: [[Quake]]) throws -> () throws -> Duration {
        let page = try WebPage.get(port: port)
        guard let title = BrowserTab.element(in: page, #"data-action="press""#) else {
            throw WrongResult(description: "The table cannot be sorted:\n\(page.prefix(2000))")
        }
        let tab = try BrowserTab(page, port: port, showing: 0..<15)
        try BrowserTab.settle([tab])
        var turn = 0
        var present = Set(first.map(\.code))
        return {
            var message = ""
            let duration = try Stopwatch.measure {
                try tab.send("press", to: title)
                message = try tab.message()
            }
            let rows = try ReceivedPatch(message).operands(of: "insert").compactMap { $0.last as? String }
            // A row that the page has already is moved.
            let new = expected[turn % 2].filter { !present.contains($0.code) }
            guard rows.count == new.count else { throw WrongResult(description: "\(rows.count) rows instead of \(new.count)") }
            try WebPage.check(rows.joined(), shows: new.map(\.place), by: "strata")
            present = Set(expected[turn % 2].map(\.code))
            turn += 1
            return duration
        }
    }
}
