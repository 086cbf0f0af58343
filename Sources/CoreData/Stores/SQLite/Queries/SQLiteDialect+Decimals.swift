internal import Foundation
internal import StrataPredicates

// A decimal that a double cannot represent exactly is stored as a blob of its digits; see
// `Decimal.columnValue`. SQLite compares two numbers, or two equal decimals, correctly and with an
// index. But it orders every blob after all numbers, and a blob equals no number. A comparison is
// therefore written twice: as usual for the rows with a number, and with `strata_order` for the
// rows with a blob, which are one range of an index: `ZPRICE >= x''`.
extension SQLiteDialect {
    /// Returns an ordered comparison of two numbers, at least one of them a decimal; nil if neither
    /// is.
    func ordered(
        _ left: SQLOperand, _ symbol: String, _ right: SQLOperand, _ builder: QueryBuilder
    ) throws -> SQLCondition? {
        guard let types = try DecimalTypes(left, right, builder) else { return nil }
        // Equal decimals and whole numbers have the same stored form.
        if symbol == "=", types.areExact {
            return SQLCondition(text: "\(try builder.value(left).text) = \(try builder.value(right).text)", isOptional: true)
        }
        if case .constant(let constant) = right, constant.isPlainNumber, let column = try plainColumn(left, builder) {
            return ordered(column, symbol, builder.bind(constant), types)
        }
        if case .constant(let constant) = left, constant.isPlainNumber, let column = try plainColumn(right, builder) {
            return ordered(
                column, Self.mirrored[symbol] ?? symbol, builder.bind(constant),
                DecimalTypes(left: types.right, right: types.left))
        }
        let order = try order(of: builder.value(left).text, builder.value(right).text, types)
        return SQLCondition(text: "\(order) \(symbol) 0", isOptional: true)
    }

    /// Returns the comparison of a decimal column with a constant that is stored as a number.
    private func ordered(
        _ column: String, _ symbol: String, _ constant: String, _ types: DecimalTypes
    ) -> SQLCondition {
        let data = "\(column) >= x'' AND \(order(of: column, constant, types)) \(symbol) 0"
        // SQLite orders blobs after numbers, so the comparison of numbers excludes them.
        let bound = symbol.hasPrefix(">") ? " AND \(column) < x''" : ""
        return SQLCondition(text: "((\(column) \(symbol) \(constant)\(bound)) OR (\(data)))", isOptional: true)
    }

    /// Returns the equality of a decimal and a double or date.
    ///
    /// Returns nil if neither is a decimal, and if both are decimals or whole numbers: equal ones
    /// have the same stored form, so plain equality is right.
    func equal(_ left: SQLOperand, _ right: SQLOperand, _ builder: QueryBuilder) throws -> SQLCondition? {
        guard let types = try DecimalTypes(left, right, builder), !types.areExact else { return nil }
        if left.isConstant || right.isConstant { return try ordered(left, "=", right, builder) }
        let (a, b) = (try builder.value(left).text, try builder.value(right).text)
        return SQLCondition(
            text: "CASE WHEN \(a) IS NULL OR \(b) IS NULL THEN \(a) IS \(b) ELSE \(order(of: a, b, types)) = 0 END")
    }

    /// Returns the membership of a number that may be a decimal, or of a number in a list with
    /// decimals; nil for other elements and lists.
    func membership(
        _ element: SQLOperand, _ comparison: PredicateForm.Comparison, of constants: [Value], _ builder: QueryBuilder
    ) throws -> SQLCondition? {
        switch try builder.type(element) {
        case .number: return try number(element, comparison, isIn: constants, builder)
        case .decimal: return try decimal(element, isIn: constants, builder)
        case .mixed: return try mixed(element, isIn: constants, builder)
        default: return nil
        }
    }

