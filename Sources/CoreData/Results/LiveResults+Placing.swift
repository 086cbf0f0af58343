internal import Foundation
internal import StrataPredicates

// # How a change finds its place among a million rows
//
// The list is sorted, so about 20 comparisons find a row's place in a million. But the list has no
// values, and 20 reads from the store would cost far more than the edit. So each row ID has a sort
// prefix beside it, an integer that compares like the first sort key (`SortPrefix`). Searches
// compare prefixes. They read rows only if prefixes are equal, and only those rows.
//
//     sorted by name        prefix            insert "San Diego Bay"
//     "Bali"                "Bali"
//     "San Diego"           "San Dieg"        equal prefixes: the search reads these two rows,
//     "San Diego County"    "San Dieg"        and "San Diego Bay" goes between them
//     "Tokyo"               "Tokyo"
//
// One placement (`placeRows`) handles all rows that a change affects:
//
// 1. Read. `currentRows` returns the affected rows that match now, in order, with unsaved values.
// 2. Remove. Each affected row is removed from the list, if it is there. It is found by the prefix
//    of its previous values, where these are known, or else of its present ones. One scan of all
//    row IDs finds all rows that cannot be found like this.
// 3. Insert. Each row that matches is inserted where a binary search finds its place. The rows are
//    in order, so each search starts behind the row before.
// 4. Report. `RowPlacement` records both, and derives each row's position before and after.
//
// **Invariant:** while rows are inserted, every row in the list is at the position where the values
// belong that a search reads for it: those in `unsaved`, or else those of the store. That is why all
// affected rows are removed first. If two rows swapped their values and one of them was still at its
// old position, the search for the other could take the wrong half. It is also why a search does not
// read objects, which may have changed since (in a subscriber of another result), and why commits
// that arrive meanwhile must not go unnoticed; see `LiveResults+Updating.swift`.
//
// Cost, for n rows in the result: two searches of O(log n) for each affected row; moving at most
// 1,024 entries in a chunk; one pass over the ends of the n / 1,024 chunks. A saved edit in a
// million rows takes about one and a half times as long as in ten thousand (docs/performance.md).
// Equal prefixes cost log₂(rows with the prefix) reads for each affected row. A sort by a Boolean,
// or one without a prefix, makes that expensive. If that would exceed the cost of the query,
// `placeRows` gives up and the query runs again.
//
// If a read fails, the list is restored as it was, by undoing steps 3 and 2. A copy of the lists
// would cost each placement more than these do.
extension LiveResults {
    /// Removes the affected rows from the list, inserts those that match where they belong now, and
    /// returns what changed.
    ///
    /// - Parameters:
    ///   - touched: The affected rows.
    ///   - changes: The change that affected them. Its previous values make it unnecessary to scan
    ///     all row IDs for the rows' positions.
    ///   - temporaryIDs: The temporary IDs that rows had before the change, by their permanent IDs.
    ///   - orGiveUp: Whether to leave everything unchanged and return nil if searching among equal
    ///     prefixes would take longer than running the query again.
    /// - Throws: The error of a store that cannot be read, and `UnreadChange`. Everything is unchanged
    ///   then.
    func placeRows(
        _ touched: AffectedRows, _ changes: ChangeSet, temporaryIDs: [RowID: RowID], orGiveUp: Bool
    ) throws -> [Change.Row]? {
        let rowIDs = touched.all
        let rows = try currentRows(rowIDs)
        let prefixes = rows.map { query.sortPrefix($0.row) }
        let alike = prefixes.map { placed.alike($0) }
        if orGiveUp, case let reads = Self.reads(among: alike), reads > 0,
            reads * rowsPassedInOneRead > max(16_384, placed.count)
        {
            return nil
        }
        let values = try context.throwingFailedReads { rows.map { section($0.row) } }
        let before = changes.rowsBefore(of: query.layout)
        let alreadyReported = changes.alreadyReported(of: query.layout)
        let hints = hints(rowIDs, before, Dictionary(zip(rows.map(\.row.rowID), prefixes)) { first, _ in first })
        var step = RowPlacement(positions(of: rowIDs, hints).map { (placed[$0], $0) }, temporaryIDs: temporaryIDs)
        let former = formerValues(step.taken)
        let earlier = (list: placed, unsaved: unsaved)
        for row in step.taken.reversed() { remove(at: row.position) }
        for rowID in rowIDs { unsaved[rowID] = nil }

        isPlacedByPrefixes = alike.allSatisfy(\.isEmpty)
        do {
            try probing(isPlacedByPrefixes) { probe in
                var next = 0
                for (index, (row, isUnsaved)) in rows.enumerated() {
                    next = try position(of: row, prefixes[index], from: next, probe)
                    // Unknown rows may follow the last one, and this row may belong among them.
                    if next == placed.count, !isComplete { break }
                    insert(row.rowID, prefixes[index], values[index], at: next)
                    let rowID = temporaryIDs[row.rowID] ?? row.rowID
                    let isOrderedAlike =
                        earlier.unsaved[rowID].map { query.ordersAlike($0, row) }
                        ?? before[rowID].map { query.ordersAlike(IdentifiedRow(rowID: rowID, row: $0), row.row) } ?? true
                    let isReordered = !isOrderedAlike || former[rowID].map { $0.sortPrefix != prefixes[index] } ?? false
                    // Neither a change of a related object nor a save of values that were already
                    // reported is a change of the row itself.
                    let isSame = touched.related.contains(rowID) || alreadyReported.contains(row.rowID)
                    let changesSection = former[rowID].map { $0.section != values[index] } ?? false
                    let isUnchanged = isSame && former[rowID]?.section == values[index]
                    step.put(
                        row.rowID, prefixes[index], section: values[index], at: next, from: rowID, isReordered: isReordered,
                        changesSection: changesSection, isUnchanged: isUnchanged)
                    if isUnsaved { unsaved[row.rowID] = row }
                    next += 1
                }
            }
            return fetchRange == nil ? step.rows : try follow(step, from: earlier.list)
        } catch {
            restore(earlier.list, earlier.unsaved, undoing: step, former)
            throw error
        }
    }

