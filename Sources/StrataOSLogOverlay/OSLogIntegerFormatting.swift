/// The format of an integer in a message.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private var isSigned = false
    private var prefix = ""
    private var isUppercase = false
    private var minDigits = 0

    private init(radix: Int) { self.radix = radix }

    /// Base 10.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// Base 16, in lowercase and without a prefix.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// Base 8, without a prefix.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// Base 10, with at least `minDigits` digits and optionally a sign before positive numbers.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting {
        var format = decimal
        format.isSigned = explicitPositiveSign
        format.minDigits = minDigits
        return format
    }

    /// Base 16, with at least `minDigits` digits and optionally a sign before positive numbers, the
    /// prefix `0x`, and uppercase letters.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        var format = hex
        format.isSigned = explicitPositiveSign
        format.prefix = includePrefix ? "0x" : ""
        format.isUppercase = uppercase
        format.minDigits = minDigits
        return format
    }

    /// Base 8, with at least `minDigits` digits and optionally a sign before positive numbers and
    /// the prefix `0o`.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        var format = octal
        format.isSigned = explicitPositiveSign
        format.prefix = includePrefix ? "0o" : ""
        format.minDigits = minDigits
        return format
    }

    func text(of value: some FixedWidthInteger) -> String {
        let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: max(0, minDigits - digits.count))
        let sign = value < 0 ? "-" : isSigned ? "+" : ""
        return sign + prefix + zeros + digits
    }
}
