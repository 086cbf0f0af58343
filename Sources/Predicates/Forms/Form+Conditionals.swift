// `#Predicate` becomes what Apple's frameworks make of it, where each optional and each Bool is a TERNARY. Here those turn into plain
// comparisons again, which an index can serve and which cost no detour in memory.

extension PredicateForm {
    /// Expects the operands to be simplified already. The meaning is the same for every object.
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

    /// `whenTrue` where `test` holds, `whenFalse` where it does not; one of the two at least is always true or always false.
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
    /// What the comparison of an expression says, where that is a constant; nil where it depends on the object.
    fileprivate func answer(_ left: ExpressionForm, _ right: Value) -> Bool? {
        guard case .constant(let left) = left else { return nil }
        return try? test(against: right)(left)
    }
}

extension ExpressionForm {
    /// `TERNARY(a != nil, a.b, nil)` is `a.b`, which is nil where `a` is. Expects the operands to be simplified already.
    var resolvingConditional: ExpressionForm {
        switch self {
        case .conditional(.always(let test), let yes, let no): test ? yes : no
        case .conditional(.comparison(let base, let comparison, .constant(.null)), let path, .constant(.null))
        where comparison.kind == .notEqual && comparison.modifier == .direct && path.leads(from: base): path
        default: self
        }
    }

    /// Whether this is a key path that goes on from `base` without an operator, which would make something of nothing.
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
