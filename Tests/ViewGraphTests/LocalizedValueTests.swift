import Foundation
import Testing

@testable import StrataViewGraph

/// Values that views print and parse, in the language, calendar and time zone of the user.
@MainActor
struct LocalizedValueTests {
    @Observable final class Model {
        var number = 2.5
        var whole = 7
        var decimal = Decimal(3)
        var optional: Double? = 2.5
        var date = Date(timeIntervalSince1970: 0)
    }

    private let model = Model()
    private static let german = Locale(identifier: "de_DE")
    private static let english = Locale(identifier: "en_US")

    /// Types into the only field of a view in a language, and leaves it. Returns the text that the
    /// field then shows.
    private func typing(_ text: String, into view: some View, _ locale: Locale = german) throws -> String {
        let screen = Screen(view.environment(\.locale, locale))
        let field = try #require(screen.fields.first).item
        screen.send(FocusEvent(isFocused: true), to: field)
        screen.type(text, into: field)
        screen.send(FocusEvent(isFocused: false), to: field)
        return try #require(screen.fields.first).content.text
    }

    private var number: Binding<Double> { Bindable(model).number }

    @Test func `a field shows and parses a number in the language of the user`() throws {
        #expect(try typing("1,5", into: TextField("Number", value: number, format: .number)) == "1,5")
        #expect(model.number == 1.5)
        #expect(try typing("1.234,25", into: TextField("Number", value: number, format: .number)) == "1.234,25")
        #expect(model.number == 1234.25)
        #expect(try typing("1,234.25", into: TextField("Number", value: number, format: .number), Self.english) == "1,234.25")
        #expect(model.number == 1234.25)
    }

    @Test(arguments: ["1.5", "12abc", "1,2,3", "1.23", "1.2345", "1.500.00", "x"])
    func `a text of which only a part is a number stays in the field, and the value too`(_ text: String) throws {
        #expect(try typing(text, into: TextField("Number", value: number, format: .number)) == text)
        #expect(model.number == 2.5)
    }

    @Test(arguments: ["1,5", "12abc", "1.2.3", "1,23"])
    func `a German number stays in an English field`(_ text: String) throws {
        #expect(try typing(text, into: TextField("Number", value: number, format: .number), Self.english) == text)
        #expect(model.number == 2.5)
    }

    @Test(arguments: [
        ("-1,5", -1.5), ("+3", 3), (" 2 ", 2), ("1.000", 1000), ("1 000", 1000), ("1,", 1), (",5", 0.5), ("−4", -4),
        ("1E3", 1000),
    ])
    func `a number may have a sign, spaces and groups`(_ text: String, _ value: Double) throws {
        _ = try typing(text, into: TextField("Number", value: number, format: .number))
        #expect(model.number == value)
    }

    @Test(arguments: [("1.5", "fr_FR"), ("1234.5", "ar_EG"), ("1,5", "de_CH")])
    func `a separator of another language is no part of a number`(_ text: String, _ language: String) {
        #expect(!NumberText.isWhole(text, in: Locale(identifier: language), allowsLetters: false))
    }

    @Test(arguments: [("5,00 kr.", "da_DK"), ("kr. 5,00", "da_DK"), ("1’234.5", "de_CH"), ("1'234.5", "de_CH")])
    func `an amount of money may have a symbol with a point, and apostrophes`(_ text: String, _ language: String) {
        #expect(NumberText.isWhole(text, in: Locale(identifier: language), allowsLetters: true))
    }

    /// Spaces separate groups in many languages, and Cape Verde writes "12$50".
    @Test(
        arguments: [
            "ru_RU", "pl_PL", "cs_CZ", "sv_SE", "nb_NO", "fi_FI", "uk_UA", "hu_HU", "pt_PT", "fr_CA", "en_ZA", "fr_CH", "de_AT",
            "en_AT", "it_CH", "en_150", "pt_CV", "en_IN", "ar_EG", "en_US",
        ].map { ($0, "EUR") } + [("pt_CV", "CVE")])
    func `a field takes back the amounts, percentages and numbers that it shows`(_ language: String, _ currency: String) throws {
        let locale = Locale(identifier: language)
        let money = Decimal.FormatStyle.Currency(code: currency, locale: locale)
        let percent = Decimal.FormatStyle.Percent(locale: locale)
        let plain = Decimal.FormatStyle(locale: locale)
        let decimal = Bindable(model).decimal
        for value: Decimal in [12.5, 1_234_567.5, -1234.5] {
            let fields: [(String, AnyView)] = [
                (money.format(value), AnyView(TextField("Price", value: decimal, format: money))),
                (percent.format(value), AnyView(TextField("Share", value: decimal, format: percent))),
                (plain.format(value), AnyView(TextField("Number", value: decimal, format: plain))),
            ]
            for (text, field) in fields {
                model.decimal = 0
                #expect(try typing(text, into: field, locale) == text)
                #expect(model.decimal == value, "\(text)")
            }
        }
    }

