/// Notes what taking rows out of a result and putting them back did to their places.
struct PlacementStep {
    private var taken: [Int64: (position: Int, others: Int)] = [:]
    private var put: [(row: LiveResults.Change.Row, isUnchanged: Bool)] = []
    /// The furthest former place, among other rows, of those that were put back without a move.
    private var furthest = -1

    /// - Parameter rows: those that were taken out, by ascending position.
    init(_ rows: [(number: Int64, position: Int)]) {
        for (index, row) in rows.enumerated() { taken[row.number] = (row.position, row.position - index) }
    }

    /// Notes that a row was put in, behind all that were before.
    ///
    /// - Parameters:
    ///   - former: the number that it had before.
    ///   - isReordered: whether what it is sorted by is known to have changed.
    ///   - isUnchanged: whether nothing is new about it but perhaps its place.
    mutating func put(_ number: Int64, at position: Int, from former: Int64, isReordered: Bool, isUnchanged: Bool) {
        let before = taken.removeValue(forKey: former)
        var row = LiveResults.Change.Row(number: number, before: before?.position, after: position)
        if let before {
            // It has moved where other rows stand before it, or where it passed one of these.
            row.isMoved = isReordered || before.others != position - put.count || before.position < furthest
            if !row.isMoved { furthest = before.position }
        }
        put.append((row, isUnchanged))
    }

    /// What became of the rows: first those that left, by ascending position.
    var rows: [LiveResults.Change.Row] {
        let left = taken.map { LiveResults.Change.Row(number: $0, before: $1.position, after: nil) }
            .sorted { ($0.before ?? 0) < ($1.before ?? 0) }
        return left + put.filter { !$0.isUnchanged || $0.row.isMoved || $0.row.before == nil }.map(\.row)
    }
}
