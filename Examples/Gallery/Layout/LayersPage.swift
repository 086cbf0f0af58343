import SwiftUI

/// Backgrounds, overlays, frames and effects.
struct LayersPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            Flow(minimum: 90) {
                Text("Card")
                    .padding(.horizontal, 20)
                    .padding(.vertical, 12)
                    .background(.blue.opacity(0.15), in: .rect(cornerRadius: 12))
                    .overlay(RoundedRectangle(cornerRadius: 12).stroke(.blue, lineWidth: 1))
                    .accessibilityIdentifier("layers.card")
                Text("3")
                    .frame(width: 44, height: 44)
                    .background(.gray.opacity(0.2), in: .circle)
                    .overlay(alignment: .topTrailing) {
                        Circle().fill(.red).frame(width: 14, height: 14).accessibilityIdentifier("layers.badge")
                    }
                Text("Shadow")
                    .padding(10)
                    .background(RoundedRectangle(cornerRadius: 8).fill(.background))
                    .shadow(radius: 4, y: 2)
                Text("Turned").rotationEffect(.degrees(-12)).foregroundStyle(.purple)
                Text("Border").padding(6).border(.orange, width: 2)
            }
            Text("On thin material")
                .padding(12)
                .background(.thinMaterial, in: .capsule)
                .padding(16)
                .background {
                    LinearGradient(colors: [.pink, .orange, .yellow], startPoint: .leading, endPoint: .trailing)
                }
                .clipShape(.rect(cornerRadius: 16))
            Group {
                Text("Each of")
                Text("these has")
                Text("its own padding").accessibilityIdentifier("layers.third")
            }
            .padding(4)
            .background(.green.opacity(0.15))
            HStack {
                Text("hidden").hidden()
                Text("blurred").blur(radius: 2)
                Text("faded").opacity(0.7)
                Text("above").zIndex(1).padding(4).background(.yellow.opacity(0.4)).offset(x: -24)
            }
        }
    }
}
