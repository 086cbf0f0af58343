import Foundation

/// The time from a save until its patch is at a tab that shows 100,000 quakes in 10,000 sections,
/// and in 10 sections, to see whether it depends on the number of sections.
enum EditToPatch {
    private static let (count, edits) = (100_000, 20)

    static func run() async throws {
        let many = try await Shown(sections: 10_000)
        let few = try await Shown(sections: 10)
        try await LocalServer.client {
            let (many, few) = (try many.open(), try few.open())
            try Contest(
                row: "edit-to-patch", ours: Contest.Contestant(name: "strata-10000-sections", run: many),
                peers: [Contest.Contestant(name: "strata-10-sections", run: few)]
            ).run()
        }
    }

    /// A store of quakes, and the server of an app that shows them.
    private struct Shown: Sendable {
        private let quakes: SectionedQuakes
        private let port: Int

        init(sections: Int) async throws {
            let quakes = try SectionedQuakes(Quake.generated(count), sections: sections)
            self.quakes = quakes
            port = try await LocalServer.start { SectionedPage(quakes) }
        }

        /// Opens a tab, and returns a function that measures the mean time of edits in it.
        func open() throws -> () throws -> Duration {
            let page = try WebPage.get(port: port)
            let latest = Quake.generated(count - 1..<count)[0].place
            guard let element = BrowserTab.element(in: page, ">\(latest)<") else {
                throw WrongResult(description: "The page does not show \(latest):\n\(page.prefix(2000))")
            }
            let tab = try BrowserTab(page, port: port, showing: 0..<15)
            try BrowserTab.settle([tab])
            return {
                var changes: [(place: String, message: String)] = []
                let duration = try Stopwatch.measure {
                    for _ in 0..<edits { changes.append((try quakes.edit(), try tab.message())) }
                }
                for change in changes { try ReceivedPatch(change.message).check(element: element, shows: change.place) }
                return duration / edits
            }
        }
    }
}
