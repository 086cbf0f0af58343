internal import Predicates
internal import Traps

/// A sort of a query with the path that its key names.
struct QuerySort {
    let form: SortForm
    let path: QueryPath

    /// Traps for a descriptor that no fetch can be sorted by; throws `InvalidPredicate` for a misplaced collection operator.
    init(_ descriptor: NSSortDescriptor, _ layout: EntityLayout) throws {
        let form = descriptor.form { keyPath in KeyPathNames.resolve(keyPath, in: layout.entity).names }
        guard let form else {
            trap(
                """
                A fetch cannot be sorted by \(descriptor): a store knows neither closures nor computed properties. Sort by a property of \
                '\(layout.name)', or sort the fetched objects.
                """)
        }
        path = try layout.path(form.keyPath)
        require(
            path.givesOneValue,
            """
            A fetch of '\(layout.name)' cannot be sorted by '\(form.keyPath.joined(separator: "."))', which is not one value an object. \
            Sort by an attribute or a to-one relationship, or by a @count, @sum, @avg, @min or @max.
            """)
        self.form = form
    }

    /// The sort as bare rows can answer it; nil where its path follows a relationship.
    var column: ColumnSort? {
        path.column.map { ColumnSort(column: $0, ascending: form.ascending, comparison: form.comparison) }
    }
}

/// A sort by what rows hold themselves.
struct ColumnSort {
    let column: StoreQuery.Column
    let ascending: Bool
    let comparison: TextComparison
}

extension QueryPath {
    /// Whether each object has at most one value there that a store can order by.
    fileprivate var givesOneValue: Bool {
        switch end {
        case .objects: !isToMany
        case .attribute(let slot, let elements, let rest):
            !isToMany && !rest.contains { $0.hasPrefix("@") } && (destination.kinds[slot] == .attribute || !elements.isEmpty)
        case .operation(let operation, _):
            [.count, .sum, .average, .least, .greatest].contains(operation)
        }
    }
}
