import Foundation
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

@MainActor
struct SceneSessionsTests {
    private typealias Server = SceneServer
    private typealias Tab = SceneTab
    private typealias Clock = SceneClock

    /// A counter whose state is only in the activity of its window.
    private struct ActivityCounter: View {
        @State private var count = 0
        var body: some View {
            Text("count \(count)")
            Button("More") { count += 1 }
                .userActivity("com.example.count", isActive: count > 0) { $0.userInfo = ["count": count] }
                .onContinueUserActivity("com.example.count") { count = $0.userInfo?["count"] as? Int ?? -1 }
        }
    }

    /// A stack whose path the app stores, and restores when the view has appeared.
    private struct Path: View {
        let restoresInTask: Bool
        @SceneStorage("number") private var stored: Int?
        @State private var path: [Int] = []

        var body: some View {
            NavigationStack(path: $path) {
                Button("Open") { path = [1] }.navigationDestination(for: Int.self) { Text("Number \($0)") }
            }
            .onAppear { if !restoresInTask { restore() } }
            .task { if restoresInTask { restore() } }
            .onChange(of: path) { stored = path.last }
        }

        private func restore() { if let stored { path = [stored] } }
    }

    /// A stack whose page is in the activity of its window.
    private struct ActivityPath: View {
        @State private var path: [Int] = []

        var body: some View {
            NavigationStack(path: $path) {
                Button("Open") { path = [1] }.navigationDestination(for: Int.self) { number in
                    Text("count \(number)").userActivity("com.example.number") { $0.userInfo = ["number": number] }
                }
            }
            .onContinueUserActivity("com.example.number") { path = [$0.userInfo?["number"] as? Int ?? -1] }
        }
    }

    @Test func `a tab learns the name of its scene with the first value`() async throws {
        let tab = try await Tab(Server())
        #expect(tab.name == nil)
        try await tab.press()
        #expect(tab.name == tab.window.session.name)
    }

    @Test func `a reload restores the scene within the process, without its state`() async throws {
        let server = Server()
        let tab = try await Tab(server)
        try await tab.press()
        try await tab.press()
        tab.leave()
        let again = try await Tab(server, keeping: tab.name)
        #expect(again.name == tab.name)
        #expect(again.text.contains(#"["redraw","#))
        #expect(again.count == 2)
        #expect(again.presses == 0)
        try await again.press()
        #expect(again.count == 3)
    }

