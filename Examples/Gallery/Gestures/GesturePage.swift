import SwiftUI

/// Taps, presses, drags, keys and hovering.
struct GesturePage: View {
    @State private var log = "Nothing yet"
    @State private var isInside = false
    @State private var taps = 0
    @State private var isPressed = false
    @State private var position = CGSize.zero
    @GestureState private var translation = CGSize.zero

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            HStack {
                tile("Tap", color: .blue)
                    .onTapGesture(count: 2) { log = "Double tap" }
                    .onTapGesture { log = "Tap" }
                    .accessibilityIdentifier("gesture.tap")
                tile(isPressed ? "Pressing" : "Hold", color: .purple)
                    .onLongPressGesture {
                        log = "Long press"
                    } onPressingChanged: {
                        isPressed = $0
                    }
                    .accessibilityIdentifier("gesture.hold")
                tile(isInside ? "Inside" : "Hover", color: .teal)
                    .onHover { isInside = $0 }
                    .accessibilityIdentifier("gesture.hover")
                tile("Lifted", color: .indigo).hoverEffect(.lift)
            }
            HStack {
                Text("The space")
                Spacer()
                Text("is part of it")
            }
            .padding(8)
            .background(.quaternary.opacity(0.4), in: .rect(cornerRadius: 8))
            .frame(maxWidth: 240)
            .contentShape(.rect)
            .hoverEffect()
            .onTapGesture { log = "Between" }
            .accessibilityIdentifier("gesture.shape")
            HStack {
                tile("Drag or hold", color: .indigo)
                    .gesture(
                        DragGesture(minimumDistance: 5).exclusively(before: LongPressGesture()).onEnded { value in
                            switch value {
                            case .first: log = "Exclusive drag"
                            case .second: log = "Exclusive press"
                            }
                        }
                    )
                    .accessibilityIdentifier("gesture.exclusive")
                tile("Tap twice", color: .brown)
                    .gesture(
                        TapGesture().onEnded { log = "First tap" }
                            .sequenced(before: TapGesture()).onEnded { _ in log = "Both taps" }
                    )
                    .accessibilityIdentifier("gesture.sequence")
                tile("Shift tap", color: .green)
                    .gesture(TapGesture().modifiers(.shift).onEnded { log = "Tap with Shift" })
                    .accessibilityIdentifier("gesture.shift")
                tile("Track", color: .teal)
                    .onContinuousHover { if case .active(let point) = $0 { log = "At \(Int(point.x))" } }
                    .accessibilityIdentifier("gesture.track")
            }
            tile("Drag \(Int(position.width + translation.width))", color: .pink)
                .gesture(
                    DragGesture()
                        .updating($translation) { value, translation, _ in translation = value.translation }
                        .onEnded { value in
                            position.width += value.translation.width
                            log = "Dragged by \(Int(value.translation.width))"
                        }
                )
                .accessibilityIdentifier("gesture.drag")
            TwoFingerTiles(log: $log)
            VStack(alignment: .leading) {
                Text("Inside a view with a tap gesture")
                Button("Button") { log = "Button" }.accessibilityIdentifier("gesture.button")
            }
            .onTapGesture { log = "Outer tap" }
            .accessibilityIdentifier("gesture.outer")
            HStack {
                tile("Counts as one tap", color: .pink)
                    .onTapGesture { log = "Inner tap" }
                    .highPriorityGesture(TapGesture().onEnded { log = "Tap with priority" })
                    .accessibilityIdentifier("gesture.priority")
                tile("Both at once", color: .teal)
                    .onTapGesture { log = "Inner tap" }
                    .simultaneousGesture(TapGesture().onEnded { taps += 1 })
                    .accessibilityIdentifier("gesture.simultaneous")
                tile("Ignores taps", color: .gray).onTapGesture { log = "Impossible" }.allowsHitTesting(false)
            }
            tile("Simultaneous taps: \(taps)", color: .purple)
                .focusable()
                .onKeyPress(.space) {
                    taps = 0
                    return .handled
                }
                .accessibilityIdentifier("gesture.focusable")
            TextField("Keys", text: .constant(""))
                .onKeyPress(.upArrow) {
                    log = "Up"
                    return .handled
                }
                .accessibilityIdentifier("gesture.keys")
            Text(log).foregroundStyle(.secondary).accessibilityIdentifier("gesture.log")
        }
    }

    private func tile(_ title: String, color: Color) -> some View {
        Text(title).modifier(Tile(color: color))
    }
}

/// Views that are magnified and turned by two fingers.
private struct TwoFingerTiles: View {
    @Binding var log: String
    @GestureState private var magnification: CGFloat = 1
    @GestureState(resetTransaction: Transaction(animation: .default)) private var turn: Turn?

    var body: some View {
        HStack {
            Text("Zoom \(Int((magnification * 100).rounded()))")
                .modifier(Tile(color: .purple))
                .gesture(zoom)
                .accessibilityIdentifier("gesture.zoom")
            Text(turn.map { "Turned \(Int($0.degrees.rounded())), size \(Int(($0.scale * 10).rounded()))" } ?? "Turn")
                .modifier(Tile(color: .brown))
                .gesture(turning)
                .accessibilityIdentifier("gesture.turn")
        }
    }

    private var zoom: some Gesture {
        MagnifyGesture()
            .updating($magnification) { value, magnification, _ in magnification = value.magnification }
            .onEnded { log = $0.magnification > 1 ? "Zoomed in" : "Zoomed out" }
    }

    private var turning: some Gesture {
        RotateGesture().simultaneously(with: MagnifyGesture())
            .updating($turn) { value, turn, _ in
                turn = Turn(degrees: value.first?.rotation.degrees ?? 0, scale: value.second?.magnification ?? 1)
            }
            .onEnded { log = "Turned by \(Int(($0.first?.rotation.degrees ?? 0).rounded()))" }
    }
}

/// The progress of two fingers that turn and move apart.
private struct Turn {
    let degrees: Double
    let scale: CGFloat
}

/// A filled rectangle behind a text that is readable in both color schemes.
private struct Tile: ViewModifier {
    let color: Color
    @Environment(\.colorScheme) private var colorScheme

    func body(content: Content) -> some View {
        content
            .foregroundStyle(colorScheme == .dark ? .black : .white)
            .padding(.horizontal, 16)
            .padding(.vertical, 10)
            .background(color, in: RoundedRectangle(cornerRadius: 8))
    }
}
