internal import Predicates

/// A query as SQL text with its constants apart. Equal shapes make equal texts, so the prepared statement is kept.
struct SelectSQL {
    private(set) var text: String
    private(set) var arguments: [Value] = []

    init(_ query: StoreQuery, selection: String, table: TableSQL, isOrdered: Bool = true) {
        text = "SELECT \(selection) FROM \(table.table) t0"
        if query.predicate != .always(true) {
            var condition = PredicateSQL(table)
            text += " WHERE " + condition.sql(query.predicate)
            arguments = condition.arguments
        }
        let sorts = query.sorts.map { sort in
            let direction = sort.ascending ? "" : " DESC"
            return switch sort.column {
            case .primaryKey: "t0.Z_PK" + direction
            case .slot(let slot): "t0.\(table.columns[slot])" + direction
            }
        }
        if isOrdered {
            // Rows that sort alike come in the order of their keys, every time.
            text += " ORDER BY " + (sorts + ["t0.Z_PK"]).joined(separator: ", ")
        }
        if query.limit > 0 || query.offset > 0 {
            text += " LIMIT ? OFFSET ?"
            arguments += [.int(query.limit > 0 ? Int64(query.limit) : -1), .int(Int64(query.offset))]
        }
    }
}
