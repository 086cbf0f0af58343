import Foundation

/// Days as dates: noon in Greenwich, which is the same day in nearly every time zone.
enum Day {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The noon of the day of a date.
    static func noon(of date: Date) -> Date {
        calendar.date(bySettingHour: 12, minute: 0, second: 0, of: date) ?? date
    }

    /// Returns the day that is written as in "2026-07-14"; nil for another text.
    static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        return DateComponents(calendar: calendar, year: parts[0], month: parts[1], day: parts[2], hour: 12).date
    }

    static func after(_ date: Date) -> Date { adding(1, to: date) }

    static func adding(_ days: Int, to date: Date) -> Date {
        calendar.date(byAdding: .day, value: days, to: date) ?? date
    }

    /// The number of days from one to another, with both.
    static func count(from first: Date, to last: Date) -> Int {
        max(1, (calendar.dateComponents([.day], from: noon(of: first), to: noon(of: last)).day ?? 0) + 1)
    }

    /// The year of a date, in four digits, so that years sort as text does.
    static func year(of date: Date) -> String {
        let year = String(calendar.component(.year, from: date))
        return String(repeating: "0", count: max(0, 4 - year.count)) + year
    }
}
