internal import Predicates

/// Writes a predicate as a SQL condition that means what the in-memory evaluator means.
///
/// SQL's logic has three values and a predicate's two: nil is unequal to everything but nil, and NOT turns whatever does
/// not hold into true. Values of different kinds, a text and a number say, are never equal, less or greater; columns' types
/// are known, so such a comparison is decided here. Constants are bound, never written into the text.
struct PredicateSQL {
    private let table: TableSQL
    private(set) var arguments: [Value] = []

    init(_ table: TableSQL) {
        self.table = table
    }

    mutating func sql(_ form: PredicateForm) -> String {
        switch form {
        case .always(let value): value ? "1" : "0"
        case .and(let forms): joined(forms, by: " AND ", empty: "1")
        case .or(let forms): joined(forms, by: " OR ", empty: "0")
        // A comparison with NULL is NULL in SQL, and so would be its negation.
        case .not(let form): "NOT ifnull(\(sql(form)), 0)"
        case .comparison(let left, let comparison, let right): compare(left, comparison, right)
        case .block: preconditionFailure("A query checks its predicate with requireSQL() before it becomes SQL.")
        }
    }

    private mutating func joined(_ forms: [PredicateForm], by separator: String, empty: String) -> String {
        forms.isEmpty ? empty : "(" + forms.map { sql($0) }.joined(separator: separator) + ")"
    }

    // MARK: Comparisons

    /// Kinds of values that SQLite orders apart.
    fileprivate enum Kind: Equatable {
        case null, number, text, blob, list
        /// An object of a hierarchy.
        case object(ObjectIdentifier)

        /// What an attribute's column holds where it holds something.
        init(_ type: NSAttributeType) {
            switch type.columnType {
            case "VARCHAR": self = .text
            case "BLOB": self = .blob
            default: self = .number
            }
        }
    }

    fileprivate enum Operand {
        case constant(Value)
        case column(String, Kind)

        var kind: Kind {
            switch self {
            case .column(_, let kind): kind
            case .constant(let value): Self.kind(of: value)
            }
        }

        static func kind(of value: Value) -> Kind {
            switch value {
            case .null: .null
            case .double(let double): double.isNaN ? .null : .number
            case .bool, .int, .decimal, .date: .number
            case .object(let reference): .object(reference.kind.hierarchy)
            case .string, .url: .text
            case .data, .uuid, .opaque: .blob
            case .list: .list
            }
        }
    }

    private func operand(_ expression: ExpressionForm) -> Operand {
        switch expression {
        case .constant(let value): return .constant(value)
        case .variable(let name):
            preconditionFailure("The variable $\(name) has no value; replace it before the predicate is used.")
        case .path, .assignment, .function, .message, .aggregate, .subquery, .set, .conditional, .symbol, .anyKey, .fetch, .block:
            preconditionFailure("A query checks its predicate with requireSQL() before it becomes SQL.")
        case .keyPath(let keyPath):
            switch try? table.layout.path(keyPath).column {
            case .primaryKey: return .column("t0.Z_PK", .object(table.layout.hierarchy))
            case .slot(let slot):
                let kind =
                    table.layout.kinds[slot] == .toOne
                    ? .object(table.layout.destination(slot).hierarchy) : Kind(table.layout.types[slot])
                return .column("t0." + table.column(slot), kind)
            default: preconditionFailure("A store cannot read \(keyPath) yet.")
            }
        }
    }

    private mutating func compare(
        _ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm
    ) -> String {
        let (left, right) = (operand(left), operand(right))
        switch comparison.kind {
        case .equal: return equal(left, comparison, right)
        case .notEqual: return "NOT \(equal(left, comparison, right))"
        case .less: return ordered(left, "<", comparison, right)
        case .lessOrEqual: return ordered(left, "<=", comparison, right)
        case .greater: return ordered(left, ">", comparison, right)
        case .greaterOrEqual: return ordered(left, ">=", comparison, right)
        case .between: return between(left, comparison, right)
        case .in: return isIn(left, comparison, right)
        case .contains, .beginsWith, .endsWith, .like, .matches: return match(left, comparison, right)
        }
    }

    /// Never NULL, so that it can be negated as it stands.
    private mutating func equal(_ left: Operand, _ comparison: PredicateForm.Comparison, _ right: Operand) -> String {
        switch (left.kind, right.kind) {
        case (.null, .null): "1"
        case (.null, _): "(\(text(right, comparison)) IS NULL)"
        case (_, .null): "(\(text(left, comparison)) IS NULL)"
        case (let a, let b) where a == b && a != .list:
            "(\(text(left, comparison)) IS \(text(right, comparison)))"
        case (let a, let b) where a == b: left.isSameList(as: right, comparison) ? "1" : "0"
        default: bothColumnsNull(left, right)
        }
    }

