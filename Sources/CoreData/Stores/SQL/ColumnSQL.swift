internal import StrataPredicates

/// The SELECT of a fetch of dictionaries, as SQL text and its arguments.
struct ColumnSQL {
    let text: String
    /// The values of the arguments.
    let arguments: [Value]
    let columns: [SelectedColumn]
    /// Whether each dictionary represents a group of rows.
    let isOfGroups: Bool
    /// The types of the sort keys if they are selected, after the other columns.
    let sortTypes: [SQLType]

    /// - Parameter selectsSorts: Whether to select all rows, without limit and offset, with the
    ///   values of their sort keys, so that the rows of several stores can be merged.
    /// - Throws: `InvalidPredicate`, which names the expression without SQL, or the column that is
    ///   neither grouped by nor an aggregate.
    init(_ query: ColumnQuery, tables: any SQLTables, selectsSorts: Bool = false) throws {
        let builder = QueryBuilder(query.rows.layout, tables)
        try builder.require(query.rows)
        builder.groups = query.groups
        builder.marksTotals = query.groups.isEmpty
        let columns = try query.columns.map { try builder.column($0.form) }
        let groups = try query.groups.map { form in
            try query.columns.firstIndex { $0.form == form }.map { columns[$0].texts } ?? builder.column(form).texts
        }
        let grouped = groups.flatMap(\.self)
        let isGrouped = !grouped.isEmpty
        for (column, sql) in zip(query.columns, columns) where isGrouped && !sql.isOfGroup {
            guard sql.texts.allSatisfy(grouped.contains) else {
                throw InvalidPredicate(
                    "'\(column.name)' is neither among propertiesToGroupBy nor an aggregate such as sum:, so it may differ "
                        + "within a group.")
            }
        }

        for (column, sql) in zip(query.columns, columns) { builder.variables[column.name] = sql.operand }
        let having = try query.having.map { " HAVING \(tables.dialect.text(try builder.groupCondition($0)))" } ?? ""

        if selectsSorts, let mixed = zip(query.columns, columns).first(where: { $1.isAggregate && !$1.isOfGroup })?.0 {
            throw InvalidPredicate(
                "Several stores have objects of '\(query.rows.layout.name)', and '\(mixed.name)' computes from an aggregate over all "
                    + "of them and from values of each. Fetch these as columns of their own, or set affectedStores to one store at "
                    + "a time.")
        }

        // Of a grouped fetch, a key that is not grouped by is one of some row of the group: SQLite's
        // bare column.
        let keys = try query.rows.sorts.map { try builder.sortKey($0) }
        // Beside values of each row, an aggregate over all rows is the same in each dictionary.
        let repeatsTotals = !isGrouped && columns.contains(where: \.isAggregate) && columns.contains { !$0.isOfGroup }
        isOfGroups = isGrouped || (builder.aggregatesWritten > 0 && !repeatsTotals)
        // Breaks ties, so that the order is always the same. An aggregate over all rows is one row
        // and needs no order.
        let rest =
            isGrouped
            ? grouped
            : columns.contains(where: \.isOfGroup) && !repeatsTotals
                ? []
                : query.isDistinct && !selectsSorts
                    ? columns.filter { !$0.isOfGroup }.flatMap(\.texts) : [builder.root.key]
        let order = try zip(query.rows.sorts, keys).map { try tables.dialect.term($0, $1) } + rest

        let rows = builder.scope.text()
        let selected = (columns.flatMap(\.texts) + (selectsSorts ? keys.map(\.text) : [])).joined(separator: ", ")
        let marked =
            "SELECT \(query.isDistinct && !selectsSorts ? "DISTINCT " : "")\(selected) \(rows)"
            + (isGrouped ? " GROUP BY \(grouped.joined(separator: ", "))" : "") + having
            + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
            + builder.limitClause(selectsSorts ? query.rows.whole : query.rows)
        text = TotalMarks.replaced(in: marked, repeatsTotals ? rows : nil)
        arguments = builder.arguments
        self.columns = columns
        sortTypes = selectsSorts ? keys.map(\.type) : []
    }
}
