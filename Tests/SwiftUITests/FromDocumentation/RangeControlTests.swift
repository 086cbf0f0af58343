import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `Stepper`, `Slider`, `Gauge` and `ProgressView` by their documentation.
@MainActor
struct RangeControlTests {
    @Test func `a stepper steps by one by default`() throws {
        let value = DocumentedValue(5)
        let window = TestWindow(ValueHost(value) { Stepper("Count", value: $0) })
        try window.find(.stepper).increment()
        #expect(value.value == 6)
        try window.find(.stepper).decrement()
        try window.find(.stepper).decrement()
        #expect(value.value == 4)
    }

    @Test func `a stepper steps by its step`() throws {
        let value = DocumentedValue(0)
        let window = TestWindow(ValueHost(value) { Stepper("Count", value: $0, in: 0...50, step: 5) })
        try window.find(.stepper).increment()
        try window.find(.stepper).increment()
        #expect(value.value == 10)
    }

    @Test func `a stepper does not leave its range`() throws {
        let value = DocumentedValue(9)
        let window = TestWindow(ValueHost(value) { Stepper("Count", value: $0, in: 8...10) })
        for _ in 0..<3 { try? window.find(.stepper).increment() }
        #expect(value.value == 10)
        for _ in 0..<5 { try? window.find(.stepper).decrement() }
        #expect(value.value == 8)
    }

    @Test func `a step that is larger than the rest of the range does not leave it`() throws {
        let value = DocumentedValue(10)
        let window = TestWindow(ValueHost(value) { Stepper("Count", value: $0, in: 0...12, step: 5) })
        try? window.find(.stepper).increment()
        #expect((0...12).contains(value.value))
    }

    @Test func `a stepper with closures calls the one for the button`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Stepper("Color") {
                log.events.append("up")
            } onDecrement: {
                log.events.append("down")
            }
        }
        try window.find(.stepper).increment()
        try window.find(.stepper).decrement()
        #expect(log.events == ["up", "down"])
    }

    @Test func `a stepper reports that editing begins and ends`() throws {
        let log = DocumentationLog()
        let value = DocumentedValue(0)
        let window = TestWindow(
            ValueHost(value) { Stepper("Count", value: $0) { log.events.append("\($0)") } })
        try window.find(.stepper).increment()
        #expect(log.events == ["true", "false"])
    }

    @Test func `a stepper works with strideable values such as floating-point numbers`() throws {
        let value = DocumentedValue(1.0)
        let window = TestWindow(ValueHost(value) { Stepper("Scale", value: $0, in: 0...2, step: 0.25) })
        try window.find(.stepper).decrement()
        #expect(value.value == 0.75)
    }

    // MARK: Sliders

    @Test func `a slider sets its value`() throws {
        let value = DocumentedValue(50.0)
        let window = TestWindow(ValueHost(value) { Slider(value: $0, in: 0...100) })
        #expect(try window.find(.slider).number == 50)
        try window.find(.slider).slide(to: 62.5)
        #expect(value.value == 62.5)
    }

    @Test func `the default range of a slider is from zero to one`() throws {
        let value = DocumentedValue(0.5)
        let window = TestWindow(ValueHost(value) { Slider(value: $0) })
        try window.find(.slider).slide(to: 7)
        #expect(value.value == 1)
        try window.find(.slider).slide(to: -7)
        #expect(value.value == 0)
    }

    @Test func `a slider with a step has values at multiples of the step`() throws {
        let value = DocumentedValue(0.0)
        let window = TestWindow(ValueHost(value) { Slider(value: $0, in: 0...100, step: 5) })
        try window.find(.slider).slide(to: 62)
        #expect(value.value == 60)
    }

    @Test func `a slider reports that editing begins and ends`() throws {
        let log = DocumentationLog()
        let value = DocumentedValue(0.0)
        let window = TestWindow(
            ValueHost(value) { Slider(value: $0, in: 0...10) { log.events.append("\($0)") } })
        try window.find(.slider).slide(to: 4)
        #expect(log.events == ["true", "false"])
    }

    @Test func `a slider shows the labels of its minimum and its maximum`() {
        let value = DocumentedValue(0.0)
        let window = TestWindow(
            ValueHost(value) { binding in
                Slider(value: binding, in: 0...100) {
                    Text("Speed")
                } minimumValueLabel: {
                    Text("Zero")
                } maximumValueLabel: {
                    Text("Hundred")
                }
            })
        #expect(window.texts.contains("Zero"))
        #expect(window.texts.contains("Hundred"))
    }

    // MARK: Gauges and progress

    /// A style that shows the value of its configuration.
    private struct ValueStyle: GaugeStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label
            Text(String(configuration.value)).accessibilityIdentifier("value")
            configuration.currentValueLabel
            Text(configuration.minimumValueLabel == nil ? "no minimum" : "minimum").accessibilityIdentifier("minimum")
        }
    }

    @Test func `the value of a gauge is from zero to one in its style`() throws {
        let window = TestWindow { Gauge(value: 50, in: 0...200) { Text("Speed") }.gaugeStyle(ValueStyle()) }
        #expect(try window.find(identifier: "value").text == "0.25")
        #expect(window.texts.contains("Speed"))
    }

    @Test func `the default range of a gauge is from zero to one`() throws {
        let window = TestWindow { Gauge(value: 0.5) { Text("Battery") }.gaugeStyle(ValueStyle()) }
        #expect(try window.find(identifier: "value").text == "0.5")
    }

    @Test func `a gauge has the optional labels that it is given`() throws {
        let window = TestWindow {
            Gauge(value: 0.5) {
                Text("Battery")
            } currentValueLabel: {
                Text("half")
            } minimumValueLabel: {
                Text("0")
            } maximumValueLabel: {
                Text("1")
            }
            .gaugeStyle(ValueStyle())
        }
        #expect(window.texts.contains("half"))
        #expect(try window.find(identifier: "minimum").text == "minimum")
    }

    @Test func `a gauge without a minimum's label has none in its style`() throws {
        let window = TestWindow { Gauge(value: 0.5) { Text("Battery") }.gaugeStyle(ValueStyle()) }
        #expect(try window.find(identifier: "minimum").text == "no minimum")
    }

    private struct FractionStyle: ProgressViewStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text(configuration.fractionCompleted.map { String($0) } ?? "indeterminate")
        }
    }

    @Test func `the fraction of a progress view is its value divided by the total`() {
        let window = TestWindow { ProgressView(value: 50, total: 200).progressViewStyle(FractionStyle()) }
        #expect(window.texts == ["0.25"])
    }

    @Test func `the default total of a progress view is one`() {
        let window = TestWindow { ProgressView(value: 0.75).progressViewStyle(FractionStyle()) }
        #expect(window.texts == ["0.75"])
    }

    @Test func `a progress view without a value is indeterminate`() {
        let window = TestWindow { ProgressView().progressViewStyle(FractionStyle()) }
        #expect(window.texts == ["indeterminate"])
    }

    @Test func `a progress view whose value is nil is indeterminate`() {
        let window = TestWindow { ProgressView(value: nil as Double?, total: 10).progressViewStyle(FractionStyle()) }
        #expect(window.texts == ["indeterminate"])
    }
}
