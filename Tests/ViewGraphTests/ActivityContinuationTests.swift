import Foundation
import Testing

@testable import StrataViewGraph

/// Activities and URLs that reach a window from outside, and those of a restored session.
@MainActor
struct ActivityContinuationTests {
    private final class Log { var entries: [String] = [] }

    private func activity(_ type: String, _ title: String = "title") -> NSUserActivity {
        let activity = NSUserActivity(activityType: type)
        activity.title = title
        return activity
    }

    private struct Handlers: View {
        let log: Log
        @State private var title = "none"
        @State private var showsLate = false
        var body: some View {
            VStack {
                Text(title).onContinueUserActivity("a") { title = $0.title ?? "" }
                Button("Late") { showsLate = true }
                if showsLate { Text("late").onContinueUserActivity("late") { log.entries.append("late \($0.title ?? "")") } }
                Text("inner").onContinueUserActivity("a") { _ in log.entries.append("inner") }
                    .onOpenURL { log.entries.append("open \($0.absoluteString)") }
            }
            .onContinueUserActivity("a") { _ in log.entries.append("outer") }
            .onContinueUserActivity("b") { _ in log.entries.append("b") }
        }
    }

    @Test func `all views that continue a type run their actions, the outer ones first`() {
        let log = Log()
        let screen = Screen(Handlers(log: log))
        #expect(screen.graph.continueActivity(activity("a")))
        screen.update()
        #expect(log.entries == ["outer", "inner"])
        #expect(screen.texts.first == "title")
    }

    @Test func `an activity waits for the view that continues it, and a newer one replaces it`() {
        let log = Log()
        let screen = Screen(Handlers(log: log))
        #expect(!screen.graph.continueActivity(activity("late", "1")))
        #expect(!screen.graph.continueActivity(activity("late", "2")))
        screen.update()
        #expect(log.entries == [])
        screen.press("Late")
        #expect(log.entries == ["late 2"])
    }

    @Test func `an activity waits until the window is shown`() {
        let log = Log()
        let screen = Screen(Handlers(log: log), isShown: false)
        #expect(!screen.graph.continueActivity(activity("b")))
        screen.update()
        #expect(log.entries == [])
        screen.graph.appear()
        #expect(log.entries == ["b"])
    }

    @Test func `URLs and web pages are opened`() throws {
        let log = Log()
        let screen = Screen(Handlers(log: log))
        #expect(screen.graph.open(try #require(URL(string: "app:note/1"))))
        let page = activity(NSUserActivityTypeBrowsingWeb)
        page.webpageURL = URL(string: "https://example.com/note/2")
        #expect(screen.graph.continueActivity(page))
        #expect(log.entries == ["open app:note/1", "open https://example.com/note/2"])
        #expect(!Screen(Text("none")).graph.open(try #require(URL(string: "app:note/1"))))
    }

    @Test func `a new window continues the activity of its request, and opens its URL`() {
        struct Main: App {
            var log = Log()
            var body: some Scene { WindowGroup { Handlers(log: log) } }
        }
        let app = Main()
        var request = WindowRequest()
        request.activity = UserActivityRecord(activity("a", "requested"))
        request.openedURL = URL(string: "app:1")
        let screen = Screen(AppInstance(app, name: "Test").makeWindow(request))
        #expect(screen.texts.first == "requested")
        #expect(app.log.entries == ["outer", "inner", "open app:1"])
    }

    // MARK: Restoration

    private struct Product: Codable, Equatable { var name: String }

    private struct Detail: View {
        let log: Log
        @State private var product: Product?
        @State private var page = 0
        var body: some View {
            Text(product?.name ?? "none")
            Button("Tea") { product = Product(name: "Tea") }
            Button("Close") { product = nil }
            Text("detail")
                .userActivity("product", element: product) { product, activity in try? activity.setTypedPayload(product) }
                .onContinueUserActivity("product") { activity in
                    log.entries.append("continued")
                    product = try? activity.typedPayload(Product.self)
                }
                .onAppear { log.entries.append("appeared") }
        }
    }

