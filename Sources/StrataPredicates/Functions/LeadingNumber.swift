/// The number at the start of a text, after white space, as NSString's properties read it.
///
/// Foundation's own properties trap on Linux (Swift 6.3.1) if the text starts with an emoji. The
/// rules are those that Apple documents for `NSString.longLongValue`, `doubleValue` and
/// `boolValue`.
struct LeadingNumber {
    private let text: Substring.UTF8View

    init(_ text: String) {
        let start = text.unicodeScalars.firstIndex { !$0.properties.isWhitespace } ?? text.endIndex
        self.text = text[start...].utf8
    }

    /// The integer, clamped to 64 bits; 0 if there is none.
    var int: Int64 {
        let digits = prefix(length(ofDigitsFrom: afterSign))
        if let int = Int64(digits) { return int }
        return afterSign == length(ofDigitsFrom: afterSign) ? 0 : digits.hasPrefix("-") ? .min : .max
    }

    /// The floating-point number; 0 if there is none.
    var double: Double {
        let whole = length(ofDigitsFrom: afterSign)
        let fraction = byte(at: whole) == UInt8(ascii: ".") ? length(ofDigitsFrom: whole + 1) : whole
        guard whole > afterSign || fraction > whole + 1 else { return 0 }
        var end = fraction
        if let exponent = byte(at: end), exponent | 0x20 == UInt8(ascii: "e") {
            let sign = byte(at: end + 1).map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? false
            let digits = end + (sign ? 2 : 1)
            if length(ofDigitsFrom: digits) > digits { end = length(ofDigitsFrom: digits) }
        }
        return Double(prefix(end)) ?? 0
    }

    /// Whether the text starts with Y, y, T or t, or with a digit from 1 to 9 after an optional
    /// sign and leading zeros.
    var bool: Bool {
        if let first = byte(at: 0), "YyTt".utf8.contains(first) { return true }
        return text.dropFirst(afterSign).first { $0 != UInt8(ascii: "0") }.map(Self.isDigit) ?? false
    }

    private var afterSign: Int {
        byte(at: 0).map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? false ? 1 : 0
    }

    /// Returns the offset of the end of the digits that start at `start`.
    private func length(ofDigitsFrom start: Int) -> Int {
        start + text.dropFirst(start).prefix(while: Self.isDigit).count
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private func byte(at place: Int) -> UInt8? { text.dropFirst(place).first }

    private func prefix(_ length: Int) -> Substring { Substring(text.prefix(length)) }
}
