import Foundation
import Testing

@testable import StrataViewGraph

/// Phases and keyframes.
@MainActor
struct PhaseAnimatorTests {
    private struct Phases: View {
        @State private var taps = 0

        var body: some View {
            PhaseAnimator([0, 1, 2], trigger: taps) { phase in
                Text("phase \(phase)")
            } animation: { phase in
                .linear(duration: phase == 0 ? 1 : 0.5)
            }
            Text("a").phaseAnimator([false, true]) { content, isWide in
                content.padding(isWide ? 20 : 10)
            } animation: { _ in
                .linear(duration: 2)
            }
            Button("Go") { taps += 1 }
        }
    }

    private func padding(_ screen: Screen) -> ElementContent? {
        screen.find { if case .layout(.box(.padding)) = $0.content { true } else { false } }?.content
    }

    @Test func `a trigger runs the phases once, one after the other`() {
        let stage = AnimationStage(Phases())
        #expect(stage.screen.texts.first == "phase 0")
        stage.screen.press("Go")
        #expect(stage.screen.texts.first == "phase 1")
        stage.show(at: 0.5)
        #expect(stage.screen.texts.first == "phase 2")
        stage.show(at: 1)
        #expect(stage.screen.texts.first == "phase 0")
        stage.show(at: 3)
        #expect(stage.screen.texts.first == "phase 0")
    }

    @Test func `phases without a trigger follow each other`() {
        let stage = AnimationStage(Phases())
        let wide = padding(stage.screen)
        stage.show(at: 1)
        #expect(padding(stage.screen) == wide)
        stage.show(at: 2)
        let narrow = padding(stage.screen)
        #expect(narrow != wide)
        stage.show(at: 4)
        #expect(padding(stage.screen) == wide)
    }

    @Test func `a phase is a scope with its animation`() {
        let screen = Screen(Phases(), isShown: false)
        let graph = screen.graph
        graph.appear()
        _ = graph.flushAnimated()
        #expect(graph.animationScopes.map(\.animation) == [.linear(duration: 2)])
    }

    private struct Frames: View {
        @State private var taps = 0

        var body: some View {
            KeyframeAnimator(initialValue: 0.0, trigger: taps) { value in
                Text("\(Int(value.rounded()))")
            } keyframes: { _ in
                KeyframeTrack {
                    LinearKeyframe(10, duration: 1)
                    MoveKeyframe(50)
                    LinearKeyframe(100, duration: 1)
                }
            }
            KeyframeAnimator(initialValue: CGPoint.zero) { point in
                Text("x \(Int(point.x.rounded()))")
            } keyframes: { _ in
                KeyframeTrack(\.x) { LinearKeyframe(10, duration: 1) }
            }
            Button("Go") { taps += 1 }
        }
    }

    @Test func `keyframes follow each other after a trigger`() {
        let stage = AnimationStage(Frames())
        stage.screen.press("Go")
        #expect(stage.screen.texts.first == "0")
        for (time, text) in [(0.5, "5"), (1, "50"), (1.5, "75"), (2, "100"), (3, "100")] {
            stage.show(at: time)
            #expect(stage.screen.texts.first == text)
        }
    }

    @Test func `keyframes without a trigger repeat`() {
        let stage = AnimationStage(Frames())
        stage.show(at: 0.7)
        #expect(stage.screen.texts.contains("x 7"))
        stage.show(at: 1.2)
        #expect(stage.screen.texts.contains("x 2"))
    }

    @Test func `with reduced motion, the last value is shown at once`() {
        let stage = AnimationStage(Frames())
        stage.screen.graph.changeEnvironment { $0.accessibilityReduceMotion = true }
        stage.screen.update()
        stage.screen.press("Go")
        #expect(stage.screen.texts.first == "100")
    }

    // MARK: Curves

    private struct Value {
        var scale = 1.0
        var x = CGFloat(0)
    }

    @Test func `a timeline has the values of its tracks`() {
        let timeline = KeyframeTimeline(initialValue: Value()) {
            KeyframeTrack(\.scale) {
                CubicKeyframe(2, duration: 1)
                CubicKeyframe(3, duration: 1)
            }
            KeyframeTrack(\.x) { SpringKeyframe(10, duration: 3, spring: .smooth) }
        }
        #expect(timeline.duration == 3)
        #expect(timeline.value(time: 0).scale == 1)
        #expect(timeline.value(time: 1).scale == 2)
        #expect(timeline.value(time: 5).scale == 3)
        #expect(timeline.value(progress: 1).x == 10)
        let before = timeline.value(time: 0.999).scale
        let after = timeline.value(time: 1.001).scale
        // The slope at the keyframe in the middle is that of the line from the first to the last.
        #expect(abs((after - before) / 0.002 - 1) < 0.02)
    }

    @Test func `a spring's velocity is the derivative of its value`() {
        for ratio in [0.3, 1, 2] {
            let spring = Spring(response: 0.5, dampingRatio: ratio)
            for time in [0.05, 0.2, 0.6] {
                let step = 1e-5
                let slope =
                    (spring.value(target: 3.0, initialVelocity: 2.0, time: time + step)
                        - spring.value(target: 3.0, initialVelocity: 2.0, time: time - step)) / (2 * step)
                #expect(abs(slope - spring.velocity(target: 3.0, initialVelocity: 2.0, time: time)) < 0.001)
            }
        }
    }

    @Test func `a spring keeps the properties that it is made from`() {
        #expect(abs(Spring(duration: 0.5, bounce: 0.3).bounce - 0.3) < 1e-9)
        #expect(abs(Spring(duration: 0.7, bounce: -0.4).bounce + 0.4) < 1e-9)
        #expect(abs(Spring(duration: 0.7).duration - 0.7) < 1e-9)
        let spring = Spring(mass: 1, stiffness: 100, damping: 10)
        #expect(abs(spring.stiffness - 100) < 1e-6)
        #expect(abs(spring.damping - 10) < 1e-6)
    }
}
