import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Animations as the documentation of `withAnimation`, `Animation` and `Spring` describes them.
@MainActor
struct AnimationTests {
    // MARK: withAnimation

    @Test func `withAnimation returns the result of its body`() {
        #expect(withAnimation { 5 } == 5)
        #expect(withAnimation(.easeIn) { "a" } == "a")
    }

    @Test func `withAnimation throws the error of its body`() {
        #expect(throws: CancellationError.self) { try withAnimation { throw CancellationError() } }
    }

    private struct Completing: View {
        @State private var isLarge = false
        @State private var completed = "no"
        let criteria: AnimationCompletionCriteria
        let animation: Animation

        var body: some View {
            Text("Size").opacity(isLarge ? 1 : 0.5)
            Text(completed).accessibilityIdentifier("state")
            Button("Animate") {
                withAnimation(animation, completionCriteria: criteria) {
                    isLarge.toggle()
                } completion: {
                    completed = isLarge ? "large" : "small"
                }
            }
        }
    }

    @Test func `the completion is called after the changes of the animation`() async throws {
        let window = TestWindow(Completing(criteria: .logicallyComplete, animation: .linear(duration: 0.05)))
        try window.find(.button, "Animate").tap()
        try await window.wait(.seconds(1_200)) { try $0.find(identifier: "state").text == "large" }
    }

    @Test func `a completion can wait until the animation is removed`() async throws {
        let window = TestWindow(Completing(criteria: .removed, animation: .spring(duration: 0.1)))
        try window.find(.button, "Animate").tap()
        try await window.wait(.seconds(1_200)) { try $0.find(identifier: "state").text == "large" }
    }

    private struct Transitions: View {
        @State private var isShown = false

        var body: some View {
            if isShown {
                Text("A").transition(.slide)
                Text("B").transition(.asymmetric(insertion: .move(edge: .top), removal: .opacity))
                Text("C").transition(.scale(scale: 0.5, anchor: .leading).combined(with: .opacity).animation(.easeOut))
                Text("D").transition(.push(from: .bottom))
                Text("E").transition(.identity)
            }
            Toggle("Shown", isOn: $isShown.animation(.linear(duration: 0.01)))
        }
    }

    @Test func `views with transitions are inserted and removed with the state`() throws {
        let window = TestWindow(Transitions())
        #expect(window.all(.text, "A").isEmpty)
        try window.find(.toggle, "Shown").tap()
        #expect(Array(window.texts.prefix(5)) == ["A", "B", "C", "D", "E"])
        try window.find(.toggle, "Shown").tap()
        #expect(window.all(.text, "A").isEmpty)
    }

    // MARK: Animation

    @Test func `animations are equal if their curves and durations are`() {
        #expect(Animation.linear(duration: 1) == Animation.linear(duration: 1))
        #expect(Animation.linear(duration: 1) != Animation.linear(duration: 2))
        #expect(Animation.linear(duration: 1) != Animation.easeIn(duration: 1))
        #expect(Animation.timingCurve(0, 0, 1, 1, duration: 1) == Animation.timingCurve(0, 0, 1, 1, duration: 1))
    }

    @Test func `a delay, a speed or a repetition makes another animation`() {
        let animation = Animation.easeIn(duration: 1)
        #expect(animation.delay(1) != animation)
        #expect(animation.speed(2) != animation)
        #expect(animation.repeatCount(3) != animation)
        #expect(animation.repeatForever(autoreverses: false) != animation)
        #expect(animation.delay(1) == animation.delay(1))
        #expect(animation.repeatCount(3) != animation.repeatCount(4))
    }

    @Test func `equal animations are one element of a set`() {
        #expect(Set([Animation.bouncy(duration: 1), .bouncy(duration: 1), .snappy(duration: 1)]).count == 2)
    }

    // MARK: Spring

    private func isClose(_ a: Double, _ b: Double, _ accuracy: Double = 1e-6) -> Bool { abs(a - b) <= accuracy }

    @Test func `a spring without bounce is critically damped`() {
        let spring = Spring(duration: 0.4, bounce: 0)
        #expect(isClose(spring.duration, 0.4))
        #expect(isClose(spring.bounce, 0))
        #expect(isClose(spring.dampingRatio, 1))
    }

