internal import Predicates

/// A query as SQL text with its constants apart. Equal shapes make equal texts, so the prepared statement is kept.
struct SelectSQL {
    private(set) var text: String
    private(set) var arguments: [Value] = []

    init(_ query: StoreQuery, selection: String, table: TableSQL, isOrdered: Bool = true) {
        text = "SELECT \(selection) FROM \(table.table) t0"
        var conditions: [String] = []
        if query.predicate != .always(true) {
            var condition = PredicateSQL(table)
            conditions.append(condition.sql(query.predicate))
            arguments = condition.arguments
        }
        if !query.includesSubentities {
            conditions.append("t0.Z_ENT = \(table.entityNumber)")
        } else if let numbers = table.entityNumbers {
            conditions.append("t0.Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))")
        }
        if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
        let sorts = query.sorts.map { sort in
            let direction = sort.ascending ? "" : " DESC"
            return switch try? query.layout.path(sort.keyPath).column {
            case .primaryKey: "t0.Z_PK" + direction
            case .slot(let slot): "t0.\(table.column(slot))" + direction
            default: preconditionFailure("A store cannot sort by \(sort.keyPath).")
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
