// `#Predicate` is converted as Apple's frameworks convert it, with a TERNARY for each optional and
// each Bool: `$0.category?.name == "x"` is `TERNARY(category != nil, category.name, nil) == "x"`.
// These extensions turn such conditionals back into plain comparisons, for which SQLite can use an
// index and which memory evaluates with fewer steps.

extension PredicateForm {
    /// The comparison of a conditional with a constant as plain logic, if one branch makes the
    /// comparison constant; otherwise the form itself. Equivalent for every object.
    ///
    /// Requires simplified operands.
    var resolvingConditional: PredicateForm {
        switch self {
        case .comparison(.conditional(let test, let yes, let no), let comparison, .constant(let right))
        where comparison.modifier == .direct:
            let (whenTrue, whenFalse) = (comparison.answer(yes, right), comparison.answer(no, right))
            if whenTrue == nil && whenFalse == nil { return self }
            return .either(
                test, whenTrue.map(PredicateForm.always) ?? .comparison(yes, comparison, .constant(right)).resolvingConditional,
                whenFalse.map(PredicateForm.always) ?? .comparison(no, comparison, .constant(right)).resolvingConditional)
        default: return self
        }
    }

    /// Returns a form that is `whenTrue` if `test` holds and `whenFalse` if not. At least one of
    /// the two must be `.always`.
    private static func either(_ test: PredicateForm, _ whenTrue: PredicateForm, _ whenFalse: PredicateForm) -> PredicateForm {
        switch (test, whenTrue, whenFalse) {
        case (.always(let test), _, _): test ? whenTrue : whenFalse
        case (_, .always(let a), .always(let b)): a == b ? .always(a) : a ? test : .not(test)
        case (_, .always(false), _): .and([.not(test), whenFalse])
        case (_, .always(true), _): .or([test, whenFalse])
        case (_, _, .always(false)): .and([test, whenTrue])
        default: .or([.not(test), whenTrue])
        }
    }
}

extension PredicateForm.Comparison {
    /// Returns the result of comparing two constants; nil if the left side depends on the object, and
    /// if one of them keeps an object, whose reference can change.
    fileprivate func answer(_ left: ExpressionForm, _ right: Value) -> Bool? {
        guard case .constant(let left) = left, !left.keepsObjects, !right.keepsObjects else { return nil }
        // Ignored: the comparison stays in the form, whose evaluation reports it.
        guard let test = try? test(against: right, nil) else { return nil }
        // Ignored: as above.
        return try? test(left)
    }
}

extension ExpressionForm {
    /// `a.b` for `TERNARY(a != nil, a.b, nil)`, which has the same value; otherwise the expression
    /// itself. Requires simplified operands.
    var resolvingConditional: ExpressionForm {
        switch self {
        case .conditional(.always(let test), let yes, let no): test ? yes : no
        case .conditional(.comparison(let base, let comparison, .constant(.null)), let path, .constant(.null))
        where comparison.kind == .notEqual && comparison.modifier == .direct && path.leads(from: base): path
        default: self
        }
    }

    /// Whether this is a key path that continues `base` without a collection operator. Such a path
    /// is nil if `base` is; an operator need not be: `@count` of an empty collection is 0.
    private func leads(from base: ExpressionForm) -> Bool {
        if self == base { return true }
        return switch (self, base) {
        case (.keyPath(let names), .keyPath(let first)):
            names.starts(with: first) && !Array(names.dropFirst(first.count)).hasOperator
        case (.path(let root, let names), .path(let other, let first)):
            root == other && names.starts(with: first) && !Array(names.dropFirst(first.count)).hasOperator
        case (.path(let root, let names), _): root == base && !names.hasOperator
        default: false
        }
    }
}
