internal import StrataPredicates

// # SQL of several engines
//
// `QueryBuilder` knows which rows a predicate selects: joins, the logic of NULL, collections, types.
// It writes what all SQL engines share, such as `EXISTS (SELECT 1 FROM …)`, itself. It asks two
// values for the rest, so that this folder names no engine:
//
// - `SQLDialect`: the spelling of one engine, and the functions that it has. A function without SQL
//   throws `InvalidPredicate`; a comparison that the engine decides differently from memory is kept
//   from it before, by `StoreAbilities.decides`.
// - `SQLTables`: the names of the tables and columns of one store.
//
// An example, and what decides each part:
//
//     SELECT … FROM ZBOOK t0 LEFT OUTER JOIN ZPERSON t1 ON t1.Z_PK = t0.ZAUTHOR      tables
//     WHERE ifnull(strata_match(t1.ZNAME, ?1, 3), 0)                                 dialect
//     ORDER BY t1.ZNAME COLLATE NSCollateNoCase DESC LIMIT ?2 OFFSET ?3              dialect
//
// Core Data's files have one dialect. `StandardSpelling` in the tests is another, with the words of
// the SQL standard, and has to select the same rows.

/// The spelling of one SQL engine, and the functions that it has.
protocol SQLDialect: Sendable {
    // MARK: Arguments

    /// Returns the placeholder of an argument, numbered from 1.
    func placeholder(_ number: Int) -> String
    /// The number of arguments beyond which operands become elements of one list; see
    /// `QueryBuilder.bindOperand(_:)`.
    var mostOperands: Int { get }
    /// Returns an element, counted from 0, of the list that is an argument.
    func element(_ index: Int, of list: String) -> String
    /// Returns the rows of a list that is an argument, as the source of a FROM. Their columns are
    /// those of `column(_:)`.
    func rows(of list: String) -> String
    /// Returns the column of `rows(of:)` with an element of each tuple. A single value is the element
    /// 0. A tuple has at most `Value.mostInTuple` elements.
    func column(_ element: Int) -> String
    /// Returns the condition that a value is in a list that is an argument.
    func isIn(_ value: String, _ list: String) -> String
    /// The argument of LIMIT that returns all rows.
    var unlimited: Value { get }

    // MARK: Logic

    /// Returns the condition that holds for all rows, or for none.
    func constant(_ holds: Bool) -> String
    /// Returns a condition that is false where another is NULL.
    func orFalse(_ condition: String) -> String
    /// Returns the condition that two values are equal or both NULL. It is never NULL.
    func isSame(_ a: String, _ b: String) -> String
    /// Returns the opposite of `isSame(_:_:)`.
    func isDifferent(_ a: String, _ b: String) -> String
    /// Returns a number, or another number where it is NULL.
    func number(_ value: String, orIfNull other: Int) -> String

    // MARK: Numbers

    /// Whether the engine's `=`, `<`, min and max order the values of a type as memory does.
    func hasOrder(_ type: SQLType) -> Bool
    /// Whether the engine's `+`, `-`, `*` and `/` of the type have the results of memory.
    func hasArithmetic(_ type: SQLType) -> Bool
    /// Returns a number as a double, so that it divides with a fraction.
    func real(_ value: String) -> String
    /// Returns a value that is one of several alternatives, such as those of TERNARY, in the form of
    /// their common type.
    func converted(_ value: SQLExpression, to type: SQLType) -> String
    /// Returns a value in the only form that equal values have, for DISTINCT, set operations and
    /// groups.
    func distinct(_ value: SQLExpression) -> String
    /// Returns the comparison `=`, `<`, `<=`, `>` or `>=` of two numbers for which the engine's own
    /// would differ from memory; nil if its own is right.
    func ordered(
        _ left: SQLOperand, _ symbol: String, _ right: SQLOperand, _ builder: QueryBuilder
    ) throws -> SQLCondition?
    /// Returns the same for an equality that also holds for two NULLs.
    func equal(_ left: SQLOperand, _ right: SQLOperand, _ builder: QueryBuilder) throws -> SQLCondition?
    /// Returns the same for the membership in a list of constants.
    func membership(
        _ element: SQLOperand, _ comparison: PredicateForm.Comparison, of constants: [Value], _ builder: QueryBuilder
    ) throws -> SQLCondition?

    // MARK: Texts

    /// Returns the condition of CONTAINS, BEGINSWITH, ENDSWITH, LIKE or MATCHES.
    func match(_ text: String, _ pattern: String, _ comparison: PredicateForm.Comparison) throws -> String
    /// Returns a text with case and diacritics folded, if the comparison ignores them.
    func folded(_ text: String, _ comparison: PredicateForm.Comparison) throws -> String
    /// Returns -1, 0 or 1, the order of two texts in the current locale.
    func localizedOrder(_ a: String, _ b: String) throws -> String
    /// Returns the term of ORDER BY for a sort. NULL sorts before all values.
    func term(_ sort: SortForm, _ key: SQLExpression) throws -> String

    // MARK: Functions

    /// Returns the call of a function of the predicate language, or of a property of values.
    ///
    /// - Parameter type: The type of the result.
    func call(_ name: String, _ arguments: [SQLExpression], _ type: SQLType) throws -> String
    /// Returns the call of an aggregate function over a number of each row; NULL without rows.
    func aggregate(_ function: NamedFunction, of value: SQLExpression) throws -> String
    /// Returns the engine's own sum or average over all rows of a group if it has one with the
    /// results of memory: a double, and 0 for the sum of no rows. Returns nil if `aggregate(_:of:)`
    /// is needed.
    func ownAggregate(_ function: NamedFunction, of value: SQLExpression) -> String?
    /// The nesting depth of an expression that the engine can parse.
    var mostNested: Int { get }
}

extension SQLDialect {
    /// Returns the SQL of a condition.
    func text(_ condition: SQLCondition) -> String {
        switch condition {
        case .always: constant(true)
        case .never: constant(false)
        default: condition.text
        }
    }
}
