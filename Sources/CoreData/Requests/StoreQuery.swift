internal import StrataPredicates

/// A fetch compiled for evaluation: the form that the stores and the in-memory evaluator share.
///
/// # From a request to its results
///
/// An `NSFetchRequest` can be changed at any time and names everything by strings. A context
/// compiles it once, to a `Fetch`, which holds the kind of result to return and a `StoreQuery`:
/// which rows match, and in which order. The initializer of the query
///
/// 1. finds the entity by name in the context's own model (`NSFetchRequest.layout(in:)`);
/// 2. takes the predicate's form, replaces key paths that start at a constant object by their
///    current values, simplifies it, rewrites the comparisons that mean something else in a fetch
///    than in memory (`FetchRewriter`), and replaces objects that were not saved when the predicate
///    was made by their present references;
/// 3. walks predicate and sorts with `QueryDependencies`, which resolves every key path and records
///    in `reads` which properties of which entities the query reads;
/// 4. compiles the predicate and the sorts for evaluation in memory: `test` and `order`.
///
/// A name that the entity does not have means the property of the only subentity that has it. Any
/// other unknown name traps, since it is a programmer's mistake. A bad pattern or a missing
/// variable throws, since it may be a user's input.
///
/// # Two evaluators
///
/// `QueryBuilder` translates the predicate and the sorts to a SELECT, which evaluates rows as they
/// are in the store. The in-memory evaluator is for objects with unsaved changes, and for single
/// rows that changed in a live result. `test` is one of two kinds:
///
/// - `.rows` reads slots of the entity's own rows, as for `magnitude > 5`. It needs no object and
///   fires no fault.
/// - `.objects` evaluates managed objects, because the predicate follows a relationship, as in
///   `category.name == "Seismic"`, or computes from a value, as in `name.length > 3`. It may fire
///   faults.
///
/// **Invariant:** both evaluators give the same matches in the same order, for every predicate.
/// Otherwise a save would make an object appear in a result or vanish from it although no value
/// changed. The tests in `TwoEvaluators` compare the two with random predicates over random data.
/// Only the in-memory evaluator can call a block: a fetch with one throws.
///
/// # Unsaved changes
///
/// A fetch in a context with changes combines both. `objectsAffected(_:)` finds the objects for
/// which the store's result is out of date: changed objects of the entity, and objects from which
/// relationships in `reads` lead to a changed object. The store evaluates all other rows. The
/// affected objects are tested and sorted in memory and merged into the ordered rows. Limit and
/// offset are applied last: the first ten rows of the store are not the first ten of the merged
/// result, but with one more row for each affected object they contain those that are in it. A store
/// that executes requests itself may order equal sort keys in its own way, so it is read whole.
///
/// # Live results
///
/// Live results use the same query to update their rows without running it again. If it
/// `isRowLocal`, they test and place a changed row by itself. Otherwise they follow `reads` from a
/// changed object back to the rows that it affects. The result of a query that `isVolatile` is
/// never assumed to be current.
struct StoreQuery {
    let layout: EntityLayout
    /// Whether the result includes objects of subentities.
    let includesSubentities: Bool
    private(set) var predicate: PredicateForm
    /// Rewrites the predicates in the columns and the new values of the query's request, too.
    let rewriter: FetchRewriter
    /// The predicate without the constants that can change: the results of the requests within it,
    /// and the references to objects that were not saved. Nil if it has none. See
    /// `StoreQuery+Constants.swift`.
    var given: PredicateForm?
    let sorts: [SortForm]
    /// The section key path, if the rows themselves do not hold its value. It is read together with
    /// the sort values.
    let section: SortForm?
    /// The maximum number of matches; 0 for no limit.
    var limit: Int
    var offset: Int
    /// The key spaces of the stores to query; nil for all of the coordinator's stores.
    var keySpaces: Set<KeySpace>?
    /// The request that was compiled; nil if no store of the coordinator needs it.
    var origin: QueryOrigin?
    /// The rows that the query is restricted to; nil for all.
    private(set) var candidates: (rowIDs: [RowID], areTested: Bool)?
    /// The properties that the predicate, the sorts and the section path read, by relationship.
    let reads: QueryReads
    private(set) var test: Test
    let order: Order

    /// The predicate compiled for memory. It matches the same objects as the SQL.
    enum Test {
        /// The predicate reads the entity's own stored values only.
        case rows(CompiledPredicate<IdentifiedRow>)
        /// The predicate needs objects: it follows relationships, computes from a value, or calls a
        /// block.
        case objects(CompiledPredicate<Operand>)
    }

    /// The sort order compiled for memory.
    enum Order {
        /// All sorts read the row's own values.
        case columns([ColumnSort])
        /// Some sorts follow relationships. `others` are the sorts that do not.
        case paths(others: [ColumnSort])
    }