    /// Restores the state before a placement in which a read has failed.
    private func restore(
        _ list: KeyList, _ unsaved: [RowID: SortedRow], undoing step: RowPlacement,
        _ former: [RowID: (sortPrefix: SortPrefix, section: Value)]
    ) {
        if keepsSections {
            for put in step.put.reversed() { if let position = put.row.after { sections.remove(at: position) } }
            for row in step.taken { sections.insert(former[row.rowID]?.section ?? .null, at: row.position) }
        }
        placed = list
        members = RowIDSet(list)
        self.unsaved = unsaved
    }

    // MARK: The fetch range

    /// Applies a step of the whole list to the fetch range, and returns what changed in the range.
    private func follow(_ step: RowPlacement, from old: KeyList) throws -> [Change.Row] {
        guard var fetchRange, !isShort else { return [] }
        let move = fetchRange.move(step, from: old, to: placed)
        var found: [RowID: Value] = [:]
        if section != nil {
            let slid = Set(move.put.lazy.filter { $0.section == nil }.map(\.rowID))
            found = try context.throwingFailedReads {
                Dictionary(try currentRows(slid).map { ($0.row.rowID, section($0.row)) }) { first, _ in first }
            }
        }
        // From here on, nothing is read.
        fetchRange.apply(move)
        self.fetchRange = fetchRange
        if section != nil {
            for position in move.taken.reversed() { sections.remove(at: position) }
            for put in move.put { sections.insert(put.section ?? found[put.rowID] ?? .null, at: put.position) }
        }
        trim()
        return move.rows
    }

