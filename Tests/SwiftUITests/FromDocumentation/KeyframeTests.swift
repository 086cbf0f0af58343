import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Keyframes and vectors as the documentation of `KeyframeTimeline` and its keyframes describes
/// them.
@MainActor
struct KeyframeTests {
    private func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }

    private struct Pose {
        var x = 1.0
        var y = 0.0
        var other = 7.0
    }

    @Test func `linear keyframes follow each other, and the last value stays`() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack {
                LinearKeyframe(1, duration: 1)
                LinearKeyframe(3, duration: 2)
            }
        }
        #expect(timeline.duration == 3)
        #expect(isClose(timeline.value(time: 0), 0))
        #expect(isClose(timeline.value(time: 0.5), 0.5))
        #expect(isClose(timeline.value(time: 1), 1))
        #expect(isClose(timeline.value(time: 2), 2))
        #expect(isClose(timeline.value(time: 9), 3))
        #expect(isClose(timeline.value(progress: 0.5), 1.5))
    }

    @Test func `keyframes without a track follow each other`() {
        let timeline = KeyframeTimeline(initialValue: 1.0) {
            LinearKeyframe(3, duration: 1)
            if timelineTurns { MoveKeyframe(10) }
            for value in [4.0, 0] { LinearKeyframe(value, duration: 1) }
        }
        #expect(timeline.duration == 3)
        #expect(isClose(timeline.value(time: 0.5), 2))
        #expect(isClose(timeline.value(time: 1.5), 7))
        #expect(isClose(timeline.value(time: 2.5), 2))
    }

    private var timelineTurns: Bool { true }

    @Test func `a linear keyframe has a timing curve`() {
        let timeline = KeyframeTimeline(initialValue: 10.0) {
            KeyframeTrack { LinearKeyframe(20, duration: 2, timingCurve: .easeIn) }
        }
        #expect(isClose(timeline.value(time: 2 * 0.6575), 15))
    }

    @Test func `a move keyframe jumps at once and takes no time`() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack {
                LinearKeyframe(1, duration: 1)
                MoveKeyframe(10)
                LinearKeyframe(0, duration: 1)
            }
        }
        #expect(timeline.duration == 2)
        #expect(isClose(timeline.value(time: 0.99), 0.99))
        #expect(isClose(timeline.value(time: 1), 10))
        #expect(isClose(timeline.value(time: 1.5), 5))
    }

    @Test func `a move keyframe at the start replaces the initial value`() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack {
                MoveKeyframe(4)
                LinearKeyframe(8, duration: 1)
            }
        }
        #expect(isClose(timeline.value(time: 0), 4))
        #expect(isClose(timeline.value(time: 0.5), 6))
    }

    @Test func `the duration is that of the longest track, and a shorter one keeps its last value`() {
        let timeline = KeyframeTimeline(initialValue: Pose()) {
            KeyframeTrack(\.x) { LinearKeyframe(5, duration: 1) }
            KeyframeTrack(\.y) { LinearKeyframe(8, duration: 4) }
        }
        #expect(timeline.duration == 4)
        #expect(isClose(timeline.value(time: 0.5).x, 3))
        #expect(isClose(timeline.value(time: 2).x, 5))
        #expect(isClose(timeline.value(time: 2).y, 4))
        #expect(timeline.value(time: 2).other == 7)
    }

    @Test func `a cubic keyframe is the curve with the given velocities at its ends`() {
        let rest = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack { CubicKeyframe(1, duration: 2, startVelocity: 0, endVelocity: 0) }
        }
        // 3t² - 2t³ for a quarter of the duration.
        #expect(isClose(rest.value(time: 0.5), 0.15625))
        #expect(isClose(rest.value(time: 1), 0.5))
        let even = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack { CubicKeyframe(1, duration: 2, startVelocity: 0.5, endVelocity: 0.5) }
        }
        #expect(isClose(even.value(time: 0.5), 0.25))
        #expect(isClose(even.value(time: 1.6), 0.8))
    }

    @Test func `cubic keyframes pass their values without a corner`() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack {
                CubicKeyframe(2, duration: 1)
                CubicKeyframe(3, duration: 2)
                CubicKeyframe(0, duration: 1)
            }
        }
        for time in [1.0, 3] {
            let before = (timeline.value(time: time) - timeline.value(time: time - 1e-5)) / 1e-5
            let after = (timeline.value(time: time + 1e-5) - timeline.value(time: time)) / 1e-5
            #expect(isClose(before, after, within: 1e-2))
        }
        #expect(isClose(timeline.value(time: 1), 2))
        #expect(isClose(timeline.value(time: 3), 3))
    }

    @Test func `a spring keyframe follows its spring, from its start velocity`() {
        let timeline = KeyframeTimeline(initialValue: 1.0) {
            KeyframeTrack { SpringKeyframe(3, duration: 1, spring: .bouncy, startVelocity: 4) }
        }
        #expect(timeline.duration == 1)
        #expect(isClose(timeline.value(time: 0.2), 1 + Spring.bouncy.value(target: 2, initialVelocity: 4, time: 0.2)))
    }

    @Test func `a spring keyframe without a duration takes until its spring has settled`() {
        let timeline = KeyframeTimeline(initialValue: 0.0) { KeyframeTrack { SpringKeyframe(1, spring: .snappy) } }
        #expect(isClose(timeline.duration, Spring.snappy.settlingDuration))
    }

    @Test func `a spring keyframe after a linear one starts with its velocity`() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack {
                LinearKeyframe(1, duration: 0.5)
                SpringKeyframe(1, duration: 1, spring: .smooth)
            }
        }
        #expect(timeline.value(time: 0.52) > 1.02)
    }

    // The vertical movement of WWDC23's "Wind your way through advanced animations".
    @Test func `a spring that has not settled hands its value and velocity to the next keyframe`() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack {
                LinearKeyframe(0, duration: 0.1)
                SpringKeyframe(20, duration: 0.15, spring: .bouncy)
                SpringKeyframe(-60, duration: 1, spring: .bouncy)
                SpringKeyframe(0, spring: .bouncy)
            }
        }
        let step = 1e-5
        let (before, end, after) = (
            timeline.value(time: 0.25 - step), timeline.value(time: 0.25), timeline.value(time: 0.25 + step)
        )
        #expect(isClose(before, end, within: 0.01))
        #expect(isClose((end - before) / step, (after - end) / step, within: 1))
        #expect(isClose(timeline.value(time: 0.25), Spring.bouncy.value(target: 20, time: 0.15)))
        #expect((0..<300).allSatisfy { (-90..<30).contains(timeline.value(time: Double($0) / 100)) })
    }

    @Test func `update changes the properties with tracks only`() {
        let timeline = KeyframeTimeline(initialValue: Pose()) { KeyframeTrack(\.x) { LinearKeyframe(3, duration: 1) } }
        var pose = Pose(x: 0, y: 5, other: 6)
        timeline.update(&pose, progress: 0.5)
        #expect(isClose(pose.x, 2))
        #expect(pose.y == 5)
        #expect(pose.other == 6)
    }

    // MARK: Vectors

    @Test func `pairs are added, scaled and measured by their components`() {
        let pair = AnimatablePair(1.0, AnimatablePair(2.0, 3.0))
        #expect(pair.scaled(by: 2) == AnimatablePair(2, AnimatablePair(4, 6)))
        #expect(pair - pair == .zero)
        #expect(pair.magnitudeSquared == 14)
        #expect(pair.interpolated(towards: .zero, amount: 0.5) == AnimatablePair(0.5, AnimatablePair(1, 1.5)))
    }

    @Test func `a transition's value is -1 before, 0 in place and 1 after`() {
        #expect(TransitionPhase.willAppear.value == -1)
        #expect(TransitionPhase.identity.value == 0)
        #expect(TransitionPhase.didDisappear.value == 1)
        #expect(TransitionPhase.identity.isIdentity)
        #expect(!TransitionPhase.willAppear.isIdentity)
    }

    // MARK: Animators

    private final class Recorder {
        var phases: [Int] = []

        func record(_ phase: Int) -> Int {
            if phases.last != phase { phases.append(phase) }
            return phase
        }
    }

    private struct Cycle: View {
        let recorder: Recorder
        @State private var taps = 0

        var body: some View {
            PhaseAnimator([0, 1, 2], trigger: taps) { phase in
                Text("\(recorder.record(phase))").accessibilityIdentifier("phase")
            } animation: { _ in
                .linear(duration: 0.01)
            }
            Button("Start") { taps += 1 }
        }
    }

    @Test func `an animator with a trigger rests at the first phase, runs through all and returns to it`() async throws {
        let recorder = Recorder()
        let window = TestWindow(Cycle(recorder: recorder))
        #expect(try window.find(identifier: "phase").text == "0")
        try window.find(.button, "Start").tap()
        try await window.wait(.seconds(1_200)) { _ in recorder.phases.count == 4 }
        #expect(recorder.phases == [0, 1, 2, 0])
    }

    @Test func `an animator without phases shows a warning`() {
        let window = TestWindow(PhaseAnimator([Int]()) { Text("\($0)") })
        #expect(window.texts.count == 1)
    }

    private struct Growth: View {
        @State private var taps = 0

        var body: some View {
            KeyframeAnimator(initialValue: 1.0, trigger: taps) { value in
                Text(verbatim: "\(value)").accessibilityIdentifier("value")
            } keyframes: { _ in
                LinearKeyframe(2.0, duration: 0.05)
                MoveKeyframe(4.0)
            }
            Button("Start") { taps += 1 }
        }
    }

    @Test func `keyframes with a trigger show the initial value, and the last one after the trigger has changed`() async throws {
        let window = TestWindow(Growth())
        #expect(try window.find(identifier: "value").text == "\(1.0)")
        try window.find(.button, "Start").tap()
        try await window.wait(.seconds(1_200)) { try $0.find(identifier: "value").text == "\(4.0)" }
    }

    private struct Completion: View {
        @State private var events: [String] = []
        @State private var isLarge = false

        var body: some View {
            Text(events.joined(separator: " ")).accessibilityIdentifier("events").scaleEffect(isLarge ? 2 : 1)
            Button("Spring") {
                // One transaction, so that both moments follow the same change.
                var transaction = Transaction(animation: .spring(duration: 0.05, bounce: 0.5))
                transaction.addAnimationCompletion(criteria: .removed) { events.append("removed") }
                transaction.addAnimationCompletion { events.append("complete") }
                withTransaction(transaction) { isLarge.toggle() }
            }
            Button("None") {
                withAnimation(nil) {
                    isLarge.toggle()
                } completion: {
                    events.append("none")
                }
            }
        }
    }

    @Test func `a spring completes logically before it is removed`() async throws {
        let window = TestWindow(Completion())
        try window.find(.button, "Spring").tap()
        try await window.wait(.seconds(1_200)) { try $0.find(identifier: "events").text == "complete removed" }
    }

    @Test func `the completion also runs without an animation`() async throws {
        let window = TestWindow(Completion())
        try window.find(.button, "None").tap()
        try await window.wait(.seconds(1_200)) { try $0.find(identifier: "events").text == "none" }
    }
}
