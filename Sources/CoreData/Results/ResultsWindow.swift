internal import Predicates

/// The part of a result that its request's limit and offset leave.
///
/// The result keeps the rows before the window and some behind it in order, too; so a row that leaves makes room for the next one without a
/// new query.
struct ResultsWindow {
    let offset: Int
    /// nil for all rows behind the offset.
    let limit: Int?
    /// The rows in the window, in order.
    private(set) var numbers = KeyList()

    init?(_ query: StoreQuery) {
        guard query.limit > 0 || query.offset > 0 else { return nil }
        offset = query.offset
        limit = query.limit > 0 ? query.limit : nil
    }

    /// How many rows of the whole the window needs; nil for all.
    var end: Int? { limit.map { offset + $0 } }

    /// As many rows are kept behind the window when it is opened. They last for as many edits, at least, and are read with the others.
    var margin: Int { limit.map { min(max($0, 64), 1_024) } ?? 0 }

    /// The positions of a list that are shown.
    func range(of list: KeyList) -> Range<Int> {
        let end = min(end ?? list.count, list.count)
        return min(offset, end)..<end
    }

    mutating func fill(from list: KeyList) {
        numbers = KeyList()
        for position in range(of: list) { numbers.append(list[position], list.mark(at: position)) }
    }

    /// The rows that come into the window, and the places there that they come to, and those that leave it: what a step did to the whole
    /// list, and rows beside them that went over an edge.
    struct Move {
        /// All places before the step whose rows leave or are put elsewhere, ascending.
        var taken: [Int] = []
        /// The rows that come or are put elsewhere, by their places after the step, ascending.
        var put: [(position: Int, number: Int64, mark: SortMark, section: Value?)] = []
        /// What subscribers hear.
        var rows: [LiveResults.Change.Row] = []
    }

    /// What a step from one list to another means for the window; in time that goes with the step.
    func move(_ step: PlacementStep, from old: KeyList, to new: KeyList) -> Move {
        let (before, after) = (range(of: old), range(of: new))
        func shown(_ position: Int?, in range: Range<Int>) -> Int? {
            position.flatMap { range.contains($0) ? $0 - offset : nil }
        }
        var move = Move()
        move.taken = step.taken.compactMap { shown($0.position, in: before) }
        for row in step.left {
            if let place = shown(row.before, in: before) {
                move.rows.append(LiveResults.Change.Row(number: row.number, before: place, after: nil))
            }
        }
        var came: [LiveResults.Change.Row] = []
        for put in step.put {
            var row = LiveResults.Change.Row(
                number: put.row.number, before: shown(put.row.before, in: before), after: shown(put.row.after, in: after))
            if let place = row.after { move.put.append((place, row.number, put.mark, put.section)) }
            row.isMoved = put.row.isMoved && row.before != nil && row.after != nil
            if row.before == nil, row.after == nil { continue }
            if put.isNews || row.before == nil || row.after == nil { came.append(row) }
        }
        // A row that was not touched is moved by as many places at most as rows were.
        let reach = max(step.taken.count, step.put.count)
        for position in Self.edges(of: before, reach) where !step.wasTaken(position) {
            if after.contains(step.position(after: position)) { continue }
            move.taken.append(position - offset)
            move.rows.append(LiveResults.Change.Row(number: old[position], before: position - offset, after: nil))
        }
        for position in Self.edges(of: after, reach) where !step.wasPut(position) {
            if before.contains(step.position(before: position)) { continue }
            move.put.append((position - offset, new[position], new.mark(at: position), nil))
            came.append(LiveResults.Change.Row(number: new[position], before: nil, after: position - offset))
        }
        move.taken.sort()
        move.put.sort { $0.position < $1.position }
        move.rows = move.rows.sorted { ($0.before ?? 0) < ($1.before ?? 0) } + came.sorted { ($0.after ?? 0) < ($1.after ?? 0) }
        return move
    }

    /// The positions near the ends of a range.
    private static func edges(of range: Range<Int>, _ reach: Int) -> [Int] {
        if range.count <= 2 * reach { return Array(range) }
        return Array(range.prefix(reach)) + Array(range.suffix(reach))
    }

    mutating func apply(_ move: Move) {
        for position in move.taken.reversed() { numbers.remove(at: position) }
        for put in move.put { numbers.insert(put.number, put.mark, at: put.position) }
    }
}
