import Foundation
import Testing

@testable import StrataViewGraph

/// Values that the server interpolates.
@MainActor
struct AnimatableTests {
    private struct Bar: Shape {
        var amount: Double

        var animatableData: Double {
            get { amount }
            set { amount = newValue }
        }

        func path(in rect: CGRect) -> Path {
            Path(CGRect(x: 0, y: 0, width: rect.width * amount, height: rect.height))
        }
    }

    private struct Counter: View, Animatable {
        var number: Double

        nonisolated var animatableData: Double {
            get { number }
            set { number = newValue }
        }

        var body: some View { Text("\(Int(number.rounded()))") }
    }

    private struct Indent: AnimatableModifier {
        var width: Double

        nonisolated var animatableData: Double {
            get { width }
            set { width = newValue }
        }

        func body(content: Content) -> some View { content.overlay { Text("indent \(Int(width.rounded()))") } }
    }

    private struct Host: View {
        @State private var isFull = false
        @State private var isWide = false

        var body: some View {
            Counter(number: isFull ? 100 : 0)
            Bar(amount: isFull ? 1 : 0).frame(width: 100, height: 20)
            Circle().trim(from: 0, to: isFull ? 1 : 0.5).stroke(.red)
            Text("a").modifier(Indent(width: isWide ? 10 : 0)).animation(.linear(duration: 2), value: isWide)
            Button("Fill") { withAnimation(.linear(duration: 1)) { isFull.toggle() } }
            Button("Jump") { isFull.toggle() }
            Button("Widen") { isWide.toggle() }
        }
    }

    @Test func `a view's data are interpolated in the time of the animation`() {
        let stage = AnimationStage(Host())
        stage.screen.press("Fill")
        #expect(stage.screen.texts.first == "0")
        stage.show(at: 0.25)
        #expect(stage.screen.texts.first == "25")
        stage.show(at: 0.75)
        #expect(stage.screen.texts.first == "75")
        stage.show(at: 1)
        #expect(stage.screen.texts.first == "100")
    }

    @Test func `a change during an animation starts from what is shown`() {
        let stage = AnimationStage(Host())
        stage.screen.press("Fill")
        stage.show(at: 0.5)
        stage.screen.press("Fill")
        #expect(stage.screen.texts.first == "50")
        stage.show(at: 1)
        #expect(stage.screen.texts.first == "25")
        stage.show(at: 1.5)
        #expect(stage.screen.texts.first == "0")
    }

    @Test func `a change without an animation is shown at once`() {
        let stage = AnimationStage(Host())
        stage.screen.press("Jump")
        #expect(stage.screen.texts.first == "100")
    }

    @Test func `with reduced motion, the end is shown at once`() {
        let stage = AnimationStage(Host())
        stage.screen.graph.changeEnvironment { $0.accessibilityReduceMotion = true }
        stage.screen.update()
        stage.screen.press("Fill")
        #expect(stage.screen.texts.first == "100")
    }

    @Test func `a shape's path is made for each step`() {
        let stage = AnimationStage(Host())
        stage.screen.press("Fill")
        stage.show(at: 0.5)
        #expect(stage.outlines.first??.base == .path(Path(CGRect(x: 0, y: 0, width: 50, height: 20))))
    }

    @Test func `the end of a trimmed shape moves`() {
        let stage = AnimationStage(Host())
        #expect(stage.outlines.last??.trim == 0...0.5)
        stage.screen.press("Fill")
        stage.show(at: 0.5)
        #expect(stage.outlines.last??.trim == 0...0.75)
    }

    private struct Subtracted: View {
        @State private var isFull = false

        var body: some View {
            Rectangle().subtracting(Bar(amount: isFull ? 1 : 0)).frame(width: 100, height: 20)
            Button("Fill") { withAnimation(.linear(duration: 1)) { isFull.toggle() } }
        }
    }

    @Test func `the data of shapes that are combined are interpolated`() throws {
        let stage = AnimationStage(Subtracted())
        stage.screen.press("Fill")
        stage.show(at: 0.75)
        guard case .path(let path)?? = stage.outlines.first.map({ $0?.base }) else {
            Issue.record("The shape has no path.")
            return
        }
        #expect(path.boundingRect == CGRect(x: 75, y: 0, width: 25, height: 20))
    }

    @Test func `a modifier's data have the animation of the modifier around it`() {
        let stage = AnimationStage(Host())
        stage.screen.press("Widen")
        stage.show(at: 1)
        #expect(stage.screen.texts.contains("indent 5"))
        stage.show(at: 2)
        #expect(stage.screen.texts.contains("indent 10"))
    }

    // MARK: Values

    @Test func `values are interpolated by their components`() {
        let pair = AnimatablePair(0.0, AnimatablePair(10.0, 20.0))
        let other = AnimatablePair(1.0, AnimatablePair(20.0, 0.0))
        let middle = pair.interpolated(towards: other, amount: 0.5)
        #expect(middle == AnimatablePair(0.5, AnimatablePair(15, 10)))
        #expect(AnimatablePair(3.0, 4.0).magnitudeSquared == 25)
        var point = CGPoint(x: 1, y: 2)
        point.animatableData.scale(by: 3)
        #expect(point == CGPoint(x: 3, y: 6))
    }

    @Test func `progress follows the curve, the delay and the repetitions`() {
        let linear = Animation.linear(duration: 2)
        #expect(linear.progress(at: 1) == 0.5)
        #expect(linear.delay(1).progress(at: 1) == 0)
        #expect(linear.delay(1).progress(at: 2) == 0.5)
        #expect(linear.repeatForever().progress(at: 2.5) == 0.75)
        #expect(linear.repeatForever(autoreverses: false).progress(at: 2.5) == 0.25)
        #expect(linear.repeatCount(3, autoreverses: false).progress(at: 6) == 1)
        #expect(abs(Animation.easeInOut(duration: 1).progress(at: 0.5) - 0.5) < 1e-6)
        #expect(Animation.easeIn(duration: 1).progress(at: 0.25) < 0.2)
        #expect(Animation.bouncy.progress(at: 100) == 1)
    }
}
