internal import Foundation
internal import StrataPredicates

// Decimals in columns
//
// A DECIMAL column has SQLite's numeric affinity, which converts every numeric text to a double,
// and a double has 15 to 17 digits. A `Decimal` has up to 38. So a column stores a decimal as a
// 64-bit integer or a double if that is exact, like Apple's stores, and otherwise as a blob of its
// decimal digits, which affinity does not convert. A program that reads such a blob as a double
// gets the number that the digits spell; one that reads it as text gets the digits.
//
// Each decimal has exactly one such form, so SQLite's own `=`, DISTINCT, GROUP BY and unique
// indexes work. Its order does not, since every blob sorts after every number: `SQLiteDialect` calls
// `ValueFunctions` for comparisons and sorts in which a blob may take part.

extension Decimal {
    /// The decimal as a column stores it: an integer, a double or data; null for a decimal that is
    /// not finite.
    var columnValue: Value {
        guard isFinite else { return .null }
        let digits = description
        if let integer = Int64(digits) { return .int(integer) }
        // Parses the digits, since NSDecimalNumber treats some decimals with a fraction as whole
        // numbers and does not return the nearest double.
        guard let double = Double(digits), isExact(double) else { return .data(Data(digits.utf8)) }
        return .double(double)
    }

    /// Whether the nearest double represents all digits of the decimal, as it does for up to 15
    /// digits.
    private func isExact(_ double: Double) -> Bool {
        significand.magnitude < 1_000_000_000_000_000 || Decimal(stored: double) == self
    }

    /// Creates a decimal from the digits that a column stores as data; nil for other data.
    init?(digits: Data) {
        guard let text = String(data: digits, encoding: .utf8), let decimal = Decimal(string: text) else { return nil }
        self = decimal
    }

    /// Bytes whose order is that of the decimals: one for the sign, two for the position of the
    /// decimal point, and the digits. For a negative number all bytes but the first are inverted,
    /// and 0xff is appended: if one negative number continues the digits of another, the longer is
    /// the lesser.
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
    /// The value in the form of `SQLType.mixed`: a decimal as data, which distinguishes it from the
    /// equal whole number or double. Arithmetic depends on the type: 7 / 2 is 3 for whole numbers
    /// and 3.5 for decimals.
    var mixedValue: Value {
        guard case .decimal(let decimal) = self, decimal.isFinite else { return self }
        return .data(Data(decimal.description.utf8))
    }

    /// Whether SQLite can compare the value with decimals that a column stores as numbers: false for
    /// a decimal that a column stores as data, and for a double beyond 53 bits. SQLite compares such
    /// a double with an integer exactly, memory with the double nearest to the decimal.
    var isPlainNumber: Bool {
        switch self {
        case .decimal(let decimal): if case .data = decimal.columnValue { false } else { true }
        case .double(let double): double.magnitude < 0x1p53
        default: true
        }
    }
}
