internal import StrataPredicates

/// The names of a store's tables and columns, as far as queries need them.
protocol SQLTables {
    /// The spelling of the engine that runs the queries.
    var dialect: any SQLDialect { get }
    /// The column of every table with the primary key.
    var keyColumn: String { get }
    /// The column of every table with the number of a row's entity.
    var entityColumn: String { get }
    /// Returns the table with the rows of an entity.
    func tableName(_ layout: EntityLayout) -> String
    /// Returns the only column of a slot. Traps if there is none or more than one.
    func column(_ layout: EntityLayout, _ slot: Int) -> String
    /// Returns the column of an element of a composite attribute, and the rest of the key path; nil
    /// if the key path does not reach an element.
    func element(
        _ layout: EntityLayout, _ slot: Int, _ names: ArraySlice<String>
    ) -> (column: String, attribute: NSAttributeDescription, rest: ArraySlice<String>)?
    /// Returns the number of an entity in `entityColumn`.
    func entityNumber(_ layout: EntityLayout) -> Int64
    /// Returns the numbers of an entity and its subentities; nil if its table has no other entities.
    func entityNumbers(_ layout: EntityLayout) -> [Int64]?
    /// Returns the table with the members of a to-many relationship; nil for a transient one.
    func memberTable(_ layout: EntityLayout, _ slot: Int) -> MemberTable?
    /// Returns a condition on the rows of the query that an index decides which the engine does not
    /// use by itself; nil if there is none. The query keeps its predicate as well.
    func indexLookup(_ predicate: PredicateForm, _ builder: QueryBuilder) -> SQLCondition?
}

extension SQLTables {
    /// Returns the condition that a row, whose alias is given, is of an entity or one of its
    /// subentities; nil if all rows of its table are.
    func isOfEntity(_ layout: EntityLayout, _ alias: String) -> String? {
        entityNumbers(layout).map { "\(alias).\(entityColumn) IN (\($0.map(String.init).joined(separator: ", ")))" }
    }
}

/// The table that has a row for each member of a to-many relationship, and its columns for both
/// ends.
struct MemberTable {
    let name: String
    /// The column with the owner's key.
    let owner: String
    /// The column with the member's key.
    let member: String
    /// The column with the member's position; nil without an order.
    let order: String?
    /// Whether the table is a join table rather than the members' own table.
    let isJoin: Bool
}
