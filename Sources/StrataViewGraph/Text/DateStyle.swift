package import Foundation

extension Text {
    /// The format of a date in a text.
    public enum DateStyle: Hashable, Codable, Sendable {
        /// The time from or until now, which the host keeps current: "2 min, 5 sec".
        case relative
        /// The largest unit of the time from or until now, with a sign, which the host keeps
        /// current: "+2 hours" for a date in the past.
        case offset
        /// A count of the time from or until now, which the host keeps current: "2:05".
        case timer
        /// Day, month and year.
        case date
        /// Hours and minutes.
        case time
    }
}

extension Text.DateStyle {
    /// Whether the text of a date does not depend on the current time.
    var isFixed: Bool { self == .date || self == .time }

    /// Returns the text of a date in one of the fixed styles, `date` and `time`, in the language of
    /// an environment.
    func string(for date: Date, in environment: EnvironmentValues) -> String {
        let format = Date.FormatStyle(
            date: self == .time ? .omitted : .long, time: self == .time ? .shortened : .omitted, locale: environment.locale,
            calendar: environment.calendar, timeZone: environment.timeZone)
        return format.format(date)
    }

    /// Returns the text of a date at a time. A relative date has its two largest units, as Apple's
    /// have: "2 hr, 23 min".
    package func string(for date: Date, now: Date) -> String {
        switch self {
        case .date, .time: string(for: date, in: EnvironmentValues())
        case .relative: Self.relative(now.timeIntervalSince(date))
        case .offset: Self.offset(now.timeIntervalSince(date))
        case .timer: TimerContent.string(seconds: now.timeIntervalSince(date), showsHours: true)
        }
    }

    private static func relative(_ interval: TimeInterval) -> String {
        let seconds = abs(interval).rounded(.down)
        var rest = Int(exactly: seconds) ?? .max
        var parts: [String] = []
        for (name, length) in Self.units where parts.count < 2 {
            let count = name == "mo" ? min(rest / length, 11) : rest / length
            if count > 0 || (length == 1 && parts.isEmpty) {
                parts.append("\(count) \(name)")
            } else if !parts.isEmpty {
                break
            }
            rest -= count * length
        }
        return parts.joined(separator: ", ")
    }

    private static func offset(_ interval: TimeInterval) -> String {
        let seconds = Int(exactly: abs(interval).rounded(.down)) ?? .max
        let (name, length) = longUnits.first { seconds >= $0.length } ?? ("second", 1)
        let count = seconds / length
        return "\(interval < 0 ? "-" : "+")\(count) \(name)\(count == 1 ? "" : "s")"
    }

    /// The units of `relative` and their lengths in seconds. A year has 365 days and a month 30.
    /// Relative times have at most 11 months, so 364 days are "11 mo, 34 day" and not 12 months.
    /// `times.js` has the same table.
    private static let units = [("yr", 31_536_000), ("mo", 2_592_000), ("day", 86_400), ("hr", 3600), ("min", 60), ("sec", 1)]
    /// The units of `offset`, without a limit of months.
    private static let longUnits: [(name: String, length: Int)] = [
        ("year", 31_536_000), ("month", 2_592_000), ("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1),
    ]
}

/// A timer that a host keeps current.
package struct TimerContent: Hashable, Sendable {
    package var start: Date
    package var end: Date
    /// The date at which the timer is paused; nil for a running timer.
    package var pause: Date?
    package var countsDown: Bool
    package var showsHours: Bool

    /// Returns the text of the timer at a time, such as "1:02:03".
    package func string(now: Date) -> String {
        let time = min(max(pause ?? now, start), end)
        // A countdown rounds up, so that it reads zero only at the end. The difference of two dates has
        // an error of less than a millisecond, which must not make another second.
        let seconds =
            countsDown ? (end.timeIntervalSince(time) - 0.001).rounded(.up) : time.timeIntervalSince(start) + 0.001
        return Self.string(seconds: max(seconds, 0), showsHours: showsHours)
    }

    /// Returns a number of seconds as a clock: "1:02:03", or "62:03" without hours.
    static func string(seconds: TimeInterval, showsHours: Bool) -> String {
        let whole = Int(exactly: abs(seconds).rounded(.down)) ?? 0
        let rest = whole % 60 < 10 ? "0\(whole % 60)" : "\(whole % 60)"
        guard showsHours, whole >= 3600 else { return "\(whole / 60):\(rest)" }
        let minutes = whole / 60 % 60
        return "\(whole / 3600):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
    }
}
