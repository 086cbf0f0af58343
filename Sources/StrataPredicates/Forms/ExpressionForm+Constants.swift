extension ExpressionForm {
    /// Creates a constant, or the aggregate of the elements if it is a collection that contains an
    /// `NSExpression`, such as the bounds of a BETWEEN.
    init(constant value: Value) {
        if case .list(let elements) = value, elements.contains(where: \.holdsExpression) {
            self = .aggregate(elements.map { $0.expression?.form ?? ExpressionForm(constant: $0) })
        } else {
            self = .constant(value)
        }
    }
}

extension Value {
    fileprivate var expression: NSExpression? {
        if case .opaque(let value) = self { value.object as? NSExpression } else { nil }
    }

    /// Whether the value is an expression, or a collection that contains one.
    fileprivate var holdsExpression: Bool {
        switch self {
        case .opaque: expression != nil
        case .list(let elements): elements.contains(where: \.holdsExpression)
        default: false
        }
    }
}