    /// Compiles a query.
    ///
    /// Traps if the predicate or a sort key names a property that neither the entity nor a single
    /// subentity has. Throws an error with the code NSPersistentStoreOperationError for an invalid
    /// pattern, a variable without a value, and a property that is not in the store.
    ///
    /// - Parameter joinsMembers: Whether the predicate compares to-many relationships as a store
    ///   does that joins their members; see `FetchRewriter`.
    init(
        _ layout: EntityLayout, predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor]?, limit: Int = 0, offset: Int = 0,
        includesSubentities: Bool = true, sectionPath: [String]? = nil, joinsMembers: Bool = true
    ) throws {
        // Simplified first, since it is deeply nested forms that have to be simplified.
        let form = predicate?.form.simplifiedToComparisons.withConstantObjectsRead ?? .always(true)
        rewriter = FetchRewriter(layout, joinsMembers: joinsMembers)
        let rewritten = rewriter.rewritten(form)
        let predicate = rewritten.withReferences
        given = rewritten.keepsUnsavedObjects ? rewritten : nil
        do {
            var reading = QueryDependencies(layout)
            try reading.read(predicate)
            test = try Test(predicate, layout, isRowLocal: reading.isRowLocal)
            let sorts = try (sortDescriptors ?? []).map { try QuerySort($0, layout) }
            for sort in sorts { reading.read(sort.path) }
            if let sectionPath { reading.read(try layout.path(sectionPath)) }
            section = sectionPath.map { SortForm(keyPath: $0, ascending: true) }
            let columns = sorts.compactMap(\.column)
            order = columns.count == sorts.count ? .columns(columns) : .paths(others: columns)
            self.sorts = sorts.map(\.form)
            reads = reading.reads
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
        self.layout = layout
        self.includesSubentities = includesSubentities
        self.predicate = predicate
        self.limit = limit
        self.offset = offset
    }

    /// Whether the result may change although no row that the query reads does: the predicate reads
    /// the clock, a random number, app code (a block or an opaque value), results of other requests or
    /// references to objects that were not saved.
    var isVolatile: Bool { given != nil || predicate.isVolatile }

    /// Whether rows can be tested and sorted by themselves, without objects or other rows.
    var isRowLocal: Bool {
        // A query of only some stores needs the object, since a new one has no store yet.
        if keySpaces == nil, section == nil, case .rows = test, case .columns = order { true } else { false }
    }

    /// Returns the query with a predicate that consists of parts of its own.
    func with(_ predicate: PredicateForm) throws -> StoreQuery {
        var query = self
        query.predicate = predicate
        do {
            var reading = QueryDependencies(layout)
            try reading.read(predicate)
            query.test = try Test(predicate, layout, isRowLocal: reading.isRowLocal)
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
        return query
    }

    /// Returns a query for the matching rows among the given ones, without limit and offset.
    func among(_ rowIDs: some Collection<RowID>) -> StoreQuery {
        var query = whole
        query.predicate = .and([predicate, .rows(rowIDs, of: layout)])
        query.candidates = (Array(rowIDs), areTested: true)
        return query
    }

    /// Returns a query for the matching rows other than the given ones, without limit and offset.
    func excluding(_ rowIDs: some Collection<RowID>) throws -> StoreQuery {
        rowIDs.isEmpty ? whole : try whole.with(.and([predicate, .not(.rows(rowIDs, of: layout))]))
    }

    /// Returns a query for the given rows, whether they match or not, without limit and offset.
    func any(of rowIDs: some Collection<RowID>) -> StoreQuery {
        var query = whole
        query.predicate = .rows(rowIDs, of: layout)
        query.candidates = (Array(rowIDs), areTested: false)
        return query
    }

    /// Whether the result can contain objects of an entity.
    func covers(_ layout: EntityLayout) -> Bool {
        includesSubentities ? layout.isKind(of: self.layout) : layout === self.layout
    }
}

extension StoreQuery.Test {
    fileprivate init(_ predicate: PredicateForm, _ layout: EntityLayout, isRowLocal: Bool) throws {
        self =
            isRowLocal
            ? .rows(try CompiledPredicate(predicate, resolving: layout.columnReader))
            : .objects(try CompiledPredicate(predicate))
    }
}

extension PredicateForm {
    fileprivate static func rows(_ rowIDs: some Collection<RowID>, of layout: EntityLayout) -> PredicateForm {
        let objects = rowIDs.map { Value.object(ObjectReference(layout, $0)) }
        return .comparison(.keyPath(["self"]), Comparison(.in), .constant(.list(objects)))
    }
}

extension NSError {
    /// Creates the error that a fetch throws for a predicate that a store cannot evaluate.
    convenience init(_ error: InvalidPredicate) {
        self.init(code: NSPersistentStoreOperationError, "\(error)")
    }
}
