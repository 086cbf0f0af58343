internal import StrataPredicates

extension QueryBuilder {
    /// Returns the condition for a comparison without ANY or ALL. The operands must not both be
    /// constants.
    func compare(_ left: SQLOperand, _ comparison: PredicateForm.Comparison, _ right: SQLOperand) throws -> SQLCondition {
        if case .value(let value) = left, let rows = value.counted, let exists = comparison.asksForAny(right) {
            let condition = SQLCondition(text: "EXISTS (SELECT 1 \(rows))")
            return exists ? condition : condition.negated(dialect)
        }
        return switch comparison.kind {
        case .equal: try equal(left, comparison, right)
        case .notEqual: try equal(left, comparison, right).negated(dialect)
        case .less: try ordered(left, "<", comparison, right)
        case .lessOrEqual: try ordered(left, "<=", comparison, right)
        case .greater: try ordered(left, ">", comparison, right)
        case .greaterOrEqual: try ordered(left, ">=", comparison, right)
        case .between: try between(left, comparison, right)
        case .in: try membership(left, comparison, of: right)
        case .contains where left.holdsElements: try membership(right, comparison, of: left)
        case .contains, .beginsWith, .endsWith, .like, .matches: try match(left, comparison, right)
        }
    }

    // MARK: Equality and order

    private func equal(_ left: SQLOperand, _ comparison: PredicateForm.Comparison, _ right: SQLOperand) throws -> SQLCondition {
        // Lists are equal if their elements are equal. An element may depend on the row.
        if let left = left.elements, let right = right.elements {
            guard left.count == right.count else { return .never }
            return .all(try zip(left, right).map { try equal($0, comparison, $1) })
        }
        if left.isList || right.isList { return .never }
        let (a, b) = (try kind(left), try kind(right))
        switch (a, b) {
        case (.null, .null): return .always
        case (.null, _): return try isNull(right)
        case (_, .null): return try isNull(left)
        case (.transformed, _), (_, .transformed):
            throw InvalidPredicate.transformed
        case (let a, let b) where a == b:
            if comparison.localeSensitive, a == .text { return try localizedEqual(left, comparison, right) }
            if let condition = try dialect.equal(left, right, self) { return condition }
            // Engines use indexes and reorder joins for `=` more often than for the equality that
            // holds for two NULLs, which is only needed if both operands may be NULL.
            let isPlain = left.isConstant || right.isConstant
            let (a, b) = (try text(left, comparison), try text(right, comparison))
            return SQLCondition(
                text: isPlain ? "\(a) = \(b)" : dialect.isSame(a, b), isOptional: isPlain, opposite: dialect.isDifferent(a, b))
        default:
            // Values of different kinds are equal only if both are nil.
            return left.isConstant || right.isConstant ? .never : .all([try isNull(left), try isNull(right)])
        }
    }

    private func isNull(_ operand: SQLOperand) throws -> SQLCondition {
        let expression = try value(operand)
        return expression.isOptional
            ? SQLCondition(text: "\(expression.text) IS NULL", opposite: "\(expression.text) IS NOT NULL") : .never
    }

    func ordered(
        _ left: SQLOperand, _ symbol: String, _ comparison: PredicateForm.Comparison, _ right: SQLOperand
    ) throws -> SQLCondition {
        if left.isList || right.isList { throw InvalidPredicate("a list has no order. Compare its elements, or its @count.") }
        let (kind, other) = (try kind(left), try kind(right))
        if kind == .transformed || other == .transformed {
            throw InvalidPredicate("a transformable attribute, one that allows external storage, or an object has no order.")
        }
        guard kind == other, kind != .null else {
            if symbol != "=", kind != .null, other != .null { try reportMixedKinds(left, right) }
            return .never
        }
        if comparison.localeSensitive, kind == .text { return try localized(left, "\(symbol) 0", comparison, right) }
        if let condition = try dialect.ordered(left, symbol, right, self) { return condition }
        return SQLCondition(text: "\(try text(left, comparison)) \(symbol) \(try text(right, comparison))", isOptional: true)
    }

    /// Reports that the comparison being written is false because of the kinds of its operands.
    private func reportMixedKinds(_ left: SQLOperand, _ right: SQLOperand) throws {
        guard let currentComparison else { return }
        MixedKinds.report(currentComparison, try type(left).name, try type(right).name)
    }

    private func localizedEqual(
        _ left: SQLOperand, _ comparison: PredicateForm.Comparison, _ right: SQLOperand
    ) throws -> SQLCondition {
        let isEqual = try localized(left, "= 0", comparison, right)
        if left.isConstant || right.isConstant { return isEqual }
        return .any([isEqual, .all([try isNull(left), try isNull(right)])])
    }

