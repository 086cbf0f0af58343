internal import Predicates

/// Writes the predicate and the sort keys of a query as SQL that means what the in-memory evaluator means.
///
/// SQL's logic has three values and a predicate's two: nil is unequal to everything but nil, and NOT turns whatever does not hold into
/// true. Values of different kinds, a text and a number say, are never equal, less or greater; the types of all expressions are known,
/// so such a comparison is decided here. Constants are bound, never written into the text, so that no value changes the SQL and
/// queries of one shape share a prepared statement.
///
/// What has no SQL throws an `InvalidPredicate` that names the part. A key that the entity does not have traps, a programmer's mistake.
final class QueryBuilder {
    let schema: QuerySchema
    /// The constants, for `?1`, `?2` and so on.
    private(set) var arguments: [Value] = []
    /// What SUBQUERY's variables stand for.
    var variables: [String: SQLOperand] = [:]
    private var aliases = 0
    /// How many expressions the one at work is in.
    var depth = 0
    /// Whether columns are being written, where functions of collections may be of all rows; see `column(_:)`.
    private(set) var isWritingColumns = false
    /// How many such functions were written.
    var aggregatesWritten = 0
    /// What groups are made of where the rows of several stores are grouped together; nil where one SELECT does all.
    var gathered: GatheredColumns?

    /// The FROM of the query itself.
    let scope: QueryScope
    /// The object that the predicate is about.
    let root: SQLObject

    init(_ layout: EntityLayout, _ schema: QuerySchema) {
        self.schema = schema
        scope = QueryScope("\(schema.table(layout).table) t0")
        root = SQLObject(key: "t0.Z_PK", layout: layout, scope: scope, alias: "t0", isOptional: false)
    }

    /// The place of a constant in the text. A list becomes the argument of `ListTable`.
    func bind(_ value: Value) -> String {
        arguments.append(value)
        return "?\(arguments.count)"
    }

    func newAlias() -> String {
        aliases += 1
        return "t\(aliases)"
    }

    /// Runs `body`, in which functions of collections may be of all rows.
    func writingColumns<T>(_ body: () throws -> T) rethrows -> T {
        let outer = isWritingColumns
        isWritingColumns = true
        defer { isWritingColumns = outer }
        return try body()
    }

    // MARK: Logic

    func condition(_ form: PredicateForm) throws -> SQLCondition {
        switch form {
        case .always(let holds): return .constant(holds)
        case .and(let forms): return .all(try forms.map(condition))
        case .or(let forms): return .any(try forms.map(condition))
        case .not(let form): return try condition(form).negated
        case .comparison(let left, let comparison, let right):
            do {
                return try self.comparison(left, comparison, right)
            } catch let error as InvalidPredicate {
                throw error.naming(form.format)
            }
        case .block:
            throw InvalidPredicate("A store cannot run a predicate made of a closure; filter the fetched objects with it.")
        }
    }

    private func comparison(
        _ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm
    ) throws -> SQLCondition {
        let (left, right) = (try operand(left), try operand(right))
        if case .constant(let a) = left, case .constant(let b) = right {
            return .constant(try comparison.holds(a, b))
        }
        switch comparison.modifier {
        case .direct: return try compare(left, comparison, right)
        case .any: return try anyElement(of: left) { try self.compare($0, comparison.direct, right) }
        case .all: return try anyElement(of: left) { try self.compare($0, comparison.direct, right).negated }.negated
        }
    }

    /// Whether a condition holds for an element of a collection. A value that is no collection counts as a collection of one, and nil as
    /// an empty one.
    private func anyElement(of operand: SQLOperand, _ condition: (SQLOperand) throws -> SQLCondition) throws -> SQLCondition {
        switch operand {
        case .collection(let collection):
            return try exists(collection) { try condition($0) }
        case .list(let elements):
            return .any(try elements.map { try anyElement(of: $0, condition) })
        case .constant(let value):
            guard case .list(let values) = value else { return value.isNull ? .never : try condition(operand) }
            return .any(try values.map { try anyElement(of: .constant($0), condition) })
        case .value, .object:
            let expression = try value(operand)
            let holds = try condition(operand)
            return expression.isOptional ? .all([SQLCondition(text: "\(expression.text) IS NOT NULL"), holds]) : holds
        }
    }

    /// Whether the collection has an element for which the condition holds.
    func exists(_ collection: SQLCollection, _ condition: (SQLOperand) throws -> SQLCondition) throws -> SQLCondition {
        let holds = try condition(collection.elementOperand)
        if holds == .never { return .never }
        return SQLCondition(text: "EXISTS (SELECT 1 \(collection.scope.text(and: .all([collection.elementCounts, holds]))))")
    }
}

extension SQLCollection {
    var elementOperand: SQLOperand {
        switch element {
        case .object(let object): .object(object)
        case .value(let expression): .value(expression)
        }
    }

    /// Whether an element is one, in a collection that leaves nil out.
    var elementCounts: SQLCondition {
        leavesOutNull && value.isOptional ? SQLCondition(text: "\(value.text) IS NOT NULL") : .always
    }
}

extension InvalidPredicate {
    /// The same about a comparison, in which the refused part stands.
    fileprivate func naming(_ comparison: String) -> InvalidPredicate {
        let start = "A store cannot run "
        return message.hasPrefix(start) ? self : InvalidPredicate("\(start)\(comparison): \(message)")
    }
}

extension PredicateForm.Comparison {
    var direct: Self {
        var direct = self
        direct.modifier = .direct
        return direct
    }

    /// Whether the comparison holds between two constants.
    fileprivate func holds(_ left: Value, _ right: Value) throws -> Bool {
        let form = PredicateForm.comparison(.constant(left), self, .constant(right))
        return try CompiledPredicate<Void>(form) { _ in { _ in .null } }.matches((), nil)
    }
}
