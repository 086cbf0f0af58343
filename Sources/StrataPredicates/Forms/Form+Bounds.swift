extension PredicateForm {
    /// Returns two forms without the comparisons that an evaluator cannot decide: what matches
    /// `lower` matches the form, and what matches the form matches `upper`. The two are equal if the
    /// evaluator decides everything.
    ///
    /// An undecided comparison may be true or false, so it becomes false below and true above. AND
    /// and OR combine the two sides each by itself, and NOT exchanges them.
    ///
    /// - Parameter decides: Whether the evaluator decides a comparison as memory does.
    package func bounds(_ decides: (PredicateForm) -> Bool) -> (lower: PredicateForm, upper: PredicateForm) {
        switch self {
        // What only memory can evaluate is refused, and not decided by others.
        case .always, .block: return (self, self)
        case .comparison: return decides(self) ? (self, self) : (.always(false), .always(true))
        case .not(let form):
            let bounds = form.bounds(decides)
            return (bounds.upper.negated, bounds.lower.negated)
        case .and(let forms):
            let bounds = forms.map { $0.bounds(decides) }
            return (.all(bounds.map(\.lower)), .all(bounds.map(\.upper)))
        case .or(let forms):
            let bounds = forms.map { $0.bounds(decides) }
            return (.any(bounds.map(\.lower)), .any(bounds.map(\.upper)))
        }
    }

    private var negated: PredicateForm {
        if case .always(let isTrue) = self { .always(!isTrue) } else { .not(self) }
    }

    /// Returns the conjunction of forms without those that are always true.
    private static func all(_ forms: [PredicateForm]) -> PredicateForm {
        if forms.contains(.always(false)) { return .always(false) }
        let rest = forms.filter { $0 != .always(true) }
        if rest.count == forms.count { return .and(forms) }
        return rest.count > 1 ? .and(rest) : rest.first ?? .always(true)
    }

    /// Returns the disjunction of forms without those that are always false.
    private static func any(_ forms: [PredicateForm]) -> PredicateForm {
        if forms.contains(.always(true)) { return .always(true) }
        let rest = forms.filter { $0 != .always(false) }
        if rest.count == forms.count { return .or(forms) }
        return rest.count > 1 ? .or(rest) : rest.first ?? .always(false)
    }
}
