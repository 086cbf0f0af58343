import Foundation

/// The way that a message writes a floating-point number.
public struct OSLogFloatFormatting: Sendable {
    private let specifier: Character
    private var isSigned = false
    private var precision = 6

    private init(_ specifier: Character) { self.specifier = specifier }

    /// Digits after the point: six of them, as on Apple's platforms.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting("f") }

    /// A digit, six more after the point, and a power of ten.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting("e") }

    /// The shorter one of the two.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting("g") }

    /// A number of digits after the point.
    public static func fixed(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        fixed.with(precision, explicitPositiveSign, uppercase)
    }

    /// A number of digits after the point, and a power of ten.
    public static func exponential(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        exponential.with(precision, explicitPositiveSign, uppercase)
    }

    /// The shorter one of the two, with a number of significant digits.
    public static func hybrid(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        hybrid.with(precision, explicitPositiveSign, uppercase)
    }

    private func with(_ precision: Int, _ isSigned: Bool, _ isUppercase: Bool) -> OSLogFloatFormatting {
        var format = OSLogFloatFormatting(isUppercase ? Character(specifier.uppercased()) : specifier)
        format.precision = precision
        format.isSigned = isSigned
        return format
    }

    func text(of value: Double) -> String {
        String(format: "%\(isSigned ? "+" : "").\(max(0, precision))\(specifier)", value)
    }
}
