import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `Text` that Apple's reference shows, before and after a change of what they show.
@MainActor
struct FromReferenceText {
    @MainActor @Observable final class Model {
        var name = "Ada"
        var count = 1
        var price = 9.5
        var isOn = false
    }

    private let model = Model()

    private func texts(_ view: some View) -> [String] {
        TestWindow(view.environment(\.locale, Locale(identifier: "en_US")).environment(\.timeZone, .gmt)).texts
    }

    private struct Values: View {
        let model: Model

        var body: some View {
            Text("Hello, \(model.name)!")
            Text(verbatim: "pencil \(model.count)")
            Text(model.name)
            Text(LocalizedStringKey("Key \(model.count)"))
            Text("\(model.price, specifier: "%.2f") €")
            Text(model.price, format: .currency(code: "USD"))
            Text(model.price, format: .number.precision(.fractionLength(1)))
            Text("\(model.count, format: .percent)")
            Text("Name: ").bold() + Text(model.name).italic().foregroundStyle(.red)
            Text("\(Text(model.name).bold()) and \(Image(systemName: "star"))")
            Text(model.isOn ? "On" : "Off")
        }
    }

    @Test func `each form shows a change of its value`() {
        let window = TestWindow(Values(model: model).environment(\.locale, Locale(identifier: "en_US")))
        #expect(
            window.texts == [
                "Hello, Ada!", "pencil 1", "Ada", "Key 1", "9.50 €", "$9.50", "9.5", "1%", "Name: Ada", "Ada and ", "Off",
            ])
        (model.name, model.count, model.price, model.isOn) = ("Bob", 2, 10.25, true)
        #expect(
            window.texts == [
                "Hello, Bob!", "pencil 2", "Bob", "Key 2", "10.25 €", "$10.25", "10.2", "2%", "Name: Bob", "Bob and ", "On",
            ])
    }

    @Test func `dates, ranges and intervals`() {
        let start = Date(timeIntervalSince1970: 0)
        let space = "\u{202f}"
        #expect(
            texts(
                VStack {
                    Text(start, style: .date)
                    Text(start, style: .time)
                    Text(start, format: .dateTime.day().month().year())
                    Text(start, format: Date.FormatStyle(date: .abbreviated, time: .omitted))
                    Text(start, format: .iso8601)
                    Text(start...start.addingTimeInterval(3600))
                    Text(DateInterval(start: start, duration: 3600))
                })
                == [
                    "January 1, 1970", "12:00\(space)AM", "Jan 1, 1970", "Jan 1, 1970", "1970-01-01T00:00:00Z",
                    "12:00\u{2009}–\u{2009}1:00\(space)AM", "12:00\u{2009}–\u{2009}1:00\(space)AM",
                ])
    }

    @Test func `lists, durations and byte counts`() {
        #expect(
            texts(
                VStack {
                    Text(["a", "b", "c"], format: .list(type: .and))
                    Text(Duration.seconds(90), format: .time(pattern: .minuteSecond))
                    Text(Int64(1_500_000), format: .byteCount(style: .file))
                    Text(Decimal(3), format: .number)
                    Text(0.25 as Float, format: .percent)
                    Text(12345, format: .number.grouping(.never))
                    Text(1_200, format: .number.notation(.compactName))
                }) == ["a, b, and c", "1:30", "1.5 MB", "3", "25%", "12345", "1.2K"])
    }

    @Test func `modifiers of texts keep the words`() {
        #expect(
            texts(
                VStack {
                    Text("A").font(.title).fontWeight(.heavy).kerning(1).tracking(2).baselineOffset(3)
                    Text("B").strikethrough().underline(true, color: .red).monospaced().monospacedDigit()
                    Text("C").foregroundStyle(.secondary).fontDesign(.serif).bold(false).italic(true)
                    Text("D").lineLimit(2).truncationMode(.tail).multilineTextAlignment(.center).lineSpacing(4)
                    Text("e").textCase(.uppercase).textSelection(.enabled).minimumScaleFactor(0.5)
                    Text("**F** _g_ ~~h~~ `i` [j](https://example.com)")
                    Text(AttributedString("k"))
                }) == ["A", "B", "C", "D", "e", "F g h i j", "k"])
    }
}