    private func localized(
        _ left: SQLOperand, _ test: String, _ comparison: PredicateForm.Comparison, _ right: SQLOperand
    ) throws -> SQLCondition {
        let (left, right) = (try text(left, comparison), try text(right, comparison))
        return SQLCondition(text: "\(try dialect.localizedOrder(left, right)) \(test)", isOptional: true)
    }

    private func between(_ left: SQLOperand, _ comparison: PredicateForm.Comparison, _ right: SQLOperand) throws -> SQLCondition {
        guard let bounds = right.elements, bounds.count == 2 else {
            if case .collection = right { throw InvalidPredicate("BETWEEN needs two bounds, such as {1, 2}.") }
            return .never
        }
        return .all([try ordered(left, ">=", comparison, bounds[0]), try ordered(left, "<=", comparison, bounds[1])])
    }

    // MARK: Membership

    /// Returns the condition that `container` holds `element`.
    ///
    /// No container holds nil. A text holds its substrings, and a dictionary its values.
    func membership(
        _ element: SQLOperand, _ comparison: PredicateForm.Comparison, of container: SQLOperand
    ) throws -> SQLCondition {
        var comparison = comparison
        comparison.localeSensitive = false
        switch container {
        case .collection(let collection):
            return try exists(collection) { try bothPresent(element, comparison, $0) }
        case .list(let elements):
            return .any(try elements.map { try bothPresent(element, comparison, $0) })
        case .constant(.list(let values)):
            if let elements = element.elements { return try tuple(elements, comparison, isIn: values) }
            let kind = try kind(element)
            if kind == .transformed { throw InvalidPredicate.transformed }
            let comparable = values.filter { SQLOperand.constant($0).constantKind == kind }
            guard !comparable.isEmpty, kind != .null else { return .never }
            return try dialect.membership(element, comparison, of: comparable, self)
                ?? plainMembership(element, comparison, of: comparable)
        case .constant, .value, .object:
            if case .constant(let dictionary) = container, let values = dictionary.dictionaryValues {
                return try membership(element, comparison, of: .constant(.list(values)))
            }
            comparison.kind = .contains
            return try match(container, comparison, element)
        }
    }

    /// Returns the condition that a value equals one of some constants by the engine's own `=`.
    func plainMembership(
        _ element: SQLOperand, _ comparison: PredicateForm.Comparison, of constants: [Value]
    ) throws -> SQLCondition {
        let list = bind(.list(constants.map(comparison.folded)))
        return SQLCondition(text: dialect.isIn(try text(element, comparison), list), isOptional: true)
    }

    /// Returns the condition that two values are equal and not nil.
    private func bothPresent(
        _ left: SQLOperand, _ comparison: PredicateForm.Comparison, _ right: SQLOperand
    ) throws -> SQLCondition {
        try ordered(left, "=", comparison, right)
    }

    // MARK: Text

    private func match(_ left: SQLOperand, _ comparison: PredicateForm.Comparison, _ right: SQLOperand) throws -> SQLCondition {
        // A list has kinds of its own, but a transformed value may contain it.
        let kinds: [SQLType.Kind] = try [left, right].map { try $0.isList ? .list : kind($0) }
        if kinds.contains(.transformed) { throw InvalidPredicate.transformed }
        guard kinds == [.text, .text] else { return .never }
        if case .constant(let pattern) = right, let pattern = pattern.text, comparison.kind == .beginsWith, !comparison.folds {
            return try begins(value(left), with: pattern)
        }
        let (left, right) = (try value(left), try value(right))
        return SQLCondition(
            text: try dialect.match(left.text, right.text, comparison),
            isOptional: left.isOptional || right.isOptional)
    }

    /// Returns the condition that a text begins with a prefix, as a range that an index can serve.
    private func begins(_ text: SQLExpression, with prefix: String) -> SQLCondition {
        guard !prefix.isEmpty else { return .never }
        let lower = "\(text.text) >= \(bindOperand(.string(prefix)))"
        guard let end = prefix.firstTextBeyond else { return SQLCondition(text: lower, isOptional: true) }
        return SQLCondition(text: "(\(lower) AND \(text.text) < \(bindOperand(.string(end))))", isOptional: true)
    }

    // MARK: Operands

    /// Returns the operand's SQL, with case and diacritics folded if the comparison ignores them.
    private func text(_ operand: SQLOperand, _ comparison: PredicateForm.Comparison) throws -> String {
        if case .constant(let constant) = operand { return bindOperand(comparison.folded(constant)) }
        let expression = try value(operand)
        guard comparison.folds, expression.type.kind == .text else { return expression.text }
        return try dialect.folded(expression.text, comparison)
    }

