import Foundation

/// The formatting of one value with a C format, such as `%.1f`.
///
/// The format comes from the app or a translation, and may be for another type of value, such as a
/// pointer. `String(format:)` would then read memory that is no argument, so such a format is
/// ignored, and the value is written without one.
enum CFormat {
    /// Returns an integer in a format for integers or floating-point numbers. The integer is limited
    /// to the range of the format: that of `Int` for `%d` and `%i`, and to 64 bits for the others.
    static func string(_ specifier: String, integer: some BinaryInteger) -> String {
        switch conversion(of: specifier) {
        case "d"?, "i"?: String(format: widened(specifier), Int(clamping: integer))
        case "u"?, "x"?, "X"?, "o"?:
            String(
                format: widened(specifier),
                integer > Int.max ? UInt64(clamping: integer) : UInt64(bitPattern: Int64(clamping: integer)))
        case "f"?, "F"?, "e"?, "g"?: String(format: specifier, Double(integer))
        default: "\(integer)"
        }
    }

    /// Returns a floating-point number in a format for such numbers.
    static func string(_ specifier: String, number: Double, locale: Locale) -> String {
        if let text = DecimalFormat.string(specifier, number, locale) { return text }
        return switch conversion(of: specifier) {
        case "f"?, "F"?, "e"?, "E"?, "g"?, "G"?, "a"?, "A"?: String(format: specifier, locale: locale, number)
        default: "\(number)"
        }
    }

    /// Returns the letter of a format's only conversion; nil if the format has none or several, or
    /// one for a value with a position or for a `long double`.
    private static func conversion(of specifier: String) -> Character? {
        var conversion: Character?
        for part in FormatString.parts(of: specifier[...]) {
            switch part {
            case .text, .percent: break
            case .invalid: return nil
            case .placeholder(let placeholder):
                guard conversion == nil, placeholder.position == nil, !placeholder.length.contains("L") else { return nil }
                conversion = placeholder.conversion
            }
        }
        return conversion
    }

    /// Returns a format that reads an integer of 64 bits, because `%d` reads only 32 bits.
    private static func widened(_ specifier: String) -> String {
        FormatString.parts(of: specifier[...]).map { part in
            switch part {
            case .text(let text), .invalid(let text): return text
            case .percent: return "%%"
            case .placeholder(var placeholder):
                placeholder.length = "ll"
                return placeholder.text
            }
        }
        .joined()
    }
}