    /// Drops spare rows behind the fetch range, down to one margin, once there are two margins.
    private func trim() {
        guard let fetchRange, let end = fetchRange.end, placed.count > end + 2 * fetchRange.margin else { return }
        while placed.count > end + fetchRange.margin {
            let last = placed.count - 1
            unsaved[placed[last]] = nil
            members.remove(placed[last])
            placed.remove(at: last)
        }
        isComplete = false
    }

    // MARK: Values

    /// Returns the matching rows among the given ones, in order, with their present values, and
    /// whether each has unsaved values.
    private func currentRows(_ rowIDs: Set<RowID>) throws -> [(row: SortedRow, isUnsaved: Bool)] {
        if rowIDs.isEmpty { return [] }
        var rows: [(row: SortedRow, isUnsaved: Bool)] = []
        if query.isRowLocal {
            try context.coordinator.reading(query.layout, ahead: Array(rowIDs)) { reader in
                for rowID in rowIDs {
                    guard let (row, isUnsaved) = try currentRow(rowID, reader), query.matches(row) else { continue }
                    rows.append((SortedRow(row: row), isUnsaved))
                }
            }
        } else {
            let affected = try context.objectsAffected(query, among: rowIDs)
            let stored = rowIDs.filter { $0.isPermanent && affected[$0] == nil }
            if !stored.isEmpty {
                rows = try context.coordinator.requireStores().fetchSorted(query.among(stored)).map { ($0, false) }
            }
            try context.throwingFailedReads {
                for object in affected.values where try query.matches(object) { rows.append((try query.sorted(object), true)) }
            }
        }
        return rows.sorted { query.precedes($0.row, $1.row) }
    }

    /// Returns a row with its present values, and whether it has unsaved changes; nil if it is
    /// deleted.
    private func currentRow(_ rowID: RowID, _ reader: RowReader) throws -> (row: IdentifiedRow, isUnsaved: Bool)? {
        if context.isChanged, let object = context.registry[RowKey(query.layout, rowID)], object.hasChanges,
            !object.isInaccessible
        {
            if object.isDeleted { return nil }
            guard let row = object.row else { throw UnreadChange(object: object) }
            return (IdentifiedRow(rowID: rowID, row: row), true)
        }
        return try reader.row(rowID).map { (IdentifiedRow(rowID: rowID, row: $0), false) }
    }

    private func section(_ row: SortedRow) -> Value {
        guard case .computed(let reader)? = section?.source else { return storedSection(row) }
        return isOpening ? .null : reader()(context.object(row.row.row.layout, row.rowID, row: row.row.row))
    }

    /// Returns the sort prefixes and sections that rows have in the list, before they are removed.
    private func formerValues(_ rows: [(rowID: RowID, position: Int)]) -> [RowID: (sortPrefix: SortPrefix, section: Value)] {
        var former: [RowID: (sortPrefix: SortPrefix, section: Value)] = [:]
        for row in rows { former[row.rowID] = (placed.sortPrefix(at: row.position), shownSection(row.position)) }
        return former
    }

    /// Returns the section at a position in `placed`; null outside the fetch range.
    private func shownSection(_ position: Int) -> Value {
        guard section != nil, !isOpening else { return .null }
        let place = position - (fetchRange?.offset ?? 0)
        return (0..<count).contains(place) ? sections[sections.section(at: place).section].value : .null
    }

    /// Calls `body` with a function that reads the row at a position, to compare another with it.
    /// If the query is row-local, all these rows are read from one snapshot of the store.
    ///
    /// - Parameter isNotNeeded: Whether no rows will be compared, so that no snapshot is necessary.
    private func probing(_ isNotNeeded: Bool, _ body: (Probe) throws -> Void) throws {
        if isNotNeeded || !query.isRowLocal {
            var known: [RowID: SortedRow] = [:]
            return try body { position, range in
                let rowID = placed[position]
                if let row = unsaved[rowID] ?? known[rowID] { return row }
                // A small range is read in one statement.
                let rowIDs = range.count <= 256 ? Array(placed[range]) : [rowID]
                for row in try context.coordinator.requireStores().fetchSorted(query.any(of: rowIDs.filter(\.isPermanent))) {
                    known[row.rowID] = row
                }
                return known[rowID]
            }
        }
        try context.coordinator.reading(query.layout) { reader in
            try body { position, _ in
                let rowID = placed[position]
                // Its object may have a change that is not processed yet, and the row a place that
                // belongs to the values from before.
                if let row = unsaved[rowID] { return row }
                return try reader.row(rowID).map { SortedRow(row: IdentifiedRow(rowID: rowID, row: $0)) }
            }
        }
    }

