internal import Predicates

// A decimal with more digits than a double is data in its column, which SQLite orders after all
// numbers, and holds unequal to all; see `Decimal.columnValue`. Numbers among themselves, and equal
// decimals, SQLite compares rightly, and with an index. So each comparison is asked of the numbers
// as ever, and besides of the data, which is one range of an index too: `ZPRICE >= x''`.
extension QueryBuilder {
    /// The order of two numbers of which one is a decimal; nil where none is.
    func orderedDecimals(_ left: SQLOperand, _ symbol: String, _ right: SQLOperand) throws -> SQLCondition? {
        guard let types = try decimalTypes(left, right) else { return nil }
        // Equal decimals have one form, and so do whole numbers.
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

    /// A column of decimals and a constant that columns keep as a number.
    private func ordered(
        _ column: String, _ symbol: String, _ constant: String, _ types: DecimalTypes
    ) -> SQLCondition {
        let data = "\(column) >= x'' AND \(orderCall(column, constant, types)) \(symbol) 0"
        // Data is greater than any number to SQLite.
        let bound = symbol.hasPrefix(">") ? " AND \(column) < x''" : ""
        return SQLCondition(text: "((\(column) \(symbol) \(constant)\(bound)) OR (\(data)))", isOptional: true)
    }

    /// Whether a decimal equals a number that is none; nil for other numbers, and where both are
    /// decimals or whole numbers, which have one form each.
    func equalDecimals(_ left: SQLOperand, _ right: SQLOperand) throws -> SQLCondition? {
        guard let types = try decimalTypes(left, right), !types.areExact else { return nil }
        if left.isAConstant || right.isAConstant { return try orderedDecimals(left, "=", right) }
        let (a, b) = (try value(left).text, try value(right).text)
        return SQLCondition(
            text: "CASE WHEN \(a) IS NULL OR \(b) IS NULL THEN \(a) IS \(b) ELSE \(orderCall(a, b, types)) = 0 END")
    }

    /// Whether a decimal is among constants of which some are doubles, to which data compares by
    /// the nearest double; nil for other elements and constants.
    func decimal(_ element: SQLOperand, isIn constants: [Value]) throws -> SQLCondition? {
        guard case .value(let expression) = element, expression.type == .decimal else { return nil }
        let inexact = constants.filter { !SQLType($0).isExact }
        if inexact.isEmpty { return nil }
        func isIn(_ text: String, _ values: [Value]) -> String { "\(text) IN \(ListTable.name)(\(bind(.list(values))))" }
        let asDouble = isIn("\(ValueFunctions.real)(\(expression.text))", inexact)
        return SQLCondition(
            text: "(\(isIn(expression.text, constants)) OR (typeof(\(expression.text)) = 'blob' AND \(asDouble)))",
            isOptional: true)
    }

    /// Returns the constants of a list as they are compared with an element: beside a double, the
    /// nearest doubles of decimals.
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

    /// The types of two operands of which one is a decimal.
    private func decimalTypes(_ left: SQLOperand, _ right: SQLOperand) throws -> DecimalTypes? {
        let types = DecimalTypes(left: try type(left), right: try type(right))
        return types.left == .decimal || types.right == .decimal ? types : nil
    }

    /// A column of decimals by itself, which may be written twice and have an index.
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

/// The types of two operands of which one is a decimal.
private struct DecimalTypes {
    let left: SQLType
    let right: SQLType

    /// Whether both have one form for each number.
    var areExact: Bool { left.isExact && right.isExact }
}

extension SQLType {
    /// Whether values are compared with decimals digit by digit.
    fileprivate var isExact: Bool { self == .decimal || self == .int || self == .bool }
}

extension SQLOperand {
    fileprivate var isAConstant: Bool {
        if case .constant = self { true } else { false }
    }
}
