import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of sliders, steppers, gauges and progress views.
@MainActor
struct ValueFormTests {
    private let value = Binding(StateBox(4.0))
    private let count = Binding(StateBox(2))
    private let edits = Binding(StateBox<[Bool]>([]))
    /// A title that is not a literal, so that it is not a key.
    private let title = "Size"

    // MARK: Sliders

    @Test func `the older forms of a slider have the label, the ends and the steps of the newer ones`() throws {
        let sliders: [any View] = [
            Slider(value: value, in: 0...10, onEditingChanged: { edits.wrappedValue.append($0) }) { Text("Size") },
            Slider(value: value, in: 0...10, step: 2, onEditingChanged: { edits.wrappedValue.append($0) }) { Text("Size") },
            Slider(
                value: value, in: 0...10, onEditingChanged: { edits.wrappedValue.append($0) }, minimumValueLabel: Text("0"),
                maximumValueLabel: Text("10")
            ) {
                Text("Size")
            },
            Slider(
                value: value, in: 0...10, step: 2, onEditingChanged: { edits.wrappedValue.append($0) },
                minimumValueLabel: Text("0"), maximumValueLabel: Text("10")
            ) {
                Text("Size")
            },
        ]
        let ends: [[String]] = [[], [], ["0", "10"], ["0", "10"]]
        let steps: [Double?] = [nil, 2, nil, 2]
        for (index, view) in sliders.enumerated() {
            edits.wrappedValue = []
            value.wrappedValue = 4
            let screen = Screen(AnyView(view))
            #expect(screen.texts == ["Size"] + ends[index])
            let slider = try #require(screen.sliders.first)
            #expect(slider.content.bounds == 0...10)
            #expect(slider.content.step == steps[index])
            screen.send(SlideEvent(value: 7.2, isEditing: true), to: slider.item)
            screen.send(SlideEvent(value: 7.2, isEditing: false), to: slider.item)
            #expect(value.wrappedValue == (steps[index] == nil ? 7.2 : 8))
            #expect(edits.wrappedValue == [true, false])
        }
    }

    // MARK: Steppers

    /// Checks that a stepper counts from 2 to 3 and back, and reports it.
    private func checkCounts(
        _ stepper: some View, limit: Int? = nil, _ location: SourceLocation = #_sourceLocation
    ) {
        count.wrappedValue = 2
        edits.wrappedValue = []
        let screen = Screen(stepper)
        #expect(screen.texts == ["Size", "−", "+"], sourceLocation: location)
        screen.press("+", location)
        #expect(count.wrappedValue == 3, sourceLocation: location)
        #expect(edits.wrappedValue == [true, false], sourceLocation: location)
        #expect(screen.buttons.map(\.content.isEnabled) == [true, limit != 3], sourceLocation: location)
        screen.press("−", location)
        #expect(count.wrappedValue == 2, sourceLocation: location)
    }

    private func report(_ isEditing: Bool) { edits.wrappedValue.append(isEditing) }

    @Test func `a stepper counts in its range`() {
        checkCounts(
            Stepper(value: count, in: 1...3, step: 1, label: { Text("Size") }, onEditingChanged: { report($0) }), limit: 3)
        checkCounts(Stepper(value: count, in: 1...3, step: 1, onEditingChanged: { report($0) }) { Text("Size") }, limit: 3)
        checkCounts(Stepper("Size", value: count, in: 1...3, step: 1, onEditingChanged: { report($0) }), limit: 3)
        checkCounts(Stepper(title, value: count, in: 1...3, step: 1, onEditingChanged: { report($0) }), limit: 3)
    }

    @Test func `a stepper without a range has no limit`() {
        checkCounts(Stepper(value: count, step: 1, label: { Text("Size") }, onEditingChanged: { report($0) }))
        checkCounts(Stepper(value: count, step: 1, onEditingChanged: { report($0) }) { Text("Size") })
        checkCounts(Stepper("Size", value: count, step: 1, onEditingChanged: { report($0) }))
        checkCounts(Stepper(title, value: count, step: 1, onEditingChanged: { report($0) }))
    }

    @Test func `a stepper with actions runs them`() {
        let up = { count.wrappedValue += 1 }
        let down = { count.wrappedValue -= 1 }
        checkCounts(Stepper(label: { Text("Size") }, onIncrement: up, onDecrement: down, onEditingChanged: { report($0) }))
        checkCounts(Stepper(onIncrement: up, onDecrement: down, onEditingChanged: { report($0) }) { Text("Size") })
        checkCounts(Stepper("Size", onIncrement: up, onDecrement: down, onEditingChanged: { report($0) }))
        checkCounts(Stepper(title, onIncrement: up, onDecrement: down, onEditingChanged: { report($0) }))
    }

