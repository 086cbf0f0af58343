import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `@AppStorage`, `@SceneStorage`, `@Namespace` and gestures by their documentation.
@MainActor
struct StorageAndGestureTests {
    private enum Order: String { case date, name }

    private struct Settings: View {
        @AppStorage("order") private var order = Order.date
        @AppStorage("count") private var count = 5
        @AppStorage("nick") private var nick: String?

        var body: some View {
            Text("\(order.rawValue) \(count) \(nick ?? "nil")").accessibilityIdentifier("state")
            Button("Change") {
                order = .name
                count += 1
                nick = "N"
            }
            Button("Remove") { nick = nil }
            Other()
        }
    }

    private struct Other: View {
        @AppStorage("count") private var count = 0

        var body: some View { Text("\(count)").accessibilityIdentifier("other") }
    }

    /// Calls a closure with defaults of its own, which it removes.
    private func withDefaults(_ body: (UserDefaults) throws -> Void) throws {
        let name = "strata.documentation.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        try body(defaults)
    }

    @Test func `a default value is read, and not stored`() throws {
        try withDefaults { (defaults) throws in
            let window = TestWindow(Settings().defaultAppStorage(defaults))
            #expect(try window.find(identifier: "state").text == "date 5 nil")
            #expect(defaults.object(forKey: "count") == nil)
        }
    }

    @Test func `values are stored as property lists, raw values for enumerations`() throws {
        try withDefaults { (defaults) throws in
            let window = TestWindow(Settings().defaultAppStorage(defaults))
            try window.find(.button, "Change").tap()
            #expect(defaults.string(forKey: "order") == "name")
            #expect(defaults.integer(forKey: "count") == 6)
            #expect(try window.find(identifier: "other").text == "6")
            try window.find(.button, "Remove").tap()
            #expect(defaults.object(forKey: "nick") == nil)
        }
    }

    @Test func `a change of the defaults updates the view`() throws {
        try withDefaults { (defaults) throws in
            let window = TestWindow(Settings().defaultAppStorage(defaults))
            defaults.set(40, forKey: "count")
            #expect(try window.find(identifier: "state").text == "date 40 nil")
        }
    }

    private struct Scene: View {
        @SceneStorage("documentation.tab") private var tab = "first"

        var body: some View {
            Text(tab).accessibilityIdentifier("state")
            Button("Select") { tab = "second" }
            Sibling()
        }
    }

    private struct Sibling: View {
        @SceneStorage("documentation.tab") private var tab = "unused"

        var body: some View { Text(tab).accessibilityIdentifier("sibling") }
    }

    @Test func `views of a scene share a scene value, and other scenes have their own`() throws {
        let (window, other) = (TestWindow(Scene()), TestWindow(Scene()))
        try window.find(.button, "Select").tap()
        #expect(try window.find(identifier: "state").text == "second")
        #expect(try window.find(identifier: "sibling").text == "second")
        #expect(try other.find(identifier: "state").text == "first")
    }

    // MARK: Namespaces

    private struct Spaces: View {
        @Namespace private var first
        @Namespace private var second
        @State private var kept: Namespace.ID?
        @State private var count = 0

        var body: some View {
            Text("\(first == second) \(kept == first) \(count)").accessibilityIdentifier("state")
            Button("Keep") { kept = first }
            Button("Count") { count += 1 }
        }
    }

    @Test func `a namespace differs from others, and stays the same while its view exists`() throws {
        let window = TestWindow(Spaces())
        #expect(try window.find(identifier: "state").text == "false false 0")
        try window.find(.button, "Keep").tap()
        try window.find(.button, "Count").tap()
        #expect(try window.find(identifier: "state").text == "false true 1")
    }

    // MARK: Gestures

    private final class Recorder {
        var events: [String] = []
    }

    private struct Movable: View {
        let recorder: Recorder
        @GestureState private var offset = 1.0
        @State private var end = 0.0

