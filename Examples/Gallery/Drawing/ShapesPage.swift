import SwiftUI

/// Shapes, gradients, paths and a custom shape.
struct ShapesPage: View {
    @State private var progress = 0.65

    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 72), spacing: 14)], spacing: 14) {
                Group {
                    Rectangle().fill(.blue)
                    RoundedRectangle(cornerRadius: 14).fill(.indigo.gradient)
                    UnevenRoundedRectangle(topLeadingRadius: 24, bottomTrailingRadius: 24).fill(.purple)
                    Circle().fill(.pink).accessibilityIdentifier("shapes.circle")
                    Ellipse().fill(.orange).padding(.vertical, 12)
                    Capsule().fill(.green).padding(.vertical, 16)
                    Star().fill(.yellow).accessibilityIdentifier("shapes.star")
                    Star().stroke(.orange, style: StrokeStyle(lineWidth: 3, lineJoin: .round))
                }
                .frame(height: 72)
                Group {
                    Circle().stroke(.red, lineWidth: 6).padding(3)
                    Circle().strokeBorder(.teal, style: StrokeStyle(lineWidth: 4, dash: [8, 5]))
                    Capsule().strokeBorder(.blue, lineWidth: 3).padding(.vertical, 16)
                    Circle().strokeBorder(
                        AngularGradient(colors: [.red, .yellow, .green, .blue, .purple, .red], center: .center), lineWidth: 10)
                    LinearGradient(colors: [.cyan, .indigo], startPoint: .topLeading, endPoint: .bottomTrailing)
                        .clipShape(.circle)
                    RadialGradient(colors: [.white, .orange, .red], center: .center, startRadius: 2, endRadius: 40)
                        .clipShape(RoundedRectangle(cornerRadius: 18))
                    Color.mint.clipShape(Star())
                    Text("Aa").font(.largeTitle).foregroundStyle(
                        LinearGradient(colors: [.pink, .blue], startPoint: .leading, endPoint: .trailing))
                }
                .frame(height: 72)
            }
            Row {
                ZStack {
                    Circle().stroke(.quaternary, lineWidth: 10)
                    Circle()
                        .trim(from: 0, to: progress)
                        .stroke(.green, style: StrokeStyle(lineWidth: 10, lineCap: .round))
                        .rotationEffect(.degrees(-90))
                    Text(progress, format: .percent.precision(.fractionLength(0))).accessibilityIdentifier("shapes.percent")
                }
                .frame(width: 96, height: 96)
                .padding(5)
                Button("More") { progress = min(progress + 0.1, 1) }.buttonStyle(.bordered)
                    .accessibilityIdentifier("shapes.more")
            }
            Flow(minimum: 60) {
                Group {
                    Circle().subtracting(Circle().offset(x: 20)).fill(.orange).accessibilityIdentifier("shapes.crescent")
                    Circle().union(Rectangle().scale(x: 1, y: 0.4)).stroke(.blue, lineWidth: 2)
                    Circle().intersection(Star()).fill(.pink)
                    Star().symmetricDifference(Circle().scale(0.5)).fill(.teal)
                }
                .frame(width: 60, height: 60)
            }
            Path { path in
                path.move(to: CGPoint(x: 0, y: 40))
                for x in stride(from: 0.0, through: 160, by: 4) {
                    path.addLine(to: CGPoint(x: x, y: 40 - 30 * sin(x / 18) * exp(-x / 90)))
                }
            }
            .stroke(.blue, lineWidth: 2)
            .frame(width: 160, height: 80)
        }
    }
}

/// A star with five points.
private struct Star: Shape {
    func path(in rect: CGRect) -> Path {
        let radius = min(rect.width, rect.height) / 2
        var path = Path()
        for corner in 0..<10 {
            let angle = Double(corner) * .pi / 5 - .pi / 2
            let reach = corner.isMultiple(of: 2) ? radius : radius * 0.42
            let point = CGPoint(x: rect.midX + reach * cos(angle), y: rect.midY + reach * sin(angle))
            if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        path.closeSubpath()
        return path
    }
}
