import SwiftUI

/// Symbols with effects: at each tap, or as long as they are active.
struct SymbolEffectsExample: View {
    /// The number that changes with each tap.
    let taps: Int
    @State private var isActive = false
    @State private var isMuted = false

    var body: some View {
        Toggle("Active", isOn: $isActive).fixedSize().accessibilityIdentifier("animation.active")
        Flow {
            symbol("Wiggle") { Image(systemName: "bell").symbolEffect(.wiggle, value: taps) }
            symbol("Rotate") { Image(systemName: "gearshape").symbolEffect(.rotate, value: taps) }
            symbol("Variable color") {
                Image(systemName: "wifi").symbolEffect(.variableColor.iterative.reversing, isActive: isActive)
                    .accessibilityIdentifier("animation.wifi")
            }
            symbol("Pulse") { Image(systemName: "star.fill").symbolEffect(.pulse, isActive: isActive) }
            symbol("Breathe") { Image(systemName: "leaf.fill").symbolEffect(.breathe, isActive: isActive) }
            symbol("Replace") {
                Button {
                    withAnimation { isMuted.toggle() }
                } label: {
                    Image(systemName: isMuted ? "bell.slash" : "bell").contentTransition(.symbolEffect(.replace))
                }
                .accessibilityLabel(isMuted ? "Unmute" : "Mute")
                .accessibilityIdentifier("animation.replace")
            }
        }
    }

    private func symbol(_ name: LocalizedStringKey, @ViewBuilder image: () -> some View) -> some View {
        VStack(spacing: 4) {
            image().font(.title).frame(height: 40)
            Text(name).font(.caption).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity)
    }
}
