import StrataPredicates

@testable import CoreData

/// A dialect with the words of the SQL standard, as far as SQLite knows them, where `SQLiteDialect`
/// has SQLite's own. So the builder cannot have written one of SQLite's by itself.
struct StandardSpelling: SQLDialect {
    private let base = SQLiteDialect()

    func placeholder(_ number: Int) -> String { base.placeholder(number) }

    /// Few, so that random predicates reach it.
    let mostOperands = 3

    func element(_ index: Int, of list: String) -> String { base.element(index, of: list) }

    func rows(of list: String) -> String {
        let columns = (0..<Value.mostInTuple).map { "\(base.column($0)) AS \(column($0))" }
        return "(SELECT \(columns.joined(separator: ", ")) FROM \(base.rows(of: list)))"
    }

    func column(_ element: Int) -> String { "element\(element)" }

    func isIn(_ value: String, _ list: String) -> String { "\(value) IN (SELECT \(column(0)) FROM \(rows(of: list)))" }

    let unlimited = Value.int(.max)

    func constant(_ holds: Bool) -> String { holds ? "TRUE" : "FALSE" }

    func orFalse(_ condition: String) -> String { "coalesce(\(condition), FALSE)" }

    func isSame(_ a: String, _ b: String) -> String { "(\(a) IS NOT DISTINCT FROM \(b))" }

    func isDifferent(_ a: String, _ b: String) -> String { "(\(a) IS DISTINCT FROM \(b))" }

    func number(_ value: String, orIfNull other: Int) -> String { "coalesce(\(value), \(other))" }

    func hasOrder(_ type: SQLType) -> Bool { base.hasOrder(type) }

    /// None, so that functions compute.
    func hasArithmetic(_ type: SQLType) -> Bool { false }

    func real(_ value: String) -> String { "CAST(\(value) AS DOUBLE PRECISION)" }

    func converted(_ value: SQLExpression, to type: SQLType) -> String { base.converted(value, to: type) }

    func distinct(_ value: SQLExpression) -> String { base.distinct(value) }

    func ordered(
        _ left: SQLOperand, _ symbol: String, _ right: SQLOperand, _ builder: QueryBuilder
    ) throws -> SQLCondition? {
        try base.ordered(left, symbol, right, builder)
    }

    func equal(_ left: SQLOperand, _ right: SQLOperand, _ builder: QueryBuilder) throws -> SQLCondition? {
        try base.equal(left, right, builder)
    }

    func membership(
        _ element: SQLOperand, _ comparison: PredicateForm.Comparison, of constants: [Value], _ builder: QueryBuilder
    ) throws -> SQLCondition? {
        try base.membership(element, comparison, of: constants, builder)
    }

    func match(_ text: String, _ pattern: String, _ comparison: PredicateForm.Comparison) -> String {
        base.match(text, pattern, comparison)
    }

    func folded(_ text: String, _ comparison: PredicateForm.Comparison) -> String { base.folded(text, comparison) }

    func localizedOrder(_ a: String, _ b: String) -> String { base.localizedOrder(a, b) }

    func term(_ sort: SortForm, _ key: SQLExpression) -> String {
        base.term(sort, key) + (sort.ascending ? " NULLS FIRST" : " NULLS LAST")
    }

    func call(_ name: String, _ arguments: [SQLExpression], _ type: SQLType) throws -> String {
        try base.call(name, arguments, type)
    }

    func aggregate(_ function: NamedFunction, of value: SQLExpression) throws -> String {
        try base.aggregate(function, of: value)
    }

    func ownAggregate(_ function: NamedFunction, of value: SQLExpression) -> String? { nil }

    let mostNested = 100
}
