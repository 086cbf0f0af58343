import Foundation
import Observation
import OpenCombine
import Testing

@testable import StrataViewGraph

/// The initializers of scenes with windows, and the modifiers of scenes.
@MainActor
struct WindowFormTests {
    private struct Note: Codable, Hashable {
        var title: String
    }

    /// A title that is not a literal, so that it is not a key.
    private static let title = "String"

    private func windows(_ app: some App) -> [WindowDefinition] { AppInstance(app, name: "Test").list.value.windows }

    /// The texts of the windows of an app, each for a value.
    private func texts(_ app: some App, json: String? = nil) -> [[String]] {
        windows(app).map { Screen(AnyView(erasing: $0.makeContent(json))).texts }
    }

    private struct Groups: App {
        var body: some Scene {
            WindowGroup("Key", id: "a") { Text("1") }
            WindowGroup(Text("Text")) { Text("2") }
            WindowGroup(Text("Text"), id: "b") { Text("3") }
            WindowGroup(title) { Text("4") }
            WindowGroup(title, id: "c") { Text("5") }
            Window(Text("Text"), id: "d") { Text("6") }
            Window(title, id: "e") { Text("7") }
        }
    }

    @Test func `a group and a window have the title and the ID of their initializers`() {
        let windows = windows(Groups())
        #expect(windows.map(\.title?.string) == ["Key", "Text", "Text", "String", "String", "Text", "String"])
        #expect(windows.map(\.name) == ["a", nil, "b", nil, "c", "d", "e"])
        #expect(windows.map(\.kind) == [.group, .group, .group, .group, .group, .single, .single])
        #expect(texts(Groups()) == [["1"], ["2"], ["3"], ["4"], ["5"], ["6"], ["7"]])
    }

    @Test func `the title of a scene is the title of its windows`() {
        let window = AppInstance(Groups(), name: "Test").makeWindow(WindowRequest(scene: "e"))
        guard case .window(let properties) = window.root.content else {
            Issue.record("The root is no window.")
            return
        }
        #expect(properties.title == "String")
    }

    private struct Counted: App {
        var body: some Scene {
            WindowGroup("\(1234) notes") { Text("a") }
                .commands {
                    CommandMenu("\(5678) entries") { Button("b") {} }
                    CommandGroup(replacing: .help) { Button("c") {} }
                }
            Window("\(9012) texts", id: "d") { Text("d") }
        }
    }

    @Test(arguments: ["de_DE", "en_US"])
    func `titles are in the language of each window, not in that of the user who changed the app last`(_ last: String) {
        let settings = Localization.Settings(
            locale: Locale(identifier: last), calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
        let app = Localization.$current.withValue(settings) { AppInstance(Counted(), name: "Test") }
        func titles(_ language: String, scene: String?) -> [String] {
            let screen = Screen(app.makeWindow(WindowRequest(scene: scene, locale: Locale(identifier: language))))
            return screen.all { _ in true }.compactMap { item in
                switch item.content {
                case .window(let window): window.title
                case .presentation(.commandMenu(let title)): title
                default: nil
                }
            }
        }
        #expect(titles("en_US", scene: nil) == ["1,234 notes", "5,678 entries", "Help"])
        #expect(titles("de_DE", scene: nil) == ["1.234 notes", "5.678 entries", "Help"])
        #expect(titles("de_DE", scene: "d") == ["9.012 texts", "5.678 entries", "Help"])
    }

    private struct Optionals: App {
        var body: some Scene {
            WindowGroup(id: "a", for: Note.self) { $note in Text(note?.title ?? "none") }
            WindowGroup("Key", id: "b", for: Note.self) { $note in Text(note?.title ?? "none") }
            WindowGroup(Text("Text"), for: Note.self) { $note in Text(note?.title ?? "none") }
            WindowGroup(Text("Text"), id: "d", for: Note.self) { $note in Text(note?.title ?? "none") }
            WindowGroup(title, for: Note.self) { $note in Text(note?.title ?? "none") }
            WindowGroup(title, id: "f", for: Note.self) { $note in Text(note?.title ?? "none") }
        }
    }

    @Test func `a group for an optional value shows the value of its window, or nil`() {
        let windows = windows(Optionals())
        #expect(windows.map(\.title?.string) == [nil, "Key", "Text", "Text", "String", "String"])
        #expect(windows.map(\.name) == ["a", "b", "Note", "d", "Note 2", "f"])
        #expect(windows.allSatisfy { $0.valueType == Note.self })
        #expect(texts(Optionals()).allSatisfy { $0 == ["none"] })
        #expect(texts(Optionals(), json: #"{"title":"Milk"}"#).allSatisfy { $0 == ["Milk"] })
    }

    private struct Defaults: App {
        private func content(_ note: Binding<Note>) -> some View {
            VStack {
                Text(note.wrappedValue.title)
                Button("Rename") { note.wrappedValue.title = "Salt" }
            }
        }

        private func makeDefault() -> Note { Note(title: "new") }

        var body: some Scene {
            Group {
                WindowGroup(for: Note.self) {
                    content($0)
                } defaultValue: {
                    makeDefault()
                }
                WindowGroup(id: "b", for: Note.self) {
                    content($0)
                } defaultValue: {
                    makeDefault()
                }
                WindowGroup("Key", for: Note.self) {
                    content($0)
                } defaultValue: {
                    makeDefault()
                }
                WindowGroup("Key", id: "d", for: Note.self) {
                    content($0)
                } defaultValue: {
                    makeDefault()
                }
            }
            WindowGroup(Text("Text"), for: Note.self) {
                content($0)
            } defaultValue: {
                makeDefault()
            }
            WindowGroup(Text("Text"), id: "f", for: Note.self) {
                content($0)
            } defaultValue: {
                makeDefault()
            }
            WindowGroup(title, for: Note.self) {
                content($0)
            } defaultValue: {
                makeDefault()
            }
            WindowGroup(title, id: "h", for: Note.self) {
                content($0)
            } defaultValue: {
                makeDefault()
            }
        }
    }

    @Test func `a group for a value with a default shows the default in a window without a value`() {
        let windows = windows(Defaults())
        #expect(windows.map(\.title?.string) == [nil, nil, "Key", "Key", "Text", "Text", "String", "String"])
        #expect(windows.compactMap(\.name).filter { !$0.hasPrefix("Note") } == ["b", "d", "f", "h"])
        #expect(texts(Defaults()).allSatisfy { $0 == ["new", "Rename"] })
        #expect(texts(Defaults(), json: #"{"title":"Milk"}"#).allSatisfy { $0 == ["Milk", "Rename"] })
    }

    @Test func `the binding of a value with a default changes the value`() {
        for window in windows(Defaults()) {
            let screen = Screen(AnyView(erasing: window.makeContent(nil)))
            screen.press("Rename")
            #expect(screen.texts == ["Salt", "Rename"])
        }
    }

    // MARK: Opening and closing

    private struct Opener: View {
        @Environment(\.openWindow) private var openWindow
        @Environment(\.dismissWindow) private var dismissWindow

        var body: some View {
            Button("Open") { openWindow(id: "b", value: Note(title: "Milk")) }
            Button("Close") { dismissWindow(id: "b", value: Note(title: "Milk")) }
            SettingsLink()
        }
    }

    private struct TwoGroups: App {
        var body: some Scene {
            WindowGroup { Opener() }
            WindowGroup(id: "a", for: Note.self) { $note in Text(note?.title ?? "none") }
            WindowGroup(id: "b", for: Note.self) { $note in Text(note?.title ?? "none") }
            Settings { Text("settings") }
        }
    }

    @Test func `a value is opened and closed in the group with the ID`() {
        let screen = Screen(AppInstance(TwoGroups(), name: "Test").makeWindow())
        let json = #"{"title":"Milk"}"#
        screen.press("Open")
        screen.press("Close")
        #expect(
            screen.graph.drainRequests() == [
                .openWindow(scene: "b", value: json, name: "b \(json)"), .closeWindow(scene: "b", value: json),
            ])
    }

