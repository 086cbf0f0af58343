internal import StrataPredicates

/// Translates the predicate, sort keys and expressions of one query into SQL.
///
/// Every predicate runs in two places: in SQL over the store's rows, and in memory over objects
/// (`CompiledPredicate`). Live results test the rows of a save in memory and fetch the others with
/// SQL, so both must select the same rows. The builder knows what SQL engines share. What an engine
/// spells in its own way, it asks of `SQLDialect`, and the names of tables of `SQLTables`. The
/// examples are in the dialect of SQLite.
///
/// **One comparison.** A fetch of books has the predicate `author.name == "x"`.
///
/// 1. `operand(_:)` turns each side into an `SQLOperand`. An expression that does not depend on the
///    row is evaluated once, in memory, and becomes a constant. A key path is followed name by
///    name; here, reading a column of the author joins the author's table.
/// 2. `compare(_:_:_:)` chooses the SQL by the operator and the types of both operands.
/// 3. The condition is added to the scope, and `SelectSQL` assembles the statement:
///
///        SELECT … FROM ZBOOK t0 LEFT OUTER JOIN ZPERSON t1 ON t1.Z_PK = t0.ZAUTHOR
///        WHERE t1.ZNAME = ?1
///
/// Constants are always bound, never written into the text: no value can change the SQL, and
/// queries of the same shape share a prepared statement. A list is one argument too.
///
/// **Scopes and joins.** Each SELECT, the query's own and every nested one, has a `QueryScope` that
/// collects its joins and conditions. An `SQLObject` knows its scope. Its row is joined there when
/// one of its columns is first read, and later paths to the same key reuse the join. A join is by
/// primary key, so it finds at most one row and never duplicates a result. It is an outer join if
/// the key may be NULL: `author.name == nil` also finds books without an author. Comparing the
/// object itself (`author == nil`) needs only the foreign key and no join. The text of a scope is
/// complete only after everything that reads from it has been written.
///
/// **Collections.** A to-many relationship is never joined to the query's rows, which would
/// duplicate them. It becomes an `SQLCollection`: a correlated SELECT of the owner's members with a
/// scope of its own. ANY is EXISTS; ALL is NOT EXISTS of an element that fails; SUBQUERY adds its
/// predicate to the scope; `@count`, `@sum` and the like select one value.
///
///     ANY chapters.title == "x"
///     EXISTS (SELECT 1 FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK AND t1.ZTITLE = ?1)
///
/// **NULL.** SQL has three truth values, a predicate has two: nil equals only nil, and NOT turns
/// whatever is not true into true. WHERE and CASE treat NULL as false, so a NULL does no harm until
/// it is negated: NOT NULL is NULL, and the row would be missing. `SQLCondition` therefore records
/// whether it may be NULL, and its negation is `NOT ifnull(…, 0)`. Some conditions have a better
/// opposite: that of `a = ?1` is `a IS NOT ?1`, which is never NULL.
///
/// **Types.** The type of every expression is known before the statement runs (`SQLType`). Values
/// of different kinds, such as a text and a number, are never equal, less or greater in a
/// predicate, whereas engines convert or order them, or refuse to. The builder evaluates such
/// comparisons itself and writes no SQL for them.
///
/// An expression that has no SQL throws an `InvalidPredicate` that names it. A key that the entity
/// does not have is a programming error and traps.
final class QueryBuilder {
    let tables: any SQLTables
    /// The spelling of the engine that runs the query.
    let dialect: any SQLDialect
    /// The constants, in the order of their placeholders.
    private(set) var arguments: [Value] = []
    /// The index of the argument that is the list of further operands; see `bindOperand(_:)`.
    private var furtherOperands: Int?
    /// The operands of variables: those of enclosing SUBQUERYs, and the named columns in HAVING.
    var variables: [String: SQLOperand] = [:]
    private var aliases = 0
    /// The comparison being written.
    private(set) var currentComparison: PredicateForm?
    /// The nesting depth of the expression being written.
    var depth = 0
    /// Whether a column or HAVING is being written. An aggregate such as `sum:(price)` may then be
    /// over all rows of a group; see `column(_:)`.
    private(set) var isWritingColumns = false
    /// Whether what is being written is evaluated for each row, although a column or HAVING is being
    /// written: the argument of an aggregate over all rows.
    private(set) var isOfRow = false
    /// The expressions that rows are grouped by.
    var groups: [ExpressionForm] = []
    /// The number of aggregates over all rows written so far.
    var aggregatesWritten = 0
    /// The number of values of the query's rows written so far, in columns but outside the arguments of
    /// aggregates.
    var rowValuesWritten = 0
    /// Whether aggregates over all rows are written with marks; see `TotalMarks`.
    var marksTotals = false
    /// The columns that each store contributes to a grouped fetch over several stores; nil for a
    /// query of one store.
    var gathered: GatheredColumns?

    /// The scope of the query's own SELECT.
    let scope: QueryScope
    /// The object that the predicate is evaluated with.
    let root: SQLObject

    init(_ layout: EntityLayout, _ tables: any SQLTables) {
        self.tables = tables
        dialect = tables.dialect
        scope = QueryScope("\(tables.tableName(layout)) t0", tables)
        root = SQLObject(key: "t0.\(tables.keyColumn)", layout: layout, scope: scope, alias: "t0", isOptional: false)
    }

    /// Adds an argument and returns its placeholder. A list is one argument; see
    /// `SQLDialect.rows(of:)`.
    func bind(_ value: Value) -> String {
        arguments.append(value)
        return dialect.placeholder(arguments.count)
    }

