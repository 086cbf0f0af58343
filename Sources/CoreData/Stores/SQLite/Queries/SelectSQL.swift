internal import StrataPredicates

/// The SELECT of a query, as SQL text and its arguments.
///
/// Queries of the same shape have the same text, so they share a prepared statement.
struct SelectSQL {
    let text: String
    /// The values of `?1`, `?2` and so on.
    let arguments: [Value]
    /// The types of the sort keys and of the section path, if these are selected after the other
    /// columns.
    let sortTypes: [SQLType]
    /// The index of the argument for the `RowCollector`, which follows the others.
    var collectorPlace: Int { arguments.count + 1 }

    /// - Parameters:
    ///   - selection: Columns of `t0`.
    ///   - breaksTies: Whether rows with equal sort keys are ordered by primary key. If not, SQLite
    ///     returns them in whatever order is fastest.
    ///   - collects: Whether the selection is wrapped in a call of the `RowCollector`'s function.
    ///   - selectsSorts: Whether the values of the sort keys and of the section path are selected
    ///     too.
    /// - Throws: `InvalidPredicate`, which names the expression without SQL.
    init(
        _ query: StoreQuery, selection: String, schema: QuerySchema, isOrdered: Bool = true, breaksTies: Bool = true,
        collects: Bool = false, selectsSorts: Bool = false
    ) throws {
        let builder = QueryBuilder(query.layout, schema)
        try builder.require(query)
        let keys = try query.sorts.map { try builder.sortKey($0) }
        let selected = selectsSorts ? keys + (try query.section.map { [try builder.sortKey($0)] } ?? []) : []
        var end = ""
        if isOrdered {
            let sorts = zip(query.sorts, keys).map { $0.text(of: $1) }
            end = " ORDER BY " + (sorts + (breaksTies ? ["t0.Z_PK"] : [])).joined(separator: ", ")
        }
        end += builder.limitClause(query)
        arguments = builder.arguments
        let selection = collects ? RowCollector.selection(selection, at: arguments.count + 1) : selection
        let columns = [selection] + selected.map(\.text)
        text = "SELECT \(columns.joined(separator: ", ")) \(builder.scope.text())\(end)"
        sortTypes = selected.map(\.type)
    }
}

extension QueryBuilder {
    /// Adds the predicate and the entity condition of a query to the scope.
    func require(_ query: StoreQuery) throws {
        let table = schema.table(query.layout)
        scope.require(try condition(query.predicate))
        useRTree(for: query.predicate)
        if !query.includesSubentities {
            scope.require(SQLCondition(text: "t0.Z_ENT = \(table.entityNumber)"))
        } else if let numbers = table.entityNumbers {
            scope.require(SQLCondition(text: "t0.Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"))
        }
    }

    /// Returns the LIMIT and OFFSET of a query, with a leading space; empty if it has neither.
    func limitClause(_ query: StoreQuery) -> String {
        guard query.limit > 0 || query.offset > 0 else { return "" }
        let limit = bind(.int(query.limit > 0 ? Int64(query.limit) : -1))
        return " LIMIT \(limit) OFFSET \(bind(.int(Int64(query.offset))))"
    }

    func sortKey(_ sort: SortForm) throws -> SQLExpression {
        let key = try value(follow(.object(root), sort.keyPath[...]))
        if key.type == .transformed {
            throw InvalidPredicate(
                "A store cannot sort by \(sort.keyPath.joined(separator: ".")): it is a transformable attribute.")
        }
        return key
    }
}

extension SortForm {
    /// Returns the term of ORDER BY for this sort.
    func text(of key: SQLExpression) -> String {
        let isText = key.type.kind == .text && comparison != .binary
        let text = key.type == .decimal ? "\(ValueFunctions.digits)(\(key.text))" : key.text
        return text + (isText ? " COLLATE \(comparison.collation)" : "") + (ascending ? "" : " DESC")
    }
}

extension TextComparison {
    /// The name of the collation with this order: SQLite's, or the one in Core Data's stores.
    var collation: String {
        switch self {
        case .binary: "BINARY"
        case .caseInsensitive: "NSCollateNoCase"
        case .localized: "NSCollateLocaleSensitive"
        case .localizedCaseInsensitive: "NSCollateLocaleSensitiveNoCase"
        case .localizedStandard: "NSCollateFinderlike"
        }
    }
}