    private func kind(_ operand: SQLOperand) throws -> SQLType.Kind {
        if case .constant = operand { return operand.constantKind }
        return try value(operand).type.kind
    }

    func type(_ operand: SQLOperand) throws -> SQLType {
        if case .constant(let value) = operand { return SQLType(value) }
        return try value(operand).type
    }

    /// Returns the operand as an expression with one value for each row; throws for collections.
    func value(_ operand: SQLOperand) throws -> SQLExpression {
        switch operand {
        case .value(let expression): return expression
        case .object(let object): return object.expression
        case .constant(let value):
            let type = SQLType(value)
            return SQLExpression(text: bind(value), type: type, isOptional: type == .null)
        case .list:
            throw InvalidPredicate("a list cannot be used where a single value is expected.")
        case .collection:
            throw InvalidPredicate(
                "a to-many relationship has many values. Write ANY or ALL before the comparison, compare its @count, or use IN."
            )
        }
    }
}

extension QueryBuilder {
    /// Returns the condition that a list of constants has a list with equal elements.
    private func tuple(
        _ elements: [SQLOperand], _ comparison: PredicateForm.Comparison, isIn values: [Value]
    ) throws -> SQLCondition {
        guard elements.allSatisfy(\.isSingle) else { return .never }
        let expressions = try elements.map(value)
        var (tuples, others): ([Value], [Value]) = ([], [])
        func isPlain(_ type: SQLType) -> Bool { type.kind != .null && type.kind != .transformed && dialect.hasOrder(type) }
        let arePlain =
            (2...Value.mostInTuple).contains(elements.count) && expressions.allSatisfy { isPlain($0.type) } && !comparison.folds
        for value in values {
            guard case .list(let tuple) = value, tuple.count == elements.count else { continue }
            let types = tuple.map(SQLType.init)
            if !arePlain || !types.allSatisfy(isPlain) {
                others.append(value)
            } else if zip(types, expressions).allSatisfy({ $0.kind == $1.type.kind }) {
                tuples.append(value)
            }
        }
        var conditions = try others.map { try equal(.list(elements), comparison, .constant($0)) }
        if !tuples.isEmpty {
            let columns = elements.indices.map(dialect.column).joined(separator: ", ")
            let rows = dialect.rows(of: bind(.list(tuples)))
            let left = expressions.map(\.text).joined(separator: ", ")
            conditions.append(SQLCondition(text: "(\(left)) IN (SELECT \(columns) FROM \(rows))", isOptional: true))
        }
        return .any(conditions)
    }
}

extension SQLOperand {
    var isConstant: Bool {
        if case .constant = self { true } else { false }
    }

    fileprivate var isList: Bool { elements != nil }

    /// Whether the operand has one value for each row: it is neither a list nor a relationship.
    fileprivate var isSingle: Bool { !holdsElements }

    /// Whether CONTAINS looks for an element rather than for a substring.
    fileprivate var holdsElements: Bool {
        if case .collection = self { true } else { isList }
    }

    /// The elements of a list; nil for other operands.
    fileprivate var elements: [SQLOperand]? {
        switch self {
        case .list(let elements): elements
        case .constant(.list(let values)): values.map(SQLOperand.constant)
        default: nil
        }
    }

    fileprivate var constantKind: SQLType.Kind {
        guard case .constant(let value) = self else { return .null }
        if case .list = value { return .list }
        return SQLType(value).kind
    }
}

extension InvalidPredicate {
    /// The error of a comparison whose result depends on what an attribute has encoded, or in a
    /// file of its own.
    fileprivate static let transformed = InvalidPredicate(
        "a transformable attribute, or one that allows external storage, can only be compared with nil.")
}

extension PredicateForm.Comparison {
    /// Returns whether comparing a count with this constant tests for any rows (`> 0`) or for none
    /// (`== 0`); nil if it depends on the exact count.
    fileprivate func asksForAny(_ right: SQLOperand) -> Bool? {
        guard case .constant(.int(let number)) = right else { return nil }
        return switch (kind, number) {
        case (.greater, 0), (.notEqual, 0), (.greaterOrEqual, 1): true
        case (.equal, 0), (.lessOrEqual, 0), (.less, 1): false
        default: nil
        }
    }

    fileprivate var folds: Bool { (caseInsensitive || diacriticInsensitive) && !normalized }
}

extension String {
    /// The least text, in the order of bytes, that is greater than all texts with this prefix; nil
    /// if there is none.
    fileprivate var firstTextBeyond: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // The last scalar has no successor, and surrogates are not scalars.
            guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else { continue }
            return String(String.UnicodeScalarView(scalars + [next]))
        }
        return nil
    }
}
