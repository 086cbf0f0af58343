import Foundation
import Testing

@testable import StrataViewGraph

/// Anchors, which carry the frames of views to geometry readers elsewhere.
@MainActor
struct AnchorTests {
    private struct Bounds: PreferenceKey {
        static var defaultValue: [Anchor<CGRect>] { [] }
        static func reduce(value: inout [Anchor<CGRect>], nextValue: () -> [Anchor<CGRect>]) { value += nextValue() }
    }

    private struct Center: PreferenceKey {
        static var defaultValue: Anchor<CGPoint>? { nil }
        static func reduce(value: inout Anchor<CGPoint>?, nextValue: () -> Anchor<CGPoint>?) { value = nextValue() ?? value }
    }

    private static func describe(_ frame: CGRect) -> String {
        "\(Int(frame.minX)) \(Int(frame.minY)) \(Int(frame.width)) \(Int(frame.height))"
    }

    private func boxes(_ screen: Screen) -> [Screen.Item] {
        screen.all { if case .layout(.box(.measured)) = $0 { true } else { false } }
    }

    private func reader(_ screen: Screen) throws -> Screen.Item {
        try #require(screen.all { if case .layout(.geometry) = $0 { true } else { false } }.first)
    }

    @Test func `an overlay gets the bounds of a view in its own coordinate space`() throws {
        let screen = Screen(
            VStack {
                Text("a").anchorPreference(key: Bounds.self, value: .bounds) { [$0] }
                Text("b").transformAnchorPreference(key: Bounds.self, value: .rect(CGRect(x: 1, y: 2, width: 3, height: 4))) {
                    $0.append($1)
                }
            }
            .overlayPreferenceValue(Bounds.self) { anchors in
                GeometryReader { geometry in
                    ForEach(anchors.indices, id: \.self) { Text(Self.describe(geometry[anchors[$0]])) }
                }
            })
        screen.send(ResizeEvent(width: 100, height: 50), to: try reader(screen))
        screen.send(ResizeEvent(width: 100, height: 50, x: 10, y: 20), to: try reader(screen))
        screen.send(ResizeEvent(width: 30, height: 20, x: 15, y: 25), to: boxes(screen)[0])
        screen.send(ResizeEvent(width: 30, height: 20, x: 15, y: 45), to: boxes(screen)[1])
        #expect(screen.texts == ["a", "b", "5 5 30 20", "6 27 3 4"])
        screen.send(ResizeEvent(width: 31, height: 20, x: 16, y: 25), to: boxes(screen)[0])
        #expect(screen.texts == ["a", "b", "6 5 31 20", "6 27 3 4"])
    }

    @Test func `an anchor of a point moves with its view`() throws {
        let screen = Screen(
            Text("a").anchorPreference(key: Center.self, value: .center) { $0 }
                .backgroundPreferenceValue(Center.self) { anchor in
                    GeometryReader { geometry in
                        Text(anchor.map { "\(Int(geometry[$0].x)) \(Int(geometry[$0].y))" } ?? "none")
                    }
                })
        screen.send(ResizeEvent(width: 100, height: 50), to: try reader(screen))
        screen.send(ResizeEvent(width: 100, height: 50, x: 0, y: 0), to: try reader(screen))
        screen.send(ResizeEvent(width: 20, height: 10, x: 40, y: 20), to: boxes(screen)[0])
        #expect(screen.texts == ["50 25", "a"])
    }

    @Test func `each kind of anchor of a point is a point of the frame`() {
        let frame = CGRect(x: 10, y: 20, width: 100, height: 50)
        func point(_ source: Anchor<CGPoint>.Source) -> CGPoint { Anchor(source, frame: frame).value(from: .zero) }
        #expect(point(.topLeading) == CGPoint(x: 10, y: 20))
        #expect(point(.bottomTrailing) == CGPoint(x: 110, y: 70))
        #expect(point(.point(CGPoint(x: 1, y: 2))) == CGPoint(x: 11, y: 22))
        let corners = Anchor(Anchor<[CGPoint]>.Source([.topLeading, .bottomTrailing]), frame: frame).value(from: .zero)
        #expect(corners == [CGPoint(x: 10, y: 20), CGPoint(x: 110, y: 70)])
        #expect(Anchor(Anchor<CGPoint?>.Source(nil), frame: frame).value(from: .zero) == nil)
        #expect(point(.unitPoint(UnitPoint(x: 0.5, y: 1))) == CGPoint(x: 60, y: 70))
    }

    private struct Chosen: View {
        @State private var isShown = false

        var body: some View {
            Button("Show") { isShown = true }
                .anchorPreference(key: Bounds.self, value: .bounds) { isShown ? [$0] : [] }
                .overlayPreferenceValue(Bounds.self) { Text("\($0.count) bounds") }
        }
    }

    @Test func `the closure of an anchor follows the state that it reads`() {
        let screen = Screen(Chosen())
        #expect(screen.texts.contains("0 bounds"))
        screen.press("Show")
        #expect(screen.texts.contains("1 bounds"))
    }
}
