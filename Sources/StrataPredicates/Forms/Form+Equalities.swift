// A program that looks for many rows by two keys writes
//
//     (code == "a" AND day == 1) OR (code == "b" AND day == 4) OR …
//
// Tested one after the other, n pairs cost n comparisons for each row, and SQLite needs time that
// grows with n² to prepare the statement. So many of them become one search in a list,
//
//     {code, day} IN {{"a", 1}, {"b", 4}, …}
//
// which memory does by binary search, and SQL by an index of the list or of the table. In the same
// way n values of one key become `code IN {…}`, and n values that are excluded, joined by AND, the
// NOT of that.

extension PredicateForm {
    /// The least number of equalities of the same keys that become a list. A few are faster as they
    /// are, and SQLite can use an index for each.
    static let leastInList = 50

    /// The AND or OR with its many equalities as searches in lists. Equivalent for every object.
    /// O(n). Requires simplified parts.
    package var gatheringEqualities: PredicateForm {
        switch self {
        case .or(let forms) where forms.count >= Self.leastInList:
            .joined(Self.gathered(forms, \.equality) { $0 }, PredicateForm.or)
        case .and(let forms) where forms.count >= Self.leastInList:
            .joined(Self.gathered(forms, \.excludedEquality) { .not($0) }, PredicateForm.and)
        default: self
        }
    }

    private static func joined(_ forms: [PredicateForm], _ join: ([PredicateForm]) -> PredicateForm) -> PredicateForm {
        forms.count == 1 ? forms[0] : join(forms)
    }

    private static func gathered(
        _ forms: [PredicateForm], _ equality: (PredicateForm) -> Equality?, _ wrap: (PredicateForm) -> PredicateForm
    ) -> [PredicateForm] {
        var lists: [[[String]]: [Value]] = [:]
        var order: [[[String]]] = []
        let equalities = forms.map(equality)
        for case let equality? in equalities {
            if lists[equality.keys] == nil { order.append(equality.keys) }
            lists[equality.keys, default: []].append(equality.value)
        }
        lists = lists.filter { $1.count >= leastInList }
        let others = zip(forms, equalities).filter { _, equality in equality.map { lists[$0.keys] == nil } ?? true }
        return others.map(\.0)
            + order.compactMap { keys in
                lists[keys].map { values in
                    let left = keys.count == 1 ? ExpressionForm.keyPath(keys[0]) : .aggregate(keys.map(ExpressionForm.keyPath))
                    return wrap(.comparison(left, Comparison(.in), .constant(.list(values))))
                }
            }
    }

    /// Key paths that are equal to constants.
    private struct Equality {
        let keys: [[String]]
        let values: [Value]

        /// The value of a single key, or the list of all values.
        var value: Value { values.count == 1 ? values[0] : .list(values) }
    }

    /// The form as an equality of one or several key paths and constants; nil for any other form.
    private var equality: Equality? {
        switch self {
        case .comparison: return single(.equal)
        case .and(let forms) where forms.count <= Value.mostInTuple:
            var parts: [(key: [String], value: Value)] = []
            for form in forms {
                guard let part = form.single(.equal) else { return nil }
                parts.append((part.keys[0], part.values[0]))
            }
            // In one order, however they were written.
            parts.sort { $0.key.lexicographicallyPrecedes($1.key) }
            let keys = parts.map(\.key)
            guard !keys.isEmpty, Set(keys).count == keys.count else { return nil }
            return Equality(keys: keys, values: parts.map(\.value))
        default: return nil
        }
    }

    /// The equality that the form excludes; nil if it is none.
    private var excludedEquality: Equality? {
        if case .not(let form) = self { form.equality } else { single(.notEqual) }
    }

    private func single(_ kind: Comparison.Kind) -> Equality? {
        guard case .comparison(.keyPath(let names), let comparison, .constant(let value)) = self, !names.hasOperator,
            comparison == Comparison(kind), value.isPlain
        else { return nil }
        return Equality(keys: [names], values: [value])
    }
}

extension Value {
    /// The number of values that a list of tuples in SQL can have in each.
    package static let mostInTuple = 8

    /// Whether SQLite compares the value as memory does, in a list, too: it is neither null, which a
    /// list does not contain, nor a decimal.
    fileprivate var isPlain: Bool {
        switch self {
        case .bool, .int, .string, .date, .data, .uuid, .url, .object: true
        case .double(let double): !double.isNaN
        case .null, .decimal, .list, .opaque: false
        }
    }
}
