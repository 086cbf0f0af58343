import Foundation
import SwiftUI

/// Pickers in the built-in styles for the same value, date pickers and a color picker.
struct PickerPage: View {
    enum Order: String, CaseIterable, Identifiable {
        case time, magnitude, place
        var id: Self { self }
    }

    @State private var order = Order.time
    @State private var date = Date(timeIntervalSince1970: 1_528_967_979)
    @State private var color = Color(red: 1, green: 0.5, blue: 0)

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Picker("Order", selection: $order) { options }.accessibilityIdentifier("picker.menu")
            Picker("Order", selection: $order) { options }.pickerStyle(.segmented).accessibilityIdentifier("picker.segmented")
            Picker("Order", selection: $order) { options }.pickerStyle(.inline).accessibilityIdentifier("picker.inline")
            Picker("Order", selection: $order) { options }.pickerStyle(.radioGroup).accessibilityIdentifier("picker.radios")
            Picker("Fixed", selection: .constant(Order.place)) { options }.accessibilityIdentifier("picker.fixed")
            Picker("Order", selection: $order) {
                options
            } currentValueLabel: {
                Text("By \(order.rawValue)")
            }
            .accessibilityIdentifier("picker.current")
            Text("Order: \(order.rawValue)").foregroundStyle(.secondary).accessibilityIdentifier("picker.state")
            DatePicker("Day", selection: $date, displayedComponents: .date).accessibilityIdentifier("picker.date")
            DatePicker("Time", selection: $date, displayedComponents: .hourAndMinute)
            DatePicker("Both", selection: $date, in: Date(timeIntervalSince1970: 0)...)
            DatePicker("In a field", selection: $date, displayedComponents: .date).datePickerStyle(.field)
            DatePicker("Without its label", selection: $date, displayedComponents: .date).labelsHidden()
            DatePicker("Also without", selection: $date, displayedComponents: .date).labelsVisibility(.hidden)
            ColorPicker("Color", selection: $color).accessibilityIdentifier("picker.color")
            HStack {
                Text("Chosen").padding(8).background(color, in: Capsule()).accessibilityIdentifier("picker.chosen")
                Text(verbatim: date.formatted(.iso8601)).foregroundStyle(.secondary).accessibilityIdentifier("picker.dateState")
            }
        }
    }

    private var options: some View { ForEach(Order.allCases) { Text(verbatim: $0.rawValue.capitalized) } }
}
