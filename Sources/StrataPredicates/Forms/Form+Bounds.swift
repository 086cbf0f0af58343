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
            return (.not(bounds.upper), .not(bounds.lower))
        case .and(let forms):
            let bounds = forms.map { $0.bounds(decides) }
            return (.and(bounds.map(\.lower)), .and(bounds.map(\.upper)))
        case .or(let forms):
            let bounds = forms.map { $0.bounds(decides) }
            return (.or(bounds.map(\.lower)), .or(bounds.map(\.upper)))
        }
    }
}
