internal import StrataPredicates

/// A column of the SELECT of a fetch of dictionaries.
struct SelectedColumn {
    let operand: SQLOperand
    /// The SQL, which may have marks of totals. An object whose entity has subentities takes two
    /// columns: its primary key and the number of its entity.
    let texts: [String]
    let type: SQLType
    /// Whether the column has one value for each group, as aggregates and constants do.
    let isOfGroup: Bool
    /// Whether the column, or a part of it, aggregates the values of all rows.
    var isAggregate = false
}

/// The marks around an aggregate over all rows in the SQL of a column.
///
/// Beside values of each row, such an aggregate has to be a SELECT of its own, over the same rows.
/// Whether it is beside them is known when all columns are written, and so are the joins of that
/// SELECT.
enum TotalMarks {
    fileprivate static let start = "\u{2}"
    fileprivate static let end = "\u{3}"

    /// Returns the SQL with the aggregates as SELECTs of their own from these rows; if `rows` is nil,
    /// as they are.
    static func replaced(in text: String, _ rows: String?) -> String {
        text.replacing(start, with: rows == nil ? "" : "(SELECT ").replacing(end, with: rows.map { " \($0))" } ?? "")
    }
}

// Expressions as columns. In a column and in HAVING, the argument of an aggregate function may be a
// value of each row instead of a collection. `sum:(price)` is then the sum over all rows of a
// group, or over all rows if nothing is grouped.
extension QueryBuilder {
    /// Returns an expression as a column.
    ///
    /// - Throws: `InvalidPredicate` if it has no SQL or several values for each row.
    func column(_ form: ExpressionForm) throws -> SelectedColumn {
        let before = (aggregates: aggregatesWritten, rowValues: rowValuesWritten)
        let operand = try writingColumns { try self.operand(form) }
        let isAggregate = aggregatesWritten > before.aggregates
        let isOfEachRow = groups.isEmpty && rowValuesWritten > before.rowValues
        switch operand {
        case .object(let object):
            var texts = [object.key]
            if !object.layout.entity.subentities.isEmpty { texts.append("\(row(of: object)).\(tables.entityColumn)") }
            return SelectedColumn(operand: operand, texts: texts, type: .object(object.layout), isOfGroup: false)
        case .value(let value):
            return SelectedColumn(
                operand: operand, texts: [dialect.distinct(value)], type: value.type,
                isOfGroup: isAggregate && !isOfEachRow, isAggregate: isAggregate)
        case .constant(let value):
            let type = SQLType(value)
            if type == .transformed { throw InvalidPredicate("A store cannot return the value of \(form.format).") }
            let expression = SQLExpression(text: bind(value), type: type)
            return SelectedColumn(operand: .value(expression), texts: [expression.text], type: type, isOfGroup: true)
        case .collection, .list:
            throw InvalidPredicate("\(form.format) has many values for each object: count or sum them, or fetch objects.")
        }
    }

    /// Returns the operand of an expression in a column or HAVING that is not translated from its
    /// parts; nil for other expressions.
    func operand(ofGroup form: ExpressionForm) throws -> SQLOperand? {
        if groups.contains(form) { return try gathered?.group(form)?.operand ?? ofRow { try operand(form) } }
        if let aggregate = try memberAggregate(form) { return aggregate }
        try gathered?.requireOneValue(form, of: root.layout)
        return nil
    }

    /// Returns the aggregate over the members of all rows of a group for one over those of each row,
    /// such as `sum:(items.price)` and `items.@count`: the sum of the sums, the least of the least.
    /// Returns nil for other expressions, and if rows are not grouped.
    private func memberAggregate(_ form: ExpressionForm) throws -> SQLOperand? {
        guard !groups.isEmpty, let function = try memberFunction(form) else { return nil }
        if function == .average {
            throw InvalidPredicate(
                "\(form.format) is an average over the members of several rows, which has no SQL: fetch its sum: and its count:.")
        }
        guard [.count, .sum, .min, .max].contains(function) else { throw form.refusedForMembers }
        let ofRow = try ofRow { try value(operand(form)) }
        let members = gathered?.column(ofRow) ?? ofRow
        return .value(try aggregate(function == .count ? .sum : function, ofAllRows: members))
    }

