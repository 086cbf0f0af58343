internal import Predicates

/// What groups are made of where the rows of several stores are grouped together: each store selects these columns of its own rows, and
/// one statement groups what all of them have.
///
/// To the second statement a column is known by its place, `c0`, `c1` and so on.
final class GatheredColumns {
    /// As each store selects them.
    private(set) var texts: [String] = []
    private(set) var types: [SQLType] = []
    private var groups: [(form: ExpressionForm, column: SelectedColumn)] = []
    private var isOfRow = false

    /// The column of a value that each row has.
    func column(_ value: SQLExpression) -> SQLExpression {
        let place = texts.firstIndex(of: value.text) ?? texts.count
        if place == texts.count {
            texts.append(value.text)
            types.append(value.type)
        }
        return SQLExpression(text: Self.name(place), type: value.type, isOptional: value.isOptional)
    }

    static func name(_ place: Int) -> String { "c\(place)" }

    /// Notes what rows are grouped by, as each store selects it.
    func group(by form: ExpressionForm, _ column: SelectedColumn) {
        // Behind the key of an object stands its entity's number.
        let columns = column.texts.enumerated().map { index, text in
            self.column(SQLExpression(text: text, type: index == 0 ? column.type : .int))
        }
        groups.append(
            (form, SelectedColumn(operand: .value(columns[0]), texts: columns.map(\.text), type: column.type, isOfGroup: false)))
    }

    /// The column of what rows are grouped by; nil for anything else.
    func group(_ form: ExpressionForm) -> SelectedColumn? { groups.first { $0.form == form }?.column }

    /// What rows are grouped by, in the second statement.
    var groupTexts: [String] { groups.flatMap(\.column.texts) }

    /// What an expression of a group becomes in the second statement where rows are grouped by it; nil where its parts have to be looked at.
    ///
    /// Throws an `InvalidPredicate` for a value that each row of a group has its own of.
    func operand(of form: ExpressionForm, of layout: EntityLayout) throws -> SQLOperand? {
        if isOfRow { return nil }
        if let known = group(form) { return known.operand }
        guard case .keyPath(let names) = form, names.first?.hasPrefix("@") != true else { return nil }
        throw InvalidPredicate(
            "Several stores have objects of '\(layout.name)', and of all of them together there is no one value of '\(form.format)'. Add it to "
                + "propertiesToGroupBy, give it to a function such as max:, or set affectedStores to one store at a time.")
    }

    /// Runs `body`, which writes an expression that has a value for each row.
    func ofRow<T>(_ body: () throws -> T) rethrows -> T {
        let outer = isOfRow
        isOfRow = true
        defer { isOfRow = outer }
        return try body()
    }
}
