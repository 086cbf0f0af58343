import Foundation
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

    private struct CountingApp: App {
        let log: Log
        @State private var count = 0

        init(log: Log) { self.log = log }
        init() { self.init(log: Log()) }

        var body: some Scene {
            let _ = log.entries.append("body")
            WindowGroup { Button("\(count)") { count += 1 } }
        }
    }

    @Test func `a change of state evaluates the app's body once, also after changes of the scene phase`() {
        let log = Log()
        let screen = screen(AppInstance(CountingApp(log: log), name: "Test"))
        for index in 0..<10 { screen.send(SurroundingsEvent(isVisible: index % 2 == 0), to: screen.item(0)) }
        log.entries = []
        screen.press("0")
        #expect(log.entries == ["body"])
        #expect(screen.texts == ["1"])
    }

    private struct Toggling: App {
        let log: Log
        @State private var hasFirst = true

        init(log: Log) { self.log = log }
        init() { self.init(log: Log()) }

        var body: some Scene {
            if hasFirst {
                WindowGroup("A", id: "a") { Text("a") }.onChange(of: 1) { old, new in log.entries.append("\(old) to \(new)") }
            }
            WindowGroup("B", id: "b") { Button("Toggle") { hasFirst.toggle() } }
                .onChange(of: 2) { old, new in log.entries.append("\(old) to \(new)") }
        }
    }

    @Test func `a window keeps showing its scene when an earlier scene is removed or added`() {
        let log = Log()
        let app = AppInstance(Toggling(log: log), name: "Test")
        let (first, second) = (screen(app), screen(app, WindowRequest(scene: "b")))
        #expect(first.texts == ["a"])
        second.press("Toggle")
        first.update()
        #expect(second.texts == ["Toggle"])
        #expect(first.texts == [])
        second.press("Toggle")
        first.update()
        #expect(second.texts == ["Toggle"])
        #expect(first.texts == ["a"])
        #expect(log.entries == [])
    }

    private struct Defaulting: App {
        var body: some Scene {
            WindowGroup(for: UUID.self) { $id in
                Text(id.uuidString)
                Text(id.uuidString)
                Refreshing(id: $id)
            } defaultValue: {
                UUID()
            }
        }
    }

    private struct Refreshing: View {
        @Binding var id: UUID
        @State private var count = 0
        var body: some View {
            Text(count < 0 ? "" : id.uuidString)
            Button("Refresh") { count += 1 }
        }
    }

    @Test func `the default value of a window is made once`() {
        let app = AppInstance(Defaulting(), name: "Test")
        let screen = screen(app)
        let texts = screen.texts
        #expect(Set(texts.prefix(3)).count == 1)
        screen.press("Refresh")
        #expect(screen.texts == texts)
        #expect(self.screen(app).texts.first != texts.first)
    }

    private enum First {
        struct Note: Codable, Hashable { var title = "first" }
    }

    private enum Second {
        struct Note: Codable, Hashable { var title = "second" }
    }

    private struct Colliding: App {
        var body: some Scene {
            WindowGroup { ColliderButtons() }
            WindowGroup(for: First.Note.self) { $note in Text("first \(note?.title ?? "none")") }
            WindowGroup(for: Second.Note.self) { $note in Text("second \(note?.title ?? "none")") }
            WindowGroup(id: "settings") { Text("a group") }
            Settings { Text("the settings") }
        }
    }

    private struct ColliderButtons: View {
        @Environment(\.openWindow) private var openWindow
        @Environment(\.dismissWindow) private var dismissWindow
        @Environment(\.openSettings) private var openSettings
        var body: some View {
            Button("First") { openWindow(value: First.Note()) }
            Button("Second") { openWindow(value: Second.Note()) }
            Button("Group") { openWindow(id: "settings") }
            Button("Settings") { openSettings() }
            Button("Close number") { dismissWindow(value: 7) }
            Button("Close unknown") { dismissWindow(id: "unknown") }
            Button("Open unknown") { openWindow(id: "unknown") }
            Button("Open number") { openWindow(id: "settings", value: 7) }
        }
    }

    @Test(arguments: [
        ("First", ["first first"]), ("Second", ["second second"]), ("Group", ["a group"]), ("Settings", ["the settings"]),
    ])
    func `scenes with the same name are told apart`(button: String, texts: [String]) {
        let app = AppInstance(Colliding(), name: "Test")
        let screen = screen(app)
        screen.press(button)
        guard case .openWindow(let scene, let value, _)? = screen.graph.drainRequests().first else {
            Issue.record("no window was requested")
            return
        }
        #expect(self.screen(app, WindowRequest(scene: scene, value: value)).texts == texts)
    }

    @Test(arguments: [
        ("Open unknown", "the ID unknown."), ("Open number", "the ID settings and values of the type Int."),
    ])
    func `opening a window of a scene that does not exist opens no window`(button: String, missing: String) {
        let screen = screen(AppInstance(Colliding(), name: "Test"))
        screen.press(button)
        #expect(screen.graph.drainRequests() == [])
        #expect(WarningLog.messages.contains("No window was opened: no scene of the app has \(missing)"))
    }

    private struct Details: View {
        @Environment(\.dismiss) private var dismiss
        @State private var isShown = false
        var body: some View {
            Button("Done") { dismiss() }
            Button("Show") { isShown = true }.sheet(isPresented: $isShown) { Sheet() }
        }
    }

    private struct Sheet: View {
        @Environment(\.dismiss) private var dismiss
        var body: some View { Button("Close sheet") { dismiss() } }
    }

    private struct WithDetails: App {
        var body: some Scene {
            WindowGroup { Details() }
            WindowGroup(id: "details") { Details() }
        }
    }

    @Test func `dismiss closes a window that another one has opened`() {
        let screen = screen(AppInstance(WithDetails(), name: "Test"), WindowRequest(scene: "details"))
        screen.press("Done")
        #expect(screen.graph.drainRequests() == [.closeWindow(scene: nil, value: nil)])
    }

    @Test func `dismiss closes the sheet of a window, and not the window`() {
        let screen = screen(AppInstance(WithDetails(), name: "Test"), WindowRequest(scene: "details"))
        screen.press("Show")
        screen.press("Close sheet")
        #expect(screen.graph.drainRequests() == [])
        #expect(screen.texts == ["Done", "Show"])
    }

    @Test func `dismiss leaves the window that the user has opened`() {
        let screen = screen(AppInstance(WithDetails(), name: "Test"))
        screen.press("Done")
        #expect(screen.graph.drainRequests() == [])
    }

    private struct LongOpener: View {
        let title: String
        @Environment(\.openWindow) private var openWindow
        var body: some View { Button("Open") { openWindow(value: Note(title: title)) } }
    }

    private struct WithLongValues: App {
        var title = ""
        var body: some Scene {
            WindowGroup { LongOpener(title: title) }
            WindowGroup(for: Note.self) { $note in Text(note?.title ?? "none") }
        }
    }

    @Test(arguments: [("x", 12_276), ("一", 4_092)])
    func `a value for which a URL has room opens a window`(character: String, length: Int) {
        let title = String(repeating: character, count: length)
        let app = AppInstance(WithLongValues(title: title), name: "Test")
        let screen = screen(app)
        screen.press("Open")
        guard case .openWindow(let scene, let value, _)? = screen.graph.drainRequests().first else {
            Issue.record("no window was requested")
            return
        }
        #expect(self.screen(app, WindowRequest(scene: scene, value: value)).texts == [title])
    }

    @Test(arguments: [("x", 12_277), ("👨‍👩‍👧‍👦", 492)])
    func `a value for which a URL has no room opens no window, and a warning says so`(character: String, length: Int) {
        let title = String(repeating: character, count: length)
        let screen = screen(AppInstance(WithLongValues(title: title), name: "Test"))
        screen.press("Open")
        #expect(screen.graph.drainRequests() == [])
        let size = title.utf8.count + 12
        #expect(size > 12_288)
        #expect(WarningLog.messages.contains { $0.hasPrefix("No window was opened: the value has \(size) bytes of JSON") })
    }

    private struct WithoutSettings: App {
        var body: some Scene { WindowGroup { SettingsLink() } }
    }

    @Test func `opening the settings of an app without any opens no window`() {
        let screen = screen(AppInstance(WithoutSettings(), name: "Test"))
        screen.press("Settings…")
        #expect(screen.graph.drainRequests() == [])
        #expect(WarningLog.messages.contains { $0.hasPrefix("The app has no Settings scene to open.") })
    }

    @Test(arguments: ["Close number", "Close unknown"])
    func `closing the window of a scene that does not exist closes no window`(button: String) {
        let screen = screen(AppInstance(Colliding(), name: "Test"))
        screen.press(button)
        #expect(screen.graph.drainRequests() == [])
    }
}
