import Foundation
import Testing

@testable import StrataViewGraph

/// The transitions of an app's own, and those that are types.
@MainActor
struct TransitionTests {
    private struct Twirl: Transition {
        func body(content: Content, phase: TransitionPhase) -> some View {
            content.scaleEffect(phase == .willAppear ? 0.5 : 1).opacity(phase.isIdentity ? 1 : 0)
        }
    }

    private struct Spin: ViewModifier {
        let angle: Angle
        func body(content: Content) -> some View { content.rotationEffect(angle).padding(3) }
    }

    @Test func `a transition's body is evaluated before the insertion and after the removal`() {
        let content = AnyTransition(Twirl()).content
        #expect(
            content.insertion == [.drawing(.opacity(0)), .drawing(.scale(x: 0.5, y: 0.5, anchor: .center))])
        #expect(content.removal == [.drawing(.opacity(0)), .drawing(.scale(x: 1, y: 1, anchor: .center))])
    }

    @Test func `a transition of modifiers has the effects of the active one`() {
        let transition = AnyTransition.modifier(active: Spin(angle: .degrees(90)), identity: Spin(angle: .zero))
        #expect(transition.content.insertion == [.drawing(.rotation(.degrees(90), anchor: .center))])
        #expect(transition.content.removal == transition.content.insertion)
    }

    /// A transition with many effects, one in the other.
    private struct Deep: Transition {
        func body(content: Content, phase: TransitionPhase) -> some View {
            (0..<60).reduce(AnyView(content)) { view, _ in AnyView(view.opacity(phase.isIdentity ? 1 : 0.5)) }
        }
    }

    // Twice the time for each effect would be longer than the age of the universe.
    @Test(.timeLimit(.minutes(30))) func `the effects of a transition are found in a time proportional to their number`() {
        #expect(AnyTransition(Deep()).content.insertion.count == 60)
    }

    @Test func `the types of transitions have the effects of the erased ones`() {
        #expect(MoveTransition(edge: .top).content == AnyTransition.move(edge: .top).content)
        #expect(SlideTransition().content == AnyTransition.slide.content)
        #expect(PushTransition(edge: .leading).content == AnyTransition.push(from: .leading).content)
        #expect(ScaleTransition(0.5).content == AnyTransition.scale(scale: 0.5).content)
        #expect(IdentityTransition().content == AnyTransition.identity.content)
        let offset = CGSize(width: 3, height: 4)
        #expect(OffsetTransition(offset).content == AnyTransition.offset(offset).content)
    }

    @Test func `transitions are combined, and have animations of their own`() {
        let content = AnyTransition(Twirl().combined(with: OpacityTransition()).animation(.easeIn)).content
        #expect(content.insertion.count == 3)
        #expect(content.insertion.last == .opacity)
        #expect(content.insertionAnimation == .easeIn)
        let asymmetric = AsymmetricTransition(insertion: OpacityTransition(), removal: SlideTransition()).content
        #expect(asymmetric.insertion == [.opacity])
        #expect(asymmetric.removal == [.move(.trailing)])
    }

    /// A transition that counts how often its body is evaluated.
    private struct Counted: Transition {
        static var evaluations = 0
        let scale: Double

        func body(content: Content, phase: TransitionPhase) -> some View {
            Self.evaluations += 1
            return content.scaleEffect(phase.isIdentity ? 1 : scale)
        }
    }

    @Test func `the body of a transition is evaluated once for each phase, and not for each row`() {
        let screen = Screen(List(0..<40, id: \.self) { Text("\($0)").transition(Counted(scale: $0 < 20 ? 0.5 : 0.25)) })
        #expect(Counted.evaluations == 4)
        let scales = screen.all { _ in true }.compactMap(\.traits.interaction.transition?.insertion.first)
        #expect(scales.count == 40)
        #expect(scales.first == .drawing(.scale(x: 0.5, y: 0.5, anchor: .center)))
        #expect(scales.last == .drawing(.scale(x: 0.25, y: 0.25, anchor: .center)))
    }

    @Observable
    fileprivate final class Settings {
        @MainActor static let shared = Settings()
        var scale = 0.5
    }

    private struct Adjustable: Transition {
        func body(content: Content, phase: TransitionPhase) -> some View {
            content.scaleEffect(phase.isIdentity ? 1 : Settings.shared.scale)
        }
    }

    @Test func `a transition that reads state is computed again`() {
        #expect(Adjustable().content.insertion == [.drawing(.scale(x: 0.5, y: 0.5, anchor: .center))])
        Settings.shared.scale = 2
        #expect(Adjustable().content.insertion == [.drawing(.scale(x: 2, y: 2, anchor: .center))])
    }

    @Test func `a view has a transition of a type`() {
        let screen = Screen(Text("a").transition(.blurReplace))
        let transition = screen.find { $0.traits.interaction.transition != nil }?.traits.interaction.transition
        #expect(transition?.insertion.contains(.drawing(.blur(radius: 10))) == true)
    }
}
