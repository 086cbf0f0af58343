import Foundation

extension PredicateForm.Comparison {
    /// Whether `left` stands in this relation to `right`, where neither is known before the row. Not for MATCHES.
    func holds(_ left: Value, _ right: Value) -> Bool {
        do {
            return try test(against: right)(left)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// What this operator asks of its left side once the right side is known.
    ///
    /// The right side is folded, sorted or compiled here, so that the test itself does as little as possible.
    /// Throws `InvalidPredicate` where MATCHES is given what is no regular expression.
    func test(against right: Value) throws -> (Value) -> Bool {
        let bound = folded(right)
        switch kind {
        case .equal: return { folded($0).isEqual(to: bound) }
        case .notEqual: return { !folded($0).isEqual(to: bound) }
        case .less: return { folded($0).comparableOrder(to: bound) == .orderedAscending }
        case .greater: return { folded($0).comparableOrder(to: bound) == .orderedDescending }
        case .lessOrEqual: return { folded($0).comparableOrder(to: bound).map { $0 != .orderedDescending } ?? false }
        case .greaterOrEqual: return { folded($0).comparableOrder(to: bound).map { $0 != .orderedAscending } ?? false }
        case .between: return isBetween(bound)
        case .in: return isIn(bound)
        case .contains, .beginsWith, .endsWith, .like, .matches: return try matching(right)
        }
    }

    private func isBetween(_ bounds: Value) -> (Value) -> Bool {
        guard case .list(let bounds) = bounds, bounds.count == 2 else { return { _ in false } }
        return { value in
            let value = folded(value)
            guard let low = value.comparableOrder(to: bounds[0]), let high = value.comparableOrder(to: bounds[1]) else {
                return false
            }
            return low != .orderedAscending && high != .orderedDescending
        }
    }

    /// Membership costs O(log n). Null is in no list, as in SQL. A text is in another text that contains it.
    private func isIn(_ container: Value) -> (Value) -> Bool {
        guard case .list(let values) = container else {
            let contains = Self(.contains)
            return { value in contains.holds(container, folded(value)) }
        }
        let sorted = values.filter { !$0.isNull }.sorted { order($0, $1) == .orderedAscending }
        return { value in
            let value = folded(value)
            var range = 0..<sorted.count
            while !range.isEmpty {
                let middle = (range.lowerBound + range.upperBound) / 2
                switch order(sorted[middle], value) {
                case .orderedSame: return true
                case .orderedAscending: range = middle + 1..<range.upperBound
                case .orderedDescending: range = range.lowerBound..<middle
                }
            }
            return false
        }
    }

    /// Text against a pattern; CONTAINS also asks whether a list holds a value. Whatever is not text matches no pattern.
    private func matching(_ right: Value) throws -> (Value) -> Bool {
        let matcher = try right.text.map { try StringMatcher(self, pattern: $0) }
        let element = folded(right)
        return { value in
            if case .list(let values) = value {
                return kind == .contains && !element.isNull && values.contains { folded($0).isEqual(to: element) }
            }
            guard let matcher, let text = value.text else { return false }
            return matcher.matches(text)
        }
    }
}
