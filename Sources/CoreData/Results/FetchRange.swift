internal import StrataPredicates

/// The fetch range: the rows that a request's limit and offset select.
///
/// A list of the ten strongest quakes has to show ten rows at all times. When one leaves, the
/// eleventh enters, and a live result has to find it without a query. So it keeps more rows than it
/// shows:
///
///     placed       | before the offset | fetch range | margin | unknown rows
///     position     0                   offset        offset + limit
///
/// - The rows before the offset: a row that enters or leaves there shifts the whole range.
/// - A margin of 64 to 1,024 rows behind the range. Each row that leaves uses up one of them. If
///   they run out, the query runs again (`LiveResults.isShort`); if there are twice as many, the
///   surplus is dropped (`LiveResults.trim`).
///
/// The rows of a change are first placed in the whole list, as if there were no limit.
/// `move(_:from:to:)` then translates this placement to the range: positions outside of the range
/// become nil, and rows that the change did not affect may cross one of its edges.
///
///     limit 3        A B C | D E F
///     delete B       A C D | E F        B leaves from 1, D enters at 2
///     insert X       X A C | D E F      X enters at 0, D leaves from 2
///
/// An edge shifts by at most as many rows as were removed or inserted. Only that many rows at each
/// edge are examined, so that the cost depends on the change and not on the limit.
struct FetchRange {
    let offset: Int
    /// The maximum number of rows; nil for all rows behind the offset.
    let limit: Int?
    /// The row IDs in the fetch range, in order.
    private(set) var rowIDs = KeyList()

    init?(_ query: StoreQuery) {
        guard query.limit > 0 || query.offset > 0 else { return nil }
        offset = query.offset
        limit = query.limit > 0 ? query.limit : nil
    }

    /// The position behind the fetch range; nil without a limit.
    var end: Int? { limit.map { offset + $0 } }

    /// The number of spare rows behind the fetch range when the result opens. They replace at least
    /// as many rows that leave, and the statement that opens the result reads them.
    var margin: Int { limit.map { min(max($0, 64), 1_024) } ?? 0 }

    /// Returns the positions in a list that are in the fetch range.
    func range(of list: KeyList) -> Range<Int> {
        let end = min(end ?? list.count, list.count)
        return min(offset, end)..<end
    }

    mutating func fill(from list: KeyList) {
        rowIDs = KeyList()
        for position in range(of: list) { rowIDs.append(list[position], list.sortPrefix(at: position)) }
    }

    /// A placement, translated to the fetch range: the rows that enter and leave the range, because
    /// the placement affects them or because they cross an edge of the range.
    struct Move {
        /// The previous positions of the rows that leave or are inserted elsewhere, ascending.
        var taken: [Int] = []
        /// The rows that enter or are inserted elsewhere, by ascending new position. The section is
        /// nil for rows that cross an edge: it has to be read.
        var put: [(position: Int, rowID: RowID, sortPrefix: SortPrefix, section: Value?)] = []
        /// The changes to report to subscribers.
        var rows: [LiveResults.Change.Row] = []
    }

    /// Translates a placement in the whole list to the fetch range. The cost depends on the size of
    /// the placement.
    func move(_ step: RowPlacement, from old: KeyList, to new: KeyList) -> Move {
        let (before, after) = (range(of: old), range(of: new))
        func shown(_ position: Int?, in range: Range<Int>) -> Int? {
            position.flatMap { range.contains($0) ? $0 - offset : nil }
        }
        var move = Move()
        move.taken = step.taken.compactMap { shown($0.position, in: before) }
        for row in step.left {
            if let place = shown(row.before, in: before) {
                move.rows.append(LiveResults.Change.Row(rowID: row.rowID, before: place, after: nil))
            }
        }
        var came: [LiveResults.Change.Row] = []
        for put in step.put {
            var row = LiveResults.Change.Row(
                rowID: put.row.rowID, before: shown(put.row.before, in: before), after: shown(put.row.after, in: after))
            if let place = row.after { move.put.append((place, row.rowID, put.sortPrefix, put.section)) }
            row.isMoved = put.row.isMoved && row.before != nil && row.after != nil
            row.changesSection = put.row.changesSection
            if row.before == nil, row.after == nil { continue }
            if put.isNews || row.before == nil || row.after == nil { came.append(row) }
        }
        // An unaffected row is shifted by at most this many positions.
        let reach = max(step.taken.count, step.put.count)
        for position in Self.edges(of: before, reach) where !step.wasTaken(position) {
            if after.contains(step.position(after: position)) { continue }
            move.taken.append(position - offset)
            move.rows.append(LiveResults.Change.Row(rowID: old[position], before: position - offset, after: nil))
        }
        for position in Self.edges(of: after, reach) where !step.wasPut(position) {
            if before.contains(step.position(before: position)) { continue }
            move.put.append((position - offset, new[position], new.sortPrefix(at: position), nil))
            came.append(LiveResults.Change.Row(rowID: new[position], before: nil, after: position - offset))
        }
        move.taken.sort()
        move.put.sort { $0.position < $1.position }
        move.rows = move.rows.sorted { ($0.before ?? 0) < ($1.before ?? 0) } + came.sorted { ($0.after ?? 0) < ($1.after ?? 0) }
        return move
    }

    /// Returns the positions at both ends of a range, `reach` at each.
    private static func edges(of range: Range<Int>, _ reach: Int) -> [Int] {
        if range.count <= 2 * reach { return Array(range) }
        return Array(range.prefix(reach)) + Array(range.suffix(reach))
    }

    /// Replaces row IDs; see `KeyList.replaceIDs(_:)`.
    mutating func replaceIDs(_ former: [RowID: RowID]) { rowIDs.replaceIDs(former) }

    mutating func apply(_ move: Move) {
        for position in move.taken.reversed() { rowIDs.remove(at: position) }
        for put in move.put { rowIDs.insert(put.rowID, put.sortPrefix, at: put.position) }
    }
}
