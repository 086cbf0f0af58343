import Foundation
import Testing

@testable import StrataViewGraph

/// Effects that depend on the size and the place of their view.
@MainActor
struct VisualEffectTests {
    private func effects(_ screen: Screen) -> [DrawingEffect] {
        screen.all { if case .layout(.box(.effect)) = $0 { true } else { false } }.compactMap { item in
            if case .layout(.box(.effect(let effect))) = item.content { effect } else { nil }
        }
    }

    private func box(_ screen: Screen) throws -> Screen.Item {
        try #require(screen.find { if case .layout(.box(.measured)) = $0.content { true } else { false } })
    }

    private func reportsLocation(_ screen: Screen) throws -> Bool {
        if case .layout(.box(.measured(let reportsLocation))) = try box(screen).content { reportsLocation } else { false }
    }

    @Test func `effects are drawn inside a box that the host measures, the outer ones first`() throws {
        let screen = Screen(
            Text("a").visualEffect { content, geometry in
                content.opacity(0.5).offset(x: geometry.size.width, y: geometry.size.height)
            })
        #expect(effects(screen) == [.offset(x: 0, y: 0), .opacity(0.5)])
        #expect(try !reportsLocation(screen))
        screen.send(ResizeEvent(width: 80, height: 20), to: try box(screen))
        #expect(effects(screen) == [.offset(x: 80, y: 20), .opacity(0.5)])
        #expect(try box(screen).children.map(\.children.count) == [1])
    }

    @Test func `effects know the size of a frame before the first report`() {
        let view = Color.red.visualEffect { content, geometry in content.blur(radius: geometry.size.width / 10) }
        #expect(effects(Screen(view.frame(width: 40, height: 30))) == [.blur(radius: 4)])
    }

    @Test func `an effect that asks for the place follows it`() throws {
        let screen = Screen(
            Text("a").visualEffect { content, geometry in content.scaleEffect(geometry.frame(in: .global).minY / 100) })
        #expect(try reportsLocation(screen))
        screen.send(ResizeEvent(width: 80, height: 20, x: 0, y: 50), to: try box(screen))
        #expect(effects(screen) == [.scale(x: 0.5, y: 0.5, anchor: .center)])
        screen.send(ResizeEvent(width: 80, height: 20, x: 0, y: 25), to: try box(screen))
        #expect(effects(screen) == [.scale(x: 0.25, y: 0.25, anchor: .center)])
    }

    private struct Counter: View {
        @State private var count = 0
        var body: some View { Button("count \(count)") { count += 1 } }
    }

    private struct Turned: View {
        @State private var isTurned = false
        var body: some View {
            Counter().visualEffect { [isTurned] content, geometry in
                content.rotationEffect(.degrees(isTurned ? 90 : geometry.size.width))
            }
            Button("Turn") { withAnimation(.linear) { isTurned = true } }
        }
    }

    @Test func `the view inside keeps its state when the effects change`() throws {
        let screen = Screen(Turned())
        screen.press("count 0")
        screen.send(ResizeEvent(width: 30, height: 20), to: try box(screen))
        #expect(effects(screen) == [.rotation(.degrees(30), anchor: .center)])
        screen.press("Turn")
        #expect(effects(screen) == [.rotation(.degrees(90), anchor: .center)])
        #expect(screen.texts.first == "count 1")
    }
}
