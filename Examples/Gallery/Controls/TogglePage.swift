import SwiftUI

/// Toggles in the built-in styles and in a custom style.
struct TogglePage: View {
    @State private var isWiFiOn = true
    @State private var isBluetoothOn = false

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            Toggle("Wi-Fi", isOn: $isWiFiOn).accessibilityIdentifier("toggle.switch")
            Toggle("Bluetooth", isOn: $isBluetoothOn).toggleStyle(.checkbox).accessibilityIdentifier("toggle.checkbox")
            Toggle("Both", sources: [$isWiFiOn, $isBluetoothOn], isOn: \.self)
                .toggleStyle(.checkbox)
                .accessibilityIdentifier("toggle.both")
            Toggle("Wi-Fi", isOn: $isWiFiOn).toggleStyle(.button).accessibilityIdentifier("toggle.button")
            Toggle("Bluetooth", isOn: $isBluetoothOn).toggleStyle(SignStyle())
            Toggle("Always on", isOn: .constant(true)).accessibilityIdentifier("toggle.constant")
            Toggle("Tinted", isOn: $isWiFiOn).toggleStyle(SwitchToggleStyle(tint: .purple))
            Toggle("Disabled", isOn: $isBluetoothOn).disabled(true)
            Text("Wi-Fi is \(isWiFiOn ? "on" : "off"), Bluetooth is \(isBluetoothOn ? "on" : "off").")
                .foregroundStyle(.secondary)
                .accessibilityIdentifier("toggle.state")
        }
    }
}

/// A custom style: a sign that turns when it is pressed.
private struct SignStyle: ToggleStyle {
    func makeBody(configuration: Configuration) -> some View {
        Button {
            configuration.isOn.toggle()
        } label: {
            HStack {
                Text(configuration.isOn ? "OPEN" : "CLOSED").font(.headline)
                configuration.label
            }
        }
        .buttonStyle(.bordered)
        .accessibilityIdentifier("toggle.sign")
    }
}
