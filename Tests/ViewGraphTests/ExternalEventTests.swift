import Foundation
import Testing

@testable import StrataViewGraph

/// The windows that external events find.
@MainActor
struct ExternalEventTests {
    @Test func `conditions are parts of an identifier, without case and diacritics`() {
        #expect(ExternalEvents.match(["photo="], "app:show?Photo=1"))
        #expect(ExternalEvents.match(["cafe"], "Café 1"))
        #expect(!ExternalEvents.match(["photo="], "app:show?album=1"))
        #expect(!ExternalEvents.match([], "a"))
        #expect(!ExternalEvents.match([""], "a"))
        #expect(ExternalEvents.match(["*"], "a"))
        #expect(ExternalEvents.match(["*"], ""))
        #expect(!ExternalEvents.match(["a*"], "ab"))
    }

    @Test func `an activity is identified by its content, or else by its web page`() {
        let activity = NSUserActivity(activityType: "a")
        #expect(ExternalEvents.identifier(of: UserActivityRecord(activity)) == "")
        activity.webpageURL = URL(string: "https://example.com/1")
        #expect(ExternalEvents.identifier(of: UserActivityRecord(activity)) == "https://example.com/1")
        activity.targetContentIdentifier = "photo 1"
        #expect(ExternalEvents.identifier(of: UserActivityRecord(activity)) == "photo 1")
    }

    private struct Contact: View {
        @State private var selected: String?
        var body: some View {
            Button("Select") { selected = "ann" }
                .handlesExternalEvents(preferring: selected.map { [$0] } ?? [], allowing: selected == nil ? ["*"] : [])
            Text("other").handlesExternalEvents(preferring: ["group"], allowing: [])
        }
    }

    @Test func `the views of a window unite what they prefer and allow`() {
        let screen = Screen(Contact())
        let activities = screen.graph.activities
        #expect(activities.preference(for: "ann") == .allowed)
        #expect(activities.preference(for: "group 1") == .preferred)
        screen.press("Select")
        #expect(activities.preference(for: "Ann") == .preferred)
        #expect(activities.preference(for: "bob") == .none)
        #expect(Screen(Text("none")).graph.activities.preference(for: "ann") == .none)
    }

    private struct Photos: App {
        var body: some Scene {
            Settings { Text("settings") }
            WindowGroup("Photo", id: "photo") { Text("photo") }.handlesExternalEvents(matching: ["photo="])
            WindowGroup("All", id: "all") { Contact() }
            Group { Window("About", id: "about") { Text("about") } }.handlesExternalEvents(matching: ["about"])
        }
    }

    private func describe(_ destination: ExternalEventDestination?, _ windows: [WindowGraph]) -> String {
        switch destination {
        case .open(let window): "window \(windows.firstIndex { $0 === window } ?? -1)"
        case .new(let scene): "new \(scene ?? "")"
        case nil: "none"
        }
    }

    @Test func `an event goes to a window that prefers it, then to one that allows it, then to a new one`() {
        let app = AppInstance(Photos(), name: "Test")
        let screens = [Screen(Text("plain")), Screen(Contact()), Screen(Contact())]
        let windows = screens.map(\.graph)
        #expect(describe(app.destination(of: "ann", among: windows), windows) == "window 1")
        screens[2].press("Select")
        #expect(describe(app.destination(of: "ann", among: windows), windows) == "window 2")
        screens[1].press("Select")
        #expect(describe(app.destination(of: "bob", among: windows), windows) == "new all")
        #expect(describe(app.destination(of: "app:?photo=1", among: windows), windows) == "new photo")
        #expect(describe(app.destination(of: "About", among: []), windows) == "new about")
    }
}
