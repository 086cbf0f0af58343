/// The way that a message writes an integer.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private var isSigned = false
    private var prefix = ""
    private var isUppercase = false
    private var minDigits = 0

    private init(radix: Int) { self.radix = radix }

    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// Base 10, with a plus sign before positive numbers or leading zeros.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting {
        var format = decimal
        format.isSigned = explicitPositiveSign
        format.minDigits = minDigits
        return format
    }

    /// Base 16, with the prefix `0x`, letters in upper case or leading zeros.
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

    /// Base 8, with the prefix `0o` or leading zeros.
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
