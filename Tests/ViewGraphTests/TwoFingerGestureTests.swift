import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TwoFingerGestureTests {
    @MainActor private final class Log {
        var magnifications: [MagnifyGesture.Value] = []
        var rotations: [RotateGesture.Value] = []
        var both: [String] = []
    }

    private func element(_ screen: Screen) -> Screen.Item? { screen.find { !$0.traits.interaction.gestures.isEmpty } }

    @Test func `a magnification has its factor, its velocity and its start`() {
        let log = Log()
        let screen = Screen(
            Text("zoom").gesture(
                MagnifyGesture(minimumScaleDelta: 0.25).onChanged { log.magnifications.append($0) }
                    .onEnded { log.magnifications.append($0) }))
        let zoom = element(screen)
        #expect(zoom?.traits.interaction.gestures.map(\.primitive) == [.magnify(minimumScaleDelta: 0.25)])
        let event = GestureEvent(
            phase: .began, startX: 30, startY: 60, originX: 10, originY: 20, velocityX: 4, amount: 1.5, width: 40, height: 80)
        screen.send(event, to: zoom)
        #expect(log.magnifications.last?.magnification == 1.5)
        #expect(log.magnifications.last?.velocity == 4)
        #expect(log.magnifications.last?.startLocation == CGPoint(x: 20, y: 40))
        #expect(log.magnifications.last?.startAnchor == .center)
        screen.send(GestureEvent(phase: .ended, amount: -2), to: zoom)
        #expect(log.magnifications.last?.magnification == 0)
        screen.send(GestureEvent(phase: .cancelled), to: zoom)
        #expect(log.magnifications.count == 2)
    }

    private struct Turned: View {
        @GestureState(reset: { value, transaction in transaction.disablesAnimations = value.degrees > 50 })
        private var angle = Angle.zero
        var body: some View {
            Text("turn").gesture(RotateGesture().updating($angle) { value, angle, _ in angle = value.rotation })
            Text("\(Int(angle.degrees.rounded()))")
        }
    }

    @Test func `a rotation updates its state, and resets it at the end`() {
        let screen = Screen(Turned())
        let turn = element(screen)
        #expect(turn?.traits.interaction.gestures.map(\.primitive) == [.rotate(minimumRadians: Angle.degrees(1).radians)])
        screen.send(GestureEvent(phase: .began, amount: .pi / 2), to: turn)
        #expect(screen.texts.last == "90")
        screen.send(GestureEvent(phase: .ended, amount: .pi), to: turn)
        #expect(screen.texts.last == "0")
    }

    @Test func `the older gestures have the factor and the angle as values`() {
        let log = Log()
        let gesture = MagnificationGesture().simultaneously(with: RotationGesture())
        let screen = Screen(
            Text("both").gesture(
                gesture.onChanged { log.both.append("\($0.first ?? 0) \(Int(($0.second?.degrees ?? 0).rounded()))") }))
        let both = element(screen)
        screen.send(GestureEvent(gesture: 0, phase: .began, amount: 2), to: both)
        screen.send(GestureEvent(gesture: 1, phase: .began, amount: .pi), to: both)
        #expect(log.both == ["2.0 0", "2.0 180"])
    }

    @Test func `simultaneous gestures that are both cancelled do not end`() {
        let log = Log()
        let gesture = MagnifyGesture().simultaneously(with: RotateGesture()).onEnded { _ in log.both.append("ended") }
        let screen = Screen(Text("both").gesture(gesture))
        let both = element(screen)
        for phase in [GestureEvent.Phase.began, .cancelled] {
            screen.send(GestureEvent(gesture: 0, phase: phase, amount: 2), to: both)
            screen.send(GestureEvent(gesture: 1, phase: phase, amount: 1), to: both)
        }
        #expect(log.both == [])
        screen.send(GestureEvent(gesture: -1, phase: .cancelled), to: both)
        for phase in [GestureEvent.Phase.began, .ended] {
            screen.send(GestureEvent(gesture: 0, phase: phase, amount: 2), to: both)
            screen.send(GestureEvent(gesture: 1, phase: phase, amount: 1), to: both)
        }
        #expect(log.both == ["ended"])
    }

    @Test func `events of one finger need no amount, and amounts are limited`() throws {
        let json = """
            {"gesture": 0, "phase": "ended", "x": 0, "y": 0, "startX": 0, "startY": 0, "originX": 0, "originY": 0,
             "velocityX": 0, "velocityY": 0
            """
        let decoder = JSONDecoder()
        #expect(try decoder.decode(GestureEvent.self, from: Data((json + "}").utf8)).amount == 0)
        #expect(try decoder.decode(GestureEvent.self, from: Data((json + #", "amount": 1e300}"#).utf8)).amount == 1e6)
    }
}
