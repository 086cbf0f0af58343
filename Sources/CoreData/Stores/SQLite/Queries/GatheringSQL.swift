internal import Predicates

/// A fetch of groups, or of aggregates over all rows, as two SQL texts: what each of several stores selects of its rows, and what makes
/// groups of all that was selected.
struct GatheringSQL {
    static let table = "gathered"

    let rows: String
    let groups: String
    /// For `?1`, `?2` and so on, in both.
    let arguments: [Value]
    /// What `rows` selects.
    let types: [SQLType]
    /// What `groups` selects.
    let columns: [SelectedColumn]

    /// - Throws: an `InvalidPredicate` that names what has no SQL, or which column belongs to no group.
    init(_ query: ColumnQuery, schema: QuerySchema) throws {
        let builder = QueryBuilder(query.rows.layout, schema)
        try builder.require(query.rows)
        let gathered = GatheredColumns()
        var outerTexts: [String: String] = [:]
        for form in query.groups {
            if let column = query.columns.first(where: { $0.form == form && $0.isExternal }) {
                throw InvalidPredicate(
                    "'\(column.name)' may lie outside of its row, so several stores cannot be grouped by it together. Set the request's "
                        + "affectedStores to one of them at a time.")
            }
            let column = try builder.column(form)
            gathered.group(by: form, column)
            for (inner, outer) in zip(column.texts, gathered.group(form)?.texts ?? []) { outerTexts[inner] = outer }
        }
        let isGrouped = !query.groups.isEmpty
        // Of all rows together there is one row, which has no order.
        let order = try (isGrouped ? query.rows.sorts : []).map { sort in
            let key = try builder.sortKey(sort)
            guard let text = outerTexts[key.text] else { throw ColumnSQL.ungrouped(sort) }
            return sort.text(of: SQLExpression(text: text, type: key.type))
        }

        builder.gathered = gathered
        columns = try query.columns.map { try gathered.group($0.form) ?? builder.column($0.form) }
        for (column, sql) in zip(query.columns, columns) { builder.variables[column.name] = sql.operand }
        let having = try query.having.map { " HAVING \(try builder.groupCondition($0).text)" } ?? ""
        let grouped = gathered.groupTexts
        groups =
            "SELECT \(query.isDistinct ? "DISTINCT " : "")\(columns.flatMap(\.texts).joined(separator: ", ")) FROM \(Self.table)"
            + (isGrouped ? " GROUP BY \(grouped.joined(separator: ", "))" : "") + having
            + (isGrouped ? " ORDER BY \((order + grouped).joined(separator: ", "))" : "") + builder.window(query.rows)
        rows = "SELECT \(gathered.texts.isEmpty ? "1" : gathered.texts.joined(separator: ", ")) \(builder.scope.text())"
        types = gathered.texts.isEmpty ? [.int] : gathered.types
        arguments = builder.arguments
    }

    var tableDefinition: String {
        // Without types, values stay as they are.
        "CREATE TABLE \(Self.table) (\(types.indices.map(GatheredColumns.name).joined(separator: ", ")))"
    }

    var insertion: String { "INSERT INTO \(Self.table) VALUES (\(types.map { _ in "?" }.joined(separator: ", ")))" }
}
