import Foundation
import SwiftUI

/// Sliders, steppers, progress views and gauges for the same value.
struct ValuePage: View {
    @State private var value = 4.0
    @State private var isEditing = false

    var body: some View {
        VStack(alignment: .leading, spacing: 14) {
            Slider(value: $value, in: 0...10, step: 0.5) {
                Text("Magnitude")
            } minimumValueLabel: {
                Text("0")
            } maximumValueLabel: {
                Text("10")
            } onEditingChanged: {
                isEditing = $0
            }
            .accessibilityIdentifier("value.slider")
            Slider(value: $value, in: 0...10) { Text("Tinted") }.tint(.orange)
            Stepper("Magnitude", value: $value, in: 0...10, step: 0.5).accessibilityIdentifier("value.stepper")
            Text(verbatim: "\(value)\(isEditing ? ", editing" : "")")
                .foregroundStyle(.secondary)
                .accessibilityIdentifier("value.state")
            HStack(spacing: 24) {
                ProgressView().accessibilityLabel("Loading")
                ProgressView("Waiting").controlSize(.large)
                ProgressView(value: value, total: 10).progressViewStyle(.circular).accessibilityLabel("Part")
                ProgressView(value: value, total: 10).accessibilityLabel("Part").tint(.green)
            }
            ProgressView(value: value, total: 10) {
                Text("Download")
            } currentValueLabel: {
                Text("\(Int(value * 10)) %")
            }
            HStack(spacing: 24) {
                Gauge(value: value, in: 0...10) {
                    Text("Magnitude")
                } currentValueLabel: {
                    Text("\(Int(value))")
                }
                .gaugeStyle(.accessoryCircular)
                .tint(.orange)
                Gauge(value: value, in: 0...10) {
                    Text("Magnitude")
                } currentValueLabel: {
                    Text("\(Int(value))")
                }
                .gaugeStyle(.accessoryCircularCapacity)
                Gauge(value: value, in: 0...10) { Text("Magnitude") }.gaugeStyle(.accessoryLinear)
            }
            Gauge(value: value, in: 0...10) {
                Text("Magnitude")
            } currentValueLabel: {
                Text("\(Int(value))")
            } minimumValueLabel: {
                Text("0")
            } maximumValueLabel: {
                Text("10")
            }
            .accessibilityIdentifier("value.gauge")
            ProgressView(timerInterval: Date.now...Date.now.addingTimeInterval(90)) { Text("Time left") }
            Stepper("Magnitude", value: $value, in: 0...10, step: 0.5, format: .number)
        }
    }
}
