import Foundation
import Testing

@testable import StrataViewGraph

/// The behaviors of scroll views, and frames relative to them.
@MainActor
struct ScrollBehaviorTests {
    private func scrolls(_ screen: Screen) -> [ScrollContent] {
        screen.all { _ in true }.compactMap { if case .layout(.scroll(let scroll)) = $0.content { scroll } else { nil } }
    }

    private func frames(_ screen: Screen) -> [RelativeFrame] {
        screen.all { _ in true }.compactMap {
            if case .layout(.box(.relativeFrame(let frame))) = $0.content { frame } else { nil }
        }
    }

    @Test func `a target behavior applies to the outermost scroll view`() {
        let screen = Screen(
            ScrollView { ScrollView(.horizontal) { Text("a") } }.scrollTargetBehavior(.paging).defaultScrollAnchor(.bottom))
        #expect(scrolls(screen).map(\.scrolling.snap) == [.page, nil])
        #expect(scrolls(screen).map(\.scrolling.anchor) == [.bottom, nil])
    }

    @Test func `views are aligned with or without a limit`() {
        let free = Screen(ScrollView { Text("a") }.scrollTargetBehavior(.viewAligned))
        #expect(scrolls(free).first?.scrolling.snap == .views(isLimited: false))
        let limited = Screen(ScrollView { Text("a") }.scrollTargetBehavior(.viewAligned(limitBehavior: .always)))
        #expect(scrolls(limited).first?.scrolling.snap == .views(isLimited: true))
    }

    @Test func `a target layout is its stack`() {
        let screen = Screen(ScrollView(.horizontal) { LazyHStack { Text("a") }.scrollTargetLayout() })
        #expect(screen.find { $0.traits.layout.isScrollTargetLayout }?.growth == .vertical)
    }

    @Test func `a relative frame makes the nearest scroll view its container`() {
        let screen = Screen(
            ScrollView {
                ScrollView(.horizontal) { HStack { Text("a").containerRelativeFrame(.horizontal) } }
            })
        #expect(scrolls(screen).map(\.containerAxes) == [[], .horizontal])
        #expect(frames(screen) == [RelativeFrame(axes: .horizontal, alignment: .center, isInScrollView: true)])
    }

    @Test func `a relative frame outside scroll views leaves the container to the host`() {
        let screen = Screen(
            Text("a").containerRelativeFrame([.horizontal, .vertical], count: 4, span: 2, spacing: 8, alignment: .leading))
        #expect(frames(screen).map(\.isInScrollView) == [false])
        #expect(frames(screen).map(\.count) == [4])
        #expect(frames(screen).map(\.span) == [2])
    }

    @Test func `a closure computes a length from that of the container`() {
        let screen = Screen(
            ScrollView(.horizontal) {
                Text("a").containerRelativeFrame(.horizontal) { length, axis in axis == .horizontal ? length / 4 : 0 }
            })
        func widths() -> [CGFloat] {
            screen.all { _ in true }.compactMap {
                if case .layout(.box(.frame(let frame))) = $0.content { frame.width } else { nil }
            }
        }
        #expect(frames(screen).map(\.isRuler) == [true])
        #expect(scrolls(screen).map(\.containerAxes) == [.horizontal])
        #expect(widths() == [])
        let ruler = screen.find { if case .layout(.box(.relativeFrame)) = $0.content { true } else { false } }
        screen.send(ResizeEvent(width: 400, height: 10), to: ruler)
        #expect(widths() == [100])
    }

    @Test func `a horizontal scroll view grows along the axis of a relative frame`() {
        let screen = Screen(ScrollView(.horizontal) { Text("a").containerRelativeFrame(.vertical) })
        #expect(screen.find { if case .layout(.scroll) = $0.content { true } else { false } }?.growth == .both)
    }

    @Test func `behaviors that a browser has anyway leave the view as it is`() {
        let screen = Screen(
            ScrollView { Text("a") }.scrollBounceBehavior(.basedOnSize, axes: [.horizontal])
                .scrollDismissesKeyboard(.interactively))
        #expect(scrolls(screen).first?.scrolling == Scrolling())
    }
}
