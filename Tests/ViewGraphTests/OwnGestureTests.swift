import Foundation
import Testing

@testable import StrataViewGraph

/// Gestures of an app's own, with dynamic properties.
@MainActor
struct OwnGestureTests {
    private final class Log { var entries: [String] = [] }

    /// Logs the number of drags that have ended, and the distance of the present one.
    private struct Move: Gesture {
        @GestureState private var distance = 0
        @State private var count = 0
        let log: Log

        var body: some Gesture<DragGesture.Value> {
            log.entries.append("\(count) \(distance)")
            return DragGesture()
                .updating($distance) { value, state, _ in state = Int(value.translation.width) }
                .onEnded { _ in count += 1 }
        }
    }

    private let log = Log()
    private let other = Log()

    private func item(_ screen: Screen) -> Screen.Item? { screen.find { !$0.traits.interaction.gestures.isEmpty } }

    /// Sends an event of a drag that started at 5.
    private func drag(_ phase: GestureEvent.Phase, to x: Double = 5, gesture: Int = 0, _ screen: Screen) {
        screen.send(GestureEvent(gesture: gesture, phase: phase, x: x, startX: 5), to: item(screen))
    }

    @Test func `a gesture updates its states, and its gesture state is reset at the end`() {
        let screen = Screen(Text("drag").gesture(Move(log: log)))
        #expect(log.entries.last == "0 0")
        drag(.began, to: 15, screen)
        #expect(log.entries.last == "0 10")
        drag(.changed, to: 25, screen)
        #expect(log.entries.last == "0 20")
        drag(.ended, to: 25, screen)
        #expect(log.entries.last == "1 0")
        drag(.began, to: 15, screen)
        #expect(log.entries.last == "1 10")
        drag(.cancelled, gesture: -1, screen)
        #expect(log.entries.last == "1 0")
    }

    @Test func `gestures that are recognized at the same time have states of their own`() {
        let screen = Screen(Text("drag").gesture(Move(log: log).simultaneously(with: Move(log: other))))
        drag(.began, to: 15, gesture: 1, screen)
        #expect([log.entries.last, other.entries.last] == ["0 0", "0 10"])
        drag(.began, to: 35, gesture: 0, screen)
        #expect([log.entries.last, other.entries.last] == ["0 30", "0 10"])
        drag(.ended, to: 15, gesture: 1, screen)
        #expect([log.entries.last, other.entries.last] == ["0 30", "1 0"])
        drag(.cancelled, gesture: -1, screen)
        #expect([log.entries.last, other.entries.last] == ["0 0", "1 0"])
    }

    @Test func `the loser of exclusive gestures keeps its state`() {
        let screen = Screen(Text("drag").gesture(Move(log: log).exclusively(before: Move(log: other))))
        drag(.began, to: 15, gesture: 1, screen)
        drag(.ended, to: 15, gesture: 1, screen)
        drag(.cancelled, gesture: -1, screen)
        drag(.began, to: 25, gesture: 1, screen)
        #expect([log.entries.last, other.entries.last] == ["0 0", "1 20"])
        drag(.began, to: 35, gesture: 0, screen)
        #expect([log.entries.last, other.entries.last] == ["0 30", "1 0"])
    }

    /// Logs a direction of its environment, around a gesture of the app's.
    private struct Directed: Gesture {
        @Environment(\.layoutDirection) private var direction
        @State private var names = ["a"]
        let log: Log

        var body: some Gesture<DragGesture.Value> {
            log.entries.append("\(direction)")
            return Move(log: log)
        }
    }

    @Test func `a gesture reads the environment of its modifier, and has another one of the app's inside`() {
        let screen = Screen(Text("drag").gesture(Directed(log: log)).environment(\.layoutDirection, .rightToLeft))
        #expect(log.entries.prefix(2) == ["rightToLeft", "0 0"])
        drag(.began, to: 15, screen)
        #expect(log.entries.last == "0 10")
    }

    private struct Switching: View {
        @State private var isDirected = false
        let log: Log
        var body: some View {
            Text("drag").gesture(isDirected ? AnyGesture(Directed(log: log)) : AnyGesture(Move(log: log)))
            Button("Switch") { isDirected.toggle() }
        }
    }

    @Test func `a gesture of another type in the same place has properties of its own`() {
        let screen = Screen(Switching(log: log))
        drag(.began, to: 15, screen)
        drag(.ended, to: 15, screen)
        #expect(log.entries.last == "1 0")
        screen.press("Switch")
        #expect(log.entries.last == "0 0")
        screen.press("Switch")
        #expect(log.entries.last == "0 0")
    }

    private struct Unowned {
        @GestureState var isDown = false
    }

    @Test func `a gesture state of neither a view nor a gesture is not updated, and a warning says so`() {
        let state = Unowned()
        var updates = 0
        let screen = Screen(
            Text("press").gesture(LongPressGesture().updating(state.$isDown) { _, _, _ in updates += 1 }))
        screen.send(GestureEvent(phase: .began), to: item(screen))
        #expect(updates == 0)
        #expect(WarningLog.messages.contains { $0.hasPrefix("A @GestureState of type Bool was updated before") })
    }
}
