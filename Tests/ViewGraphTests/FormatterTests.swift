import Foundation
import Testing

@testable import StrataViewGraph

/// Texts with values that a formatter of Foundation formats.
@MainActor
struct FormatterTests {
    private let date = Date(timeIntervalSinceReferenceDate: 0)

    private var dates: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        return formatter
    }

    private var numbers: NumberFormatter {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.numberStyle = .decimal
        return formatter
    }

    @Test func `a date formatter formats dates`() {
        #expect(Text(date, formatter: dates).string == "2001-01-01 00:00")
        #expect(Text(date as NSDate, formatter: dates).string == "2001-01-01 00:00")
        #expect(Text("Item at \(date, formatter: dates)").string == "Item at 2001-01-01 00:00")
        #expect(Text(date, formatter: ISO8601DateFormatter()).string == "2001-01-01T00:00:00Z")
    }

    @Test func `a number formatter formats numbers and decimals`() {
        #expect(Text(1234.5 as NSNumber, formatter: numbers).string == "1,234.5")
        #expect(Text(Decimal(1234), formatter: numbers).string == "1,234")
        #expect(
            Text("\(NSDecimalNumber(string: "0.5"), formatter: numbers) of \(7 as NSNumber, formatter: numbers)").string
                == "0.5 of 7")
    }

    @Test func `formatters of quantities format numbers`() {
        #expect(Text(123_456 as NSNumber, formatter: ByteCountFormatter()).string == "123 KB")
        #expect(Text(3 as NSNumber, formatter: LengthFormatter()).string == LengthFormatter().string(fromMeters: 3))
        #expect(Text(3 as NSNumber, formatter: MassFormatter()).string == MassFormatter().string(fromKilograms: 3))
        #expect(Text(3 as NSNumber, formatter: EnergyFormatter()).string == EnergyFormatter().string(fromJoules: 3))
    }

    @Test func `formatters of quantities format decimals`() {
        #expect(Text(Decimal(3), formatter: LengthFormatter()).string == LengthFormatter().string(fromMeters: 3))
        #expect(Text(Decimal(3), formatter: MassFormatter()).string == MassFormatter().string(fromKilograms: 3))
        #expect(Text(NSDecimalNumber(value: 3), formatter: EnergyFormatter()).string == EnergyFormatter().string(fromJoules: 3))
    }

    @Test func `a field shows a number of each type by a formatter of quantities`() {
        let lengths = LengthFormatter()
        let screen = Screen(
            VStack {
                TextField("A", value: .constant(3), formatter: lengths)
                TextField("B", value: .constant(3 as Float), formatter: lengths)
                TextField("C", value: .constant(Decimal(3)), formatter: lengths)
                TextField("D", value: .constant(nil as Int?), formatter: lengths)
            })
        let text = lengths.string(fromMeters: 3)
        #expect(screen.fields.map(\.content.text) == [text, text, text, ""])
    }

    @Test func `an interval formatter formats intervals`() {
        let formatter = DateIntervalFormatter()
        formatter.locale = Locale(identifier: "en_US")
        let interval = DateInterval(start: date, duration: 3600)
        #expect(Text(interval, formatter: formatter).string == formatter.string(from: interval))
    }

    @Test func `a value that a formatter does not format has no text`() {
        #expect(Text(UUID(), formatter: dates).string.isEmpty)
    }

    @Test func `without a formatter an interpolated value is its description`() {
        let id = UUID()
        #expect(Text("\(id) at \(date)").string == "\(id.uuidString) at \(date.description)")
        #expect(Text("\(Decimal(7)) of \(URL(fileURLWithPath: "/a"))").string == "7 of file:///a")
    }
}
