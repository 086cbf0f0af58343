import Foundation
import SwiftUI

// Animations as the documentation and the sessions write them. The file has to compile; nothing
// here runs.

// MARK: Transitions

private struct Toast: View {
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    @State private var isShown = false

    var body: some View {
        VStack {
            if isShown {
                Text("A").transition(.slide)
                Text("B").transition(.scale(scale: 0.5, anchor: .topLeading))
                Text("C").transition(.move(edge: .trailing).combined(with: .opacity))
                Text("D").transition(.push(from: .bottom).combined(with: .opacity))
                Text("E").transition(.asymmetric(insertion: .scale, removal: .opacity))
                Text("F").transition(.asymmetric(insertion: .push(from: .leading), removal: .move(edge: .trailing)))
                Text("G").transition(.opacity.animation(.easeInOut(duration: 0.3).delay(0.1)))
                Text("H").transition(AnyTransition.opacity.combined(with: .scale(scale: 0.9)))
                Text("I").transition(.blurReplace)
                Text("J").transition(.blurReplace(.upUp))
                Text("K").transition(.offset(x: 0, y: 100))
                Text("L").transition(.identity)
                Text("M").transition(Twirl())
                Text("N").transition(.twirl.combined(with: .move(edge: .top)))
                Text("O").transition(.pivot)
                Text("P").transition(reduceMotion ? .opacity : .move(edge: .leading))
                Text("Q").transition(.offset(CGSize(width: 10, height: 20)))
                Text("R").transition(Twirl().animation(.bouncy))
            }
        }
        .animation(.default, value: isShown)
    }
}

private struct Twirl: Transition {
    func body(content: Content, phase: TransitionPhase) -> some View {
        content
            .scaleEffect(phase.isIdentity ? 1 : 0.5)
            .opacity(phase.isIdentity ? 1 : 0)
            .blur(radius: phase.isIdentity ? 0 : 10)
            .rotationEffect(.degrees(phase == .willAppear ? 360 : phase == .didDisappear ? -360 : .zero))
            .brightness(phase == .willAppear ? 1 : 0)
            .offset(x: phase.value * 40)
    }
}

extension Transition where Self == Twirl {
    fileprivate static var twirl: Twirl { Twirl() }
}

private struct CornerRotation: ViewModifier {
    let amount: Double
    let anchor: UnitPoint

    func body(content: Content) -> some View {
        content.rotationEffect(.degrees(amount), anchor: anchor).clipped()
    }
}

extension AnyTransition {
    fileprivate static var pivot: AnyTransition {
        .modifier(
            active: CornerRotation(amount: -90, anchor: .topLeading), identity: CornerRotation(amount: 0, anchor: .topLeading))
    }
    fileprivate static var moveAndFade: AnyTransition {
        .asymmetric(
            insertion: .move(edge: .trailing).combined(with: .opacity), removal: .scale.combined(with: .opacity))
    }
}

// MARK: Animatable

private struct Arc: Shape {
    var start: Angle
    var end: Angle

    var animatableData: AnimatablePair<Double, Double> {
        get { AnimatablePair(start.radians, end.radians) }
        set {
            start = .radians(newValue.first)
            end = .radians(newValue.second)
        }
    }

    func path(in rect: CGRect) -> Path {
        var path = Path()
        path.addArc(
            center: CGPoint(x: rect.midX, y: rect.midY), radius: rect.width / 2, startAngle: start, endAngle: end, clockwise: true
        )
        return path
    }
}

private struct CountingText: View, Animatable {
    var number: Double

    nonisolated var animatableData: Double {
        get { number }
        set { number = newValue }
    }

    var body: some View { Text(number, format: .number.precision(.fractionLength(0))) }
}

private struct AnimatableFont: ViewModifier, Animatable {
    var size: Double

    nonisolated var animatableData: Double {
        get { size }
        set { size = newValue }
    }

    func body(content: Content) -> some View { content.font(.system(size: size)) }
}

// MARK: Animations

private struct Spirals: View {
    @Namespace private var namespace
    @Namespace private var other: Namespace.ID
    @State private var isLarge = false
    @State private var scale = 1.0

    private let timing = Animation.timingCurve(.easeIn, duration: 2)
    private let custom = Animation(Elastic(duration: 1))

