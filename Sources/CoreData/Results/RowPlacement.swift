internal import StrataPredicates

/// A record of one placement: the rows that were removed from a list, and those that were inserted.
///
/// Subscribers need each row's position before and after the change, and lists on a screen need to
/// know which rows moved. A row that an insertion above it shifts down did not move. A row moved if
/// its sort keys changed, if the number of unaffected rows before it changed, or if it changed
/// places with an affected row that did not move.
///
///     before      A B C D E       B, C and E are affected
///     removed     A D             B from 1, C from 2, E from 4
///     inserted    A C D B E       C at 1, B at 3, E at 4
///     moved       only B          D is before it now; C and E have the same of A and D before them
///
/// The positions of unaffected rows are computed from those of the affected rows, by binary search
/// (`position(after:)`), so that no cost here is proportional to the list.
struct RowPlacement {
    struct Put {
        var row: LiveResults.Change.Row
        let sortPrefix: SortPrefix
        let section: Value
        /// Whether nothing about the row changed, except perhaps its position.
        let isUnchanged: Bool
    }

    /// The rows that were removed, by ascending position.
    let taken: [(rowID: RowID, position: Int)]
    /// The rows that were inserted, by ascending position.
    private(set) var put: [Put] = []
    /// The removed rows that have not been inserted again: their positions, and the number of
    /// unaffected rows before each.
    private var gone: [RowID: (position: Int, others: Int)] = [:]
    /// The permanent IDs of rows that had temporary ones, keyed by the temporary IDs.
    private let permanentIDs: [RowID: RowID]
    /// The greatest previous position among the rows that were inserted again and did not move.
    private var furthest = -1

    /// - Parameters:
    ///   - rows: The removed rows, by ascending position.
    ///   - temporaryIDs: The temporary IDs that rows had before, by their permanent IDs.
    init(_ rows: [(rowID: RowID, position: Int)], temporaryIDs: [RowID: RowID]) {
        taken = rows
        permanentIDs = temporaryIDs.permanentIDsByTemporaryID
        for (index, row) in rows.enumerated() { gone[row.rowID] = (row.position, row.position - index) }
    }

    /// Records the insertion of a row, behind those inserted before.
    ///
    /// - Parameters:
    ///   - former: The ID that it had before.
    ///   - isReordered: Whether its sort keys are known to have changed.
    ///   - changesSection: Whether its section has another value than before.
    ///   - isUnchanged: Whether nothing about it changed, except perhaps its position.
    mutating func put(
        _ rowID: RowID, _ sortPrefix: SortPrefix, section: Value, at position: Int, from former: RowID, isReordered: Bool,
        changesSection: Bool, isUnchanged: Bool
    ) {
        let before = gone.removeValue(forKey: former)
        var row = LiveResults.Change.Row(rowID: rowID, before: before?.position, after: position)
        row.changesSection = changesSection
        if let before {
            // It moved if the number of unaffected rows before it changed, or if it has changed
            // places with a row that did not move.
            row.isMoved = isReordered || before.others != position - put.count || before.position < furthest
            if !row.isMoved { furthest = before.position }
        }
        put.append(Put(row: row, sortPrefix: sortPrefix, section: section, isUnchanged: isUnchanged))
    }

    /// The rows that left, by ascending position.
    var left: [LiveResults.Change.Row] {
        gone.map { LiveResults.Change.Row(rowID: permanentIDs[$0] ?? $0, before: $1.position, after: nil) }
            .sorted { ($0.before ?? 0) < ($1.before ?? 0) }
    }

    /// The changes to report: first the rows that left, then the others, by position.
    var rows: [LiveResults.Change.Row] { left + put.filter(\.isNews).map(\.row) }

    // MARK: Unaffected rows

    /// Returns the new position of an unaffected row, given its previous one.
    func position(after old: Int) -> Int {
        let place = old - taken.partitionPoint { $0.position < old }
        return place + Self.passed(place, put.count) { put[$0].position }
    }

    /// Returns the previous position of an unaffected row, given its new one.
    func position(before new: Int) -> Int {
        let place = new - put.partitionPoint { $0.position < new }
        return place + Self.passed(place, taken.count) { taken[$0].position }
    }

    /// Returns how many of `count` ascending positions are before the unaffected row whose index
    /// among the unaffected rows is `place`.
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

extension RowPlacement.Put {
    fileprivate var position: Int { row.after ?? 0 }

    /// Whether subscribers have to be notified of the row.
    var isNews: Bool { !isUnchanged || row.isMoved || row.before == nil }
}
