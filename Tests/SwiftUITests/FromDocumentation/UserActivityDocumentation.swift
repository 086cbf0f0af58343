import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Activities as the documentation of `NSUserActivity` describes them.
@MainActor
struct UserActivityDocumentation {
    private static let type = "com.example.checks.viewing"

    // MARK: Properties

    @Test func `an activity keeps the properties that describe it`() throws {
        let activity = NSUserActivity(activityType: Self.type)
        activity.title = "Viewing"
        activity.keywords = ["tea", "green", "tea"]
        activity.requiredUserInfoKeys = ["id"]
        activity.targetContentIdentifier = "target"
        activity.persistentIdentifier = "persistent"
        #expect(activity.activityType == Self.type)
        #expect(activity.title == "Viewing")
        #expect(activity.keywords == ["green", "tea"])
        #expect(activity.requiredUserInfoKeys == ["id"])
        #expect(activity.targetContentIdentifier == "target")
        #expect(activity.persistentIdentifier == "persistent")
    }

    @Test func `an activity has the expiration date that was set`() {
        let activity = NSUserActivity(activityType: Self.type)
        let date = Date(timeIntervalSinceNow: 3600)
        activity.expirationDate = date
        #expect(activity.expirationDate == date)
    }

    @Test func `the URL of a web page is kept`() {
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.webpageURL = URL(string: "https://example.com/tea")
        #expect(activity.webpageURL?.absoluteString == "https://example.com/tea")
    }

    @Test func `the eligibilities of an activity can be changed`() {
        let activity = NSUserActivity(activityType: Self.type)
        activity.isEligibleForHandoff = false
        activity.isEligibleForSearch = true
        activity.isEligibleForPublicIndexing = true
        activity.isEligibleForPrediction = true
        #expect(!activity.isEligibleForHandoff)
        #expect(activity.isEligibleForSearch)
        #expect(activity.isEligibleForPublicIndexing)
        #expect(activity.isEligibleForPrediction)
    }

    @Test func `the user info can have strings, numbers, dates, data, URLs, arrays and dictionaries`() {
        let activity = NSUserActivity(activityType: Self.type)
        activity.userInfo = [
            "string": "s", "number": 4, "date": Date(timeIntervalSince1970: 9), "data": Data([1]),
            "url": URL(fileURLWithPath: "/a"), "array": [1, 2], "dictionary": ["k": "v"],
        ]
        #expect(activity.userInfo?["string"] as? String == "s")
        #expect(activity.userInfo?["number"] as? Int == 4)
        #expect(activity.userInfo?["date"] as? Date == Date(timeIntervalSince1970: 9))
        #expect(activity.userInfo?["data"] as? Data == Data([1]))
        #expect((activity.userInfo?["url"] as? URL)?.path == "/a")
        #expect(activity.userInfo?["array"] as? [Int] == [1, 2])
        #expect(activity.userInfo?["dictionary"] as? [String: String] == ["k": "v"])
    }

    @Test func `entries can be added to an activity without user info`() {
        let activity = NSUserActivity(activityType: Self.type)
        activity.addUserInfoEntries(from: ["a": 1])
        #expect(activity.userInfo?["a"] as? Int == 1)
    }

    private final class Delegate: NSObject, NSUserActivityDelegate {}

    @Test func `an activity does not retain its delegate`() {
        let activity = NSUserActivity(activityType: Self.type)
        var delegate: Delegate? = Delegate()
        activity.delegate = delegate
        #expect(activity.delegate === delegate)
        delegate = nil
        #expect(activity.delegate == nil)
    }

    @Test func `an activity that needs to be saved says so`() {
        let activity = NSUserActivity(activityType: Self.type)
        activity.needsSave = true
        #expect(activity.needsSave)
    }

    // MARK: Typed payloads

    private struct Place: Codable, Equatable {
        enum Kind: String, Codable { case city, lake }
        struct Point: Codable, Equatable { var x, y: Double }

        var name: String
        var kind: Kind
        var point: Point
        var tags: [String: Int]
        var url: URL?
    }

    private let place = Place(
        name: "Como", kind: .lake, point: Place.Point(x: 1.5, y: -2), tags: ["a": 1], url: URL(string: "https://example.com/como"))

    @Test func `a typed payload with nested values is decoded as it was encoded`() throws {
        let activity = NSUserActivity(activityType: Self.type)
        try activity.setTypedPayload(place)
        #expect(try activity.typedPayload(Place.self) == place)
    }

    @Test func `a typed payload is encoded into the user info`() throws {
        let activity = NSUserActivity(activityType: Self.type)
        try activity.setTypedPayload(place)
        #expect(activity.userInfo?["name"] as? String == "Como")
    }

    @Test func `a second payload replaces the first`() throws {
        let activity = NSUserActivity(activityType: Self.type)
        try activity.setTypedPayload(place)
        var other = place
        other.name = "Garda"
        try activity.setTypedPayload(other)
        #expect(try activity.typedPayload(Place.self) == other)
    }

    @Test func `an activity without user info has no typed payload`() {
        let activity = NSUserActivity(activityType: Self.type)
        #expect(throws: (any Error).self) { try activity.typedPayload(Place.self) }
    }

