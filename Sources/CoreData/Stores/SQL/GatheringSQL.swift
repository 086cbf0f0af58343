internal import StrataPredicates

/// The two statements of a grouped fetch, or of aggregates over all rows, from several stores.
///
/// The groups of several stores cannot be merged afterwards: an overall median or average cannot be
/// computed from the results of the stores. So `rows` selects the required values from each store.
/// They are inserted into a temporary table in memory, and `groups` groups that table with the same
/// aggregates, HAVING and order that a single store would use.
///
///     rows:    SELECT t0.ZPLACE, t0.ZMAGNITUDE FROM ZQUAKE t0
///     groups:  SELECT c0, avg(c1) FROM gathered GROUP BY c0 ORDER BY c0
struct GatheringSQL {
    static let table = "gathered"

    let rows: String
    let groups: String
    /// The values of the arguments, in both statements.
    let arguments: [Value]
    /// The types of the columns of `rows`.
    let types: [SQLType]
    /// The columns of `groups`.
    let columns: [SelectedColumn]

    /// - Throws: `InvalidPredicate`, which names the expression without SQL, or the column that is
    ///   neither grouped by nor an aggregate.
    init(_ query: ColumnQuery, tables: any SQLTables) throws {
        let builder = QueryBuilder(query.rows.layout, tables)
        try builder.require(query.rows)
        builder.groups = query.groups
        let gathered = GatheredColumns()
        var outerTexts: [String: String] = [:]
        for form in query.groups {
            if let column = query.columns.first(where: { $0.form == form && $0.isExternal }) {
                throw InvalidPredicate(
                    "'\(column.name)' allows external storage, so rows of several stores cannot be grouped by it. Set the request's "
                        + "affectedStores to one of them at a time.")
            }
            let column = try builder.column(form)
            gathered.group(by: form, column)
            for (inner, outer) in zip(column.texts, gathered.group(form)?.texts ?? []) { outerTexts[inner] = outer }
        }
        let isGrouped = !query.groups.isEmpty
        // An aggregate over all rows is one row and needs no order.
        let order = try (isGrouped ? query.rows.sorts : []).map { sort in
            let key = try builder.sortKey(sort)
            let text = outerTexts[key.text] ?? gathered.column(key).text
            return try tables.dialect.term(sort, SQLExpression(text: text, type: key.type))
        }

        builder.gathered = gathered
        columns = try query.columns.map { try gathered.group($0.form) ?? builder.column($0.form) }
        for (column, sql) in zip(query.columns, columns) { builder.variables[column.name] = sql.operand }
        let having = try query.having.map { " HAVING \(tables.dialect.text(try builder.groupCondition($0)))" } ?? ""
        let grouped = gathered.groupTexts
        groups =
            "SELECT \(query.isDistinct ? "DISTINCT " : "")\(columns.flatMap(\.texts).joined(separator: ", ")) FROM \(Self.table)"
            + (isGrouped ? " GROUP BY \(grouped.joined(separator: ", "))" : "") + having
            + (isGrouped ? " ORDER BY \((order + grouped).joined(separator: ", "))" : "") + builder.limitClause(query.rows)
        rows = "SELECT \(gathered.texts.isEmpty ? "1" : gathered.texts.joined(separator: ", ")) \(builder.scope.text())"
        types = gathered.texts.isEmpty ? [.int] : gathered.types
        arguments = builder.arguments
    }
}
