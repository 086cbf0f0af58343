import Foundation
import Testing

@testable import StrataViewGraph

/// The values that animations change, and the springs and keyframes that change them.
@MainActor
struct AnimationValueTests {
    // MARK: Vectors

    @Test func `geometric values are vectors of their numbers`() {
        var size = CGSize(width: 1, height: 2)
        size.animatableData = AnimatablePair(3, 4)
        #expect(size == CGSize(width: 3, height: 4))
        var rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(rect.animatableData == AnimatablePair(AnimatablePair(1, 2), AnimatablePair(3, 4)))
        rect.animatableData = AnimatablePair(AnimatablePair(5, 6), AnimatablePair(7, 8))
        #expect(rect == CGRect(x: 5, y: 6, width: 7, height: 8))
        var point = UnitPoint.center
        point.animatableData = AnimatablePair(0, 1)
        #expect(point == .bottomLeading)
    }

    @Test func `insets are vectors of top, leading, bottom and trailing`() {
        var insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        #expect(insets.animatableData == AnimatablePair(1, AnimatablePair(2, AnimatablePair(3, 4))))
        insets.animatableData = AnimatablePair(5, AnimatablePair(6, AnimatablePair(7, 8)))
        #expect(insets == EdgeInsets(top: 5, leading: 6, bottom: 7, trailing: 8))
    }

    @Test func `a vector is interpolated towards another`() {
        var vector = AnimatablePair(1.0, 10.0)
        vector.interpolate(towards: AnimatablePair(3, 20), amount: 0.5)
        #expect(vector == AnimatablePair(2, 15))
    }

    @Test func `the squared length of a vector is the sum of the squares of its numbers`() {
        #expect(Float(3).magnitudeSquared == 9)
        #expect(CGFloat(4).magnitudeSquared == 16)
        #expect(AnimatablePair(Float(3), CGFloat(4)).magnitudeSquared == 25)
        #expect(EmptyAnimatableData.zero.magnitudeSquared == 0)
        #expect(EmptyAnimatableData.zero == EmptyAnimatableData())
    }

    // MARK: Springs

    @Test func `a spring moves a value between two as it moves a number`() {
        let spring = Spring(response: 0.5, dampingRatio: 0.7)
        let (from, to) = (CGPoint(x: 10, y: 0), CGPoint(x: 20, y: -5))
        let velocity = spring.velocity(fromValue: from, toValue: to, initialVelocity: .zero, time: 0.1)
        #expect(abs(velocity.x - spring.velocity(target: 10.0, time: 0.1)) < 0.000_1)
        #expect(abs(velocity.y - spring.velocity(target: -5.0, time: 0.1)) < 0.000_1)
        let force = spring.force(fromValue: from, toValue: to, position: CGPoint(x: 12, y: -1), velocity: CGPoint(x: 1, y: 2))
        #expect(abs(force.x - spring.force(target: 20.0, position: 12, velocity: 1)) < 0.000_1)
        #expect(abs(force.y - spring.force(target: -5.0, position: -1, velocity: 2)) < 0.000_1)
    }

    @Test func `the velocity of a spring is the slope of its value`() {
        let spring = Spring(response: 0.5, dampingRatio: 0.7)
        func value(_ time: Double) -> Double {
            spring.value(fromValue: CGPoint.zero, toValue: CGPoint(x: 10, y: 0), initialVelocity: .zero, time: time).x
        }
        let velocity = spring.velocity(fromValue: .zero, toValue: CGPoint(x: 10, y: 0), initialVelocity: .zero, time: 0.2).x
        #expect(abs(velocity - (value(0.200_1) - value(0.199_9)) / 0.000_2) < 0.01)
    }

    @Test func `an animation of a spring moves as the spring`() {
        let spring = Spring(response: 0.5, dampingRatio: 0.7)
        let expected = Animation.spring(response: 0.5, dampingFraction: 0.7)
        #expect(Animation.spring(spring) == expected)
        #expect(Animation.interpolatingSpring(spring) == expected)
    }

    @Test func `an animation is logically complete after a duration, and runs as long as before`() {
        let animation = Animation.linear(duration: 2)
        #expect(animation.logicalDuration == 2)
        #expect(animation.logicallyComplete(after: 0.5).logicalDuration == 0.5)
        #expect(animation.logicallyComplete(after: 5).logicalDuration == 2)
        #expect(animation.logicallyComplete(after: 0.5).duration == 2)
    }

    // MARK: Curves of an app

    private struct Steps: AnimationStateKey {
        static var defaultValue: Int { 0 }
    }

