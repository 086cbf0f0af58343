import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Activities and phases in views, as the documentation of `userActivity`, `onContinueUserActivity`
/// and `scenePhase` describes them.
@MainActor
struct ActivityModifierTests {
    private static let type = "com.example.checks.viewing"

    private struct Place: Codable { var name: String }

    private struct Contributors: View {
        @State private var isSecondActive = true
        @State private var isFirstActive = true

        var body: some View {
            VStack {
                Text("A").userActivity(ActivityModifierTests.type, isActive: isFirstActive) {
                    $0.addUserInfoEntries(from: ["a": 1])
                }
                Text("B").userActivity(ActivityModifierTests.type, isActive: isSecondActive) {
                    $0.addUserInfoEntries(from: ["b": 2])
                }
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
            Text("A").userActivity(ActivityModifierTests.type, isActive: false) { _ in log.entries.append("handler") }
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
                .onContinueUserActivity(ActivityModifierTests.type) { activity in
                    if let payload = try? activity.typedPayload(Place.self) { place = payload.name }
                }
                .onOpenURL { place = $0.lastPathComponent }
        }
    }

    @Test func `a view that continues an activity reads its typed payload`() throws {
        let window = TestWindow(Continuing())
        let activity = NSUserActivity(activityType: Self.type)
        try activity.setTypedPayload(Place(name: "Como"))
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

    private struct Product: Identifiable {
        let id: Int
        let name: String
    }

    private struct Details: View {
        @State private var product: Product?
        @State private var next = 1

        var body: some View {
            Text(product?.name ?? "none")
                .userActivity(ActivityModifierTests.type, element: product) { product, activity in
                    activity.title = product.name
                    activity.userInfo = ["id": product.id]
                }
            Button("Next") {
                product = Product(id: next, name: "Product \(next)")
                next += 1
            }
            Button("Clear") { product = nil }
        }
    }

    @Test func `the activity of an element follows the element, and ends when it is nil`() throws {
        let window = TestWindow(Details())
        #expect(window.userActivity == nil)
        try window.find(.button, "Next").tap()
        #expect(window.userActivity?.title == "Product 1")
        try window.find(.button, "Next").tap()
        #expect(window.userActivity?.title == "Product 2")
        #expect(window.userActivity?.userInfo?["id"] as? Int == 2)
        try window.find(.button, "Clear").tap()
        #expect(window.userActivity == nil)
    }

    private struct Removable: View {
        @State private var isShown = true

        var body: some View {
            if isShown { Text("A").userActivity(ActivityModifierTests.type) { $0.title = "A" } }
            Toggle("Shown", isOn: $isShown)
        }
    }

    @Test func `an activity belongs to the window of its view`() throws {
        let first = TestWindow(Removable())
        let second = TestWindow(Text("none"))
        #expect(first.userActivity?.title == "A")
        #expect(second.userActivity == nil)
        try first.find(.toggle, "Shown").tap()
        #expect(first.userActivity == nil)
    }

    private struct Windows: View {
        @Environment(\.openWindow) private var openWindow
        @Environment(\.dismissWindow) private var dismissWindow
        @Environment(\.supportsMultipleWindows) private var supportsMultipleWindows

        var body: some View {
            Text("Windows")
                .handlesExternalEvents(preferring: ["viewing"], allowing: ["*"])
            if supportsMultipleWindows {
                Button("Open") { openWindow(id: "details") }
                Button("Open value") { openWindow(value: 5) }
                Button("Open both") { openWindow(id: "details", value: 5) }
            }
            Button("Dismiss") { dismissWindow(id: "details") }
            Button("Dismiss value") { dismissWindow(value: 5) }
        }
    }

    @Test func `handling external events does not change what a view shows`() {
        #expect(TestWindow(Windows()).texts.first == "Windows")
    }
}