    /// Columns of different kinds are equal where both hold nothing.
    private func bothColumnsNull(_ left: Operand, _ right: Operand) -> String {
        guard case .column(let left, _) = left, case .column(let right, _) = right else { return "0" }
        return "(\(left) IS NULL AND \(right) IS NULL)"
    }

    private mutating func ordered(
        _ left: Operand, _ symbol: String, _ comparison: PredicateForm.Comparison, _ right: Operand
    ) -> String {
        guard left.kind == right.kind, left.kind != .null, left.kind != .list else { return "0" }
        return "\(text(left, comparison)) \(symbol) \(text(right, comparison))"
    }

    private mutating func between(
        _ left: Operand, _ comparison: PredicateForm.Comparison, _ right: Operand
    ) -> String {
        guard case .constant(.list(let bounds)) = right, bounds.count == 2 else { return "0" }
        let low = ordered(left, ">=", comparison, .constant(bounds[0]))
        let high = ordered(left, "<=", comparison, .constant(bounds[1]))
        return "(\(low) AND \(high))"
    }

    private mutating func isIn(_ left: Operand, _ comparison: PredicateForm.Comparison, _ right: Operand) -> String {
        guard case .constant(.list(let values)) = right else {
            var contains = comparison
            contains.kind = .contains
            return match(right, contains, left)
        }
        // Null is in no list, and what is of another kind equals nothing.
        let comparable = values.filter { Operand.kind(of: $0) == left.kind && left.kind != .null }
        guard !comparable.isEmpty else { return "0" }
        let column = text(left, comparison)
        return "\(column) IN (\(comparable.map { text(.constant($0), comparison) }.joined(separator: ", ")))"
    }

    private mutating func match(_ left: Operand, _ comparison: PredicateForm.Comparison, _ right: Operand) -> String {
        guard left.kind == .text, right.kind == .text else {
            if case .constant(.list(let values)) = left, comparison.kind == .contains {
                return isIn(right, comparison, .constant(.list(values)))
            }
            return "0"
        }
        var unfolded = comparison
        (unfolded.caseInsensitive, unfolded.diacriticInsensitive) = (false, false)
        let code = StringFunctions.code(of: comparison)
        return "\(StringFunctions.match)(\(text(left, unfolded)), \(text(right, unfolded)), \(code))"
    }

    /// The operand as SQL, folded as the comparison asks; adds a constant to the arguments.
    private mutating func text(_ operand: Operand, _ comparison: PredicateForm.Comparison) -> String {
        switch operand {
        case .constant(let value):
            arguments.append(comparison.folded(value))
            return "?"
        case .column(let column, .text) where comparison.caseInsensitive || comparison.diacriticInsensitive:
            return "\(StringFunctions.fold)(\(column), \(StringFunctions.code(of: comparison)))"
        case .column(let column, _):
            return column
        }
    }
}

extension PredicateSQL.Operand {
    fileprivate func isSameList(as other: Self, _ comparison: PredicateForm.Comparison) -> Bool {
        guard case .constant(let a) = self, case .constant(let b) = other else { return false }
        return comparison.folded(a).isEqual(to: comparison.folded(b))
    }
}

extension PredicateForm {
    /// Throws `InvalidPredicate` that names the first part which cannot become SQL. Expects a simplified form.
    func requireSQL() throws {
        switch self {
        case .always: break
        case .and(let forms), .or(let forms): for form in forms { try form.requireSQL() }
        case .not(let form): try form.requireSQL()
        case .comparison(let left, let comparison, let right):
            try left.requireSQL()
            try right.requireSQL()
            if comparison.modifier != .direct || comparison.localeSensitive {
                throw InvalidPredicate("A store cannot run \(format): it has no SQL for ANY, ALL and [l].")
            }
            if comparison.kind == .matches, case .constant = right { return }
            if comparison.kind == .matches {
                throw InvalidPredicate("A store cannot run \(format): MATCHES needs a constant pattern on its right side.")
            }
        case .block:
            throw InvalidPredicate("A store cannot run a predicate made of a closure; filter the fetched objects with it.")
        }
    }
}

extension ExpressionForm {
    fileprivate func requireSQL() throws {
        switch self {
        case .constant, .variable: break
        case .keyPath(let names) where !names.contains { $0.hasPrefix("@") }: break
        default: throw InvalidPredicate("A store cannot run \(format): it has no SQL for it.")
        }
    }
}
