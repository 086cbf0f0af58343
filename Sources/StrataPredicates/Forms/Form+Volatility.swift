extension PredicateForm {
    /// Whether the result can change for an unchanged object: through the clock, random numbers or
    /// an app's own code.
    package var isVolatile: Bool {
        contains(\.isVolatileItself) { if case .block = $0 { true } else { false } }
    }
}

extension ExpressionForm {
    /// Whether the expression is volatile, regardless of its operands.
    fileprivate var isVolatileItself: Bool {
        switch self {
        case .function(let function, _): [.now, .random, .randomUpTo].contains(function)
        case .constant(let value): value.containsOpaque
        case .fetch, .block: true
        case .keyPath, .path, .variable, .assignment, .message, .aggregate, .subquery, .set, .conditional, .symbol, .anyKey:
            false
        }
    }
}
