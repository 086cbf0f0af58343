internal import StrataPredicates

/// The SELECT of a query, as SQL text and its arguments.
///
/// Queries of the same shape have the same text, so they share a prepared statement.
struct SelectSQL {
    let text: String
    /// The values of the arguments.
    let arguments: [Value]
    /// The types of the sort keys and of the section path, if these are selected after the other
    /// columns.
    let sortTypes: [SQLType]
    /// The number of one more argument, which follows the others.
    var furtherPlace: Int { arguments.count + 1 }

    /// - Parameters:
    ///   - selection: Columns of `t0`.
    ///   - breaksTies: Whether rows with equal sort keys are ordered by primary key. If not, the
    ///     engine returns them in whatever order is fastest.
    ///   - wrapped: Returns the selection within a call that takes one more argument, whose number
    ///     it is given.
    ///   - selectsSorts: Whether the values of the sort keys and of the section path are selected
    ///     too.
    /// - Throws: `InvalidPredicate`, which names the expression without SQL.
    init(
        _ query: StoreQuery, selection: String, tables: any SQLTables, isOrdered: Bool = true, breaksTies: Bool = true,
        selectsSorts: Bool = false, wrapped: ((_ selection: String, _ place: Int) -> String)? = nil
    ) throws {
        let builder = QueryBuilder(query.layout, tables)
        try builder.require(query)
        let keys = try query.sorts.map { try builder.sortKey($0) }
        let selected = selectsSorts ? keys + (try query.section.map { [try builder.sortKey($0)] } ?? []) : []
        var end = ""
        if isOrdered {
            let sorts = try zip(query.sorts, keys).map { try tables.dialect.term($0, $1) }
            end = " ORDER BY " + (sorts + (breaksTies ? [builder.root.key] : [])).joined(separator: ", ")
        }
        end += builder.limitClause(query)
        arguments = builder.arguments
        let columns = [wrapped?(selection, arguments.count + 1) ?? selection] + selected.map(\.text)
        text = "SELECT \(columns.joined(separator: ", ")) \(builder.scope.text())\(end)"
        sortTypes = selected.map(\.type)
    }
}

extension QueryBuilder {
    /// Adds the predicate and the entity condition of a query to the scope.
    func require(_ query: StoreQuery) throws {
        scope.require(try condition(query.predicate))
        if let condition = tables.indexLookup(query.predicate, self) { scope.require(condition) }
        if !query.includesSubentities {
            scope.require(SQLCondition(text: "t0.\(tables.entityColumn) = \(tables.entityNumber(query.layout))"))
        } else if let condition = tables.isOfEntity(query.layout, "t0") {
            scope.require(SQLCondition(text: condition))
        }
    }

    /// Returns the LIMIT and OFFSET of a query, with a leading space; empty if it has neither.
    func limitClause(_ query: StoreQuery) -> String {
        guard query.limit > 0 || query.offset > 0 else { return "" }
        let limit = bind(query.limit > 0 ? .int(Int64(query.limit)) : dialect.unlimited)
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
