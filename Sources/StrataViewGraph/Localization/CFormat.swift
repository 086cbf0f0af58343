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
        switch conversion(of: specifier) {
        case "f"?, "F"?, "e"?, "E"?, "g"?, "G"?, "a"?, "A"?: String(format: specifier, locale: locale, number)
        default: "\(number)"
        }
    }

    /// Returns the letter of a format's only conversion; nil if the format has none or several.
    private static func conversion(of specifier: String) -> Character? {
        let rest = specifier.replacing("%%", with: "")
        guard let start = rest.firstIndex(of: "%"), rest[rest.index(after: start)...].firstIndex(of: "%") == nil else {
            return nil
        }
        let letter = rest[rest.index(after: start)...].first { !"0123456789.+-# 'lhqzjt".contains($0) }
        return letter
    }

    /// Returns a format that reads an integer of 64 bits, because `%d` reads only 32 bits.
    private static func widened(_ specifier: String) -> String {
        guard let letter = conversion(of: specifier), let index = specifier.lastIndex(of: letter) else { return specifier }
        var head = specifier[..<index]
        while let last = head.last, "lhqzjt".contains(last) { head.removeLast() }
        return head + "ll" + specifier[index...]
    }
}
