import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Activities as the documentation of `NSUserActivity` describes them.
@MainActor
struct UserActivityTests {
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
        name: "Como", kind: .lake, point: Place.Point(x: 1.5, y: -2), tags: ["a": 1], url: URL(string: "https://example.com/como")
    )

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

    @Test func `a payload that cannot be decoded from the user info is invalid content`() {
        let activity = NSUserActivity(activityType: Self.type)
        #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) { try activity.typedPayload(Place.self) }
        activity.userInfo = ["name": "Como", "kind": "ocean"]
        #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) { try activity.typedPayload(Place.self) }
    }

    @Test func `a payload that is no dictionary cannot be encoded`() {
        let activity = NSUserActivity(activityType: Self.type)
        #expect(throws: NSUserActivity.TypedPayloadError.encodingError) { try activity.setTypedPayload([1, 2]) }
    }

    private struct Keyed: Codable {
        enum CodingKeys: String, CodingKey { case identifier = "id" }

        var identifier: String
    }

    @Test func `the keys of a typed payload in the user info are its coding keys`() throws {
        let activity = NSUserActivity(activityType: Self.type)
        try activity.setTypedPayload(Keyed(identifier: "x"))
        #expect(activity.userInfo?["id"] as? String == "x")
        #expect(activity.userInfo?["identifier"] == nil)
        let other = NSUserActivity(activityType: Self.type)
        other.userInfo = ["id": "y"]
        #expect(try other.typedPayload(Keyed.self).identifier == "y")
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
}
