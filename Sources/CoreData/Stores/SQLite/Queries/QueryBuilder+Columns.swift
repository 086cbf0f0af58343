internal import Predicates

/// A column of a SELECT as a fetch reads it.
struct SelectedColumn {
    let operand: SQLOperand
    /// The SQL; for an object whose entity may be one of several, its key and its entity's number.
    let texts: [String]
    let type: SQLType
    /// Whether it is one value of all rows of a group, or the same for all rows.
    let isOfGroup: Bool
}

// Expressions as columns. There, a function of a collection may be given one value a row, `sum:(price)`, and then takes the values of all
// rows of a group, or of all rows where nothing is grouped.
extension QueryBuilder {
    /// An expression as a column. Throws an `InvalidPredicate` for one that has no SQL, or many values a row.
    func column(_ form: ExpressionForm) throws -> SelectedColumn {
        let before = aggregatesWritten
        let operand = try writingColumns { try self.operand(form) }
        let isAggregate = aggregatesWritten > before
        switch operand {
        case .object(let object):
            var texts = [object.key]
            if !object.layout.entity.subentities.isEmpty { texts.append("\(row(of: object)).Z_ENT") }
            return SelectedColumn(operand: operand, texts: texts, type: .object(object.layout), isOfGroup: false)
        case .value(let value):
            return SelectedColumn(operand: operand, texts: [value.text], type: value.type, isOfGroup: isAggregate)
        case .constant(let value):
            let type = SQLType(value)
            if type == .transformed { throw InvalidPredicate("\(form.format) is no value that a store can return.") }
            let expression = SQLExpression(text: bind(value), type: type)
            return SelectedColumn(operand: .value(expression), texts: [expression.text], type: type, isOfGroup: true)
        case .collection, .list:
            throw InvalidPredicate("\(form.format) has many values for each object: count or sum them, or fetch objects.")
        }
    }

    /// A condition on groups of rows.
    func groupCondition(_ form: PredicateForm) throws -> SQLCondition {
        try writingColumns { try condition(form) }
    }

    /// What a function of a collection gives: for a collection of the object, of its members; in a column, for one value, of all rows.
    func aggregate(_ function: NamedFunction, of argument: ExpressionForm) throws -> SQLExpression {
        guard isWritingColumns else { return try aggregate(function, of: collection(argument)) }
        if case .function(.distinct, let inner) = argument, inner.count == 1,
            let value = try rowValue(inner[0])
        {
            guard function == .count else {
                throw InvalidPredicate("distinct: of all rows can be counted only, and not be given to \(function.rawValue).")
            }
            return ofAllRows(SQLExpression(text: "count(DISTINCT \(value.text))", type: .int, isOptional: false))
        }
        guard let value = try rowValue(argument) else { return try aggregate(function, of: collection(argument)) }
        return try aggregate(function, ofAllRows: value)
    }

    /// A key path that begins with a collection operator, `@sum.price`: of all rows.
    func aggregate(_ names: [String]) throws -> SQLOperand? {
        guard isWritingColumns, let name = names.first, name.hasPrefix("@") else { return nil }
        let value = try value(follow(.object(root), names.dropFirst()))
        let rest = gathered?.column(value) ?? value
        let function: NamedFunction =
            switch try CollectionOperator.named(name) {
            case .count: .count
            case .sum: .sum
            case .average: .average
            case .least: .min
            case .greatest: .max
            default: throw InvalidPredicate("\(name) of all rows has no SQL; @count, @sum, @avg, @min and @max have.")
            }
        return .value(try aggregate(function, ofAllRows: rest))
    }

    /// The one value that an expression has for a row; nil where it has a collection.
    private func rowValue(_ form: ExpressionForm) throws -> SQLExpression? {
        let value: SQLExpression? =
            switch try gathered?.ofRow({ try operand(form) }) ?? operand(form) {
            case .value(let value): value
            case .object(let object): object.expression
            case .constant, .collection, .list: nil
            }
        return value.map { gathered?.column($0) ?? $0 }
    }

    private func aggregate(_ function: NamedFunction, ofAllRows value: SQLExpression) throws -> SQLExpression {
        switch function {
        case .count:
            return ofAllRows(SQLExpression(text: "count(\(value.text))", type: .int, isOptional: false))
        case .min where value.type != .decimal, .max where value.type != .decimal:
            if value.type.kind == .transformed { throw InvalidPredicate("a transformable attribute has no order.") }
            return ofAllRows(
                SQLExpression(text: "\(function == .min ? "min" : "max")(\(value.text))", type: value.type))
        // SQLite's own need no memory for the values. Those of whole numbers and decimals stop at 64 bits or lose digits.
        case .sum where value.type == .number:
            return ofAllRows(SQLExpression(text: "total(\(value.text))", type: .number, isOptional: false))
        case .average where value.type == .number || value.type == .int:
            return ofAllRows(SQLExpression(text: "avg(\(value.text))", type: .number))
        default:
            return ofAllRows(try call(function, ofAll: value))
        }
    }

    private func ofAllRows(_ expression: SQLExpression) -> SQLExpression {
        aggregatesWritten += 1
        return expression
    }
}
