import Foundation
import Mustache
import SwiftUI

/// The time from a press until its patch is at the tab, in a window of 1,000 views, one of which
/// has a state that the press changes.
///
/// The peers are the same with ten views, to see whether the time depends on their number, and
/// swift-mustache, which renders the thousand texts again.
enum BodyUpdate {
    private static let (count, presses) = (1_000, 50)
    /// The peer's template.
    private static let page =
        #"<div class="vstack"><button>{{count}}</button>{{#texts}}<span class="text">{{.}}</span>{{/texts}}</div>"#

    static func run() async throws {
        let largePort = try await LocalServer.start { CounterPage(views: count) }
        let smallPort = try await LocalServer.start { CounterPage(views: 10) }
        try await LocalServer.client {
            let large = try counter(port: largePort, count)
            let small = try counter(port: smallPort, 10)
            let template = try MustacheTemplate(string: page)
            let texts = (1..<count).map { "View \($0)" }
            var turn = 0
            try Contest(
                row: "body-update", ours: Contest.Contestant(name: "strata-1000-views", run: large),
                peers: [
                    Contest.Contestant(name: "strata-10-views", run: small),
                    Contest.Contestant(name: "mustache") {
                        turn += 1
                        var pages: [String] = []
                        let duration = Stopwatch.measure {
                            for press in 0..<presses {
                                pages.append(template.render(["count": turn * presses + press, "texts": texts]))
                            }
                        }
                        for (press, page) in pages.enumerated() {
                            try WebPage.check(page, shows: ["\(turn * presses + press)"] + texts, by: "mustache")
                        }
                        return duration / presses
                    },
                ]
            ).run()
        }
    }

    /// Opens a tab, and returns a function that measures the mean time of presses in it.
    private static func counter(port: Int, _ views: Int) throws -> () throws -> Duration {
        let page = try WebPage.get(port: port)
        try WebPage.check(page, shows: ["0 presses"] + (1..<views).map { "View \($0)" }, by: "strata")
        guard let button = BrowserTab.element(in: page, #"data-action="press""#),
            let label = BrowserTab.element(in: page, ">0 presses<")
        else { throw WrongResult(description: "The page has no button:\n\(page.prefix(2000))") }
        let tab = try BrowserTab(page, port: port)
        try BrowserTab.settle([tab])
        var count = 0
        return {
            var messages: [String] = []
            let duration = try Stopwatch.measure {
                for _ in 0..<presses {
                    try tab.send("press", to: button)
                    messages.append(try tab.message())
                }
            }
            for message in messages {
                count += 1
                try ReceivedPatch(message).check(element: label, shows: "\(count) presses")
            }
            return duration / presses
        }
    }
}

/// An app with a button that counts its presses, and texts below it.
private struct CounterPage: App {
    private let views: Int

    init(views: Int) { self.views = views }
    init() { preconditionFailure("The benchmark starts this app with a number; it does not start by itself.") }

    var body: some Scene {
        WindowGroup("Counter") {
            VStack {
                Counter()
                ForEach(1..<views, id: \.self) { Label(number: $0) }
            }
        }
    }

    private struct Counter: View {
        @State private var count = 0

        var body: some View {
            Button {
                count += 1
            } label: {
                Text(verbatim: "\(count) presses")
            }
        }
    }

    private struct Label: View {
        let number: Int

        var body: some View { Text(verbatim: "View \(number)") }
    }
}
