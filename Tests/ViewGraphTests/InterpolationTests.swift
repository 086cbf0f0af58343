import Foundation
import Testing

@testable import StrataViewGraph

/// Values in the literals of texts and of localized strings.
@MainActor
struct InterpolationTests {
    private func runs(_ text: Text) -> [TextContent.Run] { text.runs }

    private let word = "apples".dropLast()

    @Test func `a part of a string is shown as it is`() {
        #expect(runs(Text("\(word)")) == [.string("apple")])
        #expect(String(localized: "\(word)!") == "apple!")
    }

    @Test func `numbers with a fraction have six decimals`() {
        #expect(runs(Text("\(1.5)")) == [.string("1.500000")])
        #expect(runs(Text("\(Float(1.5))")) == [.string("1.500000")])
        #expect(runs(Text("\(CGFloat(1.5))")) == [.string("1.500000")])
        #expect(String(localized: "\(1.5)") == "1.500000")
        #expect(String(localized: "\(Float(1.5))") == "1.500000")
        #expect(String(localized: "\(CGFloat(1.5))") == "1.500000")
    }

    @Test func `a specifier sets the format of a number`() {
        #expect(runs(Text("\(CGFloat(1.5), specifier: "%.2f")")) == [.string("1.50")])
        #expect(runs(Text("\(7, specifier: "%03ld")")) == [.string("007")])
        #expect(String(localized: "\(7, specifier: "%03ld")") == "007")
        #expect(String(localized: "\(1.5, specifier: "%.2f")") == "1.50")
        #expect(String(localized: "\(Float(1.5), specifier: "%.2f")") == "1.50")
    }

    @Test func `a formatter or a format style writes a value`() {
        let numbers = NumberFormatter()
        numbers.minimumIntegerDigits = 4
        numbers.usesGroupingSeparator = false
        #expect(String(localized: "\(NSNumber(value: 7), formatter: numbers)") == "0007")
        let dates = DateFormatter()
        dates.locale = Locale(identifier: "en_US_POSIX")
        dates.timeZone = TimeZone(identifier: "UTC")
        dates.dateFormat = "yyyy"
        #expect(String(localized: "in \(Date(timeIntervalSinceReferenceDate: 0), formatter: dates)") == "in 2001")
        let half = FloatingPointFormatStyle<Double>.Percent(locale: Locale(identifier: "en_US"))
        #expect(String(localized: "\(0.5, format: half)") == "50%")
    }

    @Test func `a text in a text keeps its style`() {
        let bold = Text(verbatim: "b").bold()
        #expect(runs(Text("a \(bold) c")) == runs(Text(verbatim: "a ") + bold + Text(verbatim: " c")))
        var attributed = AttributedString("b")
        attributed.foregroundColor = .red
        #expect(runs(Text("a \(attributed)")) == runs(Text(verbatim: "a ") + Text(attributed)))
        #expect(runs(Text("a \(attributed)")) != runs(Text(verbatim: "a b")))
    }

    @Test func `an image in a text is a part of it`() {
        let star = Image(systemName: "star")
        #expect(runs(Text("a \(star)")) == runs(Text(verbatim: "a ") + Text(star)))
        #expect(runs(Text("a \(star)")).count == 2)
    }

    @Test func `dates in a text are those of a text by themselves`() {
        let (start, end) = (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 5400))
        #expect(runs(Text("\(start...end)")) == runs(Text(start...end)))
        #expect(runs(Text("\(DateInterval(start: start, end: end))")) == runs(Text(DateInterval(start: start, end: end))))
        #expect(runs(Text(DateInterval(start: start, end: end))) == runs(Text(start...end)))
        #expect(!runs(Text(start...end)).isEmpty)
    }

    @Test func `a timer in a text is that of a text by itself`() {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        #expect(runs(Text("\(timerInterval: start...start + 60)")) == runs(Text(timerInterval: start...start + 60)))
        #expect(
            runs(Text("\(timerInterval: start...start + 60, countsDown: false)"))
                == runs(Text(timerInterval: start...start + 60, countsDown: false)))
        #expect(
            runs(Text("\(timerInterval: start...start + 60, countsDown: false)"))
                != runs(Text(timerInterval: start...start + 60)))
    }
}
