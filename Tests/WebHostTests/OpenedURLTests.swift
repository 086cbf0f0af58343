import Foundation
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

/// URLs that the address of a page names, and that its window opens.
@MainActor
struct OpenedURLTests {
    @MainActor
    private final class Log { var opened: [String] = [] }

    private struct Parks: View {
        let log: Log
        @SceneStorage("count") private var count = 0
        @State private var path: [String] = []

        var body: some View {
            NavigationStack(path: $path) {
                Text("count \(count)")
                Button("More") { count += 1 }
                    .navigationDestination(for: String.self) { Text("park \($0)") }
            }
            .onOpenURL { url in
                log.opened.append(url.absoluteString)
                path = [url.lastPathComponent]
            }
        }
    }

    private let log: Log
    private let windows: Windows

    init() {
        let log = Log()
        self.log = log
        windows = Windows { request in
            var environment = EnvironmentValues()
            environment.sceneSession = request.session
            return WindowGraph(title: "Test", environment: environment, content: Parks(log: log))
        }
    }

    private func request(_ url: String? = nil) -> WindowRequest {
        var request = WindowRequest()
        request.openedURL = url.flatMap { URL(string: $0) }
        return request
    }

    private func token(of page: String) throws -> String {
        String(try #require(page.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1))
    }

    private func text(_ window: StrataWebHost.Window) -> String { window.html(nonce: "n") }

    @Test func `a window opens the URL of its request when its tab connects, and once`() throws {
        let page = try windows.open(request("parks:/etna"))
        #expect(page.contains("data-opens"))
        // A program that shows a preview of the link requests the page only.
        #expect(log.opened == [])
        let token = try token(of: page)
        let line = try #require(windows.connect(token))
        #expect(log.opened == ["parks:/etna"])
        #expect(text(line.window).contains("park etna"))
        #expect(!text(line.window).contains("data-opens"))
        _ = try #require(windows.connect(token))
        #expect(log.opened == ["parks:/etna"])
    }

    @Test func `the first message has the tab remove the URL from its own`() async throws {
        let line = try #require(windows.connect(try token(of: windows.open(request("parks:/etna")))))
        var messages = line.messages.makeAsyncIterator()
        #expect(await messages.next(isolation: MainActor.shared) != nil)
    }

    @Test func `a page without a URL opens none`() throws {
        let page = try windows.open(request())
        #expect(!page.contains("data-opens"))
        _ = try #require(windows.connect(try token(of: page)))
        #expect(log.opened == [])
    }

    @Test func `a tab that has shown a scene restores it, and then opens the URL`() async throws {
        let first = try #require(windows.connect(try token(of: windows.open(request())))).window
        first.graph.update()
        let more = try #require(text(first).matches(of: /<button[^>]*data-id="(\d+)"[^>]*>(?:<[^>]*>)*More/).first)
        try first.receive(try ClientMessage(Data(#"{"element":\#(more.1),"number":1,"event":"press"}"#.utf8)))
        #expect(text(first).contains("count 1"))

        let (window, connection, _) = try #require(
            windows.connect(try token(of: windows.open(request("parks:/etna"))), awaitsScene: true))
        #expect(log.opened == [])
        let surroundings =
            #"{"isVisible":true,"isNarrow":false,"isLow":false,"isDark":false,"prefersMoreContrast":false,"prefersLessMotion":false,"prefersLessTransparency":false,"scale":1}"#
        let restore =
            #"{"element":0,"number":1,"event":"restore","scene":"\#(first.session.name)","location":"","depth":null,"isReturning":true,"surroundings":\#(surroundings)}"#
        try await windows.receive(try ClientMessage(Data(restore.utf8)), for: window, connection)
        #expect(log.opened == ["parks:/etna"])
        // The page that the action has pushed is not taken for one that the tab's place lacks.
        #expect(text(window).contains("park etna"))
        #expect(text(window).contains("count 1"))
    }
}
