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
        let operand = try reader.expression(wrapped)
        // The macro separates a literal from its sign.
        if case .constant(let value) = operand, let number = value.number {
            return .expression(.constant((.int(0) - number).value))
        }
        return .expression(.function(.multiply, [operand, .constant(.int(-1))]))
    }
}

extension PredicateExpressions.SequenceMaximum: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        .expression(try reader.expression(elements).appending(["@max", "self"]))
    }
}

extension PredicateExpressions.SequenceMinimum: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        .expression(try reader.expression(elements).appending(["@min", "self"]))
    }
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
        return .expression(.conditional(found.isPresent, found, try reader.expression(`default`)))
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
        .expression(.aggregate([try reader.expression(lower), try reader.expression(upper)]))
    }
}

extension PredicateExpressions.RangeExpressionContains: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        .predicate(try reader.contains(range, element, Element.Output.self, .between))
    }
}

extension PredicateReader {
    /// Returns the test of whether an element of a type is in a range or a collection.
    func contains(
        _ container: Any, _ element: Any, _ type: any Any.Type, _ kind: PredicateForm.Comparison.Kind
    ) throws -> PredicateForm {
        let element = try expression(element)
        guard case .range(let lower, let upper, let isClosed) = try node(container) else {
            let container = try expression(container)
            return kind == .between ? between(element, type, container) : .comparison(element, .init(kind), container)
        }
        let bounds: [PredicateForm] = [
            lower.map { order(type, element, .greaterOrEqual, $0) },
            upper.map { order(type, element, isClosed ? .lessOrEqual : .less, $0) },
        ].compactMap(\.self)
        return bounds.count == 1 ? bounds[0] : .and(bounds)
    }

    /// Returns the test of whether a value is in a closed range.
    private func between(_ element: ExpressionForm, _ type: any Any.Type, _ range: ExpressionForm) -> PredicateForm {
        if let ordering, let (lower, upper) = range.bounds, let first = ordering(type, element, .greaterOrEqual, lower),
            let last = ordering(type, element, .lessOrEqual, upper)
        {
            return .and([first, last])
        }
        return .comparison(element, .init(.between), range)
    }
}

extension ExpressionForm {
    /// The bounds of a closed range; nil for another expression.
    package var bounds: (ExpressionForm, ExpressionForm)? {
        switch self {
        case .aggregate(let bounds) where bounds.count == 2: (bounds[0], bounds[1])
        case .constant(.list(let bounds)) where bounds.count == 2: (.constant(bounds[0]), .constant(bounds[1]))
        default: nil
        }
    }
}
