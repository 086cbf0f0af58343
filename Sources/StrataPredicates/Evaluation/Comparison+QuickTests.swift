import Foundation

extension PredicateForm.Comparison {
    /// Returns a test with a fast path for the values most often compared with this constant:
    /// numbers and dates with a number, text with text, UUIDs with a UUID. `general` tests all
    /// other values and must agree with the fast path on these.
    ///
    /// The fast path compares the payload in place and creates no intermediate `Value`.
    func quickTest(against right: Value, otherwise general: @escaping (Value) throws -> Bool) throws -> (Value) throws -> Bool {
        switch right {
        case .string(let text): try textTest(against: text, otherwise: general)
        case .uuid(let uuid): identifierTest(against: uuid, otherwise: general)
        default: numberTest(against: right, otherwise: general)
        }
    }

    /// Returns a test of numbers and dates.
    ///
    /// Doubles need no special case for NaN, which is less than, equal to or greater than no
    /// number, as in the general test.
    private func numberTest(against right: Value, otherwise general: @escaping (Value) throws -> Bool) -> (Value) throws -> Bool {
        guard let bound = right.exactDouble, let holds = comparator(with: bound) else { return general }
        let holdsWhole = if case .int(let bound) = right { comparator(with: bound) } else { nil as ((Int64) -> Bool)? }
        return { value in
            switch value {
            case .double(let double): return holds(double)
            case .date(let date): return holds(date.timeIntervalSinceReferenceDate)
            case .int(let int):
                if let holdsWhole { return holdsWhole(int) }
                return try general(value)
            default: return try general(value)
            }
        }
    }

    private func comparator<Number: Comparable>(with bound: Number) -> ((Number) -> Bool)? {
        switch kind {
        case .equal: { $0 == bound }
        case .notEqual: { $0 != bound }
        case .less: { $0 < bound }
        case .lessOrEqual: { $0 <= bound }
        case .greater: { $0 > bound }
        case .greaterOrEqual: { $0 >= bound }
        case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches: nil
        }
    }

    private func textTest(against right: String, otherwise general: @escaping (Value) throws -> Bool) throws -> (Value) throws ->
        Bool
    {
        guard kind == .equal || kind == .notEqual, !localeSensitive else { return general }
        let (matcher, wanted) = (try StringMatcher(self, pattern: right), kind == .equal)
        return { value in
            if case .string(let text) = value { matcher.matches(text) == wanted } else { try general(value) }
        }
    }

    private func identifierTest(against right: UUID, otherwise general: @escaping (Value) throws -> Bool) -> (Value) throws ->
        Bool
    {
        guard kind == .equal || kind == .notEqual else { return general }
        let wanted = kind == .equal
        return { value in
            if case .uuid(let uuid) = value { (uuid == right) == wanted } else { try general(value) }
        }
    }
}

extension Value {
    /// The number as a double, if the conversion is exact.
    fileprivate var exactDouble: Double? {
        switch self {
        case .double(let double): double.isNaN ? nil : double
        case .date(let date): date.timeIntervalSinceReferenceDate
        case .int(let int): Double(exactly: int)
        default: nil
        }
    }
}
