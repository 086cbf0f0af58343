import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct InterruptedRestorationTests {
    private typealias Server = SceneServer
    private typealias Tab = SceneTab

    /// A counter that reads which sessions are being restored while it is evaluated.
    private struct Watcher: View {
        let store: MemorySceneStore
        let restorations: Restorations
        @SceneStorage("count") private var count = 0
        var body: some View {
            let _ = restorations.seen.append(store.restorations)
            Text("count \(count)")
            Button("More") { count += 1 }
        }
    }

    private final class Restorations {
        var seen: [Set<String>] = []
    }

    @Test func `a restoration is recorded until the views were evaluated`() async throws {
        let store = MemorySceneStore()
        let restorations = Restorations()
        let first = Server(store, content: Watcher(store: store, restorations: restorations))
        let tab = try await Tab(first)
        try await tab.press()
        await first.windows.scenes.finish()
        let name = try #require(tab.name)
        #expect(restorations.seen.allSatisfy { $0.isEmpty })
        let second = Server(store, content: Watcher(store: store, restorations: restorations))
        let again = try await Tab(second, keeping: name)
        #expect(restorations.seen.contains([name]))
        #expect(store.restorations == [])
        #expect(again.count == 1)
        #expect(again.name == name)
        #expect(store.records[name] != nil)
    }

    @Test func `a scene whose restoration has ended a process is not restored, and is removed`() async throws {
        let store = MemorySceneStore()
        let first = Server(store)
        let tabs = [try await Tab(first), try await Tab(first)]
        for tab in tabs { try await tab.press() }
        await first.windows.scenes.finish()
        let (name, other) = (try #require(tabs[0].name), try #require(tabs[1].name))
        // What a process leaves that traps.
        try store.beginRestoration(of: name)
        let second = Server(store)
        let again = try await Tab(second, keeping: name)
        #expect(again.count == 0)
        #expect(again.window.isConnected)
        #expect(second.windows.scenes.refusals == 0)
        #expect(try await Tab(second, keeping: other).count == 1)
        try await again.press()
        #expect(again.name != name)
        #expect(again.count == 1)
        await second.windows.scenes.finish()
        #expect(store.records[name] == nil)
        #expect(store.records[other] != nil)
        #expect(store.restorations == [])
    }

    @Test func `a scene of another person is not removed after a restoration that has ended a process`() async throws {
        let store = MemorySceneStore()
        let first = Server(store)
        let ann = try await Tab(first, owner: "ann")
        try await ann.press()
        await first.windows.scenes.finish()
        let name = try #require(ann.name)
        try store.beginRestoration(of: name)
        let second = Server(store)
        _ = try await Tab(second, keeping: name, owner: "bob")
        await second.windows.scenes.finish()
        #expect(store.records[name] != nil)
        #expect(second.windows.scenes.refusals == 1)
    }

    @Test func `a scene is restored if its restoration cannot be recorded`() async throws {
        let store = MemorySceneStore()
        let server = Server(store)
        let tab = try await Tab(server)
        try await tab.press()
        tab.leave()
        store.setBroken(true)
        #expect(try await Tab(server, keeping: tab.name).count == 1)
    }

    @Test func `a record of a restoration that this process could not remove does not remove the scene`() async throws {
        let store = MemorySceneStore()
        let first = Server(store)
        let tab = try await Tab(first)
        try await tab.press()
        await first.windows.scenes.finish()
        let name = try #require(tab.name)
        let second = Server(store)
        store.setKeepsRestorations(true)
        let again = try await Tab(second, keeping: name)
        #expect(store.restorations == [name])
        again.leave()
        second.windows.close(again.window.token)
        #expect(try await Tab(second, keeping: name).count == 1)
        await second.windows.scenes.finish()
        #expect(store.records[name] != nil)
        // A record that could be removed counts again when it is left behind.
        store.setKeepsRestorations(false)
        let last = try await Tab(second, keeping: name, isReturning: true)
        #expect(store.restorations == [])
        last.leave()
        second.windows.close(last.window.token)
        await second.windows.scenes.finish()
        try store.beginRestoration(of: name)
        #expect(try await Tab(second, keeping: name).count == 0)
    }
}
