import CDispatch
import Foundation
import Glibc

/// The cost of 1,000 windows that show a list of 12,000 quakes, as the example Earthquakes does:
/// the memory of a window that is idle, and the processor time and the latency of an edit that all
/// of them show.
///
/// The memory has the peer of a single page's HTML, which is what a server without state has at
/// most. The processor time has the peer of swift-mustache, which renders the rows of a page.
enum ThousandWindows {
    private static let (count, windows, visible, made) = (12_000, 1_000, 0..<15, 45)

    static func run() async throws {
        let quakes = Quake.generated(count)
        let store = try SectionedQuakes(quakes, sections: 30)
        let port = try await LocalServer.start { SectionedPage(store) }
        let latest = Array(quakes.reversed().prefix(made))
        try await LocalServer.client {
            // The first window opens the results that all windows share.
            let first = try Tab(port: port, showing: latest.first?.place)
            try BrowserTab.settle([first.tab])
            let before = try AllocatedMemory.bytes
            var tabs: [Tab] = []
            for number in 1...windows {
                tabs.append(try Tab(port: port, showing: latest.first?.place))
                if number.isMultiple(of: 100) { try BrowserTab.settle(tabs.map(\.tab), for: 10) }
            }
            try BrowserTab.settle([first.tab] + tabs.map(\.tab), for: 1_000)
            let memory = (try AllocatedMemory.bytes - before) / windows
            Contest.report(
                "windows-1000", "memory", ours: memory / 1_000, peer: "page", first.size / 1_000, unit: "KB")

            var edits: [Edit] = []
            var rendering: [Duration] = []
            for _ in 0..<5 {
                edits.append(try edit(store, [first] + tabs))
                let start = clock()
                for _ in 0..<windows { _ = try MustachePage.rows(latest) }
                rendering.append(.microseconds(clock() - start) / windows)
            }
            func median(_ durations: [Duration]) -> Int {
                Int(durations.sorted()[durations.count / 2] / .microseconds(1))
            }
            Contest.report(
                "windows-1000", "processor", ours: median(edits.map(\.processor)), peer: "mustache", median(rendering),
                unit: "us")
            Contest.report(
                "windows-1000", "p99", ours: median(edits.map(\.latest)), peer: "first-window", median(edits.map(\.earliest)),
                unit: "us")
        }
    }

    /// A tab, and the ID of the element that shows the edited text.
    private struct Tab {
        let tab: BrowserTab
        let element: Int
        /// The size of the page in bytes.
        let size: Int

        init(port: Int, showing place: String?) throws {
            let page = try WebPage.get(port: port)
            guard let place, let element = BrowserTab.element(in: page, ">\(place)<") else {
                throw WrongResult(description: "The page does not show the latest quake:\n\(page.prefix(2000))")
            }
            self.element = element
            size = page.utf8.count
            tab = try BrowserTab(page, port: port, showing: visible)
        }
    }

    /// The processor time of an edit for each window, the time until the first tab had its patch,
    /// and until 99 of 100 tabs had theirs.
    private struct Edit {
        let processor, earliest, latest: Duration
    }

    private static func edit(_ store: SectionedQuakes, _ tabs: [Tab]) throws -> Edit {
        var arrivals: [Duration] = []
        var messages: [String] = []
        let (start, processor) = (ContinuousClock.now, clock())
        let place = try store.edit()
        let client = clientTime
        try BrowserTab.messages(of: tabs.map(\.tab)) { message in
            arrivals.append(start.duration(to: .now))
            messages.append(message)
        }
        let used = Duration.microseconds(clock() - processor) - (clientTime - client)
        // All windows were opened in the same way, so the element has the same ID in each.
        for message in messages { try ReceivedPatch(message).check(element: tabs[0].element, shows: place) }
        guard Set(tabs.map(\.element)).count == 1 else { throw WrongResult(description: "The windows differ.") }
        return Edit(processor: used / tabs.count, earliest: arrivals[0], latest: arrivals[arrivals.count * 99 / 100])
    }

    /// The processor time of this thread, the client's.
    private static var clientTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