    // MARK: The current activity

    private struct Pages: View {
        let first: NSUserActivity
        let second: NSUserActivity

        var body: some View {
            Button("First") { first.becomeCurrent() }
            Button("Second") { second.becomeCurrent() }
            Button("Resign") { first.resignCurrent() }
            Button("Invalidate") { first.invalidate() }
        }
    }

    private func pages() -> TestWindow {
        let first = NSUserActivity(activityType: Self.type)
        first.title = "first"
        let second = NSUserActivity(activityType: "com.example.checks.editing")
        second.title = "second"
        return TestWindow(Pages(first: first, second: second))
    }

    @Test func `an activity is current after it became current`() throws {
        let window = pages()
        #expect(window.userActivity == nil)
        try window.find(.button, "First").tap()
        #expect(window.userActivity?.title == "first")
    }

    @Test func `an activity that becomes current replaces the one before`() throws {
        let window = pages()
        try window.find(.button, "First").tap()
        try window.find(.button, "Second").tap()
        #expect(window.userActivity?.title == "second")
    }

    @Test(arguments: ["Resign", "Invalidate"])
    func `an activity that resigns or is invalidated is not current`(button: String) throws {
        let window = pages()
        try window.find(.button, "First").tap()
        try window.find(.button, button).tap()
        #expect(window.userActivity == nil)
    }

    @Test func `an activity that resigned can become current again`() throws {
        let window = pages()
        try window.find(.button, "First").tap()
        try window.find(.button, "Resign").tap()
        try window.find(.button, "First").tap()
        #expect(window.userActivity?.title == "first")
    }

    @Test func `an activity that was invalidated cannot become current again`() throws {
        let window = pages()
        try window.find(.button, "Invalidate").tap()
        try window.find(.button, "First").tap()
        #expect(window.userActivity == nil)
    }

    // MARK: Modifiers

    private struct Contributors: View {
        @State private var isSecondActive = true
        @State private var isFirstActive = true

        var body: some View {
            VStack {
                Text("A").userActivity(UserActivityDocumentation.type, isActive: isFirstActive) { $0.addUserInfoEntries(from: ["a": 1]) }
                Text("B").userActivity(UserActivityDocumentation.type, isActive: isSecondActive) { $0.addUserInfoEntries(from: ["b": 2]) }
                Toggle("First", isOn: $isFirstActive)
                Toggle("Second", isOn: $isSecondActive)
            }
        }
    }

    @Test func `all handlers of one activity type contribute to the activity`() throws {
        let window = TestWindow(Contributors())
        #expect(window.userActivity?.userInfo?["a"] as? Int == 1)
        #expect(window.userActivity?.userInfo?["b"] as? Int == 2)
    }

    @Test func `an activity is advertised while one of its modifiers is active`() throws {
        let window = TestWindow(Contributors())
        try window.find(.toggle, "First").tap()
        #expect(window.userActivity?.activityType == Self.type)
        try window.find(.toggle, "Second").tap()
        #expect(window.userActivity == nil)
    }

    private struct Inactive: View {
        let log: Log

        var body: some View {
            Text("A").userActivity(UserActivityDocumentation.type, isActive: false) { _ in log.entries.append("handler") }
        }
    }

    private final class Log { var entries: [String] = [] }

    @Test func `the handler of an inactive modifier is not called`() {
        let log = Log()
        let window = TestWindow(Inactive(log: log))
        #expect(window.userActivity == nil)
        #expect(log.entries.isEmpty)
    }

    private struct Continuing: View {
        @State private var place = "none"

        var body: some View {
            Text(place)
                .onContinueUserActivity(UserActivityDocumentation.type) { activity in
                    if let payload = try? activity.typedPayload(Place.self) { place = payload.name }
                }
                .onOpenURL { place = $0.lastPathComponent }
        }
    }

    @Test func `a view that continues an activity reads its typed payload`() throws {
        let window = TestWindow(Continuing())
        let activity = NSUserActivity(activityType: Self.type)
        try activity.setTypedPayload(place)
        #expect(window.continueUserActivity(activity))
        #expect(window.texts == ["Como"])
    }

    @Test func `a view receives the URL that its window opens`() throws {
        let window = TestWindow(Continuing())
        #expect(window.openURL(try #require(URL(string: "checks://places/iseo"))))
        #expect(window.texts == ["iseo"])
    }

    private struct Phase: View {
        @Environment(\.scenePhase) private var phase
        @State private var changes: [String] = []

        var body: some View {
            Text(verbatim: "\(phase)").accessibilityIdentifier("phase")
            Text(changes.joined(separator: " ")).accessibilityIdentifier("changes")
                .onChange(of: phase) { _, phase in if phase == .background { changes.append("hidden") } }
        }
    }

    @Test func `the phase of a visible scene is active, and that of a hidden one background`() throws {
        let window = TestWindow(Phase())
        window.setSurroundings(isVisible: true)
        #expect(try window.find(identifier: "phase").text == "active")
        window.setSurroundings(isVisible: false)
        #expect(try window.find(identifier: "phase").text == "background")
        #expect(try window.find(identifier: "changes").text == "hidden")
    }
}
