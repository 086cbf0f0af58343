import Foundation
import StrataUserActivity
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

/// Activities that windows continue: those of links, and those that were found.
@MainActor
struct HandoffTests {
    @MainActor
    private final class Delegate: NSUserActivityDelegate {
        var events: [String] = []
        nonisolated func userActivityWillSave(_ userActivity: NSUserActivity) { add("save") }
        nonisolated func userActivityWasContinued(_ userActivity: NSUserActivity) { add("continued") }
        nonisolated private func add(_ event: String) { MainActor.assumeIsolated { events.append(event) } }
    }

    private struct Teas: View {
        var delegate: Delegate?
        @State private var tea: String?
        @State private var sugar = 0
        @State private var isEligible = true

        var body: some View {
            Text("tea \(tea ?? "none")")
            Text("sugar \(sugar)")
            Button("Choose") { tea = "Oolong" }
            Button("Keep") { isEligible = false }
            Button("Delete") { NSUserActivity.deleteAllSavedUserActivities {} }
                .userActivity("com.example.tea", element: tea) { [delegate] tea, activity in
                    activity.title = tea
                    activity.userInfo = ["tea": tea, "sugar": 2]
                    activity.requiredUserInfoKeys = ["tea"]
                    activity.isEligibleForHandoff = isEligible
                    activity.isEligibleForSearch = true
                    activity.delegate = delegate
                }
                .onContinueUserActivity("com.example.tea") { activity in
                    tea = activity.userInfo?["tea"] as? String
                    sugar = activity.userInfo?["sugar"] as? Int ?? 0
                }
        }
    }

    private func makeWindows(_ delegate: Delegate? = nil, store: MemorySceneStore? = nil) -> Windows {
        Windows(savedActivities: SavedActivities(store: store, interval: .milliseconds(5))) { request in
            var environment = EnvironmentValues()
            environment.sceneSession = request.session
            return WindowGraph(title: "Test", environment: environment, content: Teas(delegate: delegate))
        }
    }

    /// A page that a tab has loaded and connected.
    @MainActor
    private final class Tab {
        let windows: Windows
        let window: StrataWebHost.Window
        let html: String
        private let connection: Int
        private var messages: AsyncStream<String>.Iterator
        private var number = 0
        /// All messages so far.
        private(set) var log = ""

        init(_ windows: Windows, owner: String? = nil, handoff: String? = nil) throws {
            self.windows = windows
            var request = WindowRequest()
            request.owner = owner
            html = try windows.open(request, handoff: handoff)
            let token = try #require(html.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)
            let line = try #require(windows.connect(String(token)))
            (window, connection) = (line.window, line.connection)
            messages = line.messages.makeAsyncIterator()
        }