    /// Returns the row at a position, for a search in a range; nil if the row is deleted.
    private typealias Probe = (_ position: Int, _ range: Range<Int>) throws -> SortedRow?

    // MARK: The keys

    /// Returns the sort prefixes by which to look for rows: those of their previous values, if
    /// these are known, otherwise those of their present values, which may be the same.
    private func hints(_ rowIDs: Set<RowID>, _ before: [RowID: Row], _ prefixes: [RowID: SortPrefix]) -> [RowID: SortPrefix] {
        var hints = prefixes
        if case .columns = query.order {
            for (rowID, row) in before { hints[rowID] = query.sortPrefix(IdentifiedRow(rowID: rowID, row: row)) }
        }
        for rowID in rowIDs { if let row = unsaved[rowID] { hints[rowID] = query.sortPrefix(row) } }
        return hints
    }

    /// Returns the positions of the affected rows that are in the list, ascending.
    private func positions(of touched: Set<RowID>, _ hints: [RowID: SortPrefix]) -> [Int] {
        var positions: [Int] = []
        var lost: Set<RowID> = []
        for rowID in touched where members.mayContain(rowID) {
            if let position = hints[rowID].flatMap({ placed.position(of: rowID, sortPrefix: $0) }) {
                positions.append(position)
            } else {
                lost.insert(rowID)
            }
        }
        if !lost.isEmpty { positions += placed.positions(of: lost) }
        return positions.sorted()
    }

    /// Returns the position where a row belongs, at `from` or later: found by its sort prefix and,
    /// among rows with an equal prefix, by comparing rows.
    private func position(of row: SortedRow, _ sortPrefix: SortPrefix, from: Int, _ probe: Probe) throws -> Int {
        var range = placed.alike(sortPrefix).clamped(to: from..<placed.count)
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            // A row without values was deleted by a commit that the feed does not list yet. When
            // the feed lists it, its revision changes, and this row is placed again.
            if let probed = try probe(middle, range), query.precedes(probed, row) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// Inserts a row into the list, the set of its IDs and the sections.
    private func insert(_ rowID: RowID, _ sortPrefix: SortPrefix, _ value: Value, at position: Int) {
        placed.insert(rowID, sortPrefix, at: position)
        members.insert(rowID)
        if keepsSections { sections.insert(value, at: position) }
    }

    /// Removes the row at a position from the list, the set of its IDs and the sections.
    private func remove(at position: Int) {
        members.remove(placed[position])
        placed.remove(at: position)
        if keepsSections { sections.remove(at: position) }
    }

    /// Whether `sections` covers all rows in `placed`, and changes with each insertion and removal.
    private var keepsSections: Bool {
        guard let section, fetchRange == nil else { return false }
        return !(isOpening && section.isComputed)
    }

    /// Returns the approximate number of rows that binary searches in these ranges read.
    private static func reads(among ranges: [Range<Int>]) -> Int {
        ranges.reduce(0) { $0 + Int.bitWidth - $1.count.leadingZeroBitCount }
    }

    /// The number of rows that a query can step over in the time that it takes to read one row by
    /// its ID, from the slowest store. If the query is not row-local, a statement of its own reads
    /// the row, which takes longer.
    private var rowsPassedInOneRead: Int {
        let most = context.coordinator.stores.stores(for: query).lazy.map(\.rowsPassedInOneRead).max() ?? 1
        return query.isRowLocal ? most : 4 * most
    }
}
