import Foundation

extension PredicateExpressions.SequenceContains: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let kind: PredicateForm.Comparison.Kind = LHS.Output.self is any RangeExpression.Type ? .between : .in
        return .predicate(try reader.contains(sequence, element, RHS.Output.self, kind))
    }
}

// For collections other than text, CONTAINS tests an element and BEGINSWITH has no meaning.

extension PredicateExpressions.CollectionContainsCollection: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        guard Base.Output.self is any StringProtocol.Type else { throw InvalidPredicate.unreadable(self) }
        return .predicate(try reader.textTest(base, .contains, other))
    }
}

extension PredicateExpressions.SequenceStartsWith: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        guard Base.Output.self is any StringProtocol.Type else { throw InvalidPredicate.unreadable(self) }
        return .predicate(try reader.textTest(base, .beginsWith, prefix))
    }
}

extension PredicateReader {
    /// Returns the test of whether a text contains, or begins with, another one.
    ///
    /// In Swift every text contains an empty one, and in a format none does.
    fileprivate func textTest(_ base: Any, _ kind: PredicateForm.Comparison.Kind, _ other: Any) throws -> PredicateForm {
        let (base, other) = (try expression(base), try expression(other))
        let test = PredicateForm.comparison(base, .init(kind), other)
        switch other {
        case .constant(.string(let text)): return text.isEmpty ? .always(true) : test
        case .constant: return test
        default: return .or([test, .comparison(other.appending(["length"]), .init(.equal), .constant(.int(0)))])
        }
    }
}

extension PredicateExpressions.StringContainsRegex: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        guard case .constant(.string(let pattern)) = try reader.expression(regex) else { throw InvalidPredicate.unreadable(self) }
        // MATCHES must match the whole text; this regular expression may match anywhere in it.
        let anywhere = ExpressionForm.constant(.string("(?s:.*)(?:\(pattern))(?s:.*)"))
        return .predicate(try .checked(reader.expression(subject), .init(.matches), anywhere))
    }
}

extension PredicateExpressions.Filter: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let (inner, name) = reader.binding(variable.key)
        return .expression(.subquery(try reader.expression(sequence), variable: name, try inner.predicate(filter)))
    }
}

extension PredicateExpressions.SequenceContainsWhere: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let (inner, name) = reader.binding(variable.key)
        let matches = ExpressionForm.subquery(try reader.expression(sequence), variable: name, try inner.predicate(test))
        return .predicate(.comparison(.path(matches, ["@count"]), .init(.notEqual), .constant(.int(0))))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let (inner, name) = reader.binding(variable.key)
        let failures = ExpressionForm.subquery(
            try reader.expression(sequence), variable: name, .not(try inner.predicate(test)))
        return .predicate(.comparison(.path(failures, ["@count"]), .init(.equal), .constant(.int(0))))
    }
}
