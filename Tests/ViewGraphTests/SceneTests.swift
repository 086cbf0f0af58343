import Observation
import Testing

@testable import StrataViewGraph

@MainActor
struct SceneTests {
    @MainActor private final class Log { var entries: [String] = [] }

    private struct Note: Codable, Hashable {
        var title: String
    }

    private struct Opener: View {
        @Environment(\.openWindow) private var openWindow
        @Environment(\.dismissWindow) private var dismissWindow
        @Environment(\.openSettings) private var openSettings
        var body: some View {
            Button("Value") { openWindow(value: Note(title: "Milk")) }
            Button("ID") { openWindow(id: "about") }
            Button("Group") { openWindow(id: "more") }
            Button("Settings") { openSettings() }
            Button("Close") { dismissWindow() }
            Button("Close notes") { dismissWindow(id: "about") }
        }
    }

    private struct Notes: App {
        let log: Log
        @State private var count = 0
        @Environment(\.scenePhase) private var phase

        init(log: Log) { self.log = log }
        init() { self.init(log: Log()) }

        var body: some Scene {
            Group {
                WindowGroup("Notes") {
                    Text("notes")
                    Button("\(count)") { count += 1 }
                    Opener()
                }
                WindowGroup("More", id: "more") { Text("more") }
            }
            .onChange(of: phase) { old, new in log.entries.append("\(old) to \(new)") }
            WindowGroup("Note", for: Note.self) { $note in
                Text(note?.title ?? "none")
                Button("Rename") { note?.title = "Salt" }
            }
            Window("About", id: "about") { EnvironmentText() }.environment(\.isEnabled, false)
            Settings { Text("settings") }
        }
    }

    private struct EnvironmentText: View {
        @Environment(\.isEnabled) private var isEnabled
        var body: some View { Text(isEnabled ? "enabled" : "disabled") }
    }

    private func screen(_ app: AppInstance, _ request: WindowRequest = WindowRequest()) -> Screen {
        Screen(app.makeWindow(request))
    }

    @Test func `a window shows the scene that its request names, or the first`() {
        let app = AppInstance(Notes(), name: "Test")
        #expect(screen(app).texts.first == "notes")
        #expect(screen(app, WindowRequest(scene: "more")).texts == ["more"])
        #expect(screen(app, WindowRequest(scene: "settings")).texts == ["settings"])
        #expect(screen(app, WindowRequest(scene: "nowhere")).texts.first == "notes")
    }

    @Test func `a window presents the value of its request, and can change it`() {
        let app = AppInstance(Notes(), name: "Test")
        let screen = screen(app, WindowRequest(scene: "Note", value: #"{"title":"Milk"}"#))
        #expect(screen.texts == ["Milk", "Rename"])
        screen.press("Rename")
        #expect(screen.texts == ["Salt", "Rename"])
        #expect(self.screen(app, WindowRequest(scene: "Note", value: "[1]")).texts.first == "none")
    }

    @Test func `the environment of a scene reaches its windows`() {
        let app = AppInstance(Notes(), name: "Test")
        #expect(screen(app, WindowRequest(scene: "about")).texts == ["disabled"])
    }

    @Test func `state of the app is shared by its windows`() {
        let app = AppInstance(Notes(), name: "Test")
        let (first, second) = (screen(app), screen(app))
        first.press("0")
        second.update()
        #expect(first.texts[1] == "1")
        #expect(second.texts[1] == "1")
    }

    @Test func `windows are opened and closed by requests to the host`() {
        let screen = screen(AppInstance(Notes(), name: "Test"))
        for title in ["Value", "ID", "Group", "Settings", "Close", "Close notes"] { screen.press(title) }
        let json = #"{"title":"Milk"}"#
        #expect(
            screen.graph.drainRequests() == [
                .openWindow(scene: "Note", value: json, name: "Note \(json)"),
                .openWindow(scene: "about", value: nil, name: "about "),
                .openWindow(scene: "more", value: nil, name: nil),
                .openWindow(scene: "settings", value: nil, name: "settings"),
                .closeWindow(scene: nil, value: nil), .closeWindow(scene: "about", value: nil),
            ])
        #expect(screen.graph.drainRequests() == [])
    }

    @Test func `the app is active while any window is`() {
        let log = Log()
        let app = AppInstance(Notes(log: log), name: "Test")
        let (first, second) = (screen(app), screen(app))
        first.send(SurroundingsEvent(), to: first.item(0))
        second.send(SurroundingsEvent(), to: second.item(0))
        first.send(SurroundingsEvent(isVisible: false), to: first.item(0))
        #expect(log.entries == ["background to active"])
        second.graph.close()
        #expect(log.entries == ["background to active", "active to background"])
    }

    private struct WithCommands: App {
        @State private var count = 0
        private let hasMore = true

        var body: some Scene {
            WindowGroup { Text("\(count)") }
                .commands {
                    CommandGroup(replacing: .help) { Button("Manual") {} }
                    CommandMenu("Count") {
                        Button("Add") { count += 1 }.keyboardShortcut("a")
                        Button("Clear") { count = 0 }
                    }
                    CommandGroup(after: .newItem) { Button("Later") {} }
                    CommandGroup(before: .newItem) { Button("Earlier") {} }
                    CommandGroup(replacing: .undoRedo) {}
                    if hasMore { CommandGroup(after: .sidebar) { Button("More") {} } }
                }
        }
    }

    @Test func `commands are in menus above the window, in the usual order`() {
        let screen = screen(AppInstance(WithCommands(), name: "Test"))
        let titles = screen.all { if case .presentation(.commandMenu) = $0 { true } else { false } }.map { item in
            if case .presentation(.commandMenu(let title)) = item.content { title } else { "" }
        }
        #expect(titles == ["File", "View", "Count", "Help"])
        #expect(screen.texts == ["Earlier", "Later", "More", "Add", "Clear", "Manual", "0"])
        screen.press("Add")
        #expect(screen.texts.last == "1")
    }

    @Test func `a window without commands has no bar`() {
        let screen = screen(AppInstance(Notes(), name: "Test"))
        #expect(screen.all { if case .presentation = $0 { true } else { false } }.isEmpty)
    }
}
