import Foundation
import SwiftUI

/// A form with a column of labels and a column of values.
private struct ColumnsForm: View {
    @State private var sound = "Bell"
    @State private var copies = 2
    @State private var isOn = true

    var body: some View {
        Form {
            Picker("Sound", selection: $sound) {
                ForEach(["Bell", "Horn"], id: \.self) { Text(verbatim: $0) }
            }
            .accessibilityIdentifier("columns.sound")
            Stepper("Copies: \(copies)", value: $copies, in: 1...9)
            LabeledContent("A longer label") { Text("Value").accessibilityIdentifier("columns.value") }
            Toggle("Alarm", isOn: $isOn).accessibilityIdentifier("columns.alarm")
            Button("Reset") { copies = 2 }.accessibilityIdentifier("columns.reset")
        }
        .formStyle(.columns)
    }
}

/// Group boxes, disclosure groups, a message in place of content, and a clock.
struct GroupPage: View {
    @State private var isOn = false

    var body: some View {
        VStack(alignment: .leading, spacing: 14) {
            GroupBox("Agreement") {
                Text("The ground may shake at any time.")
                Toggle("I agree", isOn: $isOn)
            }
            DisclosureGroup("Advanced") {
                Toggle("Verbose", isOn: $isOn)
                Text("Depth in kilometers")
            }
            .accessibilityIdentifier("group.advanced")
            DisclosureGroup("In a drawer") { Text("The content of the drawer") }
                .disclosureGroupStyle(DrawerStyle())
                .accessibilityIdentifier("group.drawer")
            GroupBox("In a style of the app") { Text("A box with a line.") }.groupBoxStyle(LineStyle())
            HStack(spacing: 20) {
                Label("Title and icon", systemImage: "tag").labelStyle(.titleAndIcon)
                Label("Title only", systemImage: "tag").labelStyle(.titleOnly)
                Label("Icon only", systemImage: "tag").labelStyle(.iconOnly)
            }
            LabeledContent("Depth", value: "10 km").labeledContentStyle(ColumnStyle())
            ColumnsForm()
            ContentUnavailableView {
                Text("No earthquakes")
            } description: {
                Text("It is quiet today.")
            } actions: {
                Button("Show all") {}.buttonStyle(.bordered)
            }
            TimelineView(.periodic(from: Date(timeIntervalSince1970: 0), by: 1)) { context in
                Text(verbatim: "\(Int(context.date.timeIntervalSince1970))").accessibilityIdentifier("group.clock")
            }
        }
    }
}

/// A box with a line around its content.
private struct LineStyle: GroupBoxStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading, spacing: 6) {
            configuration.label.font(.headline)
            configuration.content
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding()
        .overlay { RoundedRectangle(cornerRadius: 12).strokeBorder(.separator) }
    }
}

/// A label above its content.
private struct ColumnStyle: LabeledContentStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading, spacing: 2) {
            configuration.label.font(.caption).foregroundStyle(.secondary)
            configuration.content
        }
    }
}

/// A disclosure group whose label is a button with a border.
private struct DrawerStyle: DisclosureGroupStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading, spacing: 6) {
            Button {
                configuration.isExpanded.toggle()
            } label: {
                HStack {
                    configuration.label
                    Text(configuration.isExpanded ? "▴" : "▾").accessibilityHidden(true)
                }
            }
            .buttonStyle(.bordered)
            if configuration.isExpanded { configuration.content.padding(.leading, 12) }
        }
    }
}
