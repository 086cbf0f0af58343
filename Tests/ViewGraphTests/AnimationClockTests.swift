import Foundation
import Testing

@testable import StrataViewGraph

/// The times at which the server evaluates animated views again.
@MainActor
struct AnimationClockTests {
    private struct Length: View, Animatable {
        var length: Double

        nonisolated var animatableData: Double {
            get { length }
            set { length = newValue }
        }

        var body: some View { Text("\(Int(length.rounded()))") }
    }

    private struct Lengths: View {
        @State private var isLong = false

        var body: some View {
            Button("Toggle") { isLong.toggle() }
            ForEach(0..<200, id: \.self) { row in
                Length(length: isLong ? 100 : 0).animation(.linear(duration: row % 2 == 0 ? 1 : 2), value: isLong)
            }
        }
    }

    @Test func `each of many rows has the animation of its own modifier`() {
        let stage = AnimationStage(Lengths())
        stage.screen.press("Toggle")
        stage.show(at: 0.5)
        #expect(stage.screen.texts.dropFirst().prefix(4) == ["50", "25", "50", "25"])
        stage.show(at: 1)
        #expect(stage.screen.texts.dropFirst().suffix(2) == ["100", "50"])
        stage.show(at: 2)
        #expect(stage.screen.texts.dropFirst().allSatisfy { $0 == "100" })
    }

    private struct Bodies: View {
        let log: Log
        var body: some View {
            log.evaluations += 1
            return Text("a")
        }
    }

    private final class Log {
        var evaluations = 0
    }

    @Test func `a node that waits for two times is evaluated at the earlier one`() throws {
        let log = Log()
        let stage = AnimationStage(Bodies(log: log))
        let graph = stage.screen.graph
        let node = try #require(graph.rootNode?.children.first)
        #expect(log.evaluations == 1)
        graph.animationClock.wait(node, until: 103)
        graph.animationClock.wait(node, until: 101)
        graph.animationClock.wait(node, until: 102)
        stage.show(at: 0.5)
        #expect(log.evaluations == 1)
        stage.show(at: 1)
        #expect(log.evaluations == 2)
        stage.show(at: 4)
        #expect(log.evaluations == 2)
    }

    @Test func `a node whose window has closed is not evaluated`() throws {
        let log = Log()
        let stage = AnimationStage(Bodies(log: log))
        let graph = stage.screen.graph
        graph.animationClock.wait(try #require(graph.rootNode?.children.first), until: 101)
        graph.close()
        graph.animationClock.advance()
        #expect(log.evaluations == 1)
    }

    // MARK: Windows that are not visible

    @Test func `a value pauses while the window is not visible, and then is that of the time`() {
        let stage = AnimationStage(Lengths())
        let graph = stage.screen.graph
        stage.screen.press("Toggle")
        stage.show(at: 0.25)
        graph.setScenePhase(.background)
        stage.screen.update()
        stage.show(at: 0.5)
        #expect(stage.screen.texts.dropFirst().first == "25")
        graph.setScenePhase(.active)
        stage.screen.update()
        #expect(stage.screen.texts.dropFirst().first == "50")
        stage.show(at: 0.75)
        #expect(stage.screen.texts.dropFirst().first == "75")
    }

    @Test func `a change while the window is not visible is shown at once`() {
        let stage = AnimationStage(Lengths())
        stage.screen.graph.setScenePhase(.background)
        stage.screen.update()
        stage.screen.press("Toggle")
        #expect(stage.screen.texts.dropFirst().allSatisfy { $0 == "100" })
    }

    private struct Phases: View {
        @State private var taps = 0
        var body: some View {
            PhaseAnimator([0, 1, 2]) {
                Text("endless \($0)")
            } animation: { _ in
                .linear(duration: 1)
            }
            PhaseAnimator([0, 1, 2], trigger: taps) {
                Text("once \($0)")
            } animation: { _ in
                .linear(duration: 1)
            }
            KeyframeAnimator(initialValue: 0.0) {
                Text("x \(Int($0.rounded()))")
            } keyframes: { _ in
                KeyframeTrack { LinearKeyframe(10, duration: 1) }
            }
            Button("Go") { taps += 1 }
        }
    }

    @Test func `phases and keyframes go on with those of the time`() {
        let stage = AnimationStage(Phases())
        let graph = stage.screen.graph
        stage.screen.press("Go")
        #expect(stage.screen.texts.prefix(3) == ["endless 1", "once 1", "x 0"])
        graph.setScenePhase(.background)
        stage.screen.update()
        stage.show(at: 3_600.5)
        #expect(stage.screen.texts.prefix(3) == ["endless 1", "once 1", "x 0"])
        // The second phase began at the start, and each of the three takes a second.
        stage.show(at: 3_602.5)
        graph.setScenePhase(.active)
        stage.screen.update()
        #expect(stage.screen.texts.prefix(3) == ["endless 0", "once 0", "x 5"])
        stage.show(at: 3_603.5)
        #expect(stage.screen.texts.first == "endless 1")
    }

    @Test func `each phase is shown while the window is visible, however late`() {
        let stage = AnimationStage(Phases())
        stage.screen.press("Go")
        #expect(stage.screen.texts.prefix(2) == ["endless 1", "once 1"])
        stage.show(at: 3_700)
        #expect(stage.screen.texts.prefix(2) == ["endless 2", "once 2"])
    }

    private struct Completing: View {
        let completion: () -> Void
        @State private var isOn = false
        var body: some View {
            Button("Go") {
                withAnimation(.linear(duration: 0.01)) {
                    isOn.toggle()
                } completion: {
                    completion()
                }
            }
            Text(isOn ? "on" : "off")
        }
    }

    @Test func `the completion of an animation runs while the window is not visible`() async {
        let signal = AsyncStream.makeStream(of: Void.self)
        let screen = Screen(Completing { signal.continuation.yield() })
        screen.graph.setScenePhase(.background)
        screen.update()
        screen.press("Go")
        for await _ in signal.stream { break }
        #expect(screen.texts.last == "on")
    }
}
