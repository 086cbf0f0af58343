import Foundation

/// The format of a floating-point number in a message.
public struct OSLogFloatFormatting: Sendable {
    private let specifier: Character
    private var isSigned = false
    private var precision = 6

    private init(_ specifier: Character) { self.specifier = specifier }

    /// Six digits after the decimal point, as on Apple's platforms: `0.250000`.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting("f") }

    /// Exponential notation, with six digits after the decimal point: `2.500000e-01`.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting("e") }

    /// The shorter of fixed and exponential notation, with up to six significant digits: `0.25`.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting("g") }

    /// Fixed notation with `precision` digits after the decimal point.
    public static func fixed(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        fixed.with(precision, explicitPositiveSign, uppercase)
    }

    /// Exponential notation with `precision` digits after the decimal point.
    public static func exponential(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        exponential.with(precision, explicitPositiveSign, uppercase)
    }

    /// The shorter of fixed and exponential notation, with up to `precision` significant digits.
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
        // Not localized: a log.
        String(format: "%\(isSigned ? "+" : "").\(max(0, precision))\(specifier)", value)
    }
}