    @Test func `a bounce of one is an undamped oscillation, and a negative one over-damps`() {
        #expect(isClose(Spring(duration: 0.5, bounce: 1).dampingRatio, 0))
        #expect(Spring(duration: 0.5, bounce: 0.4).dampingRatio < 1)
        #expect(Spring(duration: 0.5, bounce: -0.4).dampingRatio > 1)
    }

    @Test func `a spring has the response and the damping ratio with which it was made`() {
        let spring = Spring(response: 0.6, dampingRatio: 0.7)
        #expect(isClose(spring.response, 0.6))
        #expect(isClose(spring.dampingRatio, 0.7))
        #expect(isClose(spring.mass, 1))
    }

    @Test func `a spring has the mass, the stiffness and the damping with which it was made`() {
        let spring = Spring(mass: 2, stiffness: 200, damping: 20)
        #expect(isClose(spring.mass, 2))
        #expect(isClose(spring.stiffness, 200, 1e-4))
        #expect(isClose(spring.damping, 20, 1e-4))
        #expect(isClose(spring.dampingRatio, 0.5))
    }

    @Test func `over-damping is treated as critical damping unless it is allowed`() {
        #expect(isClose(Spring(mass: 1, stiffness: 100, damping: 50).dampingRatio, 1))
        #expect(isClose(Spring(mass: 1, stiffness: 100, damping: 50, allowOverDamping: true).dampingRatio, 2.5))
    }

    @Test func `presets add the extra bounce to their own`() {
        #expect(isClose(Spring.smooth.bounce, 0))
        #expect(isClose(Spring.snappy.bounce, 0.15))
        #expect(isClose(Spring.bouncy.bounce, 0.3))
        #expect(isClose(Spring.smooth(duration: 1, extraBounce: 0.2).bounce, 0.2))
        #expect(isClose(Spring.snappy(duration: 1, extraBounce: 0.2).bounce, 0.35))
        #expect(isClose(Spring.bouncy(duration: 2, extraBounce: 0.1).duration, 2))
    }

    @Test func `the value begins at zero and ends at the target`() {
        let spring = Spring(duration: 0.5, bounce: 0.2)
        #expect(isClose(spring.value(target: 100, time: 0), 0))
        #expect(isClose(spring.value(target: 100, time: spring.settlingDuration(target: 100.0, epsilon: 0.001)), 100, 0.01))
        #expect(isClose(spring.value(target: 100, time: 10), 100, 0.001))
    }

    @Test func `the velocity begins with the initial one`() {
        let spring = Spring(duration: 0.5, bounce: 0.2)
        #expect(isClose(spring.velocity(target: 100, initialVelocity: 7, time: 0), 7))
        #expect(isClose(spring.velocity(target: 100, time: 0), 0))
    }

    @Test func `a spring with bounce passes its target, and one without does not`() {
        let times = stride(from: 0.0, through: 3, by: 0.01)
        let smooth = Spring(duration: 0.5, bounce: 0)
        let bouncy = Spring(duration: 0.5, bounce: 0.5)
        #expect(times.allSatisfy { smooth.value(target: 1, time: $0) <= 1.000001 })
        #expect(times.contains { bouncy.value(target: 1, time: $0) > 1.01 })
    }

    @Test func `a value between two others begins at the first and ends at the second`() {
        let spring = Spring.smooth
        #expect(isClose(spring.value(fromValue: 10.0, toValue: 20.0, initialVelocity: 0.0, time: 0), 10))
        #expect(isClose(spring.value(fromValue: 10.0, toValue: 20.0, initialVelocity: 0.0, time: 10), 20, 0.001))
    }

    @Test func `an update in one step has the value and the velocity at that time`() {
        let spring = Spring(duration: 0.5, bounce: 0.3)
        var value = 0.0
        var velocity = 0.0
        spring.update(value: &value, velocity: &velocity, target: 50, deltaTime: 0.1)
        #expect(isClose(value, spring.value(target: 50, time: 0.1), 1e-4))
        #expect(isClose(velocity, spring.velocity(target: 50, time: 0.1), 1e-3))
    }

    @Test func `settling to a smaller distance takes longer`() {
        let spring = Spring(duration: 0.5, bounce: 0.3)
        #expect(spring.settlingDuration(target: 1.0, epsilon: 0.0001) > spring.settlingDuration(target: 1.0, epsilon: 0.01))
        #expect(spring.settlingDuration > 0)
    }
}
