import Foundation
import Testing

@testable import StrataViewGraph

/// The actions for windows and URLs that an app or one of its scenes reads.
@MainActor
struct AppActionTests {
    private struct Notes: App {
        @Environment(\.openWindow) private var openWindow
        @Environment(\.dismissWindow) private var dismissWindow
        @Environment(\.openSettings) private var openSettings
        @Environment(\.openURL) private var openURL

        var body: some Scene {
            WindowGroup { Text("notes") }
                .commands {
                    CommandGroup(replacing: .appInfo) {
                        Button("About") { openWindow(id: "about") }
                        Button("Later") { Task { openWindow(id: "about") } }
                        Button("Close about") { dismissWindow(id: "about") }
                        Button("Close") { dismissWindow() }
                        Button("Settings") { openSettings() }
                        Button("Website") { if let url = URL(string: "https://example.org/a") { openURL(url) } }
                    }
                }
            Help()
            Window("About", id: "about") { Text("about") }
            Settings { Text("settings") }
        }
    }

    private struct Help: Scene {
        @Environment(\.openWindow) private var openWindow

        var body: some Scene {
            Window("Help", id: "help") { Text("help") }
                .commands { CommandMenu("More") { Button("Help") { openWindow(id: "help") } } }
        }
    }

    private let screens: [Screen]

    init() {
        let app = AppInstance(Notes(), name: "Test")
        screens = [Screen(app.makeWindow()), Screen(app.makeWindow())]
    }

    @Test(
        arguments: [
            ("About", .openWindow(scene: "about", value: nil, name: "about ")),
            ("Close about", .closeWindow(scene: "about", value: nil)), ("Close", .closeWindow(scene: nil, value: nil)),
            ("Settings", .openWindow(scene: "settings", value: nil, name: "settings")),
            ("Help", .openWindow(scene: "help", value: nil, name: "help ")),
        ] as [(String, HostRequest)])
    func `a command of the app opens and closes windows in the window with the menu`(title: String, request: HostRequest) {
        screens[1].press(title)
        #expect(screens.map { $0.graph.drainRequests() } == [[], [request]])
        screens[0].press(title)
        #expect(screens.map { $0.graph.drainRequests() } == [[request], []])
    }

    @Test func `a task of a command opens a window in the window with the menu`() async {
        screens[1].press("Later")
        while screens[1].graph.waitingRequestCount == 0 { await Task.yield() }
        #expect(
            screens.map { $0.graph.drainRequests() } == [[], [.openWindow(scene: "about", value: nil, name: "about ")]])
    }

    @Test func `a command of the app opens a URL in the window with the menu`() {
        screens[1].press("Website")
        let opened = screens.map { screen in
            if case .window(let properties) = screen.root.content { properties.opened.url } else { "no window" }
        }
        #expect(opened == ["", "https://example.org/a"])
    }

    @Test func `outside of windows the actions do nothing, and warnings say so`() throws {
        let environment = EnvironmentValues()
        environment.openWindow(id: "about")
        environment.dismissWindow()
        environment.openSettings()
        var isAccepted: Bool?
        environment.openURL(try #require(URL(string: "https://example.org/b"))) { isAccepted = $0 }
        #expect(isAccepted == false)
        #expect(WarningLog.messages.contains { $0.hasPrefix("No window was opened or closed: the action was called outside") })
        #expect(WarningLog.messages.contains { $0.hasPrefix("A URL was not opened: the action was called outside") })
    }
}
