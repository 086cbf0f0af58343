import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ValueControlTests {
    @Observable final class Model {
        var value = 4.0
        var count = 2
        var date = Date(timeIntervalSince1970: 1_528_967_979)
        var log: [Bool] = []
    }

    private func binding(_ model: Model) -> Binding<Double> { Binding(get: { model.value }, set: { model.value = $0 }) }

    @Test func `a slider writes values of its steps, within its range`() throws {
        let model = Model()
        let screen = Screen(Slider(value: binding(model), in: 0...10, step: 0.5) { Text("Value") })
        let slider = try #require(screen.sliders.first).item
        screen.send(SlideEvent(value: 3.3, isEditing: true), to: slider)
        #expect(model.value == 3.5)
        screen.send(SlideEvent(value: 1e9, isEditing: true), to: slider)
        #expect(model.value == 10)
        screen.send(SlideEvent(value: -1e9, isEditing: true), to: slider)
        #expect(model.value == 0)
    }

    @Test func `a slider reports the beginning and the end of a move`() throws {
        let model = Model()
        let screen = Screen(Slider(value: binding(model), in: 0...10) { model.log.append($0) })
        let slider = try #require(screen.sliders.first).item
        for value in [1.0, 2, 3] { screen.send(SlideEvent(value: value, isEditing: true), to: slider) }
        screen.send(SlideEvent(value: 3, isEditing: false), to: slider)
        #expect(model.log == [true, false])
    }

    @Test func `a stepper stays in its range, and disables the button at its limit`() {
        let model = Model()
        let count = Binding(get: { model.count }, set: { model.count = $0 })
        let screen = Screen(Stepper("Count", value: count, in: 1...3))
        screen.press("+")
        #expect(model.count == 3)
        #expect(screen.buttons.map(\.content.isEnabled) == [true, false])
        screen.press("+")
        #expect(model.count == 3)
        screen.press("−")
        #expect(model.count == 2)
    }

    @Test func `a button of a stepper without an action is disabled`() {
        let screen = Screen(Stepper("Count", onIncrement: nil, onDecrement: {}))
        #expect(screen.buttons.map(\.content.isEnabled) == [true, false])
    }

    @Test func `a date picker keeps the parts that it does not show`() throws {
        let content = DatePickerContent(
            components: .date, date: Model().date, timeZone: try #require(TimeZone(identifier: "UTC")), isEnabled: true)
        #expect(content.text(of: content.date) == "2018-06-14")
        #expect(content.date(of: "2020-02-29") == Date(timeIntervalSince1970: 1_582_967_979))
        #expect(content.date(of: "2020-13-01") == nil)
        #expect(content.date(of: "yesterday") == nil)
        var time = content
        time.components = .hourAndMinute
        #expect(time.text(of: time.date) == "09:19")
        #expect(time.date(of: "10:20") == Date(timeIntervalSince1970: 1_528_971_639))
        #expect(time.date(of: "10:20:05") == Date(timeIntervalSince1970: 1_528_971_605))
    }

    @Test func `a date picker has the time zone of its environment`() throws {
        let model = Model()
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let screen = Screen(
            DatePicker("Date", selection: Binding(get: { model.date }, set: { model.date = $0 })).environment(\.timeZone, zone))
        let picker = try #require(screen.datePickers.first)
        #expect(picker.content.text(of: model.date) == "2018-06-14T18:19")
        screen.send(DateEvent(text: "2018-06-14T20:19"), to: picker.item)
        #expect(model.date == Date(timeIntervalSince1970: 1_528_975_179))
    }

    private func stepped<V: Strideable & Hashable>(_ start: V, in bounds: ClosedRange<V>?, step: V.Stride, _ button: String) -> V
    {
        let box = Box(start)
        let binding = Binding(get: { box.value }, set: { box.value = $0 })
        let stepper =
            bounds.map { Stepper("Count", value: binding, in: $0, step: step) } ?? Stepper("Count", value: binding, step: step)
        Screen(stepper).press(button)
        return box.value
    }

    private final class Box<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    @Test func `a step beyond the range of its type ends at the limit`() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                let tests = ValueControlTests()
                #expect(tests.stepped(UInt(1), in: 0...10, step: 2, "−") == 0)
                #expect(tests.stepped(UInt8(250), in: 0...255, step: 10, "+") == 255)
                #expect(tests.stepped(UInt8(250), in: 3...254, step: 300, "+") == 254)
                #expect(tests.stepped(Int.max, in: nil, step: 1, "+") == .max)
                #expect(tests.stepped(Int8.min, in: nil, step: 1, "−") == .min)
                #expect(tests.stepped(5, in: 0...10, step: 2, "−") == 3)
            }
        }
    }

    private struct Dimmable: View {
        let model: Model
        @State private var isDisabled = false
        @State private var isHidden = false
        var body: some View {
            if !isHidden {
                Slider(value: Binding(get: { model.value }, set: { model.value = $0 }), in: 0...10) { model.log.append($0) }
                    .disabled(isDisabled)
            }
            Button("Disable") { isDisabled.toggle() }
            Button("Hide") { isHidden.toggle() }
        }
    }

    @Test(arguments: ["Disable", "Hide"])
    func `a move ends when the slider is disabled or removed`(_ button: String) throws {
        let model = Model()
        let screen = Screen(Dimmable(model: model))
        screen.send(SlideEvent(value: 3, isEditing: true), to: try #require(screen.sliders.first).item)
        screen.press(button)
        screen.update()
        #expect(model.log == [true, false])
        screen.press(button)
        screen.send(SlideEvent(value: 4, isEditing: true), to: try #require(screen.sliders.first).item)
        #expect(model.log == [true, false, true])
    }

    private func gauge(_ hasEnds: Bool, _ style: some GaugeStyle) -> Screen {
        let view = VStack {
            if hasEnds {
                Gauge(value: 0.5) {
                    Text("Label")
                } currentValueLabel: {
                    Text("Now")
                } minimumValueLabel: {
                    Text("Low")
                } maximumValueLabel: {
                    Text("High")
                }
            } else {
                Gauge(value: 0.5) {
                    Text("Label")
                } currentValueLabel: {
                    Text("Now")
                }
            }
        }
        return Screen(view.gaugeStyle(style))
    }

    /// Whether the label of the first control is drawn.
    private func showsLabel(_ screen: Screen) -> Bool {
        screen.controls { content -> Bool? in if case .controlLabel(let isHidden) = content { !isHidden } else { nil } }.first?
            .content == true
    }

    @Test func `an open ring shows the labels of its ends, or its own label`() {
        #expect(gauge(true, .accessoryCircular).texts == ["Label", "Now", "Low", "High"])
        #expect(!showsLabel(gauge(true, .accessoryCircular)))
        #expect(gauge(false, .accessoryCircular).texts == ["Label", "Now"])
        #expect(showsLabel(gauge(false, .accessoryCircular)))
    }

    @Test func `a bar with a mark shows the labels of its ends, or that of its value`() {
        #expect(gauge(true, .accessoryLinear).texts == ["Label", "Low", "High"])
        let screen = gauge(false, .accessoryLinear)
        let parts = screen.controls { content -> Bool? in if case .group(.gaugeParts) = content { true } else { nil } }.first?
            .item
        #expect(parts?.children.map { screen.texts(of: $0) } == [["Now"], []])
        #expect(!showsLabel(screen))
    }

    @Test func `a filled bar shows all labels`() {
        let screen = gauge(true, .accessoryLinearCapacity)
        #expect(screen.texts == ["Label", "Low", "High", "Now"])
        #expect(showsLabel(screen))
    }

    @Test func `a schedule of minutes begins with the minute of its date`() {
        let date = Date(timeIntervalSinceReferenceDate: -90)
        var moments = EveryMinuteTimelineSchedule.everyMinute.entries(from: date, mode: .normal).makeIterator()
        #expect(moments.next() == Date(timeIntervalSinceReferenceDate: -120))
        #expect(moments.next() == Date(timeIntervalSinceReferenceDate: -60))
    }

    @Test(arguments: [0, -1, .nan, .infinity] as [Double])
    func `an interval that is none has moments all the same`(_ interval: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: 1000)
        var periodic = PeriodicTimelineSchedule(from: date - 10, by: interval).entries(from: date, mode: .normal).makeIterator()
        let moment = periodic.next()
        let first = try #require(moment)
        #expect(first <= date)
        #expect(first.timeIntervalSinceReferenceDate.isFinite)
        var animation = AnimationTimelineSchedule(minimumInterval: interval).entries(from: date, mode: .normal)
        #expect(animation.next() == date)
        let following = animation.next()
        let second = try #require(following)
        #expect(second.timeIntervalSince(date) >= 0.099)
    }

    @Test func `the time of a progress view is that of a timer`() {
        let start = Date(timeIntervalSinceReferenceDate: 700_000_000.3)
        for (countsDown, seconds) in [(true, 0.6), (true, 1), (true, 59), (false, 0.6), (false, 1), (false, 59.4), (false, 3700)]
        {
            let timer = ProgressTimer(interval: start...(start + 4000), countsDown: countsDown)
            let content = TimerContent(start: start, end: start + 4000, countsDown: countsDown, showsHours: true)
            let now = start + seconds
            #expect(timer.text(at: now) == content.string(now: now))
        }
        let timer = ProgressTimer(interval: start...(start + 60), countsDown: true)
        #expect(timer.text(at: start + 0.6) == "1:00")
        #expect(timer.text(at: start + 1) == "0:59")
    }

    @Test func `a date outside of the range becomes its limit`() throws {
        let model = Model()
        let limit = model.date.addingTimeInterval(86_400)
        let screen = Screen(
            DatePicker("Date", selection: Binding(get: { model.date }, set: { model.date = $0 }), in: ...limit))
        screen.send(DateEvent(text: "2999-01-01T00:00"), to: try #require(screen.datePickers.first).item)
        #expect(model.date == limit)
    }

    @Test func `a date that is none is not written, and the field is sent again`() throws {
        let model = Model()
        let before = model.date
        let screen = Screen(DatePicker("Date", selection: Binding(get: { model.date }, set: { model.date = $0 })))
        screen.send(DateEvent(text: ""), to: try #require(screen.datePickers.first).item)
        #expect(model.date == before)
        #expect(screen.lastMutations == ["update"])
    }

    @Test func `a color picker keeps the opacity`() throws {
        let color = StateBox(Color(red: 1, green: 0, blue: 0, opacity: 0.5))
        let screen = Screen(ColorPicker("Color", selection: Binding(get: { color.value }, set: { color.value = $0 })))
        let field = screen.find { if case .control(.colorPicker) = $0.content { true } else { false } }
        screen.send(ColorEvent(rgb: 0x0000FF), to: field)
        #expect(color.value == Color(red: 0, green: 0, blue: 1, opacity: 0.5))
    }

    @Test(arguments: [#"{"value": 1e400, "isEditing": true}"#, #"{"value": "x", "isEditing": true}"#, "{}"])
    func `a slider's message that is no number is rejected`(_ json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(SlideEvent.self, from: Data(json.utf8)) }
    }

    @Test(arguments: [-1, 1 << 24])
    func `a color of more than 24 bits is rejected`(_ rgb: Int) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(ColorEvent.self, from: Data(#"{"rgb": \#(rgb)}"#.utf8)) }
    }

    private struct RingStyle: GaugeStyle {
        func makeBody(configuration: Configuration) -> some View { Text(verbatim: "\(configuration.value)") }
    }

    @Test func `a style of the app draws a gauge's position in its range`() {
        #expect(Screen(Gauge(value: 5, in: 0.0...20) { Text("G") }.gaugeStyle(RingStyle())).texts == ["0.25"])
    }

    private struct PercentStyle: ProgressViewStyle {
        func makeBody(configuration: Configuration) -> some View { Text(verbatim: "\(configuration.fractionCompleted ?? -1)") }
    }

    @Test func `a style of the app draws progress`() {
        #expect(Screen(ProgressView(value: 1, total: 4).progressViewStyle(PercentStyle())).texts == ["0.25"])
        #expect(Screen(ProgressView().progressViewStyle(PercentStyle())).texts == ["-1.0"])
    }
}
