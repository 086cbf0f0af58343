import SwiftUI

/// Gradients, materials, levels of the foreground style, colors of the system, and shapes made from
/// others.
struct GradientPage: View {
    private static let stops = Gradient(stops: [
        .init(color: .blue, location: 0), .init(color: .mint, location: 0.6), .init(color: .yellow, location: 1),
    ])

    private static let grays: [UIColor] = [.systemGray, .systemGray2, .systemGray3, .systemGray4, .systemGray5, .systemGray6]

    var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 120), spacing: 14)], spacing: 14) {
                sample("Linear", LinearGradient(gradient: Self.stops, startPoint: .top, endPoint: .bottom))
                sample("Radial", RadialGradient(gradient: Self.stops, center: .center, startRadius: 4, endRadius: 70))
                sample("Elliptical", EllipticalGradient(gradient: Self.stops))
                sample("Angular", AngularGradient(gradient: Self.stops, center: .center))
                sample("Of one color", Color.purple.gradient)
                sample("Erased", AnyShapeStyle(.teal))
            }
            HStack(spacing: 12) {
                Text("Thin").padding(10).background(.thinMaterial, in: .rect(cornerRadius: 8))
                Text("Regular").padding(10).background(.regularMaterial, in: .rect(cornerRadius: 8))
                Text("Thick").padding(10).background(.thickMaterial, in: .rect(cornerRadius: 8))
            }
            .padding()
            .frame(maxWidth: .infinity)
            .background { EllipticalGradient(colors: [.orange, .pink, .indigo]).clipShape(.rect(cornerRadius: 12)) }
            Row {
                Text("Primary").foregroundStyle(.primary)
                Text("Secondary").foregroundStyle(.secondary)
                Text("Tinted").foregroundStyle(.tint)
                Text("Own background").padding(8).background(.background, in: .capsule).backgroundStyle(.green.opacity(0.2))
            }
            HStack(spacing: 0) {
                ForEach(Self.grays, id: \.self) { Color(uiColor: $0).frame(width: 44, height: 44) }
            }
            .clipShape(.rect(cornerRadius: 10))
            Text("On a background of the system").padding(10)
                .background(Color(.secondarySystemBackground), in: .rect(cornerRadius: 10))
            HStack(spacing: 28) {
                Rectangle().rotation(.degrees(45)).scale(0.7).fill(.pink).frame(width: 56, height: 56)
                Rectangle().transform(CGAffineTransform(a: 1, b: 0, c: 0.4, d: 1, tx: 0, ty: 0)).fill(.teal)
                    .frame(width: 48, height: 48)
                ZStack {
                    Circle().fill(.orange)
                    Circle().offset(x: 14).fill(.blue.opacity(0.7))
                }
                .frame(width: 48, height: 48)
                AnyShape(Capsule()).fill(.indigo).frame(width: 72, height: 40)
            }
        }
    }

    private func sample<S: ShapeStyle>(_ title: String, _ style: S) -> some View {
        VStack(spacing: 6) {
            RoundedRectangle(cornerRadius: 10).fill(style).frame(height: 72)
            Text(title).font(.caption).foregroundStyle(.secondary)
        }
    }
}
