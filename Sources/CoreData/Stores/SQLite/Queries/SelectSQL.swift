internal import Predicates

/// A query as SQL text with its constants apart. Equal shapes make equal texts, so the prepared statement is kept.
struct SelectSQL {
    let text: String
    /// For `?1`, `?2` and so on.
    let arguments: [Value]
    /// How the values of the sort keys and of the section path are read, which were selected behind the rest.
    let sortTypes: [SQLType]
    /// The place of the argument that `RowCollector` has for itself.
    var collectorPlace: Int { arguments.count + 1 }

    /// - Parameters:
    ///   - selection: columns of `t0`.
    ///   - breaksTies: whether rows that sort alike come in the order of their keys; else in whatever order is fastest.
    ///   - collects: whether the selection is for a `RowCollector`.
    ///   - selectsSorts: whether the values of the sort keys, and of the query's section path, follow them.
    /// - Throws: an `InvalidPredicate` that names what has no SQL.
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
        end += builder.window(query)
        arguments = builder.arguments
        let selection = collects ? RowCollector.selection(selection, at: arguments.count + 1) : selection
        let columns = [selection] + selected.map(\.text)
        text = "SELECT \(columns.joined(separator: ", ")) \(builder.scope.text())\(end)"
        sortTypes = selected.map(\.type)
    }
}

extension QueryBuilder {
    /// Has the scope give the rows of a query.
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

    /// The LIMIT and OFFSET of a query, with a space before; empty for all rows.
    func window(_ query: StoreQuery) -> String {
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
    /// A term of ORDER BY.
    func text(of key: SQLExpression) -> String {
        let isText = key.type.kind == .text && comparison != .binary
        let text = key.type == .decimal ? "\(ValueFunctions.digits)(\(key.text))" : key.text
        return text + (isText ? " COLLATE \(comparison.collation)" : "") + (ascending ? "" : " DESC")
    }
}

extension TextComparison {
    /// The name of the collation that orders text so, where Core Data has one.
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
