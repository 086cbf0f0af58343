import Foundation
import Testing

@testable import StrataViewGraph

/// The animations of changes.
@MainActor
struct AnimationTests {
    struct Rows: View {
        @State private var rows = [1, 2]
        @State private var isFirst = true
        @State private var note = ""

        var body: some View {
            Text(note)
            ForEach(rows, id: \.self) { Text("row \($0)") }
            Button("Add") { rows.append(rows.count + 1) }
            Button("Glide") { withAnimation(.linear(duration: 2)) { rows.append(rows.count + 1) } }
            Button("Both") {
                withAnimation(.easeIn) { rows.removeLast() }
                withAnimation(.easeOut) { isFirst.toggle() }
            }
            Button("Note and glide") {
                note = "a plain change that the same body reads"
                withAnimation(.linear(duration: 2)) { rows.append(rows.count + 1) }
            }
            Button("Jump") { withAnimation(nil) { rows.append(0) } }
            Button("Explicit only") {
                var transaction = Transaction(animation: .bouncy)
                transaction.disablesAnimations = true
                withTransaction(transaction) { rows.append(-1) }
            }
            Chooser(isFirst: $isFirst.animation(.smooth))
        }
    }

    struct Chooser: View {
        @Binding var isFirst: Bool
        var body: some View {
            Text(isFirst ? "first" : "second")
            Button("Choose") { isFirst.toggle() }
        }
    }

