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
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.comparison(.equal, lhs, rhs) }
}

extension PredicateExpressions.NotEqual: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.comparison(.notEqual, lhs, rhs) }
}

extension PredicateReader {
    func comparison(_ kind: PredicateForm.Comparison.Kind, _ left: Any, _ right: Any) throws -> Node {
        .predicate(.comparison(try expression(left), .init(kind), try expression(right)))
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
        return .predicate(reader.order(LHS.Output.self, try reader.expression(lhs), kind, try reader.expression(rhs)))
    }
}

extension PredicateReader {
    /// Returns the comparison of two values of a type by its order.
    func order(
        _ type: any Any.Type, _ left: ExpressionForm, _ kind: PredicateForm.Comparison.Kind, _ right: ExpressionForm
    ) -> PredicateForm {
        ordering?(type, left, kind, right) ?? .comparison(left, .init(kind), right)
    }
}

extension PredicateExpressions.Conditional: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let test = try reader.predicate(test)
        return .expression(.conditional(test, try reader.expression(trueBranch), try reader.expression(falseBranch)))
    }
}

// MARK: - Optionals

extension PredicateExpressions.OptionalFlatMap: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let wrapped = try reader.expression(wrapped)
        var inner = reader
        inner.variables[variable.key] = wrapped
        // A captured predicate, which is read in place of its call and never compared.
        if case .constant(.opaque(let value)) = wrapped, value.object is CapturedFunction { return try inner.node(transform) }
        if case .constant(.null) = wrapped, Wrapped.self is any CapturedFunction.Function.Type {
            return .expression(.constant(.null))
        }
        return .expression(.conditional(wrapped.isPresent, try inner.expression(transform), .constant(.null)))
    }
}

extension PredicateExpressions.NilCoalesce: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let left = try reader.expression(lhs)
        return .expression(.conditional(left.isPresent, left, try reader.expression(rhs)))
    }
}

extension PredicateExpressions.ForcedUnwrap: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.node(inner) }
}

// MARK: - Types

extension PredicateExpressions.ForceCast: FormReadable {
    /// Reads a cast, which gives nil if it fails: a store cannot throw Foundation's error.
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        if Input.Output.self != Desired.self, let name = EntityNamers.name(of: Desired.self) {
            return .expression(.function(.asKind, [try reader.expression(input), .constant(.string(name))]))
        }
        return try reader.node(input)
    }
}

extension PredicateExpressions.ConditionalCast: FormReadable {
    /// Reads a cast to a class with an entity, or to the same type. Any other cast may fail, which
    /// only an evaluation shows.
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        if Input.Output.self == Desired.self { return try reader.node(input) }
        guard let name = EntityNamers.name(of: Desired.self) else { throw InvalidPredicate.unreadable(self) }
        return .expression(.function(.asKind, [try reader.expression(input), .constant(.string(name))]))
    }
}

extension PredicateExpressions.TypeCheck: FormReadable {
    /// Reads a check for a class with an entity, or for the same type, which is always true.
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        if Input.Output.self == Desired.self { return .expression(.constant(.bool(true))) }
        guard let name = EntityNamers.name(of: Desired.self) else { throw InvalidPredicate.unreadable(self) }
        return .expression(.function(.isKind, [try reader.expression(input), .constant(.string(name))]))
    }
}
