import Foundation

// Formats in the language of a window.
//
// An app writes `format: .number` or `NumberFormatter()`, and on a device both follow the user. On a
// server they follow the process, so each view that prints or parses a value does it with a copy
// that has the locale, the time zone and the calendar of the view's environment.

extension FormatStyle {
    /// Returns the format in the language of an environment. A format of dates to which the app has
    /// given no time zone or calendar gets those of the environment, too.
    func localized(in environment: EnvironmentValues) -> Self {
        let format = locale(environment.locale)
        if var dates = format as? Date.FormatStyle {
            dates.timeZone = environment.timeZone(for: dates.timeZone)
            dates.calendar = environment.calendar(for: dates.calendar)
            return dates as? Self ?? format
        }
        if var dates = format as? Date.IntervalFormatStyle {
            dates.timeZone = environment.timeZone(for: dates.timeZone)
            dates.calendar = environment.calendar(for: dates.calendar)
            return dates as? Self ?? format
        }
        return format
    }
}

extension EnvironmentValues {
    /// Returns the time zone of the environment in place of that of a new format, and others
    /// unchanged: `TimeZone.current` equals the zone that an app has named, such as UTC, on a server
    /// in that zone.
    fileprivate func timeZone(for zone: TimeZone) -> TimeZone { zone == .autoupdatingCurrent ? timeZone : zone }

    /// Returns the time zone of the environment in place of that of the process, and others
    /// unchanged. The zone of a new formatter cannot be told from one that the app has named.
    fileprivate func timeZone(ofFormatter zone: TimeZone) -> TimeZone {
        zone == .autoupdatingCurrent || zone == .current ? timeZone : zone
    }

    /// Returns the calendar of the environment in place of that of the process, and others
    /// unchanged.
    fileprivate func calendar(for calendar: Calendar) -> Calendar {
        calendar == .autoupdatingCurrent || calendar == .current ? self.calendar : calendar
    }
}

extension Formatter {
    /// Whether the formatter has the locale of the process, because the app has not set another one.
    /// A subclass of the app is used as it is.
    var followsProcess: Bool {
        switch self {
        case let numbers as NumberFormatter where type(of: self) == NumberFormatter.self:
            numbers.locale == nil || numbers.locale == .current || numbers.locale == .autoupdatingCurrent
        case let dates as DateFormatter where type(of: self) == DateFormatter.self:
            dates.locale == nil || dates.locale == .current || dates.locale == .autoupdatingCurrent
                || dates.timeZone == .current || dates.timeZone == .autoupdatingCurrent
        default: false
        }
    }

    /// Returns a copy with the locale, the time zone and the calendar of an environment in place of
    /// those of the process; the formatter itself if it has others.
    func localized(in environment: EnvironmentValues) -> Formatter {
        guard followsProcess else { return self }
        switch copy() {
        case let numbers as NumberFormatter:
            numbers.locale = environment.locale
            return numbers
        case let dates as DateFormatter:
            if dates.locale == nil || dates.locale == .current || dates.locale == .autoupdatingCurrent {
                dates.locale = environment.locale
                if let calendar = dates.calendar { dates.calendar = environment.calendar(for: calendar) }
            }
            if let zone = dates.timeZone { dates.timeZone = environment.timeZone(ofFormatter: zone) }
            return dates
        default: return self
        }
    }
}

// MARK: Text that is a number as a whole