    /// The animation that the window's next drawing has after a button was pressed.
    private func animation(_ button: String, _ graph: WindowGraph) throws -> Animation? {
        func find(_ element: Element) -> Element? {
            if case .control(.button) = element.content, case .text(let text)? = element.children.first?.content,
                case .string(button)? = text.runs.first
            {
                return element
            }
            return element.children.lazy.compactMap(find).first
        }
        graph.send(PressEvent(), to: try #require(find(graph.root)).id)
        let (mutations, animation) = graph.flushAnimated()
        #expect(!mutations.isEmpty)
        // It is over with that drawing.
        #expect(graph.flushAnimated().animation == nil)
        return animation
    }

    private func window() -> WindowGraph {
        let graph = WindowGraph(title: "Test", content: Rows())
        graph.mount()
        graph.appear()
        return graph
    }

    @Test(arguments: [
        ("Add", nil), ("Glide", Animation.linear(duration: 2)), ("Both", .easeOut),
        ("Note and glide", .linear(duration: 2)), ("Jump", nil), ("Explicit only", .bouncy),
        ("Choose", .smooth),
    ])
    func aChangeHasTheAnimationThatItWasMadeWith(button: String, expected: Animation?) throws {
        #expect(try animation(button, window()) == expected)
    }

    @Test func aTaskIsNotInTheTransactionItWasBegunIn() async {
        let task = withAnimation(.linear) {
            #expect(Transaction.current?.animation == .linear)
            return Task { @MainActor in Transaction.current?.animation }
        }
        #expect(Transaction.current == nil)
        #expect(await task.value == nil)
    }

    struct Late: View {
        @State private var text = "before"
        var body: some View {
            Text(text)
            Button("Later") {
                nonisolated(unsafe) let text = $text
                Task.detached { withAnimation(.linear) { text.wrappedValue = "after" } }
            }
        }
    }

    @Test func aChangeFromAnotherThreadKeepsIts() async throws {
        let graph = WindowGraph(title: "Test", content: Late())
        graph.mount()
        graph.appear()
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        graph.onNeedsFlush = { change.yield() }
        let button = try #require(graph.root.children.last)
        graph.send(PressEvent(), to: button.id)
        await AnimationTests.first(of: changes)
        #expect(graph.flushAnimated().animation == .linear)
    }

    private nonisolated static func first(of changes: AsyncStream<Void>) async { _ = await changes.first { _ in true } }

    // MARK: Curves

    @Test func springsEndWhereTheyShould() throws {
        for (response, damping) in [(0.5, 1.0), (0.5, 0.7), (0.2, 0.3), (1, 2), (0.5, 0.95)] {
            let spring = Spring(response: response, dampingFraction: damping)
            #expect(spring.distance(after: 0) == 1)
            let end = spring.settlingDuration
            for time in stride(from: end, to: 3 * end, by: end / 50) { #expect(abs(spring.distance(after: time)) < 0.0015) }
            // It is not called settled long before it is.
            #expect(stride(from: end / 2, to: end, by: end / 200).contains { abs(spring.distance(after: $0)) > 0.0005 })
            #expect(spring.progress(at: 0) == 0)
            #expect(spring.progress(at: 1) == 1)
            #expect(spring.progress(at: 0.5) == 1 - spring.distance(after: end / 2))
        }
    }

    /// By the equation of motion: acceleration = −ω²·distance − 2ζω·velocity.
    @Test(arguments: [0.2, 0.7, 1, 1.5]) func springsMoveAsSpringsDo(damping: Double) {
        let spring = Spring(response: 0.5, dampingFraction: damping)
        let frequency = 2 * Double.pi / 0.5
        let step = 1e-4
        for time in stride(from: 0.01, to: 0.5, by: 0.01) {
            let (before, now, after) = (
                spring.distance(after: time - step), spring.distance(after: time), spring.distance(after: time + step)
            )
            let velocity = (after - before) / (2 * step)
            let acceleration = (after - 2 * now + before) / (step * step)
            #expect(abs(acceleration + frequency * frequency * now + 2 * damping * frequency * velocity) < 0.01)
        }
    }

    @Test func bounceIsOnlyInBouncySprings() {
        func overshoots(_ animation: Animation) -> Bool {
            stride(from: 0, to: 1, by: 0.01).contains { animation.curve.progress(at: $0) > 1.001 }
        }
        #expect(!overshoots(.smooth) && !overshoots(.default) && overshoots(.bouncy) && overshoots(.spring(bounce: 0.5)))
    }

    @Test func `a spring is logically complete before it comes to rest`() {
        let spring = Animation.spring(duration: 0.5).delay(1)
        #expect(abs(AnimationCompletionCriteria.logicallyComplete.duration(of: spring) - 1.5) < 1e-9)
        #expect(AnimationCompletionCriteria.removed.duration(of: spring) > 1.6)
        let linear = Animation.linear(duration: 2).repeatCount(3)
        #expect(AnimationCompletionCriteria.logicallyComplete.duration(of: linear) == 6)
        #expect(AnimationCompletionCriteria.logicallyComplete.duration(of: .linear.repeatForever()) == .infinity)
    }

    @Test func `the inverse of a curve that overshoots is a valid timing curve`() {
        let curve = UnitCurve.bezier(startControlPoint: UnitPoint(x: 0.3, y: 1.6), endControlPoint: UnitPoint(x: 0.7, y: -0.5))
        guard case .bezier(let x1, _, let x2, _) = Animation.timingCurve(curve.inverse, duration: 1).curve else {
            Issue.record("The curve is no Bézier curve.")
            return
        }
        // CSS has no other ones.
        #expect((0...1).contains(x1))
        #expect((0...1).contains(x2))
    }

    private struct Stepped: CustomAnimation {
        func animate<V>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? where V: VectorArithmetic {
            time < 1 ? value.scaled(by: (time * 2).rounded(.down) / 2) : nil
        }
    }

    @Test func `an app's own curve is sampled`() {
        let animation = Animation(Stepped())
        #expect(animation.duration == 1)
        #expect(animation.progress(at: 0.25) == 0)
        #expect(animation.progress(at: 0.75) == 0.5)
        #expect(animation.progress(at: 1) == 1)
    }

    @Test func otherTimes() {
        let animation = Animation.linear(duration: 2).delay(1).speed(2)
        #expect(animation.duration == 1 && animation.wait == 0.5)
    }

    @Test(arguments: [Animation.linear(duration: .infinity), .linear(duration: .nan), .linear.delay(1e30)])
    func `the completion of an animation that never ends is not called`(animation: Animation) async {
        var calls = 0
        withAnimation(animation) {
        } completion: {
            calls += 1
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(calls == 0)
    }

    @Test func `the completion of an animation that has already ended is called`() async {
        await withCheckedContinuation { continuation in
            withAnimation(.linear.delay(-.infinity)) {
            } completion: {
                // A second call traps.
                continuation.resume()
            }
        }
    }
}
