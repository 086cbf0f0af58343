import Foundation
import Observation
import Testing

@testable import StrataViewGraph

/// The activities that the views of a window advertise.
@MainActor
struct ActivityTests {
    private final class Log { var entries: [String] = [] }

    private struct Reader: View {
        let log: Log
        @State private var page = 1
        @State private var isActive = true
        @State private var unrelated = 0

        var body: some View {
            Text("page \(page)")
            Button("Turn") { page += 1 }
            Button("Toggle") { isActive.toggle() }
            Unrelated()
                .userActivity("com.example.read", isActive: isActive) { activity in
                    log.entries.append("page \(page)")
                    activity.title = "Page \(page)"
                    activity.userInfo = ["page": page]
                }
        }
    }

    private struct Unrelated: View {
        @State private var count = 0
        var body: some View { Button("Count \(count)") { count += 1 } }
    }

    @Test func `a view advertises its activity while it is active`() {
        let screen = Screen(Reader(log: Log()))
        #expect(screen.graph.userActivity?.activityType == "com.example.read")
        #expect(screen.graph.userActivity?.title == "Page 1")
        #expect(screen.graph.userActivity?.userInfo?["page"] as? Int == 1)
        #expect(screen.graph.session.activity?.title == "Page 1")
        screen.press("Toggle")
        #expect(screen.graph.userActivity == nil)
        #expect(screen.graph.session.activity == nil)
        screen.press("Toggle")
        #expect(screen.graph.userActivity?.title == "Page 1")
    }

    @Test func `the handler runs when the values of its view change, and only then`() {
        let log = Log()
        let screen = Screen(Reader(log: log))
        let activity = screen.graph.userActivity
        #expect(log.entries == ["page 1"])
        screen.press("Count 0")
        #expect(log.entries == ["page 1"])
        screen.press("Turn")
        #expect(log.entries == ["page 1", "page 2"])
        #expect(screen.graph.userActivity === activity)
        #expect(activity?.title == "Page 2")
        screen.press("Toggle")
        screen.press("Turn")
        #expect(log.entries == ["page 1", "page 2"])
    }

    @Test func `the handler runs when the activity needs an update, and when it is recorded`() {
        let log = Log()
        let screen = Screen(Reader(log: log))
        var flushes = 0
        screen.graph.onNeedsFlush = { flushes += 1 }
        screen.graph.userActivity?.needsSave = true
        #expect(flushes == 1)
        screen.update()
        #expect(log.entries.count == 2)
        #expect(screen.graph.userActivity?.needsSave == false)
        #expect(screen.graph.recordUserActivity()?.title == "Page 1")
        #expect(log.entries.count == 3)
    }

    @Test func `a window that is not shown advertises nothing`() {
        let log = Log()
        let screen = Screen(Reader(log: log), isShown: false)
        #expect(screen.graph.userActivity == nil)
        #expect(screen.graph.recordUserActivity() == nil)
        #expect(log.entries == [])
        screen.graph.appear()
        #expect(screen.graph.userActivity != nil)
    }

    @Observable
    final class Model { var name = "Tea" }

    @Test func `the handler runs when observable state that it has read changes`() {
        let model = Model()
        let screen = Screen(Text("product").userActivity("product") { $0.title = model.name })
        #expect(screen.graph.userActivity?.title == "Tea")
        model.name = "Salt"
        screen.update()
        #expect(screen.graph.userActivity?.title == "Salt")
    }

    private struct Selection: View {
        @State private var selected: String?
        var body: some View {
            Button("Select") { selected = "tea" }
            Button("Clear") { selected = nil }
            Text("list").userActivity("product", element: selected) { name, activity in activity.title = name }
        }
    }

    @Test func `an element of nil is not advertised`() {
        let screen = Screen(Selection())
        #expect(screen.graph.userActivity == nil)
        screen.press("Select")
        #expect(screen.graph.userActivity?.title == "tea")
        screen.press("Clear")
        #expect(screen.graph.userActivity == nil)
    }

