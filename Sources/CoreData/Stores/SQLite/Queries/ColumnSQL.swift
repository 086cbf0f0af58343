internal import Predicates

/// A fetch of dictionaries as SQL text with its constants apart.
struct ColumnSQL {
    let text: String
    /// For `?1`, `?2` and so on.
    let arguments: [Value]
    let columns: [SelectedColumn]
    /// Whether a dictionary is of many rows.
    let isOfGroups: Bool
    /// How the values of the sort keys are read, for those that were selected behind the rest.
    let sortTypes: [SQLType]

    /// - Parameter selectsSorts: whether all rows are selected, with the values of their sort keys, for putting those of several stores
    ///   together.
    /// - Throws: an `InvalidPredicate` that names what has no SQL, or which column belongs to no group.
    init(_ query: ColumnQuery, schema: QuerySchema, selectsSorts: Bool = false) throws {
        let builder = QueryBuilder(query.rows.layout, schema)
        try builder.require(query.rows)
        let columns = try query.columns.map { try builder.column($0.form) }
        let groups = try query.groups.map { form in
            try query.columns.firstIndex { $0.form == form }.map { columns[$0].texts } ?? builder.column(form).texts
        }
        let grouped = groups.flatMap(\.self)
        let isGrouped = !grouped.isEmpty
        for (column, sql) in zip(query.columns, columns) where isGrouped && !sql.isOfGroup {
            guard sql.texts.allSatisfy(grouped.contains) else {
                throw InvalidPredicate(
                    "'\(column.name)' is neither among propertiesToGroupBy nor an aggregate such as sum:, so a group has no one "
                        + "value of it.")
            }
        }

        for (column, sql) in zip(query.columns, columns) { builder.variables[column.name] = sql.operand }
        let having = try query.having.map { " HAVING \(try builder.groupCondition($0).text)" } ?? ""

        let keys = try query.rows.sorts.map { try builder.sortKey($0) }
        for (sort, key) in zip(query.rows.sorts, keys) where isGrouped && !grouped.contains(key.text) {
            throw Self.ungrouped(sort)
        }
        isOfGroups = isGrouped || builder.aggregatesWritten > 0
        // So that the order is the same every time; one row of an aggregate over all has none.
        let rest =
            isGrouped
            ? grouped
            : columns.contains(where: \.isOfGroup)
                ? [] : query.isDistinct && !selectsSorts ? columns.flatMap(\.texts) : ["t0.Z_PK"]
        let order = zip(query.rows.sorts, keys).map { $0.text(of: $1) } + rest

        let selected = (columns.flatMap(\.texts) + (selectsSorts ? keys.map(\.text) : [])).joined(separator: ", ")
        text =
            "SELECT \(query.isDistinct && !selectsSorts ? "DISTINCT " : "")\(selected) \(builder.scope.text())"
            + (isGrouped ? " GROUP BY \(grouped.joined(separator: ", "))" : "") + having
            + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
            + builder.window(selectsSorts ? query.rows.whole : query.rows)
        arguments = builder.arguments
        self.columns = columns
        sortTypes = selectsSorts ? keys.map(\.type) : []
    }

    static func ungrouped(_ sort: SortForm) -> InvalidPredicate {
        InvalidPredicate(
            "A grouped fetch cannot be sorted by '\(sort.keyPath.joined(separator: "."))', which is not among propertiesToGroupBy."
        )
    }
}
