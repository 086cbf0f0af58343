import Foundation

extension PredicateReader {
    fileprivate func call(_ function: NamedFunction, _ arguments: Any...) throws -> Node {
        .expression(.function(function, try arguments.map { try expression($0) }))
    }
}

extension PredicateExpressions.Arithmetic: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        switch op {
        case .add: try reader.call(.add, lhs, rhs)
        case .subtract: try reader.call(.subtract, lhs, rhs)
        case .multiply: try reader.call(.multiply, lhs, rhs)
        @unknown default: throw InvalidPredicate.unreadable(self)
        }
    }
}

extension PredicateExpressions.IntDivision: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.call(.divide, lhs, rhs) }
}

extension PredicateExpressions.FloatDivision: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.call(.divide, lhs, rhs) }
}

extension PredicateExpressions.IntRemainder: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.call(.modulus, lhs, rhs) }
}

extension PredicateExpressions.UnaryMinus: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        .expression(.function(.subtract, [.constant(.int(0)), try reader.expression(wrapped)]))
    }
}

extension PredicateExpressions.SequenceMaximum: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.call(.max, elements) }
}

extension PredicateExpressions.SequenceMinimum: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.call(.min, elements) }
}

extension PredicateExpressions.CollectionIndexSubscript: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.call(.index, wrapped, index) }
}

extension PredicateExpressions.DictionaryKeySubscript: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { try reader.call(.index, wrapped, key) }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let found = ExpressionForm.function(.index, [try reader.expression(wrapped), try reader.expression(key)])
        return .expression(.conditional(found.isNil, try reader.expression(`default`), found))
    }
}

// MARK: - Ranges

extension PredicateExpressions.Range: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        .range(lower: try reader.expression(lower), upper: try reader.expression(upper), isClosed: false)
    }
}

extension PredicateExpressions.ClosedRange: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        .range(lower: try reader.expression(lower), upper: try reader.expression(upper), isClosed: true)
    }
}

extension PredicateExpressions.RangeExpressionContains: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        .predicate(try reader.contains(try reader.node(range), try reader.expression(element), in: range))
    }
}

extension PredicateReader {
    /// Whether an element is in a range, or in a collection.
    func contains(_ container: Node, _ element: ExpressionForm, in node: Any) throws -> PredicateForm {
        guard case .range(let lower, let upper, let isClosed) = container else {
            return .comparison(element, .init(.in), try expression(node))
        }
        let bounds: [PredicateForm?] = [
            lower.map { .comparison(element, .init(.greaterOrEqual), $0) },
            upper.map { .comparison(element, .init(isClosed ? .lessOrEqual : .less), $0) },
        ]
        return .and(bounds.compactMap(\.self))
    }
}