    @Test(arguments: [false, true])
    func `the depth of the tab's entry wins over the path that the app restores when it appears`(inTask: Bool) async throws {
        let server = Server(content: Path(restoresInTask: inTask))
        let tab = try await Tab(server)
        let button = try #require(tab.text.firstMatch(of: /<button[^>]*data-id="(\d+)"/).flatMap { Int($0.1) })
        try await tab.send(#""event":"press""#, to: button)
        await tab.receive()
        #expect(tab.window.html(nonce: "n").contains("Number 1"))
        while tab.name == nil { await tab.receive() }
        tab.leave()
        let same = try await Tab(server, keeping: tab.name, location: "?path=Int:1", depth: 1)
        #expect(same.window.html(nonce: "n").contains("Number 1"))
        same.leave()
        let back = try await Tab(server, keeping: tab.name)
        #expect(!back.window.html(nonce: "n").contains("Number 1"))
    }

    @Test func `a scene is restored after its window was closed`() async throws {
        let server = Server()
        let tab = try await Tab(server)
        try await tab.press()
        tab.leave()
        server.windows.close(tab.window.token)
        let again = try await Tab(server, keeping: tab.name)
        #expect(again.count == 1)
    }

    @Test func `a duplicated tab gets a copy, and both are apart from then on`() async throws {
        let server = Server()
        let tab = try await Tab(server)
        try await tab.press()
        let copy = try await Tab(server, keeping: tab.name)
        #expect(copy.name != tab.name)
        #expect(copy.count == 1)
        try await copy.press()
        #expect(copy.count == 2)
        #expect(tab.count == 1)
        try await tab.press()
        try await tab.press()
        #expect(tab.count == 3)
        #expect(copy.count == 2)
        let third = try await Tab(server, keeping: tab.name)
        #expect(Set([tab.name, copy.name, third.name]).count == 3)
    }

    @Test func `a tab that reloads before the server notices keeps its scene`() async throws {
        let server = Server()
        let tab = try await Tab(server)
        try await tab.press()
        let again = try await Tab(server, keeping: tab.name, isReturning: true)
        #expect(again.name == tab.name)
        #expect(again.count == 1)
        #expect(!tab.window.isConnected)
        #expect(server.windows.count == 1)
    }

    @Test(.timeLimit(.minutes(30))) func `a restored window continues its activity, in another process too`() async throws {
        let store = MemorySceneStore()
        let tab = try await Tab(Server(store, content: ActivityCounter()))
        #expect(tab.name == nil)
        try await tab.press()
        while tab.name == nil { await tab.receive() }
        let name = try #require(tab.name)
        while store.records[name]?.activity == nil { await Task.yield() }
        #expect(store.records[name]?.activity?.userInfo == [.string("count"): .integer(1)])
        let again = try await Tab(Server(store, content: ActivityCounter()), keeping: name)
        while again.count != 1 { await again.receive() }
        #expect(again.name == name)
    }

    @Test func `a URL to another place wins over the activity of its tab`() async throws {
        let server = Server(content: ActivityPath())
        let tab = try await Tab(server)
        let button = try #require(tab.text.firstMatch(of: /<button[^>]*data-id="(\d+)"/).flatMap { Int($0.1) })
        try await tab.send(#""event":"press""#, to: button)
        while tab.name == nil { await tab.receive() }
        #expect(tab.count == 1)
        #expect(tab.window.session.record(lastSeen: .now).activity?.userInfo == [.string("number"): .integer(1)])
        tab.leave()
        let other = try await Tab(server, keeping: tab.name, location: "?path=Int:2", depth: 1)
        #expect(other.count == 2)
        #expect(other.window.session.record(lastSeen: .now).activity?.userInfo == [.string("number"): .integer(2)])
        other.leave()
        let same = try await Tab(server, keeping: tab.name, location: "?path=Int:2", depth: 1)
        #expect(same.count == 2)
        same.leave()
        let first = try await Tab(server, keeping: tab.name)
        #expect(first.count == nil)
        #expect(first.window.session.record(lastSeen: .now).activity == nil)
    }

    @Test func `a duplicated tab continues the activity of its window, and both are apart from then on`() async throws {
        let server = Server(content: ActivityCounter())
        let tab = try await Tab(server)
        try await tab.press()
        while tab.name == nil { await tab.receive() }
        let copy = try await Tab(server, keeping: tab.name)
        while copy.count != 1 { await copy.receive() }
        try await copy.press()
        while copy.count != 2 { await copy.receive() }
        #expect(tab.count == 1)
        #expect(tab.window.session.record(lastSeen: .now).activity?.userInfo == [.string("count"): .integer(1)])
        #expect(copy.window.session.record(lastSeen: .now).activity?.userInfo == [.string("count"): .integer(2)])
        #expect(copy.name != tab.name)
    }

    @Test(.timeLimit(.minutes(30))) func `another process restores what was saved`() async throws {
        let store = MemorySceneStore()
        let tab = try await Tab(Server(store))
        try await tab.press()
        let name = try #require(tab.name)
        while store.records[name] == nil { await Task.yield() }
        let again = try await Tab(Server(store), keeping: name)
        #expect(again.name == name)
        #expect(again.count == 1)
    }

    @Test(.timeLimit(.minutes(30))) func `a tab is told which of its messages are saved`() async throws {
        let store = MemorySceneStore()
        let tab = try await Tab(Server(store))
        try await tab.press()
        while tab.saved == nil { await tab.receive() }
        #expect(tab.saved == 1)
        try await tab.press()
        while tab.saved == 1 { await tab.receive() }
        #expect(tab.saved == 2)
    }

    @Test(.timeLimit(.minutes(30))) func `saves are at least the interval apart`() async throws {
        let store = MemorySceneStore()
        let tab = try await Tab(Server(store))
        let start = ContinuousClock.now
        while store.saves.count < 5 { try await tab.press() }
        // Between the starts of five saves are four intervals, whatever keeps the thread waiting meanwhile.
        #expect(.now - start >= .milliseconds(4 * 20))
    }

    @Test func `the end of the process saves everything`() async throws {
        let store = MemorySceneStore()
        let server = Server(store)
        let tab = try await Tab(server)
        for _ in 1...7 { try await tab.press() }
        await server.windows.scenes.finish()
        let name = try #require(tab.name)
        #expect(store.records[name]?.values == ["count": .integer(7)])
    }

    @Test(arguments: [false, true])
    func `a scene with a value that is not a number is saved once`(inActivity: Bool) async throws {
        let store = MemorySceneStore()
        let content = Text("a").userActivity("com.example.ratio", isActive: inActivity) { $0.userInfo = ["ratio": Double.nan] }
        let server = Server(store, content: content)
        let tab = try await Tab(server)
        tab.window.session.set(.real(inActivity ? 1 : .nan), of: "ratio")
        tab.leave()
        server.windows.close(tab.window.token)
        await server.windows.scenes.finish()
        let saves = store.saves.count
        #expect(saves > 0)
        #expect(store.records.values.allSatisfy { ($0.activity != nil) == inActivity })
        await server.windows.scenes.finish()
        #expect(store.saves.count == saves)
    }

    @Test func `a window that stored nothing is not saved`() async throws {
        let store = MemorySceneStore()
        let server = Server(store)
        let tab = try await Tab(server)
        tab.leave()
        await server.windows.scenes.finish()
        #expect(store.saves.isEmpty)
    }

    @Test(arguments: ["", "../../etc/passwd", "0123456789abcdef0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF"])
    func `a forged name is refused and counted, and the window keeps its own session`(name: String) async throws {
        let server = Server(MemorySceneStore())
        let tab = try await Tab(server, keeping: name)
        #expect(!tab.text.contains(#"["scene""#))
        #expect(server.windows.scenes.refusals == 1)
        #expect(tab.window.isConnected)
        try await tab.press()
        #expect(tab.name == tab.window.session.name)
        #expect(tab.count == 1)
    }

    @Test func `the name of another person's scene is refused`() async throws {
        let server = Server(MemorySceneStore())
        let ann = try await Tab(server, owner: "ann")
        try await ann.press()
        let whileShown = try await Tab(server, keeping: ann.name, owner: "bob")
        #expect(whileShown.count == 0)
        ann.leave()
        server.windows.close(ann.window.token)
        let later = try await Tab(server, keeping: ann.name, owner: "bob")
        #expect(later.count == 0)
        #expect(server.windows.scenes.refusals == 2)
        let again = try await Tab(server, keeping: ann.name, owner: "ann")
        #expect(again.count == 1)
    }

    @Test func `an expired scene is refused, and removed`() async throws {
        let store = MemorySceneStore()
        let clock = Clock()
        let first = Server(store, clock: clock)
        let tab = try await Tab(first)
        try await tab.press()
        await first.windows.scenes.finish()
        let name = try #require(tab.name)
        clock.now += 29 * 86_400
        let second = Server(store, clock: clock)
        let kept = try await Tab(second, keeping: name)
        #expect(kept.count == 1)
        await second.windows.scenes.finish()
        clock.now += 31 * 86_400
        let server = Server(store, clock: clock)
        let late = try await Tab(server, keeping: name)
        #expect(late.count == 0)
        #expect(server.windows.scenes.refusals == 1)
        try await late.press()
        await server.windows.scenes.finish()
        #expect(store.records[name] == nil)
        #expect(store.records.count == 1)
    }

    @Test func `a scene that the app has closed for good is forgotten`() async throws {
        let store = MemorySceneStore()
        let server = Server(store)
        let tab = try await Tab(server)
        try await tab.press()
        await server.windows.scenes.save()
        let name = try #require(tab.name)
        try await tab.send(#""event":"endScene""#, to: 0)
        tab.leave()
        server.windows.close(tab.window.token)
        await server.windows.scenes.finish()
        #expect(store.records[name] == nil)
        let again = try await Tab(server, keeping: name)
        #expect(again.count == 0)
    }

    @Test func `without a store, no name of a closed scene stays in memory`() async throws {
        let server = Server()
        let tab = try await Tab(server)
        try await tab.press()
        try await tab.send(#""event":"endScene""#, to: 0)
        tab.leave()
        server.windows.close(tab.window.token)
        #expect(server.windows.scenes.ended.isEmpty)
        let again = try await Tab(server, keeping: tab.name)
        #expect(again.count == 0)
    }

    @Test func `a scene whose tab the browser did not close goes on`() async throws {
        let store = MemorySceneStore()
        let server = Server(store)
        let tab = try await Tab(server)
        try await tab.press()
        try await tab.send(#""event":"endScene""#, to: 0)
        try await tab.press()
        await server.windows.scenes.finish()
        let name = try #require(tab.name)
        #expect(store.records[name]?.values == ["count": .integer(2)])
    }

    @Test func `a store that fails stops nothing, and gets everything once it works`() async throws {
        let store = MemorySceneStore()
        store.setBroken(true)
        let server = Server(store)
        let tab = try await Tab(server)
        try await tab.press()
        await server.windows.scenes.save()
        let again = try await Tab(server, keeping: tab.name, isReturning: true)
        #expect(again.count == 1)
        let unknown = try await Tab(server, keeping: SceneSession.makeName())
        #expect(unknown.count == 0)
        store.setBroken(false)
        try await again.press()
        await server.windows.scenes.finish()
        let name = try #require(tab.name)
        #expect(store.records[name]?.values == ["count": .integer(2)])
    }

    @Test func `a name out of turn is a violation`() async throws {
        let tab = try await Tab(Server())
        await #expect(throws: ProtocolViolation.self) {
            try await tab.send(#""event":"restore","scene":"x","location":"","isReturning":false"#, to: 0)
        }
        let waiting = try await Tab(Server(), keeping: SceneSession.makeName())
        await #expect(throws: ProtocolViolation.self) {
            try await waiting.send(#""event":"restore","scene":"x","location":"","isReturning":false"#, to: 0)
        }
    }

    @Test func `nothing appears before the scene is restored`() async throws {
        let server = Server()
        let page = try server.windows.open()
        let token = try #require(page.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)
        let line = try #require(server.windows.connect(String(token), awaitsScene: true))
        #expect(line.window.awaitsScene)
        await #expect(throws: ProtocolViolation.self) {
            try await server.windows.receive(
                try ClientMessage(Data(#"{"element":2,"number":1,"event":"press"}"#.utf8)), for: line.window, line.connection)
        }
    }
}
