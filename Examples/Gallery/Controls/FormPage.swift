import Foundation
import SwiftUI

/// A form with common controls, like a page of settings.
struct FormPage: View {
    @State private var name = "Strata"
    @State private var isOn = true
    @State private var volume = 0.4
    @State private var copies = 2
    @State private var sound = "Bell"
    @State private var alarm = Date(timeIntervalSince1970: 1_528_967_979)
    @State private var color = Color.orange
    @State private var showsMore = false

    var body: some View {
        Form {
            Section {
                TextField("Name", text: $name)
                Toggle("Alarm", isOn: $isOn).accessibilityIdentifier("form.alarm")
                Picker("Sound", selection: $sound) {
                    ForEach(["Bell", "Horn", "Whistle"], id: \.self) { Text(verbatim: $0) }
                }
                .disabled(!isOn)
                .accessibilityIdentifier("form.sound")
                Slider(value: $volume) { Text("Volume") }
            } header: {
                Text("Alarm")
            } footer: {
                Text("The alarm sounds when the ground shakes.")
            }
            Section("Details") {
                DatePicker("Time", selection: $alarm, displayedComponents: .hourAndMinute)
                ColorPicker("Color", selection: $color)
                Stepper("Copies: \(copies)", value: $copies, in: 1...9)
                LabeledContent("Magnitude", value: 4.5, format: .number)
                LabeledContent("Owner") { TextField("Owner", text: $name) }
                DisclosureGroup("More", isExpanded: $showsMore) {
                    LabeledContent("Depth", value: "10 km")
                    LabeledContent("Region", value: "Alaska")
                }
                .accessibilityIdentifier("form.more")
            }
            Section {
                Button("Reset") { copies = 1 }
                Button("Delete", role: .destructive) {}
            }
        }
        .formStyle(.grouped)
    }
}
