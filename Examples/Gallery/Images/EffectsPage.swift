import SwiftUI

/// Effects on colors, transforms, and masks, each on the same tile.
struct EffectsPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            grid("Colors") {
                sample("Brightness") { $0.brightness(0.25) }
                sample("Contrast") { $0.contrast(1.8) }
                sample("Saturation") { $0.saturation(2) }
                sample("Grayscale") { $0.grayscale(1) }
                sample("Hue") { $0.hueRotation(.degrees(120)) }
                sample("Inverted") { $0.colorInvert() }
                sample("Blended") {
                    $0.overlay { Color.yellow.blendMode(.multiply).accessibilityIdentifier("effects.blended") }
                        .compositingGroup()
                }
                sample("Multiplied") { $0.colorMultiply(.yellow) }
                sample("Blurred") { $0.blur(radius: 3) }
            }
            grid("Transforms") {
                sample("Scaled") { $0.scaleEffect(0.7) }
                sample("Rotated") { $0.rotationEffect(.degrees(15)).scaleEffect(0.8) }
                sample("In space") { $0.rotation3DEffect(.degrees(45), axis: (x: 0, y: 1, z: 0)) }
                sample("Sheared") {
                    $0.transformEffect(CGAffineTransform(a: 1, b: 0, c: 0.3, d: 1, tx: -8, ty: 0)).scaleEffect(0.8)
                }
            }
            grid("Masks") {
                sample("Clipped") { $0.clipShape(Circle()) }
                sample("Masked") { $0.mask { RoundedRectangle(cornerRadius: 24) } }
                sample("Faded") {
                    $0.mask { LinearGradient(colors: [.black, .clear], startPoint: .leading, endPoint: .trailing) }
                }
                sample("Shadow") { _ in Circle().fill(.orange.shadow(.drop(radius: 3, y: 2))).padding(6) }
                sample("As a whole") { $0.drawingGroup().opacity(0.5) }
            }
            Text("By place").font(.headline).accessibilityAddTraits(.isHeader)
            ScrollView(.horizontal) {
                HStack(spacing: 20) {
                    ForEach(1..<7) { number in
                        Tile().frame(width: 64, height: 64)
                            // Each tile is turned more the further it is from the edge.
                            .visualEffect { content, geometry in
                                content.scaleEffect(0.7).rotationEffect(.degrees(geometry.frame(in: .scrollView).minX / 5))
                            }
                            .accessibilityIdentifier("effects.placed.\(number)")
                    }
                }
            }
            .accessibilityLabel("Tiles turned by their place")
            .accessibilityIdentifier("effects.places")
            .frame(width: 260)
        }
    }

    private func grid<Samples: View>(_ title: String, @ViewBuilder samples: () -> Samples) -> some View {
        VStack(alignment: .leading, spacing: 10) {
            Text(title).font(.headline).accessibilityAddTraits(.isHeader)
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 110), spacing: 14)], spacing: 14) { samples() }
        }
    }

    private func sample<Changed: View>(_ title: String, change: (Tile) -> Changed) -> some View {
        VStack(spacing: 6) {
            change(Tile()).frame(height: 64).frame(maxWidth: .infinity)
            Text(title).font(.caption).foregroundStyle(.secondary)
        }
    }

    /// A gradient with a symbol.
    struct Tile: View {
        var body: some View {
            LinearGradient(colors: [.orange, .pink, .indigo], startPoint: .topLeading, endPoint: .bottomTrailing)
                .overlay { Image(systemName: "leaf.fill").font(.title).foregroundStyle(.white) }
                .clipShape(.rect(cornerRadius: 8))
        }
    }
}
