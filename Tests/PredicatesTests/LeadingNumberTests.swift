import Testing

@testable import StrataPredicates

/// The numbers that texts begin with.
@Suite struct LeadingNumberTests {
    @Test(arguments: [
        ("10", 10, 10.0, true), (" \n-5x", -5, -5, true), ("+7.25e1", 7, 72.5, true), ("", 0, 0, false), ("abc", 0, 0, false),
        ("-", 0, 0, false),
        (".5", 0, 0.5, false), (".", 0, 0, false), ("1e", 1, 1, true), ("1e+", 1, 1, true), ("2e-2", 2, 0.02, true),
        ("😀1", 0, 0, false),
        ("9223372036854775808", .max, 0x1p63, true), ("-9223372036854775809", .min, -0x1p63, true), ("000", 0, 0, false),
        ("-01", -1, -1, true),
        ("Yes", 0, 0, true), ("true", 0, 0, true), ("no", 0, 0, false), ("٣", 0, 0, false),
    ])
    func `the leading number of a text is what Foundation documents`(text: String, int: Int64, double: Double, bool: Bool) {
        let number = LeadingNumber(text)
        #expect(number.int == int)
        #expect(number.double == double)
        #expect(number.bool == bool)
    }

    @Test func `numbers beyond 64 bits are the nearest whole number`() {
        let (most, least) = (NSPredicate(format: "x.intValue == %ld", Int.max), NSPredicate(format: "x.intValue == %ld", Int.min))
        for number in [Double.infinity, 1e300] {
            #expect(most.evaluate(with: ["x": number]) && least.evaluate(with: ["x": -number]))
        }
    }
}
