import Foundation
import Hummingbird
import ServiceLifecycle
import StrataViewGraph
import Testing

@testable import StrataWebHost

/// The scenes and activities of an app in a server of its own, at the end of the server.
@MainActor
struct HostedAppShutdownTests {
    @Observable @MainActor
    fileprivate final class Draft {
        var text = ""
        /// The text that the scene's storage has.
        @ObservationIgnored var stored = ""
    }

    private struct DraftView: View {
        let draft: Draft
        @SceneStorage("draft") private var stored = ""

        var body: some View {
            Text(draft.text)
                .onChange(of: draft.text) { _, text in
                    stored = text
                    draft.stored = text
                }
                .userActivity("draft", element: draft.text) { text, activity in
                    activity.title = text
                    activity.persistentIdentifier = "draft"
                    activity.isEligibleForSearch = true
                }
        }
    }

    @Test func `scenes and activities are saved when the server shuts down gracefully`() async throws {
        let (store, draft) = (MemorySceneStore(), Draft())
        let app = HostedApp(limits: WindowLimits(idleTimeout: .seconds(3600)), hosts: HostPolicy(nil), sceneStore: store) {
            request in
            var environment = EnvironmentValues()
            environment.sceneSession = request.session
            return WindowGraph(title: "Test", environment: environment, content: DraftView(draft: draft))
        }
        let router = Router(context: ClientContext.self)
        app.addRoutes(to: router)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: router, server: .http1(windowsOf: app), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
        let group = ServiceGroup(configuration: .init(services: [server], logger: server.logger))
        let running = Task { try await group.run() }
        var iterator = ports.makeAsyncIterator()
        let token = try #require(try app.windows.open().firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)
        try await Self.connect(to: try #require(await iterator.next()), window: String(token))
        // The first change is saved at once, and the next one a second later.
        draft.text = "first"
        while store.records.isEmpty { await Task.yield() }
        draft.text = "second"
        while draft.stored != "second" { await Task.yield() }
        while app.windows.savedActivities.find("second", of: nil).isEmpty { await Task.yield() }
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(store.records.count == 1)
        #expect(store.records.values.first?.values["draft"] == .string("second"))
        #expect(store.activities[nil]?.map(\.record.title) == ["second"])
    }

    /// Opens the WebSocket of a window. Until the server closes it, a thread answers each heartbeat:
    /// beside other tests, this one may take longer than the time after which the server gives up a
    /// silent tab.
    private nonisolated static func connect(to port: Int, window token: String) async throws {
        let connection = try Connection(to: port)
        try connection.send(
            "GET /strata/live?window=\(token) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
        try connection.expect("HTTP/1.1 101")
        Thread.detachNewThread {
            var received = [UInt8](repeating: 0, count: 4096)
            let pong: [UInt8] = [0x8A, 0x80, 0, 0, 0, 0]
            while read(connection.descriptor, &received, received.count) > 0,
                write(connection.descriptor, pong, pong.count) == pong.count
            {}
            connection.close()
        }
    }
}
