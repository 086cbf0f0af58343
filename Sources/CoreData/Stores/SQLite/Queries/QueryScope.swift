/// The FROM and WHERE of one SELECT while its parts are being written: key paths join tables to it as they need them.
final class QueryScope {
    private let source: String
    private var joins: [String] = []
    private var conditions: [String] = []
    /// The aliases of joined rows, by the expression of their key.
    private var rows: [String: String] = [:]

    /// - Parameter source: a table or a SELECT in parentheses, with its alias.
    init(_ source: String, where condition: String? = nil) {
        self.source = source
        if let condition { conditions.append(condition) }
    }

    /// Whether it has all rows of its source, and nothing else.
    var isPlain: Bool { joins.isEmpty && conditions.isEmpty }

    func require(_ condition: SQLCondition) {
        if condition != .always { conditions.append(condition.text) }
    }

    func join(_ sql: String) { joins.append(sql) }

    /// The row with a key, joined at the first call. Its columns are NULL where there is no such row.
    ///
    /// One row at most comes of it, so nothing is counted twice.
    func row(of object: SQLObject, table: String, alias: () -> String) -> String {
        if let alias = rows[object.key] { return alias }
        let alias = alias()
        let kind = object.isOptional ? "LEFT OUTER JOIN" : "JOIN"
        joins.append("\(kind) \(table) \(alias) ON \(alias).Z_PK = \(object.key)")
        rows[object.key] = alias
        return alias
    }

    /// `FROM … WHERE …`, with a condition besides. Complete only once everything that reads the scope was written.
    func text(and condition: SQLCondition = .always) -> String {
        let from = (["FROM \(source)"] + joins).joined(separator: " ")
        let all = conditions + (condition == .always ? [] : [condition.text])
        return all.isEmpty ? from : "\(from) WHERE \(all.joined(separator: " AND "))"
    }
}

/// An object that a query comes by: the evaluated one, what a to-one relationship leads to, a member of a to-many relationship.
struct SQLObject {
    /// Its primary key as SQL.
    let key: String
    let layout: EntityLayout
    /// Where its row can be joined.
    let scope: QueryScope
    /// Its row's alias where the row is in the scope already.
    var alias: String?
    /// Whether the key may be NULL.
    var isOptional = true

    var expression: SQLExpression {
        SQLExpression(text: key, type: .object(layout), isOptional: isOptional)
    }
}

/// Values or objects that a row has any number of, as the rows of a SELECT of their own.
struct SQLCollection {
    enum Element {
        case object(SQLObject)
        case value(SQLExpression)
    }

    let scope: QueryScope
    /// Where the collection's owner stands.
    let parent: QueryScope
    var element: Element
    /// NULL where there is no owner to have a collection; nil where there always is one.
    var owner: String?
    /// The columns that order it; empty where it has no order.
    var order: [String] = []
    /// Whether nil elements are left out.
    var leavesOutNull = false
    /// Whether it came of a collection of collections: those have elements to compare but no count.
    var isNested = false

    var value: SQLExpression {
        switch element {
        case .object(let object): object.expression
        case .value(let expression): expression
        }
    }
}

/// What an expression becomes in a query.
enum SQLOperand {
    case constant(Value)
    case value(SQLExpression)
    case object(SQLObject)
    case collection(SQLCollection)
    /// `{a, b}` with parts that depend on the row.
    case list([SQLOperand])
}