    private struct Contributors: View {
        let log: Log
        @State private var isInnerActive = true
        @State private var isOuterActive = true
        var body: some View {
            VStack {
                Button("Inner") { isInnerActive.toggle() }
                Button("Outer") { isOuterActive.toggle() }
                VStack {
                    Text("inner").userActivity("shared", isActive: isInnerActive) { activity in
                        log.entries.append("inner")
                        activity.addUserInfoEntries(from: ["inner": 1, "both": "inner"])
                    }
                    Text("sibling").userActivity("shared") { activity in log.entries.append("sibling") }
                }
                .userActivity("other", isActive: false) { _ in log.entries.append("other") }
            }
            .userActivity("shared", isActive: isOuterActive) { activity in
                log.entries.append("outer")
                activity.addUserInfoEntries(from: ["outer": 1, "both": "outer"])
            }
        }
    }

    @Test func `views share the activity of a type, and the outer ones contribute first`() {
        let log = Log()
        let screen = Screen(Contributors(log: log))
        #expect(log.entries == ["outer", "inner", "sibling"])
        #expect(screen.graph.userActivity?.userInfo?["both"] as? String == "inner")
        #expect(screen.graph.userActivity?.userInfo?["outer"] as? Int == 1)
        log.entries = []
        screen.press("Inner")
        #expect(log.entries == ["outer", "sibling"])
        log.entries = []
        screen.press("Outer")
        #expect(log.entries == ["sibling"])
        screen.press("Inner")
        #expect(log.entries == ["sibling", "inner", "sibling"])
    }

    // MARK: Which activity is current

    private struct Types: View {
        @State private var showsDetail = false
        var body: some View {
            VStack {
                Button("Detail") { showsDetail.toggle() }
                if showsDetail { Text("detail").userActivity("detail") { $0.title = "Detail" } }
            }
            .userActivity("list") { $0.title = "List" }
        }
    }

    @Test func `of several types, the one that became active last is current`() {
        let screen = Screen(Types())
        #expect(screen.graph.userActivity?.title == "List")
        screen.press("Detail")
        #expect(screen.graph.userActivity?.title == "Detail")
        screen.press("Detail")
        #expect(screen.graph.userActivity?.title == "List")
    }

    private struct Tabs: View {
        @State private var tab = "a"
        var body: some View {
            TabView(selection: $tab) {
                Text("A").userActivity("a") { $0.title = "A" }.tabItem { Text("tab a") }.tag("a")
                Text("B").userActivity("b") { $0.title = "B" }.tabItem { Text("tab b") }.tag("b")
            }
            Button("A") { tab = "a" }
            Button("B") { tab = "b" }
        }
    }

    @Test func `only the selected tab advertises`() {
        let screen = Screen(Tabs())
        #expect(screen.graph.userActivity?.title == "A")
        screen.press("B")
        #expect(screen.graph.userActivity?.title == "B")
        screen.press("A")
        #expect(screen.graph.userActivity?.title == "A")
    }

    private struct Pages: View {
        @State private var path: [Int] = []
        var body: some View {
            NavigationStack(path: $path) {
                VStack { VStack { VStack { Button("Push") { path = [1] }.userActivity("root") { $0.title = "Root" } } } }
                    .navigationDestination(for: Int.self) { number in
                        Text("pushed").userActivity("page") { $0.title = "Page \(number)" }
                    }
            }
            Button("Pop") { path = [] }
        }
    }

    @Test func `a page that another one covers advertises nothing`() {
        let screen = Screen(Pages())
        #expect(screen.graph.userActivity?.title == "Root")
        screen.press("Push")
        #expect(screen.graph.userActivity?.title == "Page 1")
        screen.graph.userActivity?.resignCurrent()
        screen.update()
        #expect(screen.graph.userActivity == nil)
        screen.press("Pop")
        #expect(screen.graph.userActivity?.title == "Root")
    }

    // MARK: Activities of the app

    private final class Delegate: NSUserActivityDelegate {
        var events: [String] = []
        func userActivityWillSave(_ userActivity: NSUserActivity) { events.append("save") }
        func userActivityWasContinued(_ userActivity: NSUserActivity) { events.append("continued") }
    }

    private struct Owner: View {
        let activity: NSUserActivity
        var body: some View {
            Text("owner").userActivity("view") { $0.title = "View" }
            Button("Become") { activity.becomeCurrent() }
            Button("Change") { activity.title = "Changed" }
            Button("Resign") { activity.resignCurrent() }
            Button("Later") { Task { activity.becomeCurrent() } }
        }
    }

