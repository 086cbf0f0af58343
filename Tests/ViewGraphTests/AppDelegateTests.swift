import Foundation
import Observation
import OpenCombine
import Testing

@testable import StrataViewGraph

@MainActor
struct AppDelegateTests {
    /// The notifications that the delegates of a test have received. Each test has delegates of its
    /// own, because a process has one of each class.
    @MainActor fileprivate enum Log {
        static var entries: [String: [String]] = [:]
        static func append(_ entry: String, _ test: String) { entries[test, default: []].append(entry) }
    }

    fileprivate final class Launched: UIResponder, UIApplicationDelegate {
        let name: String

        override init() {
            name = "made"
            super.init()
        }

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
        ) -> Bool {
            Log.append("launched \(launchOptions == nil)", "launch")
            return true
        }

        func applicationWillTerminate(_ application: UIApplication) {
            Log.append("terminated \(application === UIApplication.shared)", "launch")
        }
    }

    private struct LaunchedApp: App {
        @UIApplicationDelegateAdaptor(Launched.self) var delegate

        var body: some Scene {
            let _ = Log.append("body", "launch")
            WindowGroup { Text(delegate.name) }
        }
    }

    private struct SecondApp: App {
        @UIApplicationDelegateAdaptor var delegate: Launched
        var body: some Scene { WindowGroup { Text(delegate.name) } }
    }

    @Test func `a delegate is made and launched once, before the body, and terminated`() {
        let app = LaunchedApp()
        #expect(app.delegate === SecondApp().delegate)
        #expect(Log.entries["launch"] == nil)
        let instance = AppInstance(app, name: "Test")
        #expect(Log.entries["launch"] == ["launched true", "body"])
        _ = AppInstance(SecondApp(), name: "Second")
        #expect(Screen(instance.makeWindow()).texts == ["made"])
        #expect(UIApplication.shared.delegate != nil)
        #expect(Log.entries["launch"]?.filter { $0 != "body" } == ["launched true"])
        instance.terminate()
        #expect(Log.entries["launch"]?.last == "terminated true")
    }

    fileprivate final class Desk: NSObject, NSApplicationDelegate {
        func applicationWillFinishLaunching(_ notification: Notification) { Log.append("will", "desk") }
        func applicationDidFinishLaunching(_ notification: Notification) {
            Log.append(notification.name.rawValue, "desk")
            Log.append("\(notification.object as? NSApplication === NSApplication.shared)", "desk")
        }
        func applicationWillTerminate(_ notification: Notification) { Log.append("terminated", "desk") }
        func application(_ application: NSApplication, open urls: [URL]) {
            Log.append(urls.map(\.absoluteString).joined(), "desk")
        }
    }

    private struct OpenedURL: View {
        @State private var url = "none"
        var body: some View { Text(url).onOpenURL { url = $0.absoluteString } }
    }

    private struct DeskApp: App {
        @NSApplicationDelegateAdaptor(Desk.self) private var delegate
        var body: some Scene { WindowGroup { OpenedURL() } }
    }

    private func request(_ url: String) -> WindowRequest {
        var request = WindowRequest()
        request.openedURL = URL(string: url)
        return request
    }

    @Test func `a delegate of a Mac app receives notifications, and URLs as the views do`() {
        let app = AppInstance(DeskApp(), name: "Test")
        #expect(Log.entries["desk"] == ["will", "NSApplicationDidFinishLaunchingNotification", "true"])
        let screen = Screen(app.makeWindow(request("notes:1")))
        #expect(Log.entries["desk"]?.last == "notes:1")
        #expect(screen.texts == ["notes:1"])
        app.terminate()
        #expect(Log.entries["desk"]?.last == "terminated")
    }

    fileprivate final class Opener: NSObject, UIApplicationDelegate {
        func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
            Log.append(url.absoluteString, "open")
            return url.scheme == "mine"
        }
    }

    private struct OpenerApp: App {
        @UIApplicationDelegateAdaptor(Opener.self) private var delegate
        var body: some Scene { WindowGroup { OpenedURL() } }
    }

    @Test func `views receive the URLs that the delegate of an iOS app does not open`() {
        let app = AppInstance(OpenerApp(), name: "Test")
        #expect(Screen(app.makeWindow(request("mine:1"))).texts == ["none"])
        #expect(Screen(app.makeWindow(request("other:1"))).texts == ["other:1"])
        #expect(Log.entries["open"] == ["mine:1", "other:1"])
    }

    fileprivate final class Counter: NSObject, UIApplicationDelegate, ObservableObject {
        @Published var count = 0
    }

    @Observable
    fileprivate final class Observed: NSObject, NSApplicationDelegate {
        var count = 0
    }

    private struct Counts: View {
        @EnvironmentObject private var counter: Counter
        @Environment(Observed.self) private var observed
        var body: some View {
            Text("\(counter.count) \(observed.count)")
            Button("Count") {
                counter.count += 1
                observed.count += 10
            }
        }
    }

    private struct CountingApp: App {
        @UIApplicationDelegateAdaptor(Counter.self) private var counter
        @NSApplicationDelegateAdaptor(Observed.self) private var observed
        var body: some Scene {
            WindowGroup(counter.count > 0 ? "Counted" : "New") { Counts() }
        }
    }

    @Test(.timeLimit(.minutes(30))) func `observable delegates are in the environment, and the app observes them`() async {
        let app = AppInstance(CountingApp(), name: "Test")
        let screen = Screen(app.makeWindow())
        #expect(screen.texts == ["0 0", "Count"])
        screen.press("Count")
        #expect(screen.texts == ["1 10", "Count"])
        // The app's body is evaluated after the object has changed, which it announces before.
        while app.list.value.windows.first?.title?.string != "Counted" { await Task.yield() }
        #expect(app.list.value.windows.first?.title?.string == "Counted")
    }
}
