internal import Foundation
internal import StrataPredicates

// Unsigned numbers of 64 bits
//
// A store has the bits of a UInt or a UInt64 as a signed number, so one of 2^63 or more is negative
// there. A predicate has the number itself. Its constants become their bits, and a comparison by
// order also tests for the sign:
//
// | in the predicate | for managed objects    |
// | ---------------- | ---------------------- |
// | x < 5            | x >= 0 AND x < 5       |
// | x > 5            | x < 0 OR x > 5         |
// | x < 2^63 + 5     | x >= 0 OR x < 5 - 2^63 |
// | x > 2^63 + 5     | x < 0 AND x > 5 - 2^63 |
extension ModelPredicateResolver.Meaning {
    /// Creates the meaning of a value of a type that can be compared.
    init(of type: (any Any.Type)?) {
        let type = type.map(OptionalTypes.unwrapped)
        self = type == UInt.self || type == UInt64.self ? .unsigned : .value
    }
}

extension ModelPredicateResolver {
    /// Returns a comparison of unsigned numbers.
    func unsignedComparison(
        _ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm
    ) -> PredicateForm {
        let (left, right) = (left.unsignedBits, right.unsignedBits)
        switch comparison.kind {
        case .less: return order(left, .less, right)
        case .lessOrEqual: return order(left, .lessOrEqual, right)
        case .greater: return order(right, .less, left)
        case .greaterOrEqual: return order(right, .lessOrEqual, left)
        case .between:
            guard let (lower, upper) = right.bounds else { return .comparison(left, comparison, right) }
            return .and([order(lower, .lessOrEqual, left), order(left, .lessOrEqual, upper)])
        default: return .comparison(left, comparison, right)
        }
    }

    /// Returns the condition that a number is less than another one, or equal to it.
    private func order(
        _ left: ExpressionForm, _ kind: PredicateForm.Comparison.Kind, _ right: ExpressionForm
    ) -> PredicateForm {
        let compared = PredicateForm.comparison(left, .init(kind), right)
        // As a constant is written mostly, which is the form that an index serves.
        let turned = PredicateForm.comparison(right, .init(kind == .less ? .greater : .greaterOrEqual), left)
        switch (left.constantSign, right.constantSign) {
        case (nil, .plus): return .and([left.has(.plus), compared])
        case (nil, .minus): return .or([left.has(.plus), compared])
        case (.plus, nil): return .or([right.has(.minus), turned])
        case (.minus, nil): return .and([right.has(.minus), turned])
        default:
            let haveOneSign = PredicateForm.or([
                .and([left.has(.plus), right.has(.plus)]), .and([left.has(.minus), right.has(.minus)]),
            ])
            return .or([.and([left.has(.plus), right.has(.minus)]), .and([haveOneSign, compared])])
        }
    }
}

extension ExpressionForm {
    /// The expression with the bits of unsigned numbers in the place of its constants.
    var unsignedBits: ExpressionForm {
        switch self {
        case .constant(let value): .constant(value.unsignedBits)
        case .aggregate(let elements): .aggregate(elements.map(\.unsignedBits))
        case .conditional(let test, let yes, let no): .conditional(test, yes.unsignedBits, no.unsignedBits)
        default: self
        }
    }

    /// The sign of a constant; nil for another expression.
    fileprivate var constantSign: FloatingPointSign? {
        guard case .constant(.int(let bits)) = self else { return nil }
        return bits < 0 ? .minus : .plus
    }

    /// Returns the condition that the value has a sign, which nil has not.
    fileprivate func has(_ sign: FloatingPointSign) -> PredicateForm {
        .comparison(self, .init(sign == .minus ? .less : .greaterOrEqual), .constant(.int(0)))
    }
}

extension Value {
    /// The bits of an unsigned number, or of those in a list. Such a number of 2^63 or more is a
    /// decimal.
    fileprivate var unsignedBits: Value {
        switch self {
        case .decimal(let decimal): UInt64("\(decimal)").map { .int(Int64(bitPattern: $0)) } ?? self
        case .list(let values): .list(values.map(\.unsignedBits))
        default: self
        }
    }
}