    @Test func `an activity that an action makes current is that of its window`() {
        let activity = NSUserActivity(activityType: "app")
        activity.title = "App"
        let (screen, other) = (Screen(Owner(activity: activity)), Screen(Owner(activity: activity)))
        screen.press("Become")
        #expect(screen.graph.userActivity === activity)
        #expect(screen.graph.session.activity?.title == "App")
        #expect(other.graph.userActivity?.title == "View")
        screen.press("Change")
        #expect(screen.graph.session.activity?.title == "Changed")
        other.press("Become")
        #expect(other.graph.userActivity === activity)
        #expect(screen.graph.userActivity?.title == "View")
        other.press("Resign")
        #expect(other.graph.userActivity?.title == "View")
    }

    @Test(.timeLimit(.minutes(30))) func `a task of an action belongs to the window of the action`() async {
        let activity = NSUserActivity(activityType: "task")
        let screen = Screen(Owner(activity: activity))
        screen.press("Later")
        while screen.graph.userActivity !== activity { await Task.yield() }
        #expect(screen.graph.userActivity === activity)
    }

    @Test func `the delegate is notified of saves and continuations`() {
        let (activity, delegate) = (NSUserActivity(activityType: "delegate"), Delegate())
        activity.delegate = delegate
        let screen = Screen(Owner(activity: activity))
        screen.press("Become")
        #expect(delegate.events == [])
        activity.needsSave = true
        screen.update()
        #expect(delegate.events == ["save"])
        screen.graph.activityWasContinued()
        #expect(delegate.events == ["save", "continued"])
    }

    @Test func `the host is notified of the current activity`() {
        let screen = Screen(Selection())
        var titles: [String?] = []
        screen.graph.activities.onChange = { titles.append($0?.title) }
        screen.press("Select")
        screen.press("Select")
        screen.press("Clear")
        #expect(titles == ["tea", nil])
    }

    @Test(.timeLimit(.minutes(30))) func `saved activities are deleted by the host of the window`() async {
        let log = Log()
        nonisolated(unsafe) let shared = log
        struct Deleter: View {
            let log: Log
            var body: some View {
                Button("Delete") {
                    Task {
                        await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["a"])
                        log.entries.append("deleted")
                    }
                }
            }
        }
        let screen = Screen(Deleter(log: log))
        screen.graph.activities.deleteSaved = { identifiers in
            await MainActor.run { shared.entries.append("delete \(identifiers ?? [])") }
        }
        screen.press("Delete")
        while log.entries.count < 2 { await Task.yield() }
        #expect(log.entries == [#"delete ["a"]"#, "deleted"])
    }

    @Test func `an activity over 64 KB is kept and reported`() {
        let type = "large \(UUID())"
        let screen = Screen(Text("a").userActivity(type) { $0.userInfo = ["data": [Data(count: 70_000)]] })
        #expect(screen.graph.session.activity?.size ?? 0 > 70_000)
        #expect(UserActivityLog.messages.count { $0.contains(type) && $0.contains("64 KB") } == 1)
    }

    @Test(.timeLimit(.minutes(30))) func `a window that has closed is released with its activities`() async {
        weak var graph: WindowGraph?
        weak var activities: WindowActivities?
        let activity = NSUserActivity(activityType: "kept by the app")
        do {
            let screen = Screen(Owner(activity: activity))
            screen.press("Become")
            screen.press("Later")
            graph = screen.graph
            activities = screen.graph.activities
            while screen.graph.userActivity !== activity { await Task.yield() }
            screen.graph.close()
            #expect(screen.graph.userActivity == nil)
        }
        while activities != nil { await Task.yield() }
        #expect(graph == nil)
        #expect(activity.scope == nil)
    }

    @Test func `a type that the app does not declare is reported once`() {
        let type = "undeclared \(UUID())"
        let view = Text("a").userActivity(type) { _ in }
        #expect(Screen(view).graph.userActivity != nil)
        #expect(Screen(view).graph.userActivity != nil)
        #expect(UserActivityLog.messages.count { $0.contains(type) } == 1)
    }
}
