extension StoreQuery {
    /// The query without its limit and offset.
    var whole: StoreQuery {
        var query = self
        (query.limit, query.offset) = (0, 0)
        return query
    }

    /// The query for all rows of one store that may be within the limit and offset when the rows of
    /// several stores are merged.
    var beforeOffset: StoreQuery {
        var query = self
        (query.limit, query.offset) = (limit > 0 ? limit + offset : 0, 0)
        return query
    }

    /// Returns the matching rows that are within the limit and offset.
    func rowsInRange<T>(_ rows: [T]) -> [T] {
        guard limit > 0 || offset > 0 else { return rows }
        let rest = rows.dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }
}
