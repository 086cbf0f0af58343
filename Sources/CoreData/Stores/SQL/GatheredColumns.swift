internal import StrataPredicates

/// The columns that each store selects from its rows for a grouped fetch over several stores.
///
/// See `GatheringSQL`. In the temporary table, the columns are called `c0`, `c1` and so on.
final class GatheredColumns {
    /// The SQL of the columns, as each store selects them.
    private(set) var texts: [String] = []
    private(set) var types: [SQLType] = []
    private var groups: [(form: ExpressionForm, column: SelectedColumn)] = []

    /// Returns the temporary table's column for a value of each row, after adding it if it is new.
    func column(_ value: SQLExpression) -> SQLExpression {
        let place = texts.firstIndex(of: value.text) ?? texts.count
        if place == texts.count {
            texts.append(value.text)
            types.append(value.type)
        }
        return SQLExpression(text: Self.name(place), type: value.type, isOptional: value.isOptional)
    }

    static func name(_ place: Int) -> String { "c\(place)" }

    /// Adds the columns of an expression that rows are grouped by, as each store selects them.
    func group(by form: ExpressionForm, _ column: SelectedColumn) {
        // The second column of an object is the number of its entity.
        let columns = column.texts.enumerated().map { index, text in
            self.column(SQLExpression(text: text, type: index == 0 ? column.type : .int))
        }
        groups.append(
            (form, SelectedColumn(operand: .value(columns[0]), texts: columns.map(\.text), type: column.type, isOfGroup: false)))
    }

    /// Returns the column of an expression that rows are grouped by; nil for other expressions.
    func group(_ form: ExpressionForm) -> SelectedColumn? { groups.first { $0.form == form }?.column }

    /// The columns that rows are grouped by, in the temporary table.
    var groupTexts: [String] { groups.flatMap(\.column.texts) }

    /// - Throws: `InvalidPredicate` for a key path that rows are not grouped by, since the rows of
    ///   a group may differ in it.
    func requireOneValue(_ form: ExpressionForm, of layout: EntityLayout) throws {
        guard case .keyPath(let names) = form, names.first?.hasPrefix("@") != true else { return }
        throw InvalidPredicate(
            "Several stores have objects of '\(layout.name)', and '\(form.format)' may differ within a group of them. Add it to "
                + "propertiesToGroupBy, give it to a function such as max:, or set affectedStores to one store at a time.")
    }
}
