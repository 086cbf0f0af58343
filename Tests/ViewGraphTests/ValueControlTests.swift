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
        #expect(time.date(of: "10:20") == Date(timeIntervalSince1970: 1_528_971_600))
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
