import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Temporary and derived values as the documentation of `GestureState`, `ScaledMetric` and
/// `Namespace` describes them.
@MainActor
struct GestureAndMetricTests {
    private final class Log { var entries: [String] = [] }

    // MARK: Gesture states

    private struct Draggable: View {
        @GestureState private var offset = CGSize.zero
        @State private var total: CGFloat = 0
        let log: Log

        var body: some View {
            Text("Drag")
                .gesture(
                    DragGesture()
                        .updating($offset) { value, state, _ in
                            state = value.translation
                            log.entries.append("\(Int(state.width))")
                        }
                        .onEnded { total += $0.translation.width }
                )
            Text("\(Int(offset.width)) \(Int(total))").accessibilityIdentifier("state")
        }
    }

    @Test func `a gesture state is updated during a gesture, and has its initial value after it`() throws {
        let log = Log()
        let window = TestWindow(Draggable(log: log))
        #expect(try window.find(identifier: "state").text == "0 0")
        try window.find(.text, "Drag").drag(by: CGSize(width: 40, height: 0))
        #expect(try window.find(identifier: "state").text == "0 40")
        #expect(log.entries.last == "40")
    }

    private struct Resetting: View {
        @GestureState private var offset: CGSize
        let log: Log

        init(_ log: Log) {
            self.log = log
            _offset = GestureState(initialValue: .zero) { value, _ in log.entries.append("reset \(Int(value.height))") }
        }

        var body: some View {
            Text("Drag").gesture(DragGesture().updating($offset) { value, state, _ in state = value.translation })
            Text("\(Int(offset.height))").accessibilityIdentifier("state")
        }
    }

    @Test func `the reset closure of a gesture state receives the value before the reset`() throws {
        let log = Log()
        let window = TestWindow(Resetting(log))
        #expect(log.entries.isEmpty)
        try window.find(.text, "Drag").drag(by: CGSize(width: 0, height: 30))
        #expect(log.entries == ["reset 30"])
        #expect(try window.find(identifier: "state").text == "0")
    }

    private struct Initial: View {
        @GestureState(resetTransaction: Transaction(animation: .default)) private var isPressed = false
        @GestureState(initialValue: 3) private var count: Int

        var body: some View { Text("\(isPressed) \(count)") }
    }

    @Test func `a gesture state has its initial value without a gesture`() {
        #expect(TestWindow(Initial()).texts == ["false 3"])
    }

    private struct Translated: View {
        @State private var ended = "none"

        var body: some View {
            Text("Drag").gesture(
                DragGesture(minimumDistance: 5).onEnded { value in
                    let width = value.location.x - value.startLocation.x
                    ended = "\(Int(value.translation.width)) \(Int(width))"
                })
            Text(ended).accessibilityIdentifier("state")
        }
    }

    @Test func `the translation of a drag leads from its start to its location`() throws {
        let window = TestWindow(Translated())
        try window.find(.text, "Drag").drag(by: CGSize(width: 25, height: 10))
        #expect(try window.find(identifier: "state").text == "25 25")
    }

    // MARK: Scaled metrics

    private struct Measured: View {
        @ScaledMetric private var size: CGFloat = 100
        @ScaledMetric(relativeTo: .title) private var title: Double = 50
        let log: Log

        var body: some View {
            let _ = log.entries.append("\(size) \(title)")
            Text("A").frame(width: size)
        }
    }

    private func metrics(_ type: DynamicTypeSize) throws -> [Double] {
        let log = Log()
        _ = TestWindow(Measured(log: log).dynamicTypeSize(type))
        return try #require(log.entries.last).split(separator: " ").compactMap { Double($0) }
    }

    @Test func `a scaled metric has its own value at the default text size`() throws {
        #expect(try metrics(.large) == [100, 50])
    }

    @Test func `a scaled metric grows with the text size`() throws {
        let large = try metrics(.accessibility1)
        let larger = try metrics(.accessibility4)
        #expect(large[0] > 100)
        #expect(large[1] > 50)
        #expect(larger[0] > large[0])
    }

    @Test func `text sizes are ordered, and the accessibility sizes are the largest`() {
        #expect(DynamicTypeSize.xSmall < .large)
        #expect(DynamicTypeSize.xxxLarge < .accessibility1)
        #expect(DynamicTypeSize.accessibility2.isAccessibilitySize)
        #expect(!DynamicTypeSize.xxxLarge.isAccessibilitySize)
    }

    private struct Limited: View {
        @Environment(\.dynamicTypeSize) private var size

        var body: some View { Text("\(size.isAccessibilitySize)") }
    }

    @Test func `a range of text sizes limits the size in the environment`() {
        #expect(
            TestWindow(Limited().dynamicTypeSize(...DynamicTypeSize.xxxLarge).dynamicTypeSize(.accessibility3)).texts == ["false"]
        )
        #expect(TestWindow(Limited().dynamicTypeSize(.accessibility3)).texts == ["true"])
    }

    // MARK: Namespaces

    private struct Spaces: View {
        @Namespace private var first
        @Namespace private var second
        @State private var count = 0
        let log: @MainActor (Namespace.ID, Namespace.ID) -> Void

        var body: some View {
            let _ = log(first, second)
            Text("\(count)").matchedGeometryEffect(id: "text", in: first)
            Button("Add") { count += 1 }.matchedGeometryEffect(
                id: "button", in: second, properties: .position, anchor: .top, isSource: false)
        }
    }

    @Test func `namespaces have different identifiers, which stay the same for the life of the view`() throws {
        var firsts: Set<Namespace.ID> = []
        var seconds: Set<Namespace.ID> = []
        let window = TestWindow(
            Spaces { first, second in
                firsts.insert(first)
                seconds.insert(second)
            })
        try window.find(.button, "Add").tap()
        #expect(window.texts.first == "1")
        #expect(firsts.count == 1)
        #expect(seconds.count == 1)
        #expect(firsts.isDisjoint(with: seconds))
    }

    @Test func `two views of one type have namespaces of their own`() {
        var firsts: Set<Namespace.ID> = []
        _ = TestWindow {
            Spaces { first, _ in firsts.insert(first) }
            Spaces { first, _ in firsts.insert(first) }
        }
        #expect(firsts.count == 2)
    }

    @Test func `the frame of a matched geometry is its size and its position`() {
        #expect(MatchedGeometryProperties.frame == [.position, .size])
    }
}