        var body: some View {
            Text("\(Int(offset)) \(Int(end))").accessibilityIdentifier("state")
            Circle().accessibilityIdentifier("circle")
                .gesture(
                    DragGesture()
                        .updating($offset) { value, state, _ in
                            state = value.translation.width
                            recorder.events.append("update \(Int(state))")
                        }
                        .onChanged { recorder.events.append("change \(Int($0.translation.width))") }
                        .onEnded {
                            end = $0.translation.width
                            recorder.events.append("end")
                        })
        }
    }

    @Test func `a gesture state has its initial value again after the gesture`() throws {
        let recorder = Recorder()
        let window = TestWindow(Movable(recorder: recorder))
        try window.find(identifier: "circle").drag(by: CGSize(width: 30, height: 0))
        #expect(try window.find(identifier: "state").text == "1 30")
        #expect(recorder.events.contains("update 30"))
        #expect(recorder.events.contains("change 30"))
        #expect(recorder.events.last == "end")
    }

    private struct Zoomable: View {
        @GestureState private var zoom = 1.0
        @State private var magnification = 0.0
        @State private var degrees = 0.0
        var isEnabled = true

        var body: some View {
            Text("\(Int(zoom)) \(Int(magnification)) \(Int(degrees.rounded()))").accessibilityIdentifier("state")
            Rectangle().accessibilityIdentifier("picture")
                .gesture(
                    MagnifyGesture().updating($zoom) { value, state, _ in state = value.magnification }
                        .onEnded { magnification = $0.magnification }
                )
                .simultaneousGesture(RotateGesture().onEnded { degrees = $0.rotation.degrees }, isEnabled: isEnabled)
        }
    }

    @Test func `a magnification is the factor of the scale`() throws {
        let window = TestWindow(Zoomable())
        try window.find(identifier: "picture").magnify(by: 3)
        #expect(try window.find(identifier: "state").text == "1 3 0")
    }

    @Test func `a rotation is the angle of the fingers`() throws {
        let window = TestWindow(Zoomable())
        try window.find(identifier: "picture").rotate(by: .degrees(90))
        #expect(try window.find(identifier: "state").text == "1 0 90")
    }

    @Test func `a gesture that is not enabled is not recognized`() throws {
        let window = TestWindow(Zoomable(isEnabled: false))
        #expect(throws: ActionNotHandled.self) { try window.find(identifier: "picture").rotate(by: .degrees(90)) }
        try window.find(identifier: "picture").magnify(by: 3)
        #expect(try window.find(identifier: "state").text == "1 3 0")
    }

    private struct Named: View {
        @State private var magnification = 0.0
        @State private var degrees = 0.0
        var isEnabled: Bool?

        var body: some View {
            Text("\(Int(magnification)) \(Int(degrees.rounded()))").accessibilityIdentifier("state")
            let rotation = RotateGesture().onEnded { degrees = $0.rotation.degrees }
            if let isEnabled {
                Rectangle().accessibilityIdentifier("picture")
                    .gesture(MagnifyGesture().onEnded { magnification = $0.magnification }, name: "zoom", isEnabled: isEnabled)
                    .simultaneousGesture(rotation, name: "rotation", isEnabled: !isEnabled)
            } else {
                Rectangle().accessibilityIdentifier("picture")
                    .gesture(MagnifyGesture().onEnded { magnification = $0.magnification }, name: "zoom")
                    .highPriorityGesture(rotation, name: "rotation")
            }
        }
    }

    @Test func `a gesture with a name is enabled by default`() throws {
        let window = TestWindow(Named())
        try window.find(identifier: "picture").magnify(by: 3)
        try window.find(identifier: "picture").rotate(by: .degrees(90))
        #expect(try window.find(identifier: "state").text == "3 90")
    }

    @Test(arguments: [true, false])
    func `a gesture with a name that is not enabled is not recognized`(isEnabled: Bool) throws {
        let picture = try TestWindow(Named(isEnabled: isEnabled)).find(identifier: "picture")
        if isEnabled {
            try picture.magnify(by: 3)
            #expect(throws: ActionNotHandled.self) { try picture.rotate(by: .degrees(90)) }
        } else {
            try picture.rotate(by: .degrees(90))
            #expect(throws: ActionNotHandled.self) { try picture.magnify(by: 3) }
        }
    }
}
