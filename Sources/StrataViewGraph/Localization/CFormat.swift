import Foundation

/// Formats one value with a C format. A format for another kind of value shows the value plainly:
/// passing it to `String(format:)` would read memory that is no argument.
enum CFormat {
    static func string(_ specifier: String, integer: Int) -> String {
        switch conversion(of: specifier) {
        case "d"?, "i"?, "u"?, "x"?, "X"?, "o"?: String(format: widened(specifier), integer)
        case "f"?, "F"?, "e"?, "g"?: String(format: specifier, Double(integer))
        default: "\(integer)"
        }
    }

    static func string(_ specifier: String, number: Double, locale: Locale) -> String {
        switch conversion(of: specifier) {
        case "f"?, "F"?, "e"?, "E"?, "g"?, "G"?, "a"?, "A"?: String(format: specifier, locale: locale, number)
        default: "\(number)"
        }
    }

    /// Returns the letter of a format's only conversion; nil if it has none or several.
    private static func conversion(of specifier: String) -> Character? {
        let rest = specifier.replacing("%%", with: "")
        guard let start = rest.firstIndex(of: "%"), rest[rest.index(after: start)...].firstIndex(of: "%") == nil else {
            return nil
        }
        let letter = rest[rest.index(after: start)...].first { !"0123456789.+-# 'lhqzjt".contains($0) }
        return letter
    }

    /// Returns a format for an integer of 64 bits: `%d` reads only 32.
    private static func widened(_ specifier: String) -> String {
        guard let letter = conversion(of: specifier), let index = specifier.lastIndex(of: letter) else { return specifier }
        var head = specifier[..<index]
        while let last = head.last, "lhqzjt".contains(last) { head.removeLast() }
        return head + "ll" + specifier[index...]
    }
}
