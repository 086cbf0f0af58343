import Foundation
import SwiftUI

/// Buttons in built-in and custom styles, and the number of their presses.
struct ButtonPage: View {
    @State private var presses = 0

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Flow(minimum: 130) {
                Button("Automatic", action: press).accessibilityIdentifier("button.automatic")
                Button("Bordered", action: press).buttonStyle(.bordered)
                Button("Prominent", action: press).buttonStyle(.borderedProminent).accessibilityIdentifier("button.prominent")
                Button("Delete", role: .destructive, action: press)
                Button("Disabled", action: press).disabled(true)
            }
            Flow(minimum: 130) {
                Button("Plain", action: press).buttonStyle(.plain)
                Button("Link", action: press).buttonStyle(.link)
                Button("Glass", action: press).buttonStyle(.glass).accessibilityIdentifier("button.glass")
                Button("On glass", action: press).buttonStyle(.glassProminent)
                Button("Capsule", action: press).buttonStyle(.bordered).buttonBorderShape(.capsule)
                Button("Tinted", action: press).buttonStyle(.borderedProminent).tint(.purple)
                    .accessibilityIdentifier("button.tinted")
                Button("Accent", action: press).buttonStyle(.borderedProminent).accentColor(.purple)
                    .keyboardShortcut("?", modifiers: [])
                Button("Small", action: press).buttonStyle(.bordered).controlSize(.small)
                Button("Large", action: press).buttonStyle(.bordered).controlSize(.large)
            }
            Flow(minimum: 130) {
                Button(role: .close, action: press)
                Button(role: .confirm, action: press).accessibilityIdentifier("button.confirm")
                RenameButton().renameAction(press).accessibilityIdentifier("button.rename")
            }
            Flow(minimum: 130) {
                Button("Hold", action: press).buttonStyle(BubbleStyle()).accessibilityIdentifier("button.bubble")
                Button("Twice", action: press).buttonStyle(TwiceStyle()).accessibilityIdentifier("button.twice")
                Link("Swift", destination: URL(string: "https://www.swift.org")!).accessibilityIdentifier("button.link")
                ShareLink("Share", item: "Strata").accessibilityIdentifier("button.share")
                ShareLink("Share two", items: ["Strata", "Swift"]) { SharePreview($0) }
            }
            Text("^[\(presses) press](inflect: true)").foregroundStyle(.secondary).accessibilityIdentifier("button.presses")
        }
    }

    private func press() { presses += 1 }
}

/// A custom style that shows whether the button is held down.
private struct BubbleStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label
            Text(configuration.isPressed ? "down" : "up").accessibilityIdentifier("button.phase")
        }
        .padding(10)
        .background(configuration.isPressed ? Color.orange : .mint.opacity(0.3), in: Capsule())
    }
}

/// A custom style that runs the action twice.
private struct TwiceStyle: PrimitiveButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        Button {
            configuration.trigger()
            configuration.trigger()
        } label: {
            configuration.label
        }
        .buttonStyle(.bordered)
    }
}
