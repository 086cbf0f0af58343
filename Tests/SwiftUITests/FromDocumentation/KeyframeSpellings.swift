import Foundation
import SwiftUI

// Phases and keyframes as the documentation and the sessions write them. The file has to compile;
// nothing here runs.

private enum BouncePhase: CaseIterable {
    case initial, jump, land

    var offset: Double { self == .jump ? -40 : 0 }
    var scale: Double { self == .land ? 0.9 : 1 }
}

private struct Phases: View {
    @State private var reactions = 0

    var body: some View {
        Text("👏").phaseAnimator([false, true]) { content, isActive in
            content.scaleEffect(isActive ? 1.5 : 1)
        }
        Text("🎉").phaseAnimator(BouncePhase.allCases, trigger: reactions) { content, phase in
            content.scaleEffect(phase.scale).offset(y: phase.offset)
        } animation: { phase in
            switch phase {
            case .initial: .smooth
            case .jump: .easeInOut(duration: 0.2)
            case .land: .spring(duration: 0.2, bounce: 0.5)
            }
        }
        PhaseAnimator(BouncePhase.allCases) { phase in
            Circle().offset(y: phase.offset)
        }
        PhaseAnimator([0, 1, 3], trigger: reactions) { value in
            Rectangle().scaleEffect(1 + value)
        } animation: { value in
            value == 0 ? nil : .bouncy(duration: 0.4, extraBounce: 0.1)
        }
    }
}

private struct AnimationValues {
    var scale = 1.0
    var verticalStretch = 1.0
    var verticalTranslation = 0.0
    var angle = Angle.zero
    var point = CGPoint.zero
}

private struct Reaction: View {
    @State private var count = 0

    var body: some View {
        Text("😀")
            .keyframeAnimator(initialValue: AnimationValues(), trigger: count) { content, value in
                content
                    .rotationEffect(value.angle)
                    .scaleEffect(value.scale)
                    .scaleEffect(y: value.verticalStretch)
                    .offset(y: value.verticalTranslation)
            } keyframes: { _ in
                KeyframeTrack(\.angle) {
                    CubicKeyframe(.zero, duration: 0.58)
                    CubicKeyframe(.degrees(16), duration: 0.125)
                    CubicKeyframe(.degrees(-16), duration: 0.125)
                    CubicKeyframe(.zero, duration: 0.125)
                }
                KeyframeTrack(\.verticalStretch) {
                    CubicKeyframe(1.0, duration: 0.1)
                    CubicKeyframe(0.6, duration: 0.15)
                    CubicKeyframe(1.05, duration: 0.25)
                }
                KeyframeTrack(\.scale) {
                    LinearKeyframe(1.0, duration: 0.36)
                    SpringKeyframe(1.5, duration: 0.8, spring: .bouncy)
                    SpringKeyframe(1.0, spring: .bouncy)
                }
                KeyframeTrack(\.verticalTranslation) {
                    LinearKeyframe(0.0, duration: 0.1, timingCurve: .easeIn)
                    SpringKeyframe(20.0, duration: 0.15, spring: .init(duration: 0.3, bounce: 0.2))
                    MoveKeyframe(-60.0)
                    SpringKeyframe(0.0, spring: .snappy, startVelocity: 10)
                }
            }
        KeyframeAnimator(initialValue: AnimationValues(), repeating: true) { values in
            Circle().position(values.point)
        } keyframes: { initial in
            KeyframeTrack(\.point) {
                MoveKeyframe(initial.point)
                for x in 1...3 { LinearKeyframe(CGPoint(x: x, y: 0), duration: 0.2) }
            }
        }
        KeyframeAnimator(initialValue: 0.0, trigger: count) {
            Text("\($0)")
        } keyframes: { _ in
            LinearKeyframe(1.0, duration: 1)
            CubicKeyframe(2.0, duration: 1)
        }
    }
}
