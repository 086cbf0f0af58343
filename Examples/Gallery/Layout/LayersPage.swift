import Foundation
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
            HStack {
                Text("Glass").padding(12).glassEffect().accessibilityIdentifier("layers.glass")
                Text("Rounded").padding(12).glassEffect(.clear.tint(.blue.opacity(0.2)), in: .rect(cornerRadius: 8))
                Text("A crosshair").padding(12).border(.separator).pointerStyle(.rectSelection)
                    .accessibilityIdentifier("layers.crosshair")
            }
            .padding(16)
            .background {
                LinearGradient(colors: [.mint, .cyan, .blue], startPoint: .leading, endPoint: .trailing).opacity(0.3)
            }
            .clipShape(.rect(cornerRadius: 16))
            Group {
                Text("Each of")
                Text("these has")
                Text("its own padding").accessibilityIdentifier("layers.third")
            }
            .padding(4)
            .background(.green.opacity(0.15))
            SelectionExample()
            HStack {
                Text("hidden").hidden()
                Text("blurred").blur(radius: 2)
                Text("faded").opacity(0.7)
                Text("above").zIndex(1).padding(4).background(.yellow.opacity(0.4)).offset(x: -24)
            }
        }
    }
}

/// Words of which the selected one is framed by a view around all of them, which gets its bounds as
/// an anchor, and the total of their letters behind them.
private struct SelectionExample: View {
    @State private var selected = "Second"

    private struct SelectedBounds: PreferenceKey {
        static let defaultValue: Anchor<CGRect>? = nil
        static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) {
            value = value ?? nextValue()
        }
    }

    private struct Letters: PreferenceKey {
        static let defaultValue = 0
        static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
    }

    var body: some View {
        HStack(spacing: 24) {
            ForEach(["First", "Second", "Third"], id: \.self) { word in
                Button(word) { selected = word }
                    .buttonStyle(.plain)
                    .padding(8)
                    .anchorPreference(key: SelectedBounds.self, value: .bounds) { word == selected ? $0 : nil }
                    .preference(key: Letters.self, value: word.count)
                    .accessibilityIdentifier("layers.word.\(word.lowercased())")
            }
        }
        .padding(.bottom, 20)
        .overlayPreferenceValue(SelectedBounds.self) { anchor in
            GeometryReader { geometry in
                if let bounds = anchor.map({ geometry[$0] }) {
                    RoundedRectangle(cornerRadius: 8)
                        .stroke(.blue, lineWidth: 2)
                        .frame(width: bounds.width, height: bounds.height)
                        .accessibilityIdentifier("layers.frame")
                        .position(x: bounds.midX, y: bounds.midY)
                }
            }
            .allowsHitTesting(false)
        }
        .backgroundPreferenceValue(Letters.self, alignment: .bottomTrailing) { letters in
            Text("\(letters) letters").font(.caption).foregroundStyle(.secondary)
        }
    }
}