    /// Binds an operand of a comparison, as an argument of its own while there are few.
    ///
    /// Engines allow a limited number of arguments, and some compare each with all others. Beyond
    /// `SQLDialect.mostOperands`, further operands are therefore elements of one list.
    func bindOperand(_ value: Value) -> String {
        if case .list = value { return bind(value) }
        guard let list = furtherOperands else {
            if arguments.count < dialect.mostOperands { return bind(value) }
            furtherOperands = arguments.count
            arguments.append(.list([]))
            return bindOperand(value)
        }
        let index = appendOperand(value, at: list)
        return dialect.element(index, of: dialect.placeholder(list + 1))
    }

    /// Appends to the list in place: a copy for each operand would cost n² steps, too.
    private func appendOperand(_ value: Value, at list: Int) -> Int {
        guard case .list(var values) = arguments[list] else { return 0 }
        arguments[list] = .null
        values.append(value)
        arguments[list] = .list(values)
        return values.count - 1
    }

    func newAlias() -> String {
        aliases += 1
        return "t\(aliases)"
    }

    /// Runs `body`, in which aggregates may be over all rows of a group.
    func writingColumns<T>(_ body: () throws -> T) rethrows -> T {
        let outer = isWritingColumns
        isWritingColumns = true
        defer { isWritingColumns = outer }
        return try body()
    }

    /// Runs `body`, which writes an expression that is evaluated for each row.
    func ofRow<T>(_ body: () throws -> T) rethrows -> T {
        let outer = isOfRow
        isOfRow = true
        defer { isOfRow = outer }
        return try body()
    }

    // MARK: Logic

    func condition(_ form: PredicateForm) throws -> SQLCondition {
        switch form {
        case .always(let holds): return .constant(holds)
        case .and(let forms): return .all(try forms.map(condition))
        case .or(let forms): return .any(try forms.map(condition))
        case .not(let form): return try condition(form).negated(dialect)
        case .comparison(let left, let comparison, let right):
            let outer = currentComparison
            currentComparison = form
            defer { currentComparison = outer }
            do {
                return try self.comparison(left, comparison, right)
            } catch let error as InvalidPredicate {
                throw error.naming(form.format)
            }
        case .block:
            throw InvalidPredicate("A store cannot run a predicate made of a closure. Filter the fetched objects with it.")
        }
    }

    private func comparison(
        _ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm
    ) throws -> SQLCondition {
        let (left, right) = (try operand(left), try operand(right))
        if case .constant(let a) = left, case .constant(let b) = right {
            return .constant(try comparison.holds(a, b))
        }
        switch comparison.modifier {
        case .direct: return try compare(left, comparison, right)
        case .any: return try anyElement(of: left) { try self.compare($0, comparison.direct, right) }
        case .all:
            return try anyElement(of: left) { try self.compare($0, comparison.direct, right).negated(dialect) }
                .negated(dialect)
        }
    }

    /// Returns the condition that some element of a collection satisfies `condition`.
    ///
    /// A single value counts as a collection of one, and nil as an empty collection.
    private func anyElement(of operand: SQLOperand, _ condition: (SQLOperand) throws -> SQLCondition) throws -> SQLCondition {
        switch operand {
        case .collection(let collection):
            return try exists(collection) { try condition($0) }
        case .list(let elements):
            return .any(try elements.map { try anyElement(of: $0, condition) })
        case .constant(let value):
            guard case .list(let values) = value else { return value.isNull ? .never : try condition(operand) }
            return .any(try values.map { try anyElement(of: .constant($0), condition) })
        case .value, .object:
            let expression = try value(operand)
            let holds = try condition(operand)
            return expression.isOptional ? .all([SQLCondition(text: "\(expression.text) IS NOT NULL"), holds]) : holds
        }
    }

    /// Returns the condition that the collection has an element that satisfies `condition`.
    func exists(_ collection: SQLCollection, _ condition: (SQLOperand) throws -> SQLCondition) throws -> SQLCondition {
        let holds = try condition(collection.elementOperand)
        if holds == .never { return .never }
        return SQLCondition(text: "EXISTS (SELECT 1 \(collection.scope.text(and: .all([collection.elementCounts, holds]))))")
    }
}

extension SQLCollection {
    var elementOperand: SQLOperand {
        switch element {
        case .object(let object): .object(object)
        case .value(let expression): .value(expression)
        }
    }

    /// The condition for an element to count: not to be NULL, if the collection excludes nil.
    var elementCounts: SQLCondition {
        leavesOutNull && value.isOptional ? SQLCondition(text: "\(value.text) IS NOT NULL") : .always
    }
}

extension InvalidPredicate {
    /// Returns the error with the format of the comparison that contains the rejected expression.
    fileprivate func naming(_ comparison: String) -> InvalidPredicate {
        let start = "A store cannot run "
        return message.hasPrefix(start) ? self : InvalidPredicate("\(start)\(comparison): \(message)")
    }
}

extension PredicateForm.Comparison {
    var direct: Self {
        var direct = self
        direct.modifier = .direct
        return direct
    }

    /// Returns whether the comparison holds between two constants, according to the in-memory
    /// evaluator.
    fileprivate func holds(_ left: Value, _ right: Value) throws -> Bool {
        let form = PredicateForm.comparison(.constant(left), self, .constant(right))
        return try CompiledPredicate<Void>(form) { _ in { _ in .null } }.matches((), nil)
    }
}