    @Test func `Cape Verde writes the symbol of its currency before the fraction`() throws {
        let money = Decimal.FormatStyle.Currency(code: "CVE", locale: Locale(identifier: "pt_CV"))
        let field = TextField("Price", value: Bindable(model).decimal, format: money)
        _ = try typing("12$50", into: field, Locale(identifier: "pt_CV"))
        #expect(model.decimal == 12.5)
    }

    @Test(arguments: [("12.50", "de_AT"), ("12.50", "pt_CV"), ("1 2,5", "ru_RU")])
    func `an amount with the separators of another language is no amount`(_ text: String, _ language: String) {
        let locale = Locale(identifier: language)
        #expect(!NumberText.isWhole(text.replacing(" ", with: "\u{a0}"), in: locale, allowsLetters: true, currency: "EUR"))
    }

    @Test func `India groups two digits`() throws {
        _ = try typing("12,34,567", into: TextField("Number", value: number, format: .number), Locale(identifier: "en_IN"))
        #expect(model.number == 1_234_567)
    }

    @Test func `an integer, a decimal and an optional follow the user, too`() throws {
        let model = Bindable(model)
        #expect(try typing("1.000", into: TextField("Whole", value: model.whole, format: .number)) == "1.000")
        #expect(self.model.whole == 1000)
        #expect(try typing("1,25", into: TextField("Decimal", value: model.decimal, format: .number)) == "1,25")
        #expect(self.model.decimal == Decimal(string: "1.25"))
        #expect(try typing("1,5", into: TextField("Optional", value: model.optional, format: .number)) == "1,5")
        #expect(self.model.optional == 1.5)
        #expect(try typing("1.5", into: TextField("Optional", value: model.optional, format: .number)) == "1.5")
        #expect(self.model.optional == nil)
    }

