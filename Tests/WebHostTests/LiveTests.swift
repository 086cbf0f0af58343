import Foundation
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

@MainActor
struct LiveTests {
    struct Counter: View {
        @State private var count = 0
        @State private var text = ""
        var body: some View {
            Text("\(count)")
            Button("More") { count += 1 }
            TextField("Text", text: $text)
        }
    }

    /// A window with the operations it has sent, as JSON.
    private struct Tab {
        let windows: Windows
        let window: StrataWebHost.Window
        let messages: AsyncStream<String>
        let number: Int

        @MainActor init(patience: Duration = .seconds(60)) throws {
            windows = Windows(WindowLimits(idleTimeout: patience)) { _ in WindowGraph(title: "Test", content: Counter()) }
            let line = try #require(windows.connect(LiveTests.token(of: windows.open())))
            window = line.window
            number = line.connection
            messages = line.messages
        }
    }

    /// Returns the token in a page.
    private static func token(of page: String) throws -> String {
        String(try #require(page.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1))
    }

    private nonisolated func next(_ messages: AsyncStream<String>) async -> String? { await messages.first { _ in true } }

    private func message(_ json: String) throws -> ClientMessage { try ClientMessage(Data(json.utf8)) }

    @Test func aPressComesBackAsAPatch() async throws {
        let tab = try Tab()
        try tab.window.receive(message(#"{"element": 2, "event": "press", "number": 1}"#))
        let patch = try #require(await next(tab.messages))
        #expect(patch.contains(#"["inside",1,"1"]"#))
        #expect(patch.contains(#""acknowledged":1"#))
    }

    @Test func `a changed text is sent without the attributes of its element`() async throws {
        let tab = try Tab()
        try tab.window.receive(message(#"{"element": 2, "event": "press", "number": 1}"#))
        let patch = try #require(await next(tab.messages))
        #expect(!patch.contains(#"["attributes",1,"#))
    }

    @Test func `a text with another style is sent with the attributes of its element`() async throws {
        struct Styled: View {
            @State private var count = 0
            var body: some View {
                Text("\(count)").bold(count > 0)
                Button("More") { count += 1 }
            }
        }
        let windows = Windows { _ in WindowGraph(title: "Test", content: Styled()) }
        let token = try #require(try windows.open().firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)
        let line = try #require(windows.connect(String(token)))
        try line.window.receive(message(#"{"element": 2, "event": "press", "number": 1}"#))
        let patch = try #require(await next(line.messages))
        #expect(patch.contains(#"["attributes",1,"#))
        #expect(patch.contains(#"["inside",1,"1"]"#))
    }

    @Test func whileAPatchIsOnItsWayChangesGather() async throws {
        let tab = try Tab()
        for number in 1...50 { try tab.window.receive(message(#"{"element": 2, "event": "press", "number": \#(number)}"#)) }
        _ = await next(tab.messages)
        tab.window.didSend(tab.number)
        var last = ""
        while !last.contains(#""acknowledged":50"#) {
            last = try #require(await next(tab.messages))
            tab.window.didSend(tab.number)
        }
        #expect(last.contains(#"["inside",1,"50"]"#))
    }

    @Test func `a page that causes requests and does not read is a violation`() async throws {
        let tab = try Tab()
        for number in 1...2 {
            try tab.window.receive(message(#"{"element": 2, "event": "press", "number": \#(number)}"#))
            for _ in 1...500 { tab.window.graph.request(.announce("text")) }
        }
        try tab.window.receive(message(#"{"element": 2, "event": "press", "number": 3}"#))
        tab.window.graph.request(.announce("text"))
        #expect(throws: ProtocolViolation.self) {
            try tab.window.receive(message(#"{"element": 2, "event": "press", "number": 4}"#))
        }
        // A page that reads goes on.
        _ = await next(tab.messages)
        tab.window.didSend(tab.number)
        try tab.window.receive(message(#"{"element": 2, "event": "press", "number": 4}"#))
    }

    @Test func aTabThatLostItsLineGetsTheWholeWindowAnew() async throws {
        let tab = try Tab()
        try tab.window.receive(message(#"{"element": 2, "event": "press", "number": 1}"#))
        tab.windows.release(tab.window, connection: tab.number)
        #expect(!tab.window.isConnected)
        let again = try #require(tab.windows.connect(tab.window.token))
        let patch = try #require(await next(again.messages))
        #expect(patch.contains(#"["redraw","<main class"#))
        #expect(patch.contains(#">1<\/span>"#) || patch.contains(">1</span>"))
        // The end of the first line comes late and must not end the second.
        tab.windows.release(tab.window, connection: tab.number)
        #expect(tab.window.isConnected)
    }

    @Test(.timeLimit(.minutes(30))) func aWindowNobodyCallsForCloses() async throws {
        let windows = Windows(WindowLimits(idleTimeout: .milliseconds(1))) { _ in WindowGraph(title: "Test", content: Text("x")) }
        _ = try windows.open()
        #expect(windows.count == 1)
        while windows.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func pagesThatAreOnlyReadDoNotPileUp() throws {
        var time = ContinuousClock.now
        let windows = Windows(mostUnclaimed: 3, now: { time }) { _ in WindowGraph(title: "Test", content: Text("x")) }
        for _ in 0..<10 {
            _ = try windows.open()
            time += .seconds(10)
        }
        #expect(windows.count == 3)
        #expect(windows.connect("no such window") == nil)
    }

    @Test func `a client that only reads pages closes no window of another one`() throws {
        var time = ContinuousClock.now
        let windows = Windows(mostUnclaimed: 3, now: { time }) { _ in WindowGraph(title: "Test", content: Text("x")) }
        let quiet = try Self.token(of: windows.open(for: PageRequest(remoteAddress: "quiet")))
        for _ in 0..<10 {
            _ = try windows.open(for: PageRequest(remoteAddress: "busy"))
            time += .seconds(10)
        }
        #expect(windows.count == 3)
        #expect(windows.connect(quiet) != nil)
    }

    @Test(arguments: [nil, "192.0.2.7"])
    func `all tabs that load their pages at once after a restart connect`(address: String?) throws {
        var time = ContinuousClock.now
        let windows = Windows(now: { time }) { _ in WindowGraph(title: "Test", content: Text("x")) }
        let page = PageRequest(remoteAddress: address)
        let tokens = try (0..<250).map { _ in try Self.token(of: windows.open(for: page)) }
        time += .seconds(9)
        _ = try windows.open(for: PageRequest(remoteAddress: "192.0.2.8"))
        for token in tokens { #expect(windows.connect(token) != nil) }
    }

    @Test func `windows that are not connected in time make room`() throws {
        var time = ContinuousClock.now
        let windows = Windows(now: { time }) { _ in WindowGraph(title: "Test", content: Text("x")) }
        for _ in 0..<250 { _ = try windows.open() }
        #expect(windows.count == 250)
        time += .seconds(10)
        for _ in 0..<100 { _ = try windows.open() }
        #expect(windows.count == 150)
        // And those that wait in time stay.
        for _ in 0..<50 { _ = try windows.open() }
        #expect(windows.count == 150)
    }

    @Test func `very many pages that are only read at once do not pile up`() throws {
        let time = ContinuousClock.now
        let limits = WindowLimits(maxWindows: 40, maxWindowsPerAddress: 20)
        let windows = Windows(limits, mostUnclaimed: 3, now: { time }) { _ in WindowGraph(title: "Test", content: Text("x")) }
        for _ in 0..<20 { _ = try windows.open(for: PageRequest(remoteAddress: "192.0.2.7")) }
        #expect(windows.count == 5)
        for number in 0..<20 { _ = try windows.open(for: PageRequest(remoteAddress: "198.51.100.\(number)")) }
        #expect(windows.count == 10)
    }

    @Test func `all windows wait for their tabs when these lose their connections at once`() throws {
        let windows = Windows(mostUnclaimed: 3) { _ in WindowGraph(title: "Test", content: Text("x")) }
        let lines = try (0..<10).map { _ in try #require(windows.connect(Self.token(of: windows.open()))) }
        for line in lines { windows.release(line.window, connection: line.connection) }
        #expect(windows.count == 10)
        for line in lines { #expect(windows.connect(line.window.token) != nil) }
    }

    @Test func `a window whose tab was connected makes room last`() throws {
        let windows = Windows(WindowLimits(maxWindows: 2)) { _ in WindowGraph(title: "Test", content: Text("x")) }
        let lost = try #require(windows.connect(Self.token(of: windows.open())))
        windows.release(lost.window, connection: lost.connection)
        let unclaimed = try Self.token(of: windows.open())
        _ = try windows.open()
        #expect(windows.connect(unclaimed) == nil)
        #expect(windows.connect(lost.window.token) != nil)
    }

    @Test(arguments: [
        #"{"element": 1, "event": "press", "number": 1}"#, #"{"element": 2, "event": "input", "number": 1}"#,
        #"{"element": 2, "event": "submit", "number": 1}"#, #"{"element": 2, "event": "part", "number": 1, "text": "a"}"#,
    ])
    func `an event that an element does not handle does nothing`(json: String) throws {
        let tab = try Tab()
        try tab.window.receive(message(json))
        #expect(!tab.window.html(nonce: "").contains(">1</span>"))
    }

    @Test(arguments: [
        #"{"element": 9999, "event": "press", "number": 1}"#, #"{"element": -1, "event": "press", "number": 1}"#,
        #"{"element": 4, "event": "input", "number": 1}"#, #"{"element": 4, "event": "input", "number": 1, "text": 5}"#,
        #"{"element": 2, "event": "press"}"#, "[]", "", #"{"element": 2, "event": "explode", "number": 1}"#,
        #"{"element": 1, "event": "explode", "number": 1}"#, #"{"element": 9999, "event": "part", "number": 1, "text": "a"}"#,
        #"{"element": 4, "event": "part", "number": 1}"#, #"{"element": 4, "event": "part", "number": 1, "text": ["a"]}"#,
        #"{"element": 0, "event": "reports", "number": 1}"#, #"{"element": 0, "event": "reports", "number": 1, "reports": [1]}"#,
        #"{"element": 0, "event": "reports", "number": 1, "reports": [{"element": 2, "event": "press"}]}"#,
        #"{"element": 0, "event": "reports", "number": 1, "reports": [{"element": 1, "event": "resize", "width": -1, "height": 1}]}"#,
        #"{"element": 0, "event": "reports", "number": 1, "reports": [{"element": 99, "event": "resize", "width": 1, "height": 1}]}"#,
    ])
    func `a message that the script does not send is a violation`(json: String) throws {
        let tab = try Tab()
        #expect(throws: ProtocolViolation.self) { try tab.window.receive(message(json)) }
        #expect(!tab.window.html(nonce: "").contains(">1</span>"))
    }

    @Test func `there are at most so many windows, of one address and in all`() throws {
        let windows = Windows(WindowLimits(maxWindows: 3, maxWindowsPerAddress: 2)) { _ in
            WindowGraph(title: "Test", content: Text("x"))
        }
        var tokens: [String] = []
        func open(from address: String) throws {
            let page = try windows.open(for: PageRequest(remoteAddress: address))
            tokens.append(String(try #require(page.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)))
        }
        try open(from: "a")
        try open(from: "a")
        #expect(throws: Windows.LimitReached(address: "a")) { _ = try windows.open(for: PageRequest(remoteAddress: "a")) }
        try open(from: "b")
        // The first window still waits for its tab, and makes room.
        try open(from: "c")
        #expect(windows.connect(tokens[0]) == nil)
        #expect(windows.count == 3)
        for token in tokens.dropFirst() { #expect(windows.connect(token) != nil) }
        #expect(throws: Windows.LimitReached(address: nil)) { _ = try windows.open(for: PageRequest(remoteAddress: "d")) }
    }

    @Test(arguments: [
        ("2001:db8::1", "2001:db8:0:0:ffff::2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
        ("::ffff:192.0.2.7", "192.0.2.7", true), ("::ffff:192.0.2.7", "::ffff:192.0.2.8", false),
        ("192.0.2.7", "192.0.2.8", false), ("2001:DB8::1", "2001:db8::1", true),
    ])
    func `addresses of one network count as one`(one: String, other: String, areSame: Bool) throws {
        let windows = Windows(WindowLimits(maxWindowsPerAddress: 1)) { _ in WindowGraph(title: "Test", content: Text("x")) }
        let token = try Self.token(of: windows.open(for: PageRequest(remoteAddress: one)))
        if areSame {
            #expect(throws: Windows.LimitReached(address: other)) { try windows.open(for: PageRequest(remoteAddress: other)) }
            windows.close(token)
        }
        _ = try windows.open(for: PageRequest(remoteAddress: other))
    }

    @Test func `a flood of messages empties the budget, which fills again`() {
        let start = ContinuousClock.now
        var budget = MessageBudget(now: start)
        for _ in 0..<1_000 where !budget.spend(now: start) { Issue.record("The budget is empty early.") }
        let isSpent = !budget.spend(now: start)
        #expect(isSpent)
        // 120 a second go on for ever.
        for second in 1...60 {
            let now = start.advanced(by: .seconds(second))
            for _ in 0..<120 where !budget.spend(now: now) { Issue.record("The budget does not fill.") }
        }
    }

    @Test func `a tab that connects again goes on with what it may send`() throws {
        let start = ContinuousClock.now
        var time = start
        let windows = Windows(now: { time }) { _ in WindowGraph(title: "Test", content: Text("x")) }
        let line = try #require(windows.connect(Self.token(of: windows.open())))
        let window = line.window
        window.budget = MessageBudget(now: start)
        for _ in 0..<1_000 { try windows.receiveFrame(for: window) }
        let flood = #expect(throws: ProtocolViolation.self) { try windows.receiveFrame(for: window) }
        #expect(flood?.description == "sent more messages than a person can cause")
        windows.release(window, connection: line.connection)
        let storm = #expect(throws: ProtocolViolation.self) { try windows.receiveConnection(to: window.token) }
        #expect(storm?.description == "made more connections than a person can cause")
        // A second later, it may connect ten times.
        time += .seconds(1)
        for _ in 0..<10 { try windows.receiveConnection(to: window.token) }
        #expect(throws: ProtocolViolation.self) { try windows.receiveConnection(to: window.token) }
        #expect(throws: ProtocolViolation.self) { try windows.receiveFrame(for: window) }
        // A window that is gone has another answer.
        try windows.receiveConnection(to: "no such window")
    }

    @Test func `a server on this machine answers to its own names only`() {
        let local = HostPolicy(listening: "127.0.0.1", names: ["Quakes.example"])
        for host in ["127.0.0.1:8080", "localhost", "[::1]:80", "192.168.1.5:8080", "app.localhost:1", "quakes.example:443"] {
            #expect(local.accepts(host), "\(host)")
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8080", "", "a/b", "u@localhost"] {
            #expect(!local.accepts(host), "\(host)")
        }
        #expect(!local.accepts(nil))
        #expect(HostPolicy(listening: "0.0.0.0", names: []).accepts("any.example:8080"))
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.7", "server.example", "127.0.0.1"])
    func `a server that is given names answers to them only, whatever it listens on`(listening: String) {
        let policy = HostPolicy(listening: listening, names: ["quakes.example"])
        #expect(policy.accepts("quakes.example:8080"))
        #expect(policy.accepts("192.0.2.7:8080"))
        #expect(policy.accepts("localhost:8080"))
        #expect(policy.accepts("server.example") == (listening == "server.example"))
        #expect(!policy.accepts("evil.example"))
    }

    private func type(_ texts: [String], into tab: Tab, element: Int = 4) throws {
        for (index, text) in texts.enumerated() {
            let event = index == texts.count - 1 ? "input" : "part"
            try tab.window.receive(
                message(#"{"element": \#(element), "event": "\#(event)", "number": \#(index + 1), "text": "\#(text)"}"#))
        }
    }

    private func value(in tab: Tab) throws -> String {
        String(try #require(tab.window.html(nonce: "").firstMatch(of: /value="([^"]*)"/)?.1))
    }

    @Test func `an edit that changes nothing else is acknowledged`() async throws {
        struct Single: View {
            @State private var text = "one\r\ntwo"
            var body: some View { TextField("Text", text: $text) }
        }
        let windows = Windows { _ in WindowGraph(title: "Test", content: Single()) }
        let line = try #require(windows.connect(Self.token(of: windows.open())))
        let range = #""at": 8, "removed": 0, "length": 8, "revision": 0"#
        try line.window.receive(message(#"{"element": 1, "event": "input", "number": 7, "text": "!", \#(range)}"#))
        #expect(await next(line.messages) == #"{"operations":[],"acknowledged":7}"#)
        #expect(line.window.html(nonce: "").contains("value=\"one&#13;\ntwo!\""))
    }

    @Test func `reports of several elements go out as one patch, and the last one of an element counts`() async throws {
        struct Measured: View {
            @State private var widths: [CGFloat] = [0, 0]
            var body: some View {
                ForEach(0..<2) { index in
                    Text("width \(Int(widths[index]))").onGeometryChange(for: CGFloat.self) {
                        $0.size.width
                    } action: {
                        widths[index] = $0
                    }
                }
            }
        }
        let windows = Windows { _ in WindowGraph(title: "Test", content: Measured()) }
        let line = try #require(windows.connect(Self.token(of: windows.open())))
        let boxes = Self.elements(in: line.window.graph.root).filter { $0.handles(ResizeEvent.self) }.map(\.id)
        try #require(boxes.count == 2)
        let reports = zip([boxes[0], boxes[1], boxes[0]], [10, 20, 30]).map {
            #"{"element": \#($0), "event": "resize", "width": \#($1), "height": 5}"#
        }
        let list = reports.joined(separator: ", ")
        try line.window.receive(message(#"{"element": 0, "event": "reports", "number": 4, "reports": [\#(list)]}"#))
        let patch = try #require(await next(line.messages))
        #expect(patch.contains("width 30") && patch.contains("width 20") && !patch.contains("width 10"))
        #expect(patch.contains(#""acknowledged":4"#))
    }

    /// Returns an element and those below it.
    private static func elements(in element: Element) -> [Element] { [element] + element.children.flatMap { elements(in: $0) } }

    @Test func `a redraw acknowledges the messages of the former connection`() async throws {
        let tab = try Tab()
        try tab.window.receive(message(#"{"element": 2, "event": "press", "number": 5}"#))
        tab.windows.release(tab.window, connection: tab.number)
        let again = try #require(tab.windows.connect(tab.window.token))
        let patch = try #require(await next(again.messages))
        #expect(patch.contains(#""acknowledged":5"#))
    }

    @Test func `a message of a former connection has no effect`() async throws {
        let tab = try Tab()
        let again = try #require(tab.windows.connect(tab.window.token))
        let press = try message(#"{"element": 2, "event": "press", "number": 1}"#)
        try await tab.windows.receive(press, for: tab.window, tab.number)
        #expect(!tab.window.html(nonce: "").contains(">1</span>"))
        try await tab.windows.receive(press, for: tab.window, again.connection)
        #expect(tab.window.html(nonce: "").contains(">1</span>"))
    }

    @Test func `a text arrives in parts`() throws {
        let tab = try Tab()
        try type(["One, ", "two, ", "three"], into: tab)
        #expect(try value(in: tab) == "One, two, three")
        try type(["four"], into: tab)
        #expect(try value(in: tab) == "four")
    }

    @Test func `a longer text than the field takes is not written, in one message or in parts`() throws {
        let tab = try Tab()
        try type(["short"], into: tab)
        let text = String(repeating: "x", count: 10_001)
        try type([text], into: tab)
        #expect(try value(in: tab) == "short")
        try type(Array(repeating: text, count: 50), into: tab)
        #expect(try value(in: tab) == "short")
        try type([String(text.dropLast())], into: tab)
        #expect(try value(in: tab).count == 10_000)
    }

    @Test func `a long text of the app can be shortened by the user, and is never cut`() async throws {
        struct Long: View {
            @State private var text = String(repeating: "y", count: 20_000)
            var body: some View { TextField("Text", text: $text) }
        }
        let windows = Windows { _ in WindowGraph(title: "Test", content: Long()) }
        let line = try #require(windows.connect(Self.token(of: windows.open())))
        let text = String(repeating: "y", count: 19_999)
        try line.window.receive(message(#"{"element": 1, "event": "input", "number": 1, "text": "\#(text)"}"#))
        #expect(line.window.html(nonce: "").contains("value=\"\(text)\""))
    }

    @Test func `a text without its end is a violation, unless the connection is a new one`() throws {
        let tab = try Tab()
        try tab.window.receive(message(#"{"element": 4, "event": "part", "number": 1, "text": "a"}"#))
        _ = tab.window.connect()
        try type(["b"], into: tab)
        #expect(try value(in: tab) == "b")
        try tab.window.receive(message(#"{"element": 4, "event": "part", "number": 2, "text": "a"}"#))
        #expect(throws: ProtocolViolation.self) {
            try tab.window.receive(message(#"{"element": 2, "event": "press", "number": 3}"#))
        }
    }
}
