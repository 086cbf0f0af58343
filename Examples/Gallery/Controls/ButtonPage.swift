import SwiftUI

/// Buttons in the built-in styles, and a count of their presses.
struct ButtonPage: View {
    @State private var presses = 0

    var body: some View {
        HStack(spacing: 12) {
            Button("Automatic") { presses += 1 }.accessibilityIdentifier("button.automatic")
            Button("Bordered") { presses += 1 }.buttonStyle(.bordered)
            Button("Prominent") { presses += 1 }.buttonStyle(.borderedProminent)
            Button("Delete", role: .destructive) { presses += 1 }
            Button("Disabled") { presses += 1 }.disabled(true)
            Text("\(presses) presses").foregroundStyle(.secondary).accessibilityIdentifier("button.presses")
        }
    }
}
