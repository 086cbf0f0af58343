internal import Predicates

/// Notes what taking rows out of a list and putting them back did to their places.
struct PlacementStep {
    struct Put {
        var row: LiveResults.Change.Row
        let mark: SortMark
        let section: Value
        /// Whether nothing is new about it but perhaps its place.
        let isUnchanged: Bool
    }

    /// The rows that were taken out, by ascending position.
    let taken: [(number: Int64, position: Int)]
    /// The rows that were put in, by ascending position.
    private(set) var put: [Put] = []
    /// Those that were taken out and not put back so far.
    private var gone: [Int64: (position: Int, others: Int)] = [:]
    /// The numbers that rows have now which had others, by those.
    private let names: [Int64: Int64]
    /// The furthest former place, among other rows, of those that were put back without a move.
    private var furthest = -1

    /// - Parameters:
    ///   - rows: those that were taken out, by ascending position.
    ///   - renamed: the former numbers of rows that have other ones now.
    init(_ rows: [(number: Int64, position: Int)], renamed: [Int64: Int64]) {
        taken = rows
        names = Dictionary(renamed.map { ($1, $0) }) { first, _ in first }
        for (index, row) in rows.enumerated() { gone[row.number] = (row.position, row.position - index) }
    }

    /// Notes that a row was put in, behind all that were before.
    ///
    /// - Parameters:
    ///   - former: the number that it had before.
    ///   - isReordered: whether what it is sorted by is known to have changed.
    ///   - isUnchanged: whether nothing is new about it but perhaps its place.
    mutating func put(
        _ number: Int64, _ mark: SortMark, section: Value, at position: Int, from former: Int64, isReordered: Bool,
        isUnchanged: Bool
    ) {
        let before = gone.removeValue(forKey: former)
        var row = LiveResults.Change.Row(number: number, before: before?.position, after: position)
        if let before {
            // It has moved where other rows stand before it, or where it passed one of these.
            row.isMoved = isReordered || before.others != position - put.count || before.position < furthest
            if !row.isMoved { furthest = before.position }
        }
        put.append(Put(row: row, mark: mark, section: section, isUnchanged: isUnchanged))
    }

    /// The rows that left, by ascending position.
    var left: [LiveResults.Change.Row] {
        gone.map { LiveResults.Change.Row(number: names[$0] ?? $0, before: $1.position, after: nil) }
            .sorted { ($0.before ?? 0) < ($1.before ?? 0) }
    }

    /// What became of the rows: first those that left.
    var rows: [LiveResults.Change.Row] { left + put.filter(\.isNews).map(\.row) }

    // MARK: All other rows

    /// Where a row that was not touched stands now.
    func position(after old: Int) -> Int {
        let place = old - taken.partitionPoint { $0.position < old }
        return place + Self.passed(place, put.count) { put[$0].position }
    }

    /// Where a row that was not touched stood before.
    func position(before new: Int) -> Int {
        let place = new - put.partitionPoint { $0.position < new }
        return place + Self.passed(place, taken.count) { taken[$0].position }
    }

    /// How many of some ascending positions stand before the row that is at a place among the rest.
    private static func passed(_ place: Int, _ count: Int, _ position: (Int) -> Int) -> Int {
        (0..<count).partitionPoint { position($0) - $0 <= place }
    }

    func wasTaken(_ old: Int) -> Bool {
        let index = taken.partitionPoint { $0.position < old }
        return index < taken.count && taken[index].position == old
    }

    func wasPut(_ new: Int) -> Bool {
        let index = put.partitionPoint { $0.position < new }
        return index < put.count && put[index].position == new
    }
}

extension PlacementStep.Put {
    fileprivate var position: Int { row.after ?? 0 }

    /// Whether somebody has to hear of it.
    var isNews: Bool { !isUnchanged || row.isMoved || row.before == nil }
}