    private func screen(_ session: SceneSession, _ log: Log = Log(), isShown: Bool = true) -> Screen {
        var environment = EnvironmentValues()
        environment.sceneSession = session
        return Screen(WindowGraph(title: "Test", environment: environment, content: Detail(log: log)), isShown: isShown)
    }

    /// Returns the session in another process.
    private func restored(_ session: SceneSession) throws -> SceneSession {
        var record = session.record(lastSeen: .now)
        (record.values, record.activity) = try SceneRecord.decodeValues(try record.encodedValues())
        return SceneSession(record)
    }

    @Test func `a restored window continues its activity after its views have appeared`() throws {
        let (session, log) = (SceneSession(), Log())
        #expect(!session.isWorthKeeping)
        let before = screen(session)
        #expect(!session.isWorthKeeping)
        before.press("Tea")
        #expect(session.isWorthKeeping)
        before.graph.close()
        let again = screen(try restored(session), log)
        #expect(log.entries == ["appeared", "continued"])
        #expect(again.texts.first == "Tea")
        #expect(try again.graph.userActivity?.typedPayload(Product.self) == Product(name: "Tea"))
        again.press("Close")
        #expect(screen(try restored(again.graph.session)).texts.first == "none")
    }

    @Test func `a window that closes before it was shown keeps the activity`() throws {
        let session = SceneSession()
        screen(session).press("Tea")
        let second = try restored(session)
        let unseen = screen(second, isShown: false)
        #expect(try restored(second).activity?.activityType == "product")
        unseen.graph.close()
        #expect(screen(try restored(second)).texts.first == "Tea")
    }

    @Test func `an activity that no view continues is kept until another one is current`() throws {
        let session = SceneSession()
        session.setActivity(UserActivityRecord(activity("removed")), reports: true)
        let screen = screen(session)
        #expect(try restored(session).activity?.activityType == "removed")
        screen.press("Tea")
        #expect(try restored(session).activity?.activityType == "product")
    }

    @Test func `a restored window has the entries that its activity requires`() throws {
        let (session, product) = (SceneSession(), activity("product"))
        product.userInfo = ["id": 1, "scroll": 300]
        product.requiredUserInfoKeys = ["id"]
        session.setActivity(UserActivityRecord(product), reports: true)
        #expect(session.activity?.userInfo?.count == 2)
        #expect(try restored(session).activity?.userInfo == [.string("id"): .integer(1)])
    }

    @Test func `a record has the values of its moment`() throws {
        let (session, log) = (SceneSession(), Log())
        var environment = EnvironmentValues()
        environment.sceneSession = session
        let view = Text("a").userActivity("count") { $0.userInfo = ["count": log.entries.count] }
        let screen = Screen(WindowGraph(title: "Test", environment: environment, content: view))
        log.entries = ["a", "b"]
        let record = session.record(lastSeen: .now)
        #expect(record.activity?.userInfo == [.string("count"): .integer(2)])
        let changes = session.revision
        _ = session.record(lastSeen: .now)
        #expect(session.revision == changes)
        #expect(screen.graph.userActivity?.userInfo?["count"] as? Int == 2)
    }

    @Test func `an activity that cannot be decoded does not stop the values`() throws {
        var record = SceneRecord(name: "a", activity: UserActivityRecord(activity("a")), values: ["x": .integer(1)])
        let data = try record.encodedValues()
        #expect(try SceneRecord.decodeValues(data).activity == record.activity)
        record.values["strata.userActivity"] = .data(Data([1, 2, 3]))
        record.activity = nil
        let broken = try record.encodedValues()
        #expect(try SceneRecord.decodeValues(broken).activity == nil)
        #expect(try SceneRecord.decodeValues(broken).values == ["x": .integer(1)])
    }
}
