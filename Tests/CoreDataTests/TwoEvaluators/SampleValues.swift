import CoreData
import Foundation

/// The values that attributes have and that predicates compare with. There are few, so that many
/// are equal.
enum SampleValues {
    static let texts = [
        "", "a", "A", "b", "abc", "ABC", "abcabc", "ä", "a\u{308}", "Älmhult", "é", "e\u{301}", "ß", "ss", "SS", "i", "I", "İ",
        "ı",
        "ﬁ", "fi", "\u{2126}", "\u{3A9}", "ω", "中文", "😀", "👩‍👩‍👧", "a\u{0}b", "\u{0}", "z*", "%_", "a?c", "\\", "\"q\"", "it's", " ",
        "10", "9", "2a",
        "line\nbreak", String(repeating: "long ä ", count: 120),
    ]
    /// Each with something for LIKE to do.
    static let likePatterns = ["*", "?", "a*", "*c", "*b*", "?b?", "\\*", "z\\*", "", "Ä*", "*ä*", "e?", "%", "😀", "*\u{0}*"]
    static let expressions = [".*", "a.*", "[a-c]+", "\\w*", "(?:ab|c)*", "ä", ".", "\\d+", "A.*", "[^a]*", "é"]

    static func value(_ type: NSAttributeType, isWild: Bool, _ dice: inout Dice) -> Any {
        switch type {
        case .integer16AttributeType: integer(isWild, Int(Int16.min), Int(Int16.max), &dice)
        case .integer32AttributeType: integer(isWild, Int(Int32.min), Int(Int32.max), &dice)
        case .integer64AttributeType:
            if isWild && dice.once(in: 3) {
                dice.pick([1 << 53, (1 << 53) + 1, -(1 << 53) - 1, Int.max - 1])
            } else {
                integer(isWild, .min, .max, &dice)
            }
        case .doubleAttributeType: double(isWild, &dice)
        case .floatAttributeType: Float(double(isWild, &dice))
        case .decimalAttributeType: decimal(isWild, &dice)
        case .booleanAttributeType: dice.flag()
        case .dateAttributeType: date(isWild, &dice)
        case .binaryDataAttributeType: Data(dice.pick([[], [0], [1, 2], [1, 2, 3], [97], [255, 0]]))
        case .UUIDAttributeType: uuid(&dice)
        case .URIAttributeType: url(&dice)
        default: dice.pick(texts)
        }
    }

    private static func integer(_ isWild: Bool, _ least: Int, _ greatest: Int, _ dice: inout Dice) -> Int {
        isWild ? dice.pick([least, greatest, least + 1, 0, -1, 100]) : dice.int(-6...6)
    }

    private static func double(_ isWild: Bool, _ dice: inout Dice) -> Double {
        isWild
            ? dice.pick([0.1, 1.0 / 3, -0.0, 1e300, -1e300, 9_007_199_254_740_992, .leastNonzeroMagnitude, .infinity, 1e15, 0.5])
            : Double(dice.int(-12...12)) / 4
    }

    private static func decimal(_ isWild: Bool, _ dice: inout Dice) -> Decimal {
        guard isWild else { return Decimal(dice.int(-12...12)) / 4 }
        return Decimal(
            string: dice.pick(["0.1", "123456789.012345", "-999999999999999", "0.00000001", "12.30", "3"] + manyDigits)) ?? 0
    }

    /// Of which a double cannot say all.
    private static let manyDigits = [
        "0.1000000000000000000000001", "-12345678901234567890123456789012345678", "1234567890.123456789012345678",
        "3.00000000000000000001", "9007199254740993",
    ]

    private static func date(_ isWild: Bool, _ dice: inout Dice) -> Date {
        guard isWild else { return Date(timeIntervalSinceReferenceDate: Double(dice.int(-8...8)) / 2) }
        return dice.pick([
            .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 1.0 / 3),
            Date(timeIntervalSinceReferenceDate: 700_000_000.123456), Date(timeIntervalSinceReferenceDate: -0.25),
        ])
    }

    private static func uuid(_ dice: inout Dice) -> UUID {
        let byte = UInt8(dice.int(0...3))
        return UUID(uuid: (byte, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, byte))
    }

    private static func url(_ dice: inout Dice) -> URL {
        let texts = ["https://example.org/a", "https://example.org/A?b=c", "file:///a", "mailto:a@example.org", "a"]
        guard let url = URL(string: dice.pick(texts)) else { preconditionFailure("A sample URL is none.") }
        return url
    }
}
