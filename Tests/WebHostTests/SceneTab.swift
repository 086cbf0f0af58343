import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

/// A counter whose count is in the scene, and whose presses are only in the window.
struct SceneCounter: View {
    @SceneStorage("count") private var count = 0
    @State private var presses = 0
    var body: some View {
        Text("count \(count), presses \(presses)")
        Button("More") { (count, presses) = (count + 1, presses + 1) }
    }
}

/// The windows of a server whose scenes are kept in a store, or in memory.
@MainActor
final class SceneServer {
    let windows: Windows

    init(_ store: MemorySceneStore? = nil, clock: SceneClock = SceneClock(), content: some View = SceneCounter()) {
        let lifetime = Duration.seconds(30 * 86_400)
        let scenes = SceneSessions(store: store, lifetime: lifetime, interval: .milliseconds(20)) { clock.now }
        windows = Windows(scenes: scenes) { request in
            var environment = EnvironmentValues()
            environment.sceneSession = request.session
            return WindowGraph(title: "Test", environment: environment, content: content)
        }
    }
}

/// A clock that the test sets.
@MainActor
final class SceneClock {
    var now = Date(timeIntervalSince1970: 1_000_000)
}

/// A page that a tab has loaded.
@MainActor
final class SceneTab {
    let server: SceneServer
    let window: StrataWebHost.Window
    let connection: Int
    private var messages: AsyncStream<String>.Iterator
    private var number = 0
    /// The name that the tab keeps.
    private(set) var name: String?
    private(set) var text = ""
    private(set) var saved: Int?

    /// Loads a page and connects it, with the name that the tab keeps.
    init(
        _ server: SceneServer, keeping name: String? = nil, owner: String? = nil, isReturning: Bool = false,
        location: String = "", depth: Int = 0
    ) async throws {
        self.server = server
        self.name = name
        var request = WindowRequest()
        request.owner = owner
        let page = try server.windows.open(request)
        text = page
        let token = try #require(page.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)
        let line = try #require(server.windows.connect(String(token), awaitsScene: name != nil))
        window = line.window
        connection = line.connection
        messages = line.messages.makeAsyncIterator()
        guard let name else { return }
        let surroundings =
            #"{"isVisible":true,"isNarrow":false,"isLow":false,"isDark":false,"prefersMoreContrast":false,"prefersLessMotion":false,"prefersLessTransparency":false,"scale":1}"#
        try await send(
            #""event":"restore","scene":"\#(name)","location":"\#(location)","depth":\#(depth),"isReturning":\#(isReturning),"surroundings":\#(surroundings)"#,
            to: 0)
        await receive()
    }

    func send(_ event: String, to element: Int) async throws {
        number += 1
        let message = try ClientMessage(Data(#"{"element":\#(element),"number":\#(number),\#(event)}"#.utf8))
        try await server.windows.receive(message, for: window, connection)
    }

    /// Receives the next message.
    func receive() async {
        var iterator = messages
        guard let message = await iterator.next(isolation: MainActor.shared) else { return }
        messages = iterator
        window.didSend(connection)
        text = message
        if let match = message.firstMatch(of: /\["scene","([0-9a-f]{32})"\]/) { name = String(match.1) }
        if let match = message.firstMatch(of: /\["saved",(\d+)\]/) { saved = Int(match.1) }
    }

    func press() async throws {
        try await send(#""event":"press""#, to: 2)
        await receive()
    }

    /// The count in the window.
    var count: Int? {
        let html = window.html(nonce: "n")
        return html.firstMatch(of: /count (\d+)/).flatMap { Int($0.1) }
    }

    var presses: Int? { window.html(nonce: "n").firstMatch(of: /presses (\d+)/).flatMap { Int($0.1) } }

    /// The page is left, or the connection breaks.
    func leave() { server.windows.release(window, connection: connection, isGoodbye: true) }
}