    @Test func `a stepper with a format shows its value in it`() {
        let format = FloatingPointFormatStyle<Double>.number.precision(.fractionLength(1))
        let steppers: [any View] = [
            Stepper(value: value, in: 0...5, step: 1, format: format, label: { Text("Size") }, onEditingChanged: { report($0) }),
            Stepper("Size", value: value, in: 0...5, step: 1, format: format, onEditingChanged: { report($0) }),
            Stepper(title, value: value, in: 0...5, step: 1, format: format, onEditingChanged: { report($0) }),
            Stepper(value: value, step: 1, format: format, label: { Text("Size") }, onEditingChanged: { report($0) }),
            Stepper("Size", value: value, step: 1, format: format, onEditingChanged: { report($0) }),
            Stepper(title, value: value, step: 1, format: format, onEditingChanged: { report($0) }),
        ]
        for (index, stepper) in steppers.enumerated() {
            value.wrappedValue = 4
            edits.wrappedValue = []
            let screen = Screen(AnyView(stepper))
            #expect(screen.texts == ["Size", "−", "4.0", "+"])
            screen.press("+")
            #expect(screen.texts == ["Size", "−", "5.0", "+"])
            #expect(edits.wrappedValue == [true, false])
            screen.press("+")
            #expect(value.wrappedValue == (index < 3 ? 5 : 6))
        }
    }

    // MARK: Progress views and gauges

    private func progress(_ screen: Screen) -> [ProgressContent] {
        screen.controls { if case .progress(let progress) = $0 { progress } else { nil } }.map(\.content)
    }

    @Test func `work of unknown length has the label of its initializer, and a circle`() {
        let views: [any View] = [ProgressView { Text("Size") }, ProgressView("Size"), ProgressView(title)]
        for view in views {
            let screen = Screen(AnyView(view))
            #expect(screen.texts == ["Size"])
            #expect(progress(screen).map(\.appearance) == [.circular])
            #expect(progress(screen).map(\.fraction) == [nil])
        }
    }

    @Test func `a value of a total is a bar with the label of its initializer`() {
        let views: [any View] = [
            ProgressView(value: 3.0, total: 4) { Text("Size") }, ProgressView("Size", value: 3.0, total: 4),
            ProgressView(title, value: 3.0, total: 4),
        ]
        for view in views {
            let screen = Screen(AnyView(view))
            #expect(screen.texts == ["Size"])
            #expect(progress(screen).map(\.appearance) == [.linear])
            #expect(progress(screen).map(\.fraction) == [0.75])
        }
    }

    @Test func `the style of a progress view is a bar or a circle, with its color`() {
        func shown(_ style: some ProgressViewStyle) -> ProgressContent? {
            progress(Screen(ProgressView(value: 0.5).progressViewStyle(style).tint(.green))).first
        }
        #expect(shown(.automatic)?.appearance == .linear)
        #expect(shown(.linear)?.appearance == .linear)
        #expect(shown(.linear)?.tint == .green)
        #expect(shown(.circular)?.appearance == .circular)
        #expect(shown(LinearProgressViewStyle(tint: .red))?.appearance == .linear)
        #expect(shown(LinearProgressViewStyle(tint: .red))?.tint == .red)
        #expect(shown(CircularProgressViewStyle(tint: .red))?.appearance == .circular)
        #expect(shown(CircularProgressViewStyle(tint: .red))?.tint == .red)
    }

    private struct Boxed: ProgressViewStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text("styled")
            ProgressView(configuration)
        }
    }

    @Test func `a progress view of a style's configuration has the label and the fraction`() {
        let screen = Screen(
            ProgressView("Size", value: 0.25).progressViewStyle(Boxed()).progressViewStyle(.circular))
        #expect(screen.texts == ["styled", "Size"])
        #expect(progress(screen).map(\.appearance) == [.circular])
        #expect(progress(screen).map(\.fraction) == [0.25])
    }

    @Test func `an interval in the past is complete, and one in the future has not begun`() {
        let past = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 60)
        let start = Date.now.addingTimeInterval(1_000_000)
        let future = start...start.addingTimeInterval(65)
        let views: [(any View, [String], Double)] = [
            (ProgressView(timerInterval: past), ["0:00"], 0),
            (ProgressView(timerInterval: past, countsDown: false), ["1:00"], 1),
            (ProgressView(timerInterval: past) { Text("Size") }, ["Size", "0:00"], 0),
            (ProgressView(timerInterval: future) { Text("Size") }, ["Size", "1:05"], 1),
            (
                ProgressView(timerInterval: past, countsDown: false) {
                    Text("Size")
                } currentValueLabel: {
                    Text("done")
                }, ["Size", "done"], 1
            ),
        ]
        for (view, texts, fraction) in views {
            let screen = Screen(AnyView(view))
            #expect(screen.texts == texts)
            #expect(progress(screen).map(\.fraction) == [fraction])
        }
    }

    @Test func `a gauge of a capacity is a filled bar`() {
        func shown(_ style: some GaugeStyle) -> [String] {
            let gauge = Gauge(value: 0.5) {
                Text("Label")
            } currentValueLabel: {
                Text("Now")
            } minimumValueLabel: {
                Text("Low")
            } maximumValueLabel: {
                Text("High")
            }
            return Screen(gauge.gaugeStyle(style)).texts
        }
        #expect(shown(.linearCapacity) == ["Label", "Low", "High", "Now"])
        #expect(shown(LinearCapacityGaugeStyle()) == ["Label", "Low", "High", "Now"])
        #expect(shown(.automatic) == shown(.linearCapacity))
    }
}