    @Test func `percentages and amounts of money follow the user`() throws {
        #expect(try typing("12,5 %", into: TextField("Share", value: number, format: .percent)) == "12,5\u{a0}%")
        #expect(model.number == 0.125)
        #expect(
            try typing("1.250,5", into: TextField("Price", value: number, format: .currency(code: "EUR"))) == "1.250,50\u{a0}€")
        #expect(model.number == 1250.5)
        #expect(try typing("7 EUR", into: TextField("Price", value: number, format: .currency(code: "EUR"))) == "7,00\u{a0}€")
        #expect(model.number == 7)
    }

    @Test func `a date is parsed in the user's order of day and month, and time zone`() throws {
        let date = Bindable(model).date
        let format = Date.FormatStyle(date: .numeric, time: .shortened)
        let field = TextField("Date", value: date, format: format)
            .environment(\.timeZone, try #require(TimeZone(identifier: "Asia/Tokyo")))
        #expect(try typing("3.5.2024, 09:00", into: field) == "3.5.2024, 9:00")
        #expect(model.date == Date(timeIntervalSince1970: 1_714_694_400))
    }

    @Test func `a formatter without a locale follows the user`() throws {
        let numbers = NumberFormatter()
        numbers.minimumFractionDigits = 2
        numbers.minimumIntegerDigits = 1
        #expect(try typing("1,5", into: TextField("Number", value: number, formatter: numbers)) == "1,50")
        #expect(model.number == 1.5)
        #expect(try typing("12abc", into: TextField("Number", value: number, formatter: numbers)) == "12abc")
        #expect(model.number == 1.5)
        // The app's own object is unchanged.
        #expect(numbers.locale == .current)
        let dates = DateFormatter()
        dates.dateStyle = .medium
        dates.timeStyle = .short
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let screen = Screen(
            VStack {
                Text(Date(timeIntervalSince1970: 0), formatter: dates)
                Text("at \(Date(timeIntervalSince1970: 0), formatter: dates)")
                Text(1.5 as NSNumber, formatter: numbers)
                TextField("Date", value: Bindable(model).date, formatter: dates)
            }
            .environment(\.locale, Self.german).environment(\.timeZone, zone))
        #expect(screen.texts == ["01.01.1970, 09:00", "at 01.01.1970, 09:00", "1,50"])
        #expect(screen.fields.map(\.content.text) == ["01.01.1970, 09:00"])
    }

    @Test func `a formatter with a locale keeps it`() throws {
        let numbers = NumberFormatter()
        numbers.locale = Self.english
        numbers.numberStyle = .decimal
        #expect(try typing("1,234.5", into: TextField("Number", value: number, formatter: numbers)) == "1,234.5")
        #expect(model.number == 1234.5)
        let screen = Screen(Text(1234.5 as NSNumber, formatter: numbers).environment(\.locale, Self.german))
        #expect(screen.texts == ["1,234.5"])
    }

    @Test func `a stepper, labeled content and interpolations print for the user`() {
        struct Content: View {
            @Bindable var model: Model

            var body: some View {
                Stepper("Number", value: $model.number, format: .number)
                Stepper(value: $model.number, in: 0...10, format: .percent) { Text("Share") }
                LabeledContent("Number", value: model.number, format: .number)
                Text("\(model.number, format: .number) of \(12345)")
                Text("\(model.number, specifier: "%.2f")")
                Text(verbatim: String(localized: "\(model.number, format: .number)"))
                Gauge(value: model.number, in: 0...10) {
                    Text("Gauge")
                } currentValueLabel: {
                    Text(model.number, format: .number)
                }
            }
        }
        let screen = Screen(Content(model: model).environment(\.locale, Self.german))
        let texts = screen.texts.filter { $0.contains(",") || $0.contains(".") }
        #expect(texts == ["2,5", "2,5", "2,5 of 12.345", "2,50", "2,5", "2,5"])
        #expect(screen.texts.contains("250\u{a0}%"))
    }

    @Test func `the values of assistive technology and the texts of dates are in the user's language`() {
        let start = Date(timeIntervalSince1970: 0)
        let screen = Screen(
            VStack {
                Text("a").accessibilityValue(Text(1.5, format: .number))
                Text(start, style: .date)
                Text(start, style: .time)
                Text(start...start.addingTimeInterval(3600))
                Text(start, format: .dateTime.month(.wide).year())
            }
            .environment(\.locale, Self.german).environment(\.timeZone, .gmt))
        #expect(screen.find { $0.traits.accessibility.value == "1,5" } != nil)
        #expect(screen.texts == ["a", "1. Januar 1970", "0:00", "00:00–01:00 Uhr", "Januar 1970"])
    }

    @Test func `a format with a time zone keeps it, also if it is that of the process`() throws {
        let date = Date(timeIntervalSince1970: 0)
        let zone = try #require(TimeZone(identifier: TimeZone.current.identifier))
        let other = try #require(
            [TimeZone(secondsFromGMT: 12_600), .gmt].compactMap(\.self)
                .first { $0.secondsFromGMT(for: date) != zone.secondsFromGMT(for: date) })
        var own = Date.FormatStyle.dateTime.hour().minute()
        let plain = own
        own.timeZone = zone
        let hours = Date.IntervalFormatStyle(date: nil, time: .shortened, timeZone: zone)
        let screen = Screen(
            VStack {
                Text(date, format: own)
                Text(date, format: plain)
                Text(date..<date.addingTimeInterval(60), format: hours)
            }
            .environment(\.locale, Self.german).environment(\.timeZone, other))
        var expected = own.locale(Self.german)
        let ownText = expected.format(date)
        expected.timeZone = other
        #expect(screen.texts.prefix(2) == [ownText, expected.format(date)])
        #expect(screen.texts.last == hours.locale(Self.german).format(date..<date.addingTimeInterval(60)))
    }

    /// Apple's example of `Text.init(_:)` with a range of dates is "9:30AM - 3:30PM".
    @Test func `an interval shows its dates only if they differ`() {
        let start = Date(timeIntervalSince1970: 0)
        func texts(hours: Double) -> [String] {
            let end = start.addingTimeInterval(hours * 3600)
            let views = VStack {
                Text(start...end)
                Text(DateInterval(start: start, end: end))
            }
            let screen = Screen(views.environment(\.locale, Self.english).environment(\.timeZone, .gmt))
            return screen.texts.map { $0.filter { !$0.isWhitespace } }
        }
        #expect(texts(hours: 3.5) == ["12:00–3:30AM", "12:00–3:30AM"])
        #expect(texts(hours: 15.5) == ["12:00AM–3:30PM", "12:00AM–3:30PM"])
        #expect(texts(hours: 49).allSatisfy { $0.contains("1/1/1970") && $0.contains("1/3/1970") })
    }

    @Test func `a change of the language is shown, and a draft stays`() throws {
        let view = TextField("Number", value: number, format: .number)
        let screen = Screen(view)
        #expect(screen.fields.map(\.content.text) == ["2.5"])
        screen.graph.changeEnvironment { $0.locale = Self.german }
        screen.update()
        #expect(screen.fields.map(\.content.text) == ["2,5"])
        screen.type("1,75", into: try #require(screen.fields.first).item)
        #expect(model.number == 1.75)
    }
}
