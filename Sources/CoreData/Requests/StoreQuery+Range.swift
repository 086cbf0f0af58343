extension StoreQuery {
    /// The query without its limit and offset.
    var whole: StoreQuery {
        var query = self
        (query.limit, query.offset) = (0, 0)
        return query
    }

    /// The query for all rows of one store that may be within the limit and offset when the rows of
    /// several stores are merged.
    var beforeOffset: StoreQuery { beforeOffset(leavingOut: 0) }

    /// The query for the first rows of which those within the limit and offset remain, whichever
    /// `count` of them are left out and whatever is merged with them.
    func beforeOffset(leavingOut count: Int) -> StoreQuery {
        var query = whole
        guard limit > 0 else { return query }
        let (end, isBeyond) = limit.addingReportingOverflow(offset)
        let (rows, areBeyond) = end.addingReportingOverflow(count)
        // Without a limit, since no store has more rows than an Int.
        query.limit = isBeyond || areBeyond ? 0 : rows
        return query
    }

    /// Returns the number of the matching rows that are within the limit and offset.
    func countInRange(_ count: Int) -> Int {
        let rest = max(0, count - offset)
        return limit > 0 ? min(rest, limit) : rest
    }

    /// Returns the matching rows that are within the limit and offset.
    func rowsInRange<T>(_ rows: [T]) -> [T] {
        guard limit > 0 || offset > 0 else { return rows }
        let rest = rows.dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }
}
