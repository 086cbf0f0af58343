import Foundation
import OpenCombine
import Testing

@testable import StrataUserDefaults
@testable import StrataViewGraph

/// Properties that read and write user defaults.
@MainActor
struct AppStorageTests {
    /// User defaults in a folder of their own, which is removed at the end of the test.
    final class Store {
        let folder = NSTemporaryDirectory() + "/strata-storage-\(UUID().uuidString)"
        let defaults: UserDefaults

        init() {
            defaults = StoredDefaults(storage: DefaultsDomain(file: DefaultsFile(folder: folder, name: "Suite.plist")))
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        /// The same file as another process opens it.
        func reopened() -> UserDefaults {
            StoredDefaults(storage: DefaultsDomain(file: DefaultsFile(folder: folder, name: "Suite.plist")))
        }
    }

    final class Log {
        var evaluated: [String] = []
    }

    struct Reader: View {
        let log: Log
        @AppStorage("name") private var name = "none"

        var body: some View {
            let _ = log.evaluated.append("name")
            Text(name)
            Button("Rename") { name = "pressed" }
        }
    }

    struct CountReader: View {
        let log: Log
        @AppStorage("count") private var count = 3

        var body: some View {
            let _ = log.evaluated.append("count")
            Text("\(count)")
        }
    }

    struct Both: View {
        let log: Log
        let store: UserDefaults

        var body: some View {
            let _ = log.evaluated.append("both")
            VStack {
                Reader(log: log)
                CountReader(log: log)
            }
            .defaultAppStorage(store)
        }
    }

    @Test func `a change by anyone evaluates the bodies that read the key, and no others`() {
        let (store, log) = (Store(), Log())
        let screen = Screen(Both(log: log, store: store.defaults))
        #expect(screen.texts == ["none", "Rename", "3"])
        log.evaluated = []
        store.defaults.set("set", forKey: "name")
        screen.update()
        #expect(screen.texts == ["set", "Rename", "3"])
        #expect(log.evaluated == ["name"])
        store.defaults.set(5, forKey: "other")
        screen.update()
        #expect(log.evaluated == ["name"])
        store.defaults.removeObject(forKey: "name")
        screen.update()
        #expect(screen.texts.first == "none")
        #expect(log.evaluated == ["name", "name"])
    }

    @Test func `windows with one store show a change of any of them`() {
        let (store, log) = (Store(), Log())
        let (a, b) = (Screen(Both(log: log, store: store.defaults)), Screen(Both(log: log, store: store.defaults)))
        a.press("Rename")
        b.update()
        #expect(b.texts.first == "pressed")
        #expect(store.defaults.string(forKey: "name") == "pressed")
    }

    @Test func `a default value is not written`() {
        let store = Store()
        let screen = Screen(Both(log: Log(), store: store.defaults))
        #expect(screen.texts.first == "none")
        #expect(store.defaults.object(forKey: "name") == nil)
    }

    @Test func `a value of another type reads as the default`() {
        let store = Store()
        store.defaults.set(Data([1]), forKey: "name")
        store.defaults.set("four", forKey: "count")
        let screen = Screen(Both(log: Log(), store: store.defaults))
        #expect(screen.texts == ["none", "Rename", "3"])
        store.defaults.set(2.0, forKey: "count")
        screen.update()
        #expect(screen.texts.last == "2")
        store.defaults.set(2.5, forKey: "count")
        screen.update()
        #expect(screen.texts.last == "3")
    }

    @Test func `registering a default evaluates the bodies that read its key`() {
        let (store, log) = (Store(), Log())
        let key = "registered \(UUID().uuidString)"
        struct Registered: View {
            let log: Log
            @AppStorage private var text: String

            init(_ key: String, _ store: UserDefaults, _ log: Log) {
                self.log = log
                _text = AppStorage(wrappedValue: "own", key, store: store)
            }

            var body: some View {
                let _ = log.evaluated.append("text")
                Text(text)
            }
        }
        // Registered defaults reach the stores that are known by name.
        let name = "strata.test.\(UUID().uuidString)"
        guard let suite = UserDefaults(suiteName: name) else { return }
        let screen = Screen(Registered(key, suite, log))
        #expect(screen.texts == ["own"])
        suite.register(defaults: [key: "registered"])
        screen.update()
        #expect(screen.texts == ["registered"])
        #expect(log.evaluated.count == 2)
        _ = store
    }

    @Test(.timeLimit(.minutes(30))) func `a change on another thread arrives`() async {
        let (store, log) = (Store(), Log())
        let screen = Screen(Both(log: log, store: store.defaults))
        nonisolated(unsafe) let defaults = store.defaults
        await Task.detached { defaults.set("elsewhere", forKey: "name") }.value
        // The change is handed over to the main actor.
        while screen.texts.first != "elsewhere" {
            await Task.yield()
            screen.update()
        }
        #expect(screen.texts.first == "elsewhere")
    }

    struct Chooser: View {
        let stores: [UserDefaults]
        @State private var index = 0
        @State private var key = "a"

        struct Named: View {
            @AppStorage private var value: String

            init(_ key: String, _ store: UserDefaults?) { _value = AppStorage(wrappedValue: "default \(key)", key, store: store) }

            var body: some View { Text(value) }
        }

        var body: some View {
            Named(key, nil).defaultAppStorage(stores[index])
            Named(key, stores[0]).defaultAppStorage(stores[index])
            Button("Next") { index += 1 }
            Button("Key") { key = "b" }
        }
    }

