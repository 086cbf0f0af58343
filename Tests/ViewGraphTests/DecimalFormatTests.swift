import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

struct DecimalFormatTests {
    private static let locales = ["en_US", "de_DE", "de_CH", "fr_FR", "sv_SE", "ar_EG", "fa_IR", "hi_IN", "he_IL", "C"]

    @Test(arguments: locales)
    func `a number is written as Foundation writes it`(_ identifier: String) {
        let locale = Locale(identifier: identifier)
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        let ties = [0.25, 0.35, 2.5, 3.5, 2.675, 1.005, 0.05, 9.95, 99.99, 999.5, -0.04, -0.0, 0, 1e14, 123_456_789.125]
        let numbers =
            ties
            + (0..<2_000).map { index in
                let number = Double.random(in: -1000...1000, using: &random)
                return index.isMultiple(of: 2) ? (number * 100).rounded() / 100 : number
            } + (0..<500).map { _ in Double(Float.random(in: 0...10, using: &random)) }
        for number in numbers {
            for decimals in 0...4 {
                let specifier = "%.\(decimals)f"
                guard let text = DecimalFormat.string(specifier, number, locale) else { continue }
                let expected = String(format: specifier, locale: locale, number)
                #expect(text == expected, "STRATA_SEED=\(seed), \(number) in \(specifier), \(identifier)")
            }
        }
    }

    @Test func `English and German numbers need no formatter`() {
        #expect(DecimalFormat.string("%.1f", 4.26, Locale(identifier: "en_US")) == "4.3")
        #expect(DecimalFormat.string("%.2f", -234.5, Locale(identifier: "de_DE")) == "-234,50")
    }

    @Test func `other formats are left to Foundation`() {
        #expect(DecimalFormat.string("%5.1f", 4.26, Locale(identifier: "en_US")) == nil)
        #expect(DecimalFormat.string("%.1f", .infinity, Locale(identifier: "en_US")) == nil)
        #expect(DecimalFormat.string("%.1f", 1e300, Locale(identifier: "en_US")) == nil)
    }
}
