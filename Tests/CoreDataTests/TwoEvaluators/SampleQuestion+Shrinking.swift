import StrataPredicates

extension SampleQuestion {
    /// The smallest question that `fails` still, found by leaving out a part at a time.
    func shrunk(while fails: (SampleQuestion) -> Bool) -> SampleQuestion {
        var smallest = self
        while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
        return smallest
    }

    /// The question with one part left out.
    private var smaller: [SampleQuestion] {
        var questions: [SampleQuestion] = []
        func add(_ change: (inout SampleQuestion) -> Void) {
            var question = self
            change(&question)
            questions.append(question)
        }
        if limit > 0 || offset > 0 { add { ($0.limit, $0.offset) = (0, 0) } }
        for index in sorts.indices { add { $0.sorts.remove(at: index) } }
        if !includesSubentities { add { $0.includesSubentities = true } }
        for form in form.smaller { add { $0.form = form } }
        if spelling != nil { add { $0.spelling = nil } }
        return questions
    }
}

extension PredicateForm {
    fileprivate var smaller: [PredicateForm] {
        switch self {
        case .always, .block: return []
        case .and(let forms): return forms + Self.parts(forms).map(PredicateForm.and)
        case .or(let forms): return forms + Self.parts(forms).map(PredicateForm.or)
        case .not(let form): return [form] + form.smaller.map(PredicateForm.not)
        case .comparison(let left, let comparison, let right):
            return left.smaller.map { .comparison($0, comparison, right) }
                + right.smaller.map { .comparison(left, comparison, $0) }
        }
    }

    /// The list with one form left out, or with one made smaller.
    private static func parts(_ forms: [PredicateForm]) -> [[PredicateForm]] {
        forms.indices.flatMap { index in
            var fewer = forms
            fewer.remove(at: index)
            let others = forms[index].smaller.map { form in
                var changed = forms
                changed[index] = form
                return changed
            }
            return (fewer.count > 1 ? [fewer] : []) + others
        }
    }
}

extension ExpressionForm {
    fileprivate var smaller: [ExpressionForm] {
        switch self {
        case .constant(.list(let values)) where values.count > 2:
            return [
                .constant(.list(Array(values.prefix(values.count / 2)))),
                .constant(.list(Array(values.suffix(values.count / 2)))),
            ]
        case .subquery(let collection, let variable, let predicate):
            return (predicate == .always(true) ? [] : [.always(true)] + predicate.smaller).map {
                .subquery(collection, variable: variable, $0)
            }
        case .path(let base, let names): return base.smaller.map { .path($0, names) }
        case .conditional(let predicate, let yes, let no):
            return [yes, no] + predicate.smaller.map { .conditional($0, yes, no) }
        case .function(let function, let operands) where function != .index && function != .cast:
            return operands.indices.flatMap { index in
                operands[index].smaller.map { operand in
                    var changed = operands
                    changed[index] = operand
                    return ExpressionForm.function(function, changed)
                }
            } + (operands.count == 2 ? operands : [])
        default: return []
        }
    }
}
