import Foundation
import Testing

@testable import StrataViewGraph

/// The short forms of transitions, and what their bodies draw.
@MainActor
struct TransitionFormTests {
    private func content(_ transition: some Transition) -> TransitionContent { transition.content }

    @Test func `the short forms of transitions are their types`() {
        #expect(content(.identity) == IdentityTransition().content)
        #expect(content(.opacity) == OpacityTransition().content)
        #expect(content(.scale) == ScaleTransition(0).content)
        #expect(content(.scale(0.5, anchor: .top)) == ScaleTransition(0.5, anchor: .top).content)
        #expect(content(.offset(CGSize(width: 3, height: 4))) == OffsetTransition(CGSize(width: 3, height: 4)).content)
        #expect(content(.offset(x: 3, y: 4)) == OffsetTransition(CGSize(width: 3, height: 4)).content)
        #expect(content(.move(edge: .top)) == MoveTransition(edge: .top).content)
        #expect(content(.slide) == SlideTransition().content)
        #expect(content(.push(from: .leading)) == PushTransition(edge: .leading).content)
    }

    @Test func `a view that is replaced by another grows or shrinks as it goes`() {
        let scales = { (transition: TransitionContent) in
            transition.removal.filter { if case .drawing(.scale) = $0 { true } else { false } }
        }
        let downUp = content(.blurReplace(.downUp))
        #expect(downUp == content(.blurReplace))
        #expect(scales(downUp) == [.drawing(.scale(x: 0.5, y: 0.5, anchor: .center))])
        let upUp = content(.blurReplace(.upUp))
        #expect(upUp.insertion == downUp.insertion)
        #expect(scales(upUp) == [.drawing(.scale(x: 1.5, y: 1.5, anchor: .center))])
    }

    /// The effects that the body of a transition draws in a phase.
    private func effects<T: Transition>(_ transition: T, _ phase: TransitionPhase) -> [TransitionContent.Effect] {
        TransitionSubject.effects { transition.body(content: PlaceholderContentView($0), phase: phase) }
    }

    @Test func `the body of a transition draws nothing while the view is shown`() {
        #expect(effects(OpacityTransition(), .identity) == [.drawing(.opacity(1))])
        #expect(effects(ScaleTransition(0.5), .identity) == [.drawing(.scale(x: 1, y: 1, anchor: .center))])
        #expect(effects(OffsetTransition(CGSize(width: 3, height: 4)), .identity) == [.drawing(.offset(x: 0, y: 0))])
    }

    @Test(arguments: [TransitionPhase.willAppear, .didDisappear])
    func `the body of a transition draws the view before its insertion and after its removal`(_ phase: TransitionPhase) {
        #expect(effects(IdentityTransition(), phase) == [])
        #expect(effects(OpacityTransition(), phase) == [.drawing(.opacity(0))])
        #expect(effects(ScaleTransition(0.5, anchor: .top), phase) == [.drawing(.scale(x: 0.5, y: 0.5, anchor: .top))])
        #expect(effects(OffsetTransition(CGSize(width: 3, height: 4)), phase) == [.drawing(.offset(x: 3, y: 4))])
    }

    @Test func `only transitions without movement say that they have none`() {
        #expect(!IdentityTransition.properties.hasMotion)
        #expect(!OpacityTransition.properties.hasMotion)
        #expect(SlideTransition.properties.hasMotion)
        #expect(BlurReplaceTransition.properties.hasMotion)
        #expect(TransitionProperties().hasMotion)
        #expect(!TransitionProperties(hasMotion: false).hasMotion)
    }
}
