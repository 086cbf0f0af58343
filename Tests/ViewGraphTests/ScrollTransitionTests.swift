import Foundation
import Testing

@testable import StrataViewGraph

/// The effects of views that scroll.
@MainActor
struct ScrollTransitionTests {
    @Test func `the effects of each phase are sent, the outer ones first`() {
        let screen = Screen(
            ScrollView {
                Text("a").scrollTransition(.animated.threshold(.visible(0.3)), axis: .horizontal) { effect, phase in
                    effect.opacity(phase.isIdentity ? 1 : 0.2).offset(x: phase.value * 30)
                }
            })
        let transition = screen.find { $0.traits.interaction.scrollTransition != nil }?.traits.interaction.scrollTransition
        #expect(transition?.topLeading == [.offset(x: -30, y: 0), .opacity(0.2)])
        #expect(transition?.identity == [.offset(x: 0, y: 0), .opacity(1)])
        #expect(transition?.bottomTrailing == [.offset(x: 30, y: 0), .opacity(0.2)])
        #expect(transition?.axis == .horizontal)
        #expect(transition?.topLeadingConfiguration == .animated.threshold(.visible(0.3)))
    }

    @Test func `without an axis, the scroll view has it`() throws {
        let screen = Screen(ScrollView(.horizontal) { Text("a").scrollTransition { effect, _ in effect } })
        let element = try #require(screen.find { $0.traits.interaction.scrollTransition != nil })
        #expect(element.traits.interaction.scrollTransition?.axis == nil)
    }
}
