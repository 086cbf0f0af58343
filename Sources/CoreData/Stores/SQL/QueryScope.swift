/// The FROM and WHERE of one SELECT while it is being written.
///
/// Key paths add joins as they read columns; see `QueryBuilder`.
final class QueryScope {
    private let source: String
    private let tables: any SQLTables
    private var joins: [String] = []
    private var conditions: [String] = []
    /// The aliases of joined rows, keyed by the SQL of their primary key.
    private var rows: [String: String] = [:]

    /// - Parameter source: A table or a SELECT in parentheses, followed by its alias.
    init(_ source: String, _ tables: any SQLTables, where condition: String? = nil) {
        self.source = source
        self.tables = tables
        if let condition { conditions.append(condition) }
    }

    /// Whether the scope selects all rows of its source, without joins.
    var isPlain: Bool { joins.isEmpty && conditions.isEmpty }

    func require(_ condition: SQLCondition) {
        if condition != .always { conditions.append(tables.dialect.text(condition)) }
    }

    func join(_ sql: String) { joins.append(sql) }

    /// Returns the alias of an object's row. The first call joins the row by its primary key.
    ///
    /// If the object is optional and missing, the row's columns are NULL.
    func row(of object: SQLObject, alias: () -> String) -> String {
        if let alias = rows[object.key] { return alias }
        let alias = alias()
        let kind = object.isOptional ? "LEFT OUTER JOIN" : "JOIN"
        joins.append("\(kind) \(tables.tableName(object.layout)) \(alias) ON \(alias).\(tables.keyColumn) = \(object.key)")
        rows[object.key] = alias
        return alias
    }

    /// Returns `FROM … WHERE …`, with an additional condition.
    ///
    /// Call this only after everything that reads from the scope has been written.
    func text(and condition: SQLCondition = .always) -> String {
        let from = (["FROM \(source)"] + joins).joined(separator: " ")
        let all = conditions + (condition == .always ? [] : [tables.dialect.text(condition)])
        return all.isEmpty ? from : "\(from) WHERE \(all.joined(separator: " AND "))"
    }
}

/// An object within a query: the one the predicate is evaluated with, the destination of a to-one
/// relationship, or a member of a to-many relationship.
struct SQLObject {
    /// The SQL of its primary key.
    let key: String
    let layout: EntityLayout
    /// The scope in which its row can be joined.
    let scope: QueryScope
    /// The alias of its row if the scope already selects from the row's table.
    var alias: String?
    /// Whether `key` may be NULL.
    var isOptional = true

    var expression: SQLExpression {
        SQLExpression(text: key, type: .object(layout), isOptional: isOptional)
    }
}

/// A collection of objects or values that belongs to one row, as the rows of a nested SELECT.
struct SQLCollection {
    enum Element {
        case object(SQLObject)
        case value(SQLExpression)
    }

    let scope: QueryScope
    /// The scope of the collection's owner.
    let parent: QueryScope
    var element: Element
    /// The SQL of the owner's key if the owner may be missing (NULL); nil if it always exists.
    var owner: String?
    /// The columns that the collection is ordered by; empty for an unordered collection.
    var order: [String] = []
    /// Whether nil elements are excluded.
    var leavesOutNull = false
    /// Whether the elements are those of a collection of collections, which can be compared but not
    /// counted or aggregated.
    var isNested = false

    var value: SQLExpression {
        switch element {
        case .object(let object): object.expression
        case .value(let expression): expression
        }
    }
}

/// The translation of an expression.
enum SQLOperand {
    case constant(Value)
    case value(SQLExpression)
    case object(SQLObject)
    case collection(SQLCollection)
    /// An aggregate expression `{a, b}` with elements that depend on the row.
    case list([SQLOperand])
}