    @Test func `another store or key is read and observed in place of the last one`() {
        let (first, second) = (Store(), Store())
        first.defaults.set("first", forKey: "a")
        second.defaults.set("second", forKey: "a")
        let screen = Screen(Chooser(stores: [first.defaults, second.defaults]))
        #expect(screen.texts.prefix(2) == ["first", "first"])
        screen.press("Next")
        #expect(screen.texts.prefix(2) == ["second", "first"])
        first.defaults.set("changed", forKey: "a")
        screen.update()
        #expect(screen.texts.prefix(2) == ["second", "changed"])
        screen.press("Key")
        #expect(screen.texts.prefix(2) == ["default b", "default b"])
        second.defaults.set("b in second", forKey: "b")
        screen.update()
        #expect(screen.texts.prefix(2) == ["b in second", "default b"])
    }

    struct Toggled: View {
        @AppStorage("on") private var isOn = false

        var body: some View {
            VStack {
                Text(isOn ? "on" : "off")
                Button("Animate") { $isOn.animation(.linear).wrappedValue.toggle() }
                Button("Toggle") { isOn.toggle() }
            }
        }
    }

    @Test func `a binding with an animation writes in its transaction`() {
        let store = Store()
        let screen = Screen(Toggled().defaultAppStorage(store.defaults))
        #expect(animation(ofPressing: "Animate", screen) == .linear)
        #expect(store.defaults.bool(forKey: "on"))
        #expect(animation(ofPressing: "Toggle", screen) == nil)
        #expect(!store.defaults.bool(forKey: "on"))
    }

    /// The animation with which the window is drawn after a button was pressed.
    private func animation(ofPressing title: String, _ screen: Screen) -> Animation? {
        let button = screen.find { item in
            if case .control(.button) = item.content { screen.texts(of: item) == [title] } else { false }
        }
        guard let button else { return nil }
        screen.graph.send(PressEvent(), to: button.id)
        return screen.graph.flushAnimated().animation
    }

    final class Model: ObservableObject {
        @AppStorage var title: String

        init(_ store: UserDefaults) { _title = AppStorage(wrappedValue: "untitled", "title", store: store) }
    }

    struct ModelReader: View {
        @ObservedObject var model: Model

        var body: some View {
            Text(model.title)
            Button("Edit") { model.title = "edited" }
        }
    }

    @Test func `a property of an observable object is observed by the views that read it`() {
        let store = Store()
        let screen = Screen(ModelReader(model: Model(store.defaults)))
        #expect(screen.texts.first == "untitled")
        screen.press("Edit")
        #expect(screen.texts.first == "edited")
        store.defaults.set("set", forKey: "title")
        screen.update()
        #expect(screen.texts.first == "set")
    }

    @Test func `setting a property of an observable object announces the change before it is made`() {
        let store = Store()
        let model = Announcing(store.defaults)
        var titles: [String] = []
        let subscription = model.objectWillChange.sink { titles.append(model.title) }
        model.title = "new"
        #expect(titles == ["untitled"])
        #expect(model.title == "new")
        _ = subscription
    }

    final class Announcing: ObservableObject {
        let objectWillChange = ObservableObjectPublisher()
        @AppStorage var title: String

        init(_ store: UserDefaults) { _title = AppStorage(wrappedValue: "untitled", "title", store: store) }
    }

    /// A store of an app's own, as tests of apps have it.
    final class Mock: UserDefaults {
        private var values: [String: Any] = [:]

        override func object(forKey defaultName: String) -> Any? { values[defaultName] }
        override func set(_ value: Any?, forKey defaultName: String) { values[defaultName] = value }
        override func set(_ value: Bool, forKey defaultName: String) { values[defaultName] = value }
        override func removeObject(forKey defaultName: String) { values[defaultName] = nil }
    }

    @Test func `a subclass of the app's own is observed by its notices`() throws {
        let mock = try #require(Mock(suiteName: "mock"))
        let screen = Screen(Toggled().defaultAppStorage(mock))
        screen.press("Toggle")
        #expect(screen.texts.first == "on")
        mock.set(false, forKey: "on")
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: mock)
        screen.update()
        #expect(screen.texts.first == "off")
    }

    struct Outer: View {
        let log: Log
        let name: String
        @State private var count = 0

        var body: some View {
            Button("More") { count += 1 }
            Text("\(count)")
            // Another instance in each evaluation.
            if let store = UserDefaults(suiteName: name) { CountReader(log: log).defaultAppStorage(store) }
        }
    }

    @Test func `a view is not evaluated for another instance of the same suite`() {
        let log = Log()
        let screen = Screen(Outer(log: log, name: "strata.test.\(UUID().uuidString)"))
        screen.press("More")
        #expect(screen.texts[1] == "1")
        #expect(log.evaluated == ["count"])
    }

    struct SceneReader: App {
        @AppStorage("title", store: SceneReader.store.defaults) private var title = "App"
        nonisolated(unsafe) static let store = Store()
        nonisolated(unsafe) static let windows = Store()

        var body: some Scene {
            WindowGroup(Text(title)) { CountReader(log: Log()) }.defaultAppStorage(Self.windows.defaults)
        }
    }

    @Test func `an app and the windows of its scenes read their stores`() {
        let app = AppInstance(SceneReader(), name: "Test")
        SceneReader.windows.defaults.set(9, forKey: "count")
        let screen = Screen(app.makeWindow(WindowRequest()))
        #expect(screen.texts == ["9"])
        SceneReader.store.defaults.set("Renamed", forKey: "title")
        guard case .window(let properties) = app.makeWindow(WindowRequest()).root.content else { return }
        #expect(properties.title == "Renamed")
    }
}
