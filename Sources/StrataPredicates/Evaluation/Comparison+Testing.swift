import Foundation

extension PredicateForm.Comparison {
    /// Returns a test of left sides against one right side, to be called many times.
    ///
    /// The right side is folded, sorted or compiled here, once.
    ///
    /// - Parameter reporter: Learns of values whose kinds differ.
    /// - Throws: `InvalidPredicate` if MATCHES is given an invalid regular expression. The test throws
    ///   if it orders values that have no order.
    func test(against right: Value, _ reporter: MixedKindsReporter?) throws -> (Value) throws -> Bool {
        try quickTest(against: right, otherwise: singleTest(against: right, reporter))
    }

    /// Returns a test for a single call, for a right side that differs from row to row.
    func singleTest(against right: Value, _ reporter: MixedKindsReporter?) throws -> (Value) throws -> Bool {
        let bound = folded(right)
        switch kind {
        case .equal: return { isEqual(folded($0), bound) }
        case .notEqual: return { !isEqual(folded($0), bound) }
        case .less: return { try order(folded($0), bound, reporter) == .orderedAscending }
        case .greater: return { try order(folded($0), bound, reporter) == .orderedDescending }
        case .lessOrEqual: return { try order(folded($0), bound, reporter).map { $0 != .orderedDescending } ?? false }
        case .greaterOrEqual: return { try order(folded($0), bound, reporter).map { $0 != .orderedAscending } ?? false }
        case .between: return isBetween(bound, reporter)
        case .in: return try isIn(right)
        case .contains, .beginsWith, .endsWith, .like, .matches: return try matching(right)
        }
    }

    /// Returns the order of two folded values; nil if they are of different kinds. Throws if they
    /// have no order, see `Value.comparableOrder(to:)`.
    private func order(_ left: Value, _ right: Value, _ reporter: MixedKindsReporter?) throws -> ComparisonResult? {
        if localeSensitive, let a = left.text, let b = right.text { return a.compare(b, locale: .current) }
        if let order = try left.comparableOrder(to: right) { return order }
        reporter?.report(left, right)
        return nil
    }

    private func isEqual(_ left: Value, _ right: Value) -> Bool {
        guard localeSensitive, let a = left.text, let b = right.text else { return left.isEqual(to: right) }
        return a.compare(b, locale: .current) == .orderedSame
    }

    private func isBetween(_ bounds: Value, _ reporter: MixedKindsReporter?) -> (Value) throws -> Bool {
        guard let bounds = bounds.list, bounds.count == 2 else { return { _ in false } }
        return { value in
            let value = folded(value)
            guard let low = try order(value, bounds[0], reporter), let high = try order(value, bounds[1], reporter)
            else { return false }
            return low != .orderedAscending && high != .orderedDescending
        }
    }

    /// Returns a membership test for IN. O(log n) for a list of n values.
    ///
    /// As in SQL, no list contains null. A text contains its substrings, and a dictionary its
    /// values.
    private func isIn(_ container: Value) throws -> (Value) throws -> Bool {
        if let values = container.dictionaryValues { return try isIn(.list(values)) }
        guard let values = folded(container).list else {
            var contains = self
            contains.kind = .contains
            return { value in
                // Ignored: a text that is no pattern matches nothing.
                guard value.text != nil, let test = try? contains.test(against: value, nil) else { return false }
                return try test(container)
            }
        }
        // Numbers are searched by type. A double equals several decimals that differ from each other,
        // so a list with both has no order for a binary search.
        // Opaque values that are equal may be far apart in an order, so they are in a set.
        let (opaque, ordered) = values.filter { !$0.isNull }.divided(by: \.containsOpaque)
        let lists = Dictionary(grouping: ordered, by: \.numberType).values.map { values in
            values.sorted { StrataPredicates.order($0, $1) == .orderedAscending }
        }
        let objects = Set(opaque.map(DistinctValue.init))
        return { value in
            let value = folded(value)
            if !objects.isEmpty, objects.contains(DistinctValue(value)) { return true }
            return !value.containsOpaque && lists.contains { $0.containsSorted(value) }
        }
    }

    /// Returns a test of text against a pattern. For CONTAINS, the left side may also be a list
    /// that has the right side as an element. Other values match no pattern.
    private func matching(_ right: Value) throws -> (Value) throws -> Bool {
        let matcher = try right.text.map { try StringMatcher(self, pattern: $0) }
        let element = folded(right)
        return { value in
            if case .string(let text) = value { return matcher?.matches(text) ?? false }
            if let text = value.text { return matcher?.matches(text) ?? false }
            guard kind == .contains, !element.isNull, let values = value.list else { return false }
            return values.contains { folded($0).isEqual(to: element) }
        }
    }
}

extension Value {
    /// A number that distinguishes the types of numbers, also within a list; 0 for all other
    /// values.
    fileprivate var numberType: Int {
        if let list { return list.reduce(0) { $0 &* 5 &+ $1.numberType &+ 1 } }
        return switch number {
        case nil: 0
        case .int: 1
        case .double: 2
        case .decimal: 3
        }
    }
}

extension [Value] {
    /// Returns the values that satisfy a condition, and the others.
    fileprivate func divided(by condition: (Value) -> Bool) -> ([Value], [Value]) {
        (filter(condition), filter { !condition($0) })
    }

    /// Returns whether the array has an element equal to `value`, in O(log n). Requires that it is
    /// sorted by `order(_:_:)`.
    fileprivate func containsSorted(_ value: Value) -> Bool {
        var range = indices
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            switch order(self[middle], value) {
            case .orderedSame: return true
            case .orderedAscending: range = middle + 1..<range.upperBound
            case .orderedDescending: range = range.lowerBound..<middle
            }
        }
        return false
    }
}
