internal import StrataPredicates

// A decimal that a double cannot represent exactly is stored as a blob of its digits; see
// `Decimal.columnValue`. SQLite compares two numbers, or two equal decimals, correctly and with an
// index. But it orders every blob after all numbers, and a blob equals no number. A comparison is
// therefore written twice: as usual for the rows with a number, and with `strata_order` for the
// rows with a blob, which are one range of an index: `ZPRICE >= x''`.
extension QueryBuilder {
    /// Returns an ordered comparison of two numbers, at least one of them a decimal; nil if neither
    /// is.
    func orderedDecimals(_ left: SQLOperand, _ symbol: String, _ right: SQLOperand) throws -> SQLCondition? {
        guard let types = try decimalTypes(left, right) else { return nil }
        // Equal decimals and whole numbers have the same stored form.
        if symbol == "=", types.areExact {
            return SQLCondition(text: "\(try value(left).text) = \(try value(right).text)", isOptional: true)
        }
        if case .constant(let constant) = right, constant.isPlainNumber, let column = try plainColumn(left) {
            return ordered(column, symbol, bind(constant), types)
        }
        if case .constant(let constant) = left, constant.isPlainNumber, let column = try plainColumn(right) {
            return ordered(
                column, Self.mirrored[symbol] ?? symbol, bind(constant), DecimalTypes(left: types.right, right: types.left))
        }
        return SQLCondition(text: "\(try orderCall(value(left).text, value(right).text, types)) \(symbol) 0", isOptional: true)
    }

    /// Returns the comparison of a decimal column with a constant that is stored as a number.
    private func ordered(
        _ column: String, _ symbol: String, _ constant: String, _ types: DecimalTypes
    ) -> SQLCondition {
        let data = "\(column) >= x'' AND \(orderCall(column, constant, types)) \(symbol) 0"
        // SQLite orders blobs after numbers, so the comparison of numbers excludes them.
        let bound = symbol.hasPrefix(">") ? " AND \(column) < x''" : ""
        return SQLCondition(text: "((\(column) \(symbol) \(constant)\(bound)) OR (\(data)))", isOptional: true)
    }

    /// Returns the equality of a decimal and a double or date.
    ///
    /// Returns nil if neither is a decimal, and if both are decimals or whole numbers: equal ones
    /// have the same stored form, so plain equality is right.
    func equalDecimals(_ left: SQLOperand, _ right: SQLOperand) throws -> SQLCondition? {
        guard let types = try decimalTypes(left, right), !types.areExact else { return nil }
        if left.isAConstant || right.isAConstant { return try orderedDecimals(left, "=", right) }
        let (a, b) = (try value(left).text, try value(right).text)
        return SQLCondition(
            text: "CASE WHEN \(a) IS NULL OR \(b) IS NULL THEN \(a) IS \(b) ELSE \(orderCall(a, b, types)) = 0 END")
    }

    /// Returns the membership of a decimal in a list of constants that has doubles; nil for other
    /// elements, and for lists without doubles.
    ///
    /// A decimal stored as a blob or as an integer, which may have more than 53 bits, is compared
    /// with the doubles as its nearest double.
    func decimal(_ element: SQLOperand, isIn constants: [Value]) throws -> SQLCondition? {
        guard case .value(let expression) = element, expression.type == .decimal else { return nil }
        let inexact = constants.filter { !SQLType($0).isExact }
        if inexact.isEmpty { return nil }
        func isIn(_ text: String, _ values: [Value]) -> String { "\(text) IN \(ListTable.name)(\(bind(.list(values))))" }
        let asDouble = isIn("\(ValueFunctions.real)(\(expression.text))", inexact)
        return SQLCondition(
            text: "(\(isIn(expression.text, constants)) OR (typeof(\(expression.text)) <> 'real' AND \(asDouble)))",
            isOptional: true)
    }

    /// Returns the membership of a number of mixed type in a list of constants; nil for other
    /// elements.
    func mixed(_ element: SQLOperand, isIn constants: [Value]) throws -> SQLCondition? {
        guard case .value(let expression) = element, expression.type == .mixed else { return nil }
        let (alias, list) = (newAlias(), bind(.list(constants.map(\.mixedValue))))
        let order = orderCall(expression.text, "\(alias).value", DecimalTypes(left: .mixed, right: .mixed))
        return SQLCondition(text: "EXISTS (SELECT 1 FROM \(ListTable.name)(\(list)) \(alias) WHERE \(order) = 0)")
    }

    /// Returns the membership of a number in a list with decimals that no double represents
    /// exactly; nil for other elements and lists.
    ///
    /// Whether the number is an integer or a double is known only when the statement runs. An
    /// integer is compared with all digits of such a decimal, a double with its nearest double.
    func number(
        _ element: SQLOperand, _ comparison: PredicateForm.Comparison, isIn constants: [Value]
    ) throws -> SQLCondition? {
        guard try type(element) == .number else { return nil }
        func isInexact(_ value: Value) -> Bool {
            guard case .decimal(let decimal) = value, decimal.isFinite else { return false }
            return Decimal(stored: decimal.nearestDouble) != decimal
        }
        let inexact = constants.filter(isInexact)
        if inexact.isEmpty { return nil }
        let others = constants.filter { !isInexact($0) }
        let container = SQLOperand.constant(.list(others))
        return .any(
            try (others.isEmpty ? [] : [membership(element, comparison, of: container)])
                + inexact.map { try ordered(element, "=", comparison, .constant($0)) })
    }

    /// Returns the constants of a list as they are compared with an element: decimals become their
    /// nearest doubles if the element may be a double.
    func constants(_ values: [Value], comparedWith element: SQLOperand) throws -> [Value] {
        guard try type(element) == .number else { return values }
        return values.map { value in
            if case .decimal(let decimal) = value, decimal.isFinite { .double(decimal.nearestDouble) } else { value }
        }
    }

    // MARK: Parts

    private func type(_ operand: SQLOperand) throws -> SQLType {
        if case .constant(let value) = operand { SQLType(value) } else { try value(operand).type }
    }

    /// Returns the types of two operands; nil if neither is a decimal.
    private func decimalTypes(_ left: SQLOperand, _ right: SQLOperand) throws -> DecimalTypes? {
        let types = DecimalTypes(left: try type(left), right: try type(right))
        return types.left.mayBeDecimal || types.right.mayBeDecimal ? types : nil
    }

    /// Returns a bare decimal column, which is cheap to write twice and may have an index; nil for
    /// other expressions.
    private func plainColumn(_ operand: SQLOperand) throws -> String? {
        guard case .value(let expression) = operand, expression.type == .decimal, !expression.text.contains("(") else {
            return nil
        }
        return expression.text
    }

    private func orderCall(_ a: String, _ b: String, _ types: DecimalTypes) -> String {
        "\(ValueFunctions.order)(\(a), \(b), \((types.left.code ?? 0) | (types.right.code ?? 0) << 4))"
    }

    private static let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
}

/// The types of two operands, at least one of which is a decimal.
private struct DecimalTypes {
    let left: SQLType
    let right: SQLType

    /// Whether equal values of the two types always have the same stored form.
    var areExact: Bool { left.isExact && right.isExact }
}

extension SQLType {
    /// Whether values are compared with decimals exactly, digit by digit, and have the same stored
    /// form as an equal decimal.
    fileprivate var isExact: Bool { self == .decimal || self == .int || self == .bool }
}

extension SQLOperand {
    fileprivate var isAConstant: Bool {
        if case .constant = self { true } else { false }
    }
}
