import Foundation

// Arithmetic follows SQLite, so that a predicate has the same result in SQL: integers stay
// integers, and a result beyond 64 bits becomes a double. A decimal stays a decimal unless a double
// is involved; see `Decimal.asComputed` for its precision.
extension Number {
    var double: Double {
        switch self {
        case .int(let int): Double(int)
        case .double(let double): double
        case .decimal(let decimal): Double("\(decimal)") ?? .nan
        }
    }

    /// The number rounded toward zero; nil beyond 64 bits.
    var int: Int64? {
        switch self {
        case .int(let int): int
        case .double(let double): Int64(exactly: double.rounded(.towardZero))
        case .decimal(let decimal): Int64(exactly: Number.decimal(decimal).double.rounded(.towardZero))
        }
    }

    var value: Value {
        switch self {
        case .int(let int): .int(int)
        case .double(let double): .double(double)
        case .decimal(let decimal): .decimal(decimal)
        }
    }

    /// The number with the precision that a function's result has.
    var asComputed: Number {
        if case .decimal(let decimal) = self { .decimal(decimal.asComputed) } else { self }
    }

    static func + (a: Number, b: Number) -> Number {
        combine(a, b, { $0.addingReportingOverflow($1) }, +, +)
    }

    static func - (a: Number, b: Number) -> Number {
        combine(a, b, { $0.subtractingReportingOverflow($1) }, -, -)
    }

    static func * (a: Number, b: Number) -> Number {
        combine(a, b, { $0.multipliedReportingOverflow(by: $1) }, *, *)
    }

    /// Divides two numbers, without a remainder if both are integers; nil for a division by zero.
    static func / (a: Number, b: Number) -> Number? {
        if b.double == 0 { return nil }
        return combine(a, b, { $0.dividedReportingOverflow(by: $1) }, /, /)
    }

    private static func combine(
        _ a: Number, _ b: Number, _ ints: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
        _ decimals: (Decimal, Decimal) -> Decimal, _ doubles: (Double, Double) -> Double
    ) -> Number {
        switch (a, b) {
        case (.int(let x), .int(let y)):
            let (result, overflow) = ints(x, y)
            return overflow ? .double(doubles(Double(x), Double(y))) : .int(result)
        case (.decimal(let x), .decimal(let y)): return .decimal(decimals(x, y).asComputed)
        case (.decimal(let x), .int(let y)): return .decimal(decimals(x, Decimal(y)).asComputed)
        case (.int(let x), .decimal(let y)): return .decimal(decimals(Decimal(x), y).asComputed)
        default: return .double(doubles(a.double, b.double))
        }
    }
}

extension Decimal {
    /// The decimal with the precision that SQL keeps for a computed value: exact for up to 15
    /// digits and for integers of 64 bits, otherwise that of the nearest double.
    var asComputed: Decimal {
        if isNaN || significand.magnitude < 1_000_000_000_000_000 { return self }
        let digits = description
        return Int64(digits) == nil ? Double(digits).flatMap { Decimal(stored: $0) } ?? self : self
    }

    /// Creates the decimal that a stored double represents: the exact number if it is an integer,
    /// otherwise its shortest digits.
    package init?(stored double: Double) {
        if let int = Int64(exactly: double) {
            self.init(int)
        } else {
            self.init(string: "\(double)")
        }
    }
}