        func send(_ event: String, to element: Int = 0) async throws {
            number += 1
            let message = try ClientMessage(Data(#"{"element":\#(element),"number":\#(number),"event":\#(event)}"#.utf8))
            try await windows.receive(message, for: window, connection)
        }

        /// Presses the button with a title.
        func press(_ title: String) async throws {
            let html = window.html(nonce: "n")
            let button = try #require(
                html.matches(of: /<button[^>]*data-id="(\d+)"[^>]*>(?:<[^>]*>)*([^<]*)/).first { $0.2 == title })
            try await send(#""press""#, to: Int(button.1) ?? -1)
        }

        /// Receives messages until one matches.
        func receive<Output>(_ pattern: Regex<Output>) async throws -> Regex<Output>.Match {
            while true {
                var iterator = messages
                let message = try #require(await iterator.next(isolation: MainActor.shared))
                messages = iterator
                window.didSend(connection)
                log += message
                if let match = try pattern.firstMatch(in: message) { return match }
            }
        }

        /// Makes a link, and returns its token.
        func link() async throws -> String {
            try await send(#""handoffLink""#)
            let match = try await receive(try Regex(#"\["handoffLink","([0-9a-f]{32})","#, as: (Substring, Substring).self))
            return String(match.1)
        }

        var text: String { window.html(nonce: "n") }
    }

    @Test(.timeLimit(.minutes(30))) func `the page has a menu while the window has an eligible activity`() async throws {
        let tab = try Tab(makeWindows())
        try await tab.press("Choose")
        _ = try await tab.receive(/\["offer",true,true\]/)
        try await tab.press("Keep")
        _ = try await tab.receive(/\["offer",false,true\]/)
    }

    @Test(.timeLimit(.minutes(30))) func `without an activity there is no link`() async throws {
        let tab = try Tab(makeWindows())
        try await tab.send(#""handoffLink""#)
        _ = try await tab.receive(/\["handoffLink",null,null,600\]/)
        #expect(tab.windows.handoffLinks.count == 0)
    }

    @Test(.timeLimit(.minutes(30))) func `a link continues the activity in another window, which is another scene`() async throws
    {
        let delegate = Delegate()
        let windows = makeWindows(delegate)
        let tab = try Tab(windows)
        try await tab.press("Choose")
        let link = try await tab.link()
        #expect(delegate.events.last == "save")
        let other = try Tab(windows, handoff: link)
        #expect(other.html.contains("data-handoff"))
        #expect(other.html.contains("tea none"))
        _ = try await other.receive(/\["offer",true,/)
        #expect(other.text.contains("tea Oolong"))
        // All entries, and not only the required ones, which a search has.
        #expect(other.text.contains("sugar 2"))
        #expect(other.window.session.name != tab.window.session.name)
        #expect(delegate.events.contains("continued"))
    }

    @Test(.timeLimit(.minutes(30))) func `a page that is only requested does not use a link up`() async throws {
        let windows = makeWindows()
        let tab = try Tab(windows)
        try await tab.press("Choose")
        let link = try await tab.link()
        let preview = try windows.open(handoff: link)
        #expect(!preview.contains("Oolong"))
        #expect(windows.handoffLinks.refusal(of: link, for: nil) == nil)
        let other = try Tab(windows, handoff: link)
        _ = try await other.receive(/\["offer",true,/)
        #expect(other.text.contains("tea Oolong"))
    }

    @Test(.timeLimit(.minutes(30))) func `of two pages that open a link, the second one to connect is closed`() async throws {
        let windows = makeWindows()
        let tab = try Tab(windows)
        try await tab.press("Choose")
        let link = try await tab.link()
        let token = try #require(windows.open(handoff: link).firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)
        _ = try Tab(windows, handoff: link)
        let count = windows.count
        #expect(windows.connect(String(token)) == nil)
        #expect(windows.count == count - 1)
        #expect(windows.handoffLinks.refusal(of: link, for: nil) == .used)
    }

    @Test(.timeLimit(.minutes(30))) func `a window that has continued an activity keeps it when it connects again`() async throws
    {
        let windows = makeWindows()
        let tab = try Tab(windows)
        try await tab.press("Choose")
        let other = try Tab(windows, handoff: try await tab.link())
        _ = try await other.receive(/\["offer",true,/)
        #expect(windows.connect(other.window.token) != nil)
        #expect(other.text.contains("tea Oolong"))
    }

    @Test(.timeLimit(.minutes(30))) func `a search finds the activities of the person, and continues one`() async throws {
        let windows = makeWindows()
        let tab = try Tab(windows, owner: "ann")
        try await tab.press("Choose")
        let (other, bob) = (try Tab(windows, owner: "ann"), try Tab(windows, owner: "bob"))
        let find = #""findActivities","text":"OOL","search":7"#
        try await other.send(find)
        let found = try await other.receive(/\["foundActivities",7,\[\["([0-9a-f]{32})","Oolong"\]\]\]/)
        try await bob.send(find)
        _ = try await bob.receive(/\["foundActivities",7,\[\]\]/)
        try await bob.send(#""continueActivity","activity":"\#(found.1)""#)
        _ = try await bob.receive(/\["activityIsGone"\]/)
        #expect(bob.text.contains("tea none"))
        try await other.send(#""continueActivity","activity":"\#(found.1)""#)
        while !other.text.contains("tea Oolong") { await Task.yield() }
        #expect(other.text.contains("tea Oolong"))
        #expect(other.text.contains("sugar 0"))
    }

    @Test(.timeLimit(.minutes(30))) func `an app that deletes its activities removes them from the store`() async throws {
        let store = MemorySceneStore()
        let tab = try Tab(makeWindows(store: store))
        try await tab.press("Choose")
        while store.activities[nil]?.isEmpty != false { try await Task.sleep(for: .milliseconds(1)) }
        try await tab.press("Delete")
        while store.activities[nil]?.isEmpty == false { try await Task.sleep(for: .milliseconds(1)) }
        _ = try await tab.receive(/\["offer",true,false\]/)
    }

    @Test(arguments: [
        #""findActivities""#, #""findActivities","text":7,"search":1"#, #""findActivities","text":"a","search":"1""#,
        #""continueActivity""#, #""continueActivity","activity":7"#,
    ])
    func `a message that the script does not send ends the connection`(event: String) async throws {
        let tab = try Tab(makeWindows())
        await #expect(throws: ProtocolViolation.self) { try await tab.send(event) }
    }

    @Test func `a search for a text that is longer than the field allows ends the connection`() async throws {
        let tab = try Tab(makeWindows())
        let text = String(repeating: "a", count: 201)
        await #expect(throws: ProtocolViolation.self) {
            try await tab.send(#""findActivities","text":"\#(text)","search":1"#)
        }
    }
}
