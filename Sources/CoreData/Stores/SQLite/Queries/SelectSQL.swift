internal import Predicates

/// A query as SQL text with its constants apart. Equal shapes make equal texts, so the prepared statement is kept.
struct SelectSQL {
    let text: String
    /// For `?1`, `?2` and so on.
    let arguments: [Value]
    /// How the values of the sort keys are read, for those that were selected behind the rest.
    let sortTypes: [SQLType]

    /// - Parameters:
    ///   - selection: columns of `t0`.
    ///   - selectsSorts: whether the values of the sort keys follow them.
    /// - Throws: an `InvalidPredicate` that names what has no SQL.
    init(_ query: StoreQuery, selection: String, schema: QuerySchema, isOrdered: Bool = true, selectsSorts: Bool = false) throws {
        let builder = QueryBuilder(query.layout, schema)
        let table = schema.table(query.layout)
        builder.scope.require(try builder.condition(query.predicate))
        if !query.includesSubentities {
            builder.scope.require(SQLCondition(text: "t0.Z_ENT = \(table.entityNumber)"))
        } else if let numbers = table.entityNumbers {
            builder.scope.require(SQLCondition(text: "t0.Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"))
        }
        let keys = try query.sorts.map { try builder.sortKey($0) }
        var end = ""
        if isOrdered {
            let sorts = zip(query.sorts, keys).map { sort, key in
                let isText = key.type.kind == .text && sort.comparison != .binary
                return key.text + (isText ? " COLLATE \(sort.comparison.collation)" : "") + (sort.ascending ? "" : " DESC")
            }
            // Rows that sort alike come in the order of their keys, every time.
            end = " ORDER BY " + (sorts + ["t0.Z_PK"]).joined(separator: ", ")
        }
        if query.limit > 0 || query.offset > 0 {
            let limit = builder.bind(.int(query.limit > 0 ? Int64(query.limit) : -1))
            end += " LIMIT \(limit) OFFSET \(builder.bind(.int(Int64(query.offset))))"
        }
        let columns = [selection] + (selectsSorts ? keys.map(\.text) : [])
        text = "SELECT \(columns.joined(separator: ", ")) \(builder.scope.text())\(end)"
        arguments = builder.arguments
        sortTypes = selectsSorts ? keys.map(\.type) : []
    }
}

extension QueryBuilder {
    fileprivate func sortKey(_ sort: SortForm) throws -> SQLExpression {
        let key = try value(follow(.object(root), sort.keyPath[...]))
        if key.type == .transformed {
            throw InvalidPredicate(
                "A store cannot sort by \(sort.keyPath.joined(separator: ".")): it is a transformable attribute.")
        }
        return key
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
