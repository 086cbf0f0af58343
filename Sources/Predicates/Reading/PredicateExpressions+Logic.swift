import Foundation

extension PredicateExpressions.Conjunction: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let (left, right) = (try reader.predicate(lhs), try reader.predicate(rhs))
        if case .and(let forms) = left { return .predicate(.and(forms + [right])) }
        return .predicate(.and([left, right]))
    }
}

extension PredicateExpressions.Disjunction: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let (left, right) = (try reader.predicate(lhs), try reader.predicate(rhs))
        if case .or(let forms) = left { return .predicate(.or(forms + [right])) }
        return .predicate(.or([left, right]))
    }
}

extension PredicateExpressions.Negation: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { .predicate(.not(try reader.predicate(wrapped))) }
}

extension PredicateExpressions.Equal: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { .predicate(try reader.equal(lhs, rhs)) }
}

extension PredicateExpressions.NotEqual: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        if case .comparison(let left, var comparison, let right) = try reader.equal(lhs, rhs), comparison.kind == .equal {
            comparison.kind = .notEqual
            return .predicate(.comparison(left, comparison, right))
        }
        return .predicate(.not(try reader.equal(lhs, rhs)))
    }
}

extension PredicateReader {
    fileprivate func equal(_ left: Any, _ right: Any) throws -> PredicateForm {
        switch (try node(left), try node(right)) {
        case (.textOrder(let a, let comparison, let b), .comparisonResult(let result)),
            (.comparisonResult(let result), .textOrder(let a, let comparison, let b)):
            var comparison = comparison
            comparison.kind = result == .orderedSame ? .equal : result == .orderedAscending ? .less : .greater
            return .comparison(a, comparison, b)
        case (.predicate(let form), .expression(.constant(.bool(let value)))),
            (.expression(.constant(.bool(let value))), .predicate(let form)):
            return value ? form : .not(form)
        case (.optionalPredicate(let wrapped, let form), .expression(.constant(.bool(let value)))),
            (.expression(.constant(.bool(let value))), .optionalPredicate(let wrapped, let form)):
            return .and([.not(wrapped.isNil), value ? form : .not(form)])
        default:
            return .comparison(try expression(left), .init(.equal), try expression(right))
        }
    }
}

extension PredicateExpressions.Comparison: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let kind: PredicateForm.Comparison.Kind
        switch op {
        case .lessThan: kind = .less
        case .lessThanOrEqual: kind = .lessOrEqual
        case .greaterThan: kind = .greater
        case .greaterThanOrEqual: kind = .greaterOrEqual
        @unknown default: throw InvalidPredicate.unreadable(self)
        }
        return .predicate(.comparison(try reader.expression(lhs), .init(kind), try reader.expression(rhs)))
    }
}

extension PredicateExpressions.Conditional: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let test = try reader.predicate(test)
        guard If.Output.self == Bool.self else {
            return .expression(.conditional(test, try reader.expression(trueBranch), try reader.expression(falseBranch)))
        }
        let (yes, no) = (try reader.predicate(trueBranch), try reader.predicate(falseBranch))
        return .predicate(.or([.and([test, yes]), .and([.not(test), no])]))
    }
}

// MARK: - Optionals

extension PredicateExpressions.OptionalFlatMap: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let wrapped = try reader.expression(wrapped)
        var inner = reader
        inner.variables[variable.key] = wrapped
        return switch try inner.node(transform) {
        case .predicate(let form): .optionalPredicate(unwrapping: wrapped, form)
        case .optionalPredicate(let other, let form): .optionalPredicate(unwrapping: other, .and([.not(wrapped.isNil), form]))
        case let node: node
        }
    }
}

extension PredicateExpressions.NilCoalesce: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        if case .optionalPredicate(let wrapped, let form) = try reader.node(lhs) {
            let other = try reader.predicate(rhs)
            return .predicate(.or([.and([.not(wrapped.isNil), form]), .and([wrapped.isNil, other])]))
        }
        let left = try reader.expression(lhs)
        return .expression(.conditional(left.isNil, try reader.expression(rhs), left))
    }
}

extension PredicateExpressions.ForcedUnwrap: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.node(inner) }
}

extension PredicateExpressions.ForceCast: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.node(input) }
}
