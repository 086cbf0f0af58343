import Foundation
import Synchronization

/// The formatting of a number with a format such as `%.1f`, by far the most frequent one.
///
/// Foundation creates a formatter for each number that it writes in the language of a locale. Most
/// locales write such numbers as C does, with another decimal separator. For those this type writes
/// the digits itself, rounded as Foundation rounds them: the shortest decimal number that reads as
/// the value, to the nearest one with fewer decimals, and to the even one of two equally near.
enum DecimalFormat {
    /// The decimal separators of locales, by identifier; nil for a locale with other digits or
    /// another minus sign than C's.
    private static let separators = Mutex<[String: String?]>([:])
    private static let mostLocales = 1_000
    /// Most locales group the digits of larger numbers.
    private static let mostWholeDigits = 3

    /// Returns a number in a format; nil if Foundation has to format it.
    static func string(_ specifier: String, _ number: Double, _ locale: Locale) -> String? {
        guard let decimals = decimals(of: specifier), abs(number) < 1_000, abs(number) >= 0.001 || number == 0,
            let separator = separator(of: locale)
        else { return nil }
        return string(number, decimals: decimals, separator: separator)
    }

    /// Returns the number of decimals of a format like `%.1f`; nil for other formats.
    private static func decimals(of specifier: String) -> Int? {
        var utf8 = specifier.utf8.makeIterator()
        guard utf8.next() == UInt8(ascii: "%"), utf8.next() == UInt8(ascii: "."), let digit = utf8.next(),
            utf8.next() == UInt8(ascii: "f"), utf8.next() == nil, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
        else { return nil }
        return Int(digit - UInt8(ascii: "0"))
    }

    private static func separator(of locale: Locale) -> String? {
        let identifier = locale.identifier
        if let known = separators.withLock({ $0[identifier] }) { return known }
        let sample = String(format: "%.1f", locale: locale, -123.5)
        let separator = sample.hasPrefix("-123") && sample.hasSuffix("5") ? String(sample.dropFirst(4).dropLast()) : nil
        separators.withLock { separators in
            // A browser names its locale, so there may be any number of them.
            if separators.count >= mostLocales { separators = [:] }
            separators[identifier] = .some(separator)
        }
        return separator
    }

    private static func string(_ number: Double, decimals: Int, separator: String) -> String? {
        var digits = Array(abs(number).description.utf8)
        guard let point = digits.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        digits.remove(at: point)
        let end = point + decimals
        if end < digits.count {
            let isUp = isRoundedUp(digits, at: end)
            digits.removeSubrange(end...)
            if isUp { increment(&digits) }
        }
        // A carry adds a digit before the point.
        let whole = digits.count > end ? point + 1 : point
        guard whole <= mostWholeDigits else { return nil }
        while digits.count < whole + decimals { digits.append(UInt8(ascii: "0")) }
        var text = number < 0 || number.sign == .minus ? "-" : ""
        text += String(decoding: digits[..<whole], as: UTF8.self)
        if decimals > 0 {
            text += separator
            text += String(decoding: digits[whole...], as: UTF8.self)
        }
        return text
    }

    /// Returns whether digits are rounded up if those from an index on are removed.
    private static func isRoundedUp(_ digits: [UInt8], at index: Int) -> Bool {
        let (half, zero) = (UInt8(ascii: "5"), UInt8(ascii: "0"))
        if digits[index] != half { return digits[index] > half }
        if digits[(index + 1)...].contains(where: { $0 != zero }) { return true }
        return index > 0 && digits[index - 1] % 2 == 1
    }

    /// Adds one to the last digit.
    private static func increment(_ digits: inout [UInt8]) {
        var index = digits.count
        while index > 0 {
            index -= 1
            guard digits[index] == UInt8(ascii: "9") else {
                digits[index] += 1
                return
            }
            digits[index] = UInt8(ascii: "0")
        }
        digits.insert(UInt8(ascii: "1"), at: 0)
    }
}