    /// A curve that ends after ten steps, which it counts in the state.
    private struct TenSteps: CustomAnimation {
        func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
            context.state[Steps.self] += 1
            return context.state[Steps.self] <= 10 ? value.scaled(by: 0.5) : nil
        }
    }

    @Test func `a curve of an app keeps values in the state of its context`() {
        let animation = Animation(TenSteps())
        #expect(abs(animation.duration - 10.0 / 60) < 0.000_1)
        var state = AnimationState<Double>()
        #expect(state[Steps.self] == 0)
        state[Steps.self] = 3
        #expect(state[Steps.self] == 3)
    }

    // MARK: Keyframes

    private func keyframes(_ isFast: Bool, _ hasEnd: Bool) -> KeyframeTimeline<Double> {
        KeyframeTimeline(initialValue: 0.0) {
            if isFast { LinearKeyframe(10, duration: 1) } else { LinearKeyframe(10, duration: 2) }
            if hasEnd { LinearKeyframe(0, duration: 1) }
        }
    }

    @Test func `a condition selects keyframes`() {
        #expect(keyframes(true, false).duration == 1)
        #expect(keyframes(false, false).duration == 2)
        #expect(keyframes(false, true).duration == 3)
        #expect(keyframes(true, false).value(time: 0.5) == 5)
        #expect(keyframes(false, false).value(time: 0.5) == 2.5)
        #expect(keyframes(true, true).value(time: 2) == 0)
    }

    private func track(_ isFast: Bool) -> KeyframeTimeline<CGPoint> {
        KeyframeTimeline(initialValue: CGPoint.zero) {
            KeyframeTrack(\.x) {
                if isFast { LinearKeyframe(10, duration: 1) } else { LinearKeyframe(10, duration: 2) }
            }
        }
    }

    @Test func `a condition selects the keyframes of a track`() {
        #expect(track(true).value(time: 0.5).x == 5)
        #expect(track(false).value(time: 0.5).x == 2.5)
    }

    private func tracks(_ isHorizontal: Bool, _ isBoth: Bool) -> KeyframeTimeline<CGPoint> {
        KeyframeTimeline(initialValue: CGPoint.zero) {
            if isHorizontal {
                KeyframeTrack(\.x) { LinearKeyframe(10, duration: 1) }
            } else {
                KeyframeTrack(\.y) { LinearKeyframe(20, duration: 1) }
            }
            if isBoth { KeyframeTrack(\.y) { LinearKeyframe(20, duration: 2) } }
        }
    }

    @Test func `a condition selects tracks`() {
        #expect(tracks(true, false).value(time: 1) == CGPoint(x: 10, y: 0))
        #expect(tracks(false, false).value(time: 1) == CGPoint(x: 0, y: 20))
        #expect(tracks(true, true).value(time: 1) == CGPoint(x: 10, y: 10))
    }

    private struct Moving: View {
        @State private var taps = 0

        var body: some View {
            Text("a").keyframeAnimator(initialValue: 0.0) { content, value in
                content.opacity(value)
            } keyframes: { _ in
                LinearKeyframe(1, duration: 1)
            }
            Text("b").phaseAnimator([1.0, 0.5], trigger: taps) { content, value in
                content.opacity(value)
            } animation: { _ in
                .linear(duration: 1)
            }
            Button("Go") { taps += 1 }
        }
    }

    private func opacities(_ screen: Screen) -> [Double] {
        screen.all { if case .layout(.box(.effect(.opacity))) = $0 { true } else { false } }.compactMap {
            if case .layout(.box(.effect(.opacity(let opacity)))) = $0.content { opacity } else { nil }
        }
    }

    @Test func `keyframes of a view repeat while it is shown`() {
        let stage = AnimationStage(Moving())
        stage.show(at: 0.5)
        #expect(opacities(stage.screen) == [0.5, 1])
        stage.show(at: 1.25)
        #expect(opacities(stage.screen) == [0.25, 1])
    }

    @Test func `phases of a view follow each other after a trigger`() {
        let stage = AnimationStage(Moving())
        stage.screen.press("Go")
        #expect(opacities(stage.screen).last == 0.5)
        stage.show(at: 1)
        #expect(opacities(stage.screen).last == 1)
    }

    @Test func `the transition of a number's text has the number`() {
        let screen = Screen(Text("7").contentTransition(.numericText(value: 7)))
        let transitions = screen.all { _ in true }.compactMap(\.traits.interaction.contentTransition)
        #expect(transitions.map(\.kind) == [.numericValue(7)])
    }
}
