internal import Foundation
internal import Predicates

// A DECIMAL column has SQLite's numeric affinity, which makes a double of every text that is a
// number, and a double has 15 to 17 digits. A `Decimal` has up to 38. So a column keeps a decimal
// as a 64-bit integer or a double where that is the very number, as Apple's stores do, and
// otherwise as a blob of its decimal digits, which affinity leaves alone. A program that asks
// SQLite for such a value as a double gets the number that the digits say; one that asks for a text
// gets the digits.
//
// Each decimal has one such form, so that SQLite's own `=`, DISTINCT, GROUP BY and unique indexes
// tell decimals apart rightly. Their order SQLite does not know, since every blob comes after every
// number: `QueryBuilder` asks `ValueFunctions` where a blob may take part.

extension Decimal {
    /// The decimal as a column keeps it: an integer, a double or data.
    var columnValue: Value {
        guard isFinite else { return .null }
        let digits = description
        if let integer = Int64(digits) { return .int(integer) }
        // By way of the digits: NSDecimalNumber takes some that have a fraction for whole numbers,
        // and misses the nearest double.
        guard let double = Double(digits), isExact(double) else { return .data(Data(digits.utf8)) }
        return .double(double)
    }

    /// Whether the double nearest to the decimal says all of its digits. It does for every decimal
    /// of up to 15.
    private func isExact(_ double: Double) -> Bool {
        significand.magnitude < 1_000_000_000_000_000 || Decimal(stored: double) == self
    }

    /// The decimal whose digits a column keeps; nil for other data.
    init?(digits: Data) {
        guard let text = String(data: digits, encoding: .utf8), let decimal = Decimal(string: text) else { return nil }
        self = decimal
    }

    /// Bytes that order as the decimals do: a byte for the sign, two for the place of the decimal
    /// point, and the digits; all but the first turned round for a negative number, where the
    /// longer of two that begin alike is the lesser.
    var orderedBytes: Data {
        let text = description
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let whole = (parts.first ?? "").drop { $0 == "0" }
        var digits = Array((whole + (parts.count > 1 ? parts[1] : "")).utf8)
        let zero = UInt8(ascii: "0")
        let leading = digits.prefix { $0 == zero }.count
        digits.removeFirst(leading)
        while digits.last == zero { digits.removeLast() }
        if digits.isEmpty { return Data([1]) }
        let point = UInt16(512 + whole.utf8.count - leading)
        let bytes = [UInt8(point >> 8), UInt8(truncatingIfNeeded: point)] + digits
        return isNegative ? Data([0] + bytes.map { ~$0 } + [0xff]) : Data([2] + bytes)
    }
}

extension Value {
    /// Whether a column keeps it as a number, and so orders it among others of that kind itself.
    var isPlainNumber: Bool {
        if case .decimal(let decimal) = self, case .data = decimal.columnValue { false } else { true }
    }
}
