import SwiftUI

/// Dots that move along their lines at the same time, each with another animation.
struct CurvesExample: View {
    @State private var isMoved = false

    private let curves: [(name: String, animation: Animation)] = [
        ("Smooth", .smooth), ("Snappy", .snappy), ("Bouncy", .bouncy), ("Bouncier", .spring(duration: 0.8, bounce: 0.6)),
        ("Ease in and out", .easeInOut(duration: 1)), ("Delayed", .linear(duration: 0.5).delay(0.5)),
        ("At double speed", .linear(duration: 1).speed(2)), ("Three times", .easeInOut(duration: 0.5).repeatCount(3)),
    ]

    var body: some View {
        Button("Move") { isMoved.toggle() }.buttonStyle(.bordered).accessibilityIdentifier("animation.move")
        Grid(alignment: .leading, horizontalSpacing: 16, verticalSpacing: 8) {
            ForEach(curves, id: \.name) { curve in
                GridRow {
                    Text(curve.name).font(.callout).foregroundStyle(.secondary)
                    Circle().fill(.tint).frame(width: 16, height: 16)
                        .offset(x: isMoved ? 140 : 0)
                        .animation(curve.animation, value: isMoved)
                        .accessibilityIdentifier("animation.dot.\(curve.name)")
                        .frame(width: 180, alignment: .leading)
                }
            }
        }
    }
}
