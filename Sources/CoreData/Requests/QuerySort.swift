internal import StrataPredicates
internal import StrataTraps

/// A sort of a query with its resolved key path.
struct QuerySort {
    let form: SortForm
    let path: QueryPath

    /// Resolves a sort descriptor. Traps for one that a store cannot sort by, such as a closure or
    /// a computed property. Throws `InvalidPredicate` for a misplaced collection operator.
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
            A fetch of '\(layout.name)' cannot be sorted by '\(form.keyPath.joined(separator: "."))', which does not have one value for each object. \
            Sort by an attribute or a to-one relationship, or by a @count, @sum, @avg, @min or @max.
            """)
        self.form = form
    }

    /// The sort over a row's own values; nil if the path follows a relationship, or leads to an
    /// object that the row holds in a wrapper.
    var column: ColumnSort? {
        if path.readsEncoded { return nil }
        return path.column.map { ColumnSort(column: $0, ascending: form.ascending, comparison: form.comparison) }
    }
}

/// A sort by one of a row's own values.
struct ColumnSort {
    let column: StoreQuery.Column
    let ascending: Bool
    let comparison: TextComparison
}

extension QueryPath {
    /// Whether the path has at most one value for each object, of a kind that a store can sort by.
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