    @Test func `a link to the settings opens them`() {
        let screen = Screen(AppInstance(TwoGroups(), name: "Test").makeWindow())
        screen.press("Settings…")
        #expect(screen.graph.drainRequests() == [.openWindow(scene: "settings", value: nil, name: "settings")])
    }

    // MARK: Modifiers

    @Observable fileprivate final class Shelf {
        var name = "shelf"
    }

    fileprivate final class Box: ObservableObject {
        @Published var name = "box"
    }

    private struct Reader: View {
        @Environment(Shelf.self) private var shelf
        @EnvironmentObject private var box: Box
        @Environment(\.lineLimit) private var limit

        var body: some View { Text("\(shelf.name) \(box.name) \(limit ?? 0)") }
    }

    private struct Modified: App {
        var body: some Scene {
            WindowGroup { Reader() }
                .environment(Shelf()).environmentObject(Box())
                .transformEnvironment(\.lineLimit) { $0 = ($0 ?? 0) + 1 }
                .environment(\.lineLimit, 3)
                .defaultSize(CGSize(width: 300, height: 200))
        }
    }

    @Test func `objects and changes of the environment reach the windows of a scene`() {
        #expect(Screen(AppInstance(Modified(), name: "Test").makeWindow()).texts == ["shelf box 4"])
    }

    @MainActor fileprivate final class Log {
        var entries: [String] = []
    }

    private struct Counting: App {
        let log: Log
        @State private var count = 0

        init(log: Log) { self.log = log }
        init() { self.init(log: Log()) }

        var body: some Scene {
            WindowGroup { Button("Count") { count += 1 } }
                .onChange(of: count) { log.entries.append("changed") }
                .onChange(of: count, initial: true) { log.entries.append("changed or started") }
        }
    }

    @Test func `an action of a scene without parameters runs after a change, and at the start if asked for`() {
        let log = Log()
        let screen = Screen(AppInstance(Counting(log: log), name: "Test").makeWindow())
        #expect(log.entries == ["changed or started"])
        log.entries = []
        screen.press("Count")
        #expect(log.entries.sorted() == ["changed", "changed or started"])
    }

    private struct Available: App {
        var body: some Scene {
            if #available(macOS 14, *) { WindowGroup { Text("available") } }
        }
    }

    @Test func `a scene stands after a check of the availability`() {
        #expect(Screen(AppInstance(Available(), name: "Test").makeWindow()).texts == ["available"])
    }
}