/// Finds text that Foundation would parse only in part: "12abc" as 12, and "1,5" as 1 where the
/// comma separates groups of three digits.
enum NumberText {
    /// Whether a text has nothing but the parts of one number in a locale: digits in valid groups,
    /// a decimal separator, signs, and the symbols of percentages and currencies.
    ///
    /// - Parameters:
    ///   - allowsLetters: Whether words are part of the format, as in "5 EUR" and "1.2K".
    ///   - currency: The code of the currency if the number is an amount, which has separators of
    ///     its own in some regions; nil for other numbers.
    static func isWhole(_ text: String, in locale: Locale, allowsLetters: Bool, currency: String? = nil) -> Bool {
        let (decimal, group) = separators(in: locale, currency: currency)
        let characters = Array(withoutExponent(text))
        func isDigit(_ index: Int) -> Bool { characters.indices.contains(index) && characters[index].wholeNumberValue != nil }
        var number = ""
        for (index, character) in characters.enumerated() {
            if character.wholeNumberValue != nil {
                number.append("0")
            } else if character == decimal || character == group || otherSeparators.contains(character) {
                // A symbol such as "kr." may have a point, too.
                guard isDigit(index - 1) || isDigit(index + 1) else { continue }
                // Where a space separates groups, one is also between the number and "%" or "€".
                if character.isWhitespace, !(isDigit(index - 1) && isDigit(index + 1)) { continue }
                guard character == decimal || character == group else { return false }
                number.append(character)
            } else if character.isLetter {
                guard allowsLetters else { return false }
            }
        }
        let parts = number.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].contains(where: { $0 != "0" }) { return false }
        let groups = parts[0].split(separator: group, omittingEmptySubsequences: false).map(\.count)
        // India groups two digits, except in the last group.
        return groups.count == 1 || (groups.last == 3 && groups.dropFirst().allSatisfy { (2...3).contains($0) })
    }

    /// Returns the characters before the fraction and between groups of digits.
    private static func separators(in locale: Locale, currency: String?) -> (decimal: Character, group: Character) {
        let decimal = locale.decimalSeparator.flatMap(\.first) ?? "."
        let group = locale.groupingSeparator.flatMap(\.first) ?? ","
        guard let currency else { return (decimal, group) }
        // A locale does not tell those of amounts, so they are read from one.
        let format = Decimal.FormatStyle.Currency(code: currency, locale: locale).precision(.fractionLength(1))
        let sample = format.format(1_234_567).trimmingPrefix { $0.wholeNumberValue == nil }
        guard let last = sample.lastIndex(where: { $0.wholeNumberValue != nil }) else { return (decimal, group) }
        let found = sample[..<last].filter { $0.wholeNumberValue == nil }
        return (found.last ?? decimal, found.count > 1 ? found.first ?? group : group)
    }

    /// The separators of numbers, which a locale may not have.
    private static let otherSeparators: Set<Character> = [".", ",", "٫", "٬"]

    /// Returns a text without the exponent of scientific notation: "1.5E3" without "E3".
    private static func withoutExponent(_ text: String) -> Substring {
        guard let exponent = text.lastIndex(where: { "eE".contains($0) }) else { return text[...] }
        let digits = text[text.index(after: exponent)...].drop { "+-".contains($0) }
        let isExponent = !digits.isEmpty && digits.allSatisfy(\.isNumber) && text[..<exponent].last?.isNumber == true
        return isExponent ? text[..<exponent] : text[...]
    }
}

/// A format of numbers.
protocol NumberFormatStyle {
    /// The code of the currency of amounts, in which a person may write letters; nil for other
    /// numbers.
    var currency: String? { get }
}

extension NumberFormatStyle {
    var currency: String? { nil }
}

extension FloatingPointFormatStyle: NumberFormatStyle {}
extension FloatingPointFormatStyle.Percent: NumberFormatStyle {}
extension FloatingPointFormatStyle.Currency: NumberFormatStyle {
    var currency: String? { currencyCode }
}
extension IntegerFormatStyle: NumberFormatStyle {}
extension IntegerFormatStyle.Percent: NumberFormatStyle {}
extension IntegerFormatStyle.Currency: NumberFormatStyle {
    var currency: String? { currencyCode }
}
extension Decimal.FormatStyle: NumberFormatStyle {}
extension Decimal.FormatStyle.Percent: NumberFormatStyle {}
extension Decimal.FormatStyle.Currency: NumberFormatStyle {
    var currency: String? { currencyCode }
}
