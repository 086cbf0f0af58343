import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Activities and URLs as the documentation of `NSUserActivity` and of the modifiers describes them.
@MainActor
struct ActivityTests {
    private static let type = "com.example.strata.reading"

    @Test func `a new activity can be continued on other devices, and is not searched or suggested`() {
        let activity = NSUserActivity(activityType: Self.type)
        #expect(activity.activityType == Self.type)
        #expect(activity.isEligibleForHandoff)
        #expect(!activity.isEligibleForSearch)
        #expect(!activity.isEligibleForPublicIndexing)
        #expect(!activity.isEligibleForPrediction)
        #expect(activity.keywords.isEmpty)
        #expect(activity.title == nil)
        #expect(!activity.needsSave)
    }

    @Test func `added entries replace those with the same keys and leave the others`() {
        let activity = NSUserActivity(activityType: Self.type)
        activity.userInfo = ["a": 1, "b": 2]
        activity.addUserInfoEntries(from: ["b": 3, "c": 4])
        #expect(activity.userInfo?["a"] as? Int == 1)
        #expect(activity.userInfo?["b"] as? Int == 3)
        #expect(activity.userInfo?["c"] as? Int == 4)
    }

    private struct Payload: Codable, Equatable {
        var id: UUID
        var page: Int
        var ratio: Double
        var isOpen: Bool
        var tags: [String]
        var date: Date
        var note: String?
    }

    private let payload = Payload(
        id: UUID(), page: 3, ratio: 0.5, isOpen: true, tags: ["x", "y"], date: Date(timeIntervalSince1970: 1000), note: nil)

    @Test func `a typed payload is read as it was set`() throws {
        let activity = NSUserActivity(activityType: Self.type)
        try activity.setTypedPayload(payload)
        #expect(try activity.typedPayload(Payload.self) == payload)
        #expect(activity.userInfo?["page"] as? Int == 3)
    }

    @Test func `reading a payload of another type throws`() {
        let activity = NSUserActivity(activityType: Self.type)
        #expect(throws: (any Error).self) { try activity.typedPayload(Payload.self) }
        activity.userInfo = ["page": "three"]
        #expect(throws: (any Error).self) { try activity.typedPayload(Payload.self) }
    }

    private struct Reader: View {
        @State private var page = 1
        @State private var isActive = true
        @State private var element: String?

        var body: some View {
            Text("Page \(page)")
                .userActivity(ActivityTests.type, isActive: isActive) { activity in
                    activity.title = "Page \(page)"
                    activity.addUserInfoEntries(from: ["page": page])
                }
                .onContinueUserActivity(ActivityTests.type) { activity in
                    if let number = activity.userInfo?["page"] as? Int { page = number }
                }
            Text(element ?? "none")
                .userActivity("com.example.strata.element", element: element) { element, activity in activity.title = element }
            Button("Next") { page += 1 }
            Button("Stop") { isActive = false }
            Button("Element") { element = "E" }
        }
    }

    @Test func `a view advertises its activity, and updates it with its state`() throws {
        let window = TestWindow(Reader())
        #expect(window.userActivity?.activityType == Self.type)
        #expect(window.userActivity?.title == "Page 1")
        try window.find(.button, "Next").tap()
        #expect(window.userActivity?.title == "Page 2")
        #expect(window.userActivity?.userInfo?["page"] as? Int == 2)
    }

    @Test func `a view that is not active advertises nothing`() throws {
        let window = TestWindow(Reader())
        try window.find(.button, "Stop").tap()
        #expect(window.userActivity == nil)
    }

    @Test func `an activity for an element needs the element`() throws {
        let window = TestWindow(Reader())
        try window.find(.button, "Stop").tap()
        #expect(window.userActivity == nil)
        try window.find(.button, "Element").tap()
        #expect(window.userActivity?.title == "E")
    }

    @Test func `a view continues activities of its type only`() throws {
        let window = TestWindow(Reader())
        let other = NSUserActivity(activityType: "com.example.strata.other")
        other.userInfo = ["page": 8]
        #expect(!window.continueUserActivity(other))
        #expect(window.texts.contains("Page 1"))
        let activity = NSUserActivity(activityType: Self.type)
        activity.userInfo = ["page": 9]
        #expect(window.continueUserActivity(activity))
        #expect(window.texts.contains("Page 9"))
    }

    private struct Opener: View {
        @State private var opened: [String] = []

        var body: some View {
            Text(opened.joined(separator: " ")).onOpenURL { opened.append($0.absoluteString) }
        }
    }

    @Test func `URLs and the pages of browsing activities are opened by onOpenURL`() throws {
        let window = TestWindow(Opener())
        let page = try #require(URL(string: "https://example.com/a"))
        #expect(window.openURL(try #require(URL(string: "app:b"))))
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.webpageURL = page
        window.continueUserActivity(activity)
        #expect(window.texts == ["app:b https://example.com/a"])
    }
}