    /// Returns the function of an aggregate over the members of each row; nil for other expressions.
    private func memberFunction(_ form: ExpressionForm) throws -> NamedFunction? {
        let functions: [NamedFunction] = [.count, .sum, .average, .min, .max, .median, .mode, .stddev]
        switch form {
        case .function(let function, let arguments):
            guard functions.contains(function), arguments.count == 1 else { return nil }
            var members = arguments[0]
            var isDistinct = false
            if case .function(.distinct, let inner) = members, inner.count == 1 { (members, isDistinct) = (inner[0], true) }
            guard members.isPathToMembers else { return nil }
            let before = aggregatesWritten
            defer { aggregatesWritten = before }
            guard case .collection = try ofRow({ try operand(members) }) else { return nil }
            // The same member may be among those of two rows.
            if isDistinct, function != .min, function != .max { throw form.refusedForMembers }
            return function
        case .keyPath(let names), .path(_, let names):
            guard let place = names.firstIndex(where: { $0.hasPrefix("@") }),
                !names[(place + 1)...].contains(where: { $0.hasPrefix("@") })
            else { return nil }
            // Of an own key path, a leading operator is over all rows.
            if case .keyPath = form, place == 0 { return nil }
            return switch try CollectionOperator.named(names[place]) {
            case .count: .count
            case .sum: .sum
            case .average: .average
            case .least: .min
            case .greatest: .max
            default: nil
            }
        default: return nil
        }
    }

    /// Returns a condition on groups, for HAVING.
    func groupCondition(_ form: PredicateForm) throws -> SQLCondition {
        try writingColumns { try condition(form) }
    }

    /// Returns an aggregate over the members of a collection or, in a column whose argument is a
    /// single value, over all rows.
    func aggregate(_ function: NamedFunction, of argument: ExpressionForm) throws -> SQLExpression {
        guard isWritingColumns else { return try aggregate(function, of: collection(argument)) }
        if case .function(.distinct, let inner) = argument, inner.count == 1,
            let value = try rowValue(inner[0])
        {
            guard function == .count else {
                throw InvalidPredicate("distinct: over all rows can only be passed to count:, not to \(function.rawValue).")
            }
            return ofAllRows(SQLExpression(text: "count(DISTINCT \(dialect.distinct(value)))", type: .int, isOptional: false))
        }
        guard let value = try rowValue(argument) else { return try aggregate(function, of: collection(argument)) }
        return try aggregate(function, ofAllRows: value)
    }

    /// Returns the aggregate over all rows for a key path that begins with a collection operator,
    /// such as `@sum.price`; nil for other key paths, and outside columns.
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

    /// Returns the value that an expression has for each row; nil for a collection or a constant.
    private func rowValue(_ form: ExpressionForm) throws -> SQLExpression? {
        let value: SQLExpression? =
            switch try ofRow({ try operand(form) }) {
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
        case .min where dialect.hasOrder(value.type), .max where dialect.hasOrder(value.type):
            if value.type.kind == .transformed { throw InvalidPredicate("a transformable attribute has no order.") }
            return ofAllRows(
                SQLExpression(text: "\(function == .min ? "min" : "max")(\(value.text))", type: value.type))
        default:
            if let own = dialect.ownAggregate(function, of: value) {
                return ofAllRows(SQLExpression(text: own, type: .number, isOptional: function != .sum))
            }
            return ofAllRows(try call(function, ofAll: value))
        }
    }

    private func ofAllRows(_ expression: SQLExpression) -> SQLExpression {
        aggregatesWritten += 1
        guard marksTotals else { return expression }
        return SQLExpression(
            text: TotalMarks.start + expression.text + TotalMarks.end, type: expression.type, isOptional: expression.isOptional)
    }
}

extension ExpressionForm {
    /// Whether the expression is one of members that a key path or a SUBQUERY may lead to.
    fileprivate var isPathToMembers: Bool {
        switch self {
        case .keyPath(let names), .path(_, let names): !names.contains { $0.hasPrefix("@") }
        case .subquery: true
        default: false
        }
    }

    fileprivate var refusedForMembers: InvalidPredicate {
        InvalidPredicate("\(format) over the members of several rows has no SQL.")
    }
}