    /// Returns the membership of a decimal in a list of constants that has doubles; nil for lists
    /// without doubles.
    ///
    /// A decimal stored as a blob or as an integer, which may have more than 53 bits, is compared
    /// with the doubles as its nearest double.
    private func decimal(
        _ element: SQLOperand, isIn constants: [Value], _ builder: QueryBuilder
    ) throws -> SQLCondition? {
        guard case .value(let expression) = element else { return nil }
        let inexact = constants.filter { !SQLType($0).isExact }
        if inexact.isEmpty { return nil }
        let asDouble = isIn("\(ValueFunctions.real)(\(expression.text))", builder.bind(.list(inexact)))
        let isEqual = isIn(expression.text, builder.bind(.list(constants)))
        return SQLCondition(
            text: "(\(isEqual) OR (typeof(\(expression.text)) <> 'real' AND \(asDouble)))", isOptional: true)
    }

    /// Returns the membership of a number of mixed type in a list of constants.
    private func mixed(_ element: SQLOperand, isIn constants: [Value], _ builder: QueryBuilder) throws -> SQLCondition? {
        guard case .value(let expression) = element else { return nil }
        let (alias, list) = (builder.newAlias(), builder.bind(.list(constants.map(\.mixedValue))))
        let order = order(of: expression.text, "\(alias).value", DecimalTypes(left: .mixed, right: .mixed))
        return SQLCondition(text: "EXISTS (SELECT 1 FROM \(rows(of: list)) \(alias) WHERE \(order) = 0)")
    }

    /// Returns the membership of a number in a list with decimals; nil for lists without decimals.
    ///
    /// Whether the number is an integer or a double is known only when the statement runs. An
    /// integer is compared with all digits of a decimal that no double represents exactly, a double
    /// with its nearest double. Other decimals become their doubles.
    private func number(
        _ element: SQLOperand, _ comparison: PredicateForm.Comparison, isIn constants: [Value], _ builder: QueryBuilder
    ) throws -> SQLCondition? {
        func isInexact(_ value: Value) -> Bool {
            guard case .decimal(let decimal) = value, decimal.isFinite else { return false }
            return Decimal(stored: decimal.nearestDouble) != decimal
        }
        let inexact = constants.filter(isInexact)
        if !inexact.isEmpty {
            let others = constants.filter { !isInexact($0) }
            let container = SQLOperand.constant(.list(others))
            return .any(
                try (others.isEmpty ? [] : [builder.membership(element, comparison, of: container)])
                    + inexact.map { try builder.ordered(element, "=", comparison, .constant($0)) })
        }
        let doubles = constants.map { value in
            if case .decimal(let decimal) = value, decimal.isFinite { Value.double(decimal.nearestDouble) } else { value }
        }
        return try builder.plainMembership(element, comparison, of: doubles)
    }

    // MARK: Parts

    /// Returns a bare decimal column, which is cheap to write twice and may have an index; nil for
    /// other expressions.
    private func plainColumn(_ operand: SQLOperand, _ builder: QueryBuilder) throws -> String? {
        guard case .value(let expression) = operand, expression.type == .decimal, !expression.text.contains("(") else {
            return nil
        }
        return expression.text
    }

    private func order(of a: String, _ b: String, _ types: DecimalTypes) -> String {
        "\(ValueFunctions.order)(\(a), \(b), \((types.left.code ?? 0) | (types.right.code ?? 0) << 4))"
    }

    private static let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
}

/// The types of two operands, at least one of which is a decimal.
private struct DecimalTypes {
    let left: SQLType
    let right: SQLType

    init(left: SQLType, right: SQLType) {
        (self.left, self.right) = (left, right)
    }

    /// Creates the types of two operands; nil if neither is a decimal.
    init?(_ left: SQLOperand, _ right: SQLOperand, _ builder: QueryBuilder) throws {
        (self.left, self.right) = (try builder.type(left), try builder.type(right))
        if !self.left.mayBeDecimal, !self.right.mayBeDecimal { return nil }
    }

    /// Whether equal values of the two types always have the same stored form.
    var areExact: Bool { left.isExact && right.isExact }
}

extension SQLType {
    /// Whether values are compared with decimals exactly, digit by digit, and have the same stored
    /// form as an equal decimal.
    fileprivate var isExact: Bool { self == .decimal || self == .int || self == .bool }
}
