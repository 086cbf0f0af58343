import SwiftUI

/// Animations of parts of a window, of values, and of symbols.
struct AnimationPage: View {
    @State private var taps = 0

    var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            TitledExample("The animation of a value") { WidthExample() }
            TitledExample("Springs and curves") { CurvesExample() }
            TitledExample("Interpolated values") { InterpolationExample() }
            TitledExample("Completions") { CompletionExample() }
            TitledExample("A transition of the app") { NoteExample() }
            TitledExample("Phases and keyframes") { phases }
            TitledExample("Effects of symbols") { SymbolEffectsExample(taps: taps) }
            TitledExample("Cards that grow as they scroll in") { cards }
            TitledExample("An animation without an end") { BlinkExample() }
        }
    }

    private var phases: some View {
        HStack(spacing: 20) {
            Button("Tap") { taps += 1 }.buttonStyle(.bordered).accessibilityIdentifier("animation.tap")
            PhaseAnimator([false, true], trigger: taps) { isLarge in
                Image(systemName: "heart").foregroundStyle(.red).scaleEffect(isLarge ? 1.5 : 1)
                    .accessibilityIdentifier("animation.heart")
            }
            .font(.title)
            Text("Jump").font(.title).keyframeAnimator(initialValue: 0.0, trigger: taps) { content, height in
                content.offset(y: -height)
            } keyframes: { _ in
                CubicKeyframe(20, duration: 0.2)
                SpringKeyframe(0, spring: .bouncy)
            }
            Image(systemName: "bell").font(.title).symbolEffect(.bounce, value: taps)
                .accessibilityIdentifier("animation.bell")
        }
    }

    private var cards: some View {
        ScrollView(.horizontal) {
            HStack {
                ForEach(1..<12) { number in
                    Text("\(number)").font(.title).frame(width: 120, height: 80)
                        .background(.quaternary, in: .rect(cornerRadius: 8))
                        .scrollTransition { effect, phase in
                            effect.scaleEffect(phase.isIdentity ? 1 : 0.5)
                        }
                        .accessibilityIdentifier("animation.card.\(number)")
                }
            }
        }
        .accessibilityIdentifier("animation.cards")
    }
}

/// Two bars that grow together, one of them with an animation, and a dot that moves.
private struct WidthExample: View {
    @State private var isWide = false

    var body: some View {
        Button("Widen") { isWide.toggle() }.buttonStyle(.bordered).accessibilityIdentifier("animation.widen")
        VStack(alignment: .leading, spacing: 6) {
            bar.animation(.linear(duration: 1), value: isWide).accessibilityIdentifier("animation.animated")
            bar.accessibilityIdentifier("animation.still")
            Circle().fill(.tint).frame(width: 20, height: 20)
                .offset(x: isWide ? 100 : 0).animation(.linear(duration: 1), value: isWide)
                .accessibilityIdentifier("animation.dot")
        }
    }

    private var bar: some View {
        Color.accentColor.frame(width: isWide ? 200 : 100, height: 20)
    }
}

/// A light that blinks until a change without an animation stops it.
private struct BlinkExample: View {
    @State private var isFaint = false
    @State private var name = "Light"

    var body: some View {
        HStack(spacing: 20) {
            Button("Blink") { withAnimation(.linear(duration: 1).repeatForever()) { isFaint = true } }
                .accessibilityIdentifier("animation.blink")
            Button("Rename") { name = "Lamp" }.accessibilityIdentifier("animation.rename")
            Button("Stop") { isFaint = false }.accessibilityIdentifier("animation.stop")
            Circle().fill(.tint).frame(width: 20, height: 20).opacity(isFaint ? 0.2 : 1).accessibilityLabel(name)
        }
        .buttonStyle(.bordered)
    }
}

/// A number, a shape and the end of a line, which change in steps between their values.
private struct InterpolationExample: View {
    @State private var isFull = false

    var body: some View {
        HStack(spacing: 20) {
            Button("Fill") { withAnimation(.linear(duration: 1)) { isFull.toggle() } }
                .buttonStyle(.bordered)
                .accessibilityIdentifier("animation.fill")
            Percentage(number: isFull ? 100 : 0).accessibilityIdentifier("animation.percentage")
                .frame(width: 56, alignment: .trailing)
            Wedge(degrees: isFull ? 360 : 45).fill(.tint).frame(width: 60, height: 60)
            Circle().trim(from: 0, to: isFull ? 1 : 0.25).stroke(.tint, lineWidth: 6).frame(width: 54, height: 54)
        }
    }
}

/// A shape that a spring fills, and what is completed in the meantime.
private struct CompletionExample: View {
    @State private var isFull = false
    @State private var completions: [String] = []

    var body: some View {
        HStack(spacing: 20) {
            Button("Complete", action: complete).buttonStyle(.bordered).accessibilityIdentifier("animation.complete")
            Circle().trim(from: 0, to: isFull ? 1 : 0.25).stroke(.tint, lineWidth: 6).frame(width: 54, height: 54)
            Text(completions.joined(separator: ", ")).accessibilityIdentifier("animation.completions")
        }
    }

    /// Fills the shape in a transaction that says when a spring has nearly arrived, and when it rests.
    private func complete() {
        completions = []
        var transaction = Transaction(animation: .spring(duration: 0.3, bounce: 0.5))
        transaction.addAnimationCompletion { completions.append("arrived") }
        transaction.addAnimationCompletion(criteria: .removed) { completions.append("at rest") }
        withTransaction(transaction) { isFull.toggle() }
    }
}

/// A number whose digits are counted up.
private struct Percentage: View, @preconcurrency Animatable {
    var number: Double

    var animatableData: Double {
        get { number }
        set { number = newValue }
    }

    var body: some View { Text("\(Int(number.rounded())) %").monospacedDigit() }
}

/// A sector of a circle.
private struct Wedge: Shape {
    var degrees: Double

    var animatableData: Double {
        get { degrees }
        set { degrees = newValue }
    }

    func path(in rect: CGRect) -> Path {
        Path { path in
            let center = CGPoint(x: rect.midX, y: rect.midY)
            path.move(to: center)
            path.addArc(
                center: center, radius: rect.width / 2, startAngle: .zero, endAngle: .degrees(degrees), clockwise: false)
            path.closeSubpath()
        }
    }
}

/// A text with a transition of the app's own.
private struct NoteExample: View {
    @State private var showsNote = false

    var body: some View {
        Button("Note") { withAnimation(.linear(duration: 1)) { showsNote.toggle() } }
            .buttonStyle(.bordered)
            .accessibilityIdentifier("animation.note.toggle")
        if showsNote {
            Text("Twirls in").transition(Twirl()).accessibilityIdentifier("animation.note")
        }
    }
}

/// Views turn and fade as they come and go.
private struct Twirl: Transition {
    func body(content: Content, phase: TransitionPhase) -> some View {
        content.rotationEffect(.degrees(phase.value * 90)).opacity(phase.isIdentity ? 1 : 0)
    }
}