    var body: some View {
        Group {
            if isLarge {
                RoundedRectangle(cornerRadius: 20).matchedGeometryEffect(id: "shape", in: namespace)
            } else {
                Circle().matchedGeometryEffect(
                    id: "shape", in: namespace, properties: .position, anchor: .topLeading, isSource: false)
            }
            Text("x").matchedGeometryEffect(id: 3, in: other, properties: [.position, .size])
        }
        .onTapGesture {
            withAnimation { isLarge.toggle() }
            withAnimation(.spring(.bouncy)) { scale = 2 }
            withAnimation(.spring(response: 0.4, dampingFraction: 0.8, blendDuration: 0)) { scale = 2 }
            withAnimation(.interactiveSpring) { scale = 2 }
            withAnimation(.interpolatingSpring(stiffness: 170, damping: 15)) { scale = 2 }
            withAnimation(.interpolatingSpring(mass: 1, stiffness: 170, damping: 15, initialVelocity: 2)) { scale = 2 }
            withAnimation(.snappy(duration: 0.2)) {
                scale = 2
            } completion: {
                scale = 1
            }
            withAnimation(.easeOut, completionCriteria: .removed) {
                scale = 2
            } completion: {
                scale = 1
            }
            withAnimation(.linear(duration: 1).repeatForever(autoreverses: false).speed(2)) { scale = 1 }
            withAnimation(.timingCurve(0.2, 0.8, 0.2, 1, duration: 0.5).logicallyComplete(after: 0.2)) { scale = 1 }
            var transaction = Transaction(animation: .smooth)
            transaction.disablesAnimations = true
            transaction.isContinuous = false
            transaction.addAnimationCompletion { scale = 1 }
            transaction.addAnimationCompletion(criteria: .removed) { scale = 1 }
            withTransaction(transaction) { scale = 1 }
            withTransaction(\.speedLimit, 3) { scale = 1 }
        }
        .animation(.bouncy) { $0.scaleEffect(scale) }
        .visualEffect { content, geometryProxy in content.offset(geometryProxy.size).blur(radius: 1) }
        .visualEffect { content, geometryProxy in content.offset(x: geometryProxy.frame(in: .global).origin.y) }
        .transaction { $0.animation = $0.animation?.delay(0.1) }
        .transaction(value: scale) { $0.animation = nil }
        .transaction {
            $0.disablesAnimations = true
        } body: {
            $0.opacity(scale)
        }
    }
}

extension Transaction {
    fileprivate var speedLimit: Int {
        get { self[SpeedLimitKey.self] }
        set { self[SpeedLimitKey.self] = newValue }
    }
}

private struct SpeedLimitKey: TransactionKey {
    static let defaultValue = 0
}

private struct Elastic: CustomAnimation {
    let duration: TimeInterval

    func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        if time > duration { return nil }
        let progress = time / duration
        return value.scaled(by: progress)
    }

    func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>)
        -> Bool
    {
        true
    }
}

private func curves() -> [Double] {
    let curve = UnitCurve.bezier(startControlPoint: .init(x: 0.2, y: 0), endControlPoint: UnitPoint(x: 0.8, y: 1))
    let spring = Spring(duration: 0.5, bounce: 0.3)
    var (value, velocity) = (0.0, 0.0)
    spring.update(value: &value, velocity: &velocity, target: 1.0, deltaTime: 1 / 60)
    return [
        curve.value(at: 0.5), curve.velocity(at: 0.5), curve.inverse.value(at: 0.5), UnitCurve.circularEaseIn.value(at: 0.2),
        UnitCurve.easeInOut.value(at: 0.2), UnitCurve.circularEaseOut.value(at: 1), UnitCurve.circularEaseInOut.value(at: 1),
        spring.value(target: 1.0, initialVelocity: 0.0, time: 0.1), spring.velocity(target: 1.0, time: 0.1),
        spring.force(target: 1.0, position: 0.2, velocity: 0.0),
        spring.settlingDuration(target: 1.0, initialVelocity: 0.0, epsilon: 0.001),
        spring.value(fromValue: 1.0, toValue: 2.0, initialVelocity: 0.0, time: 1),
        Spring(mass: 1, stiffness: 100, damping: 10).mass,
        Spring(response: 0.5, dampingRatio: 0.7).damping, Spring(settlingDuration: 1, dampingRatio: 0.8).response,
        Spring.snappy(duration: 0.3, extraBounce: 0.1).bounce, Spring.smooth(duration: 2).duration,
    ]
}
