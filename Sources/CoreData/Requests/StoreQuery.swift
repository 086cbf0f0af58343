internal import Predicates

/// A fetch as stores and the in-memory evaluator read it.
struct StoreQuery {
    let layout: EntityLayout
    /// Whether objects of subentities count.
    let includesSubentities: Bool
    private(set) var predicate: PredicateForm
    let sorts: [SortForm]
    /// What a result is divided by where rows do not have it themselves: it is read with what the rows are sorted by.
    let section: SortForm?
    /// 0 for all.
    var limit: Int
    var offset: Int
    /// The stores that are asked; nil for all of the coordinator.
    var keySpaces: Set<KeySpace>?
    /// The entities that the predicate and the sorts go through, and what they read of each.
    let reads: QueryReads
    let test: Test
    let order: Order

    /// The predicate for memory; means the same as the SQL.
    enum Test {
        case rows(CompiledPredicate<NumberedRow>)
        /// It follows relationships, which only objects can.
        case objects(CompiledPredicate<Operand>)
    }

    /// The sorts for memory.
    enum Order {
        case columns([ColumnSort])
        /// Some follow relationships, which only objects can; these do not.
        case paths(others: [ColumnSort])
    }

    /// Traps where the predicate or a sort key reads what the entity does not have, a programmer's mistake; throws where
    /// the predicate's pattern or a variable, which may be a user's input, cannot be used, and where a store cannot run a part of it.
    init(
        _ layout: EntityLayout, predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor]?, limit: Int = 0, offset: Int = 0,
        includesSubentities: Bool = true, sectionPath: [String]? = nil
    ) throws {
        let predicate = predicate?.form.readingConstantObjects.simplified ?? .always(true)
        do {
            var reading = QueryReading(layout)
            try reading.read(predicate)
            test =
                reading.isRowLocal
                ? .rows(try CompiledPredicate(predicate, resolving: layout.columnReader))
                : .objects(try CompiledPredicate(predicate))
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

    /// Whether the query may find other rows without a change of any: by the clock, by chance, or by what an app's own code says.
    var isVolatile: Bool { predicate.isVolatile }

    /// Whether rows alone can be tested and put in order.
    var isRowLocal: Bool {
        // A new object's row does not know in which store it will be.
        if keySpaces == nil, section == nil, case .rows = test, case .columns = order { true } else { false }
    }

    /// The query of those among some stored rows that match; without its window.
    func among(_ numbers: some Collection<Int64>) -> StoreQuery {
        var query = whole
        query.predicate = .and([predicate, .rows(numbers, of: layout)])
        return query
    }

    /// The query of some stored rows, whether they match or not.
    func any(of numbers: some Collection<Int64>) -> StoreQuery {
        var query = whole
        query.predicate = .rows(numbers, of: layout)
        return query
    }

    /// Whether objects of an entity can be in the result.
    func covers(_ layout: EntityLayout) -> Bool {
        includesSubentities ? layout.isKind(of: self.layout) : layout === self.layout
    }
}

extension PredicateForm {
    fileprivate static func rows(_ numbers: some Collection<Int64>, of layout: EntityLayout) -> PredicateForm {
        let objects = numbers.map { Value.object(ObjectReference(layout, $0)) }
        return .comparison(.keyPath(["self"]), Comparison(.in), .constant(.list(objects)))
    }
}

extension NSError {
    /// A predicate that a store cannot use, as a fetch reports it.
    convenience init(_ error: InvalidPredicate) {
        self.init(code: NSPersistentStoreOperationError, "\(error)")
    }
}
