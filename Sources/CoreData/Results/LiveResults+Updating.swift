internal import Foundation
internal import Predicates

extension LiveResults {
    /// What one change did to a result.
    package struct Change: Sendable {
        /// A row that entered the result, left it, or stayed and has new values or another place.
        package struct Row: Sendable {
            let number: Int64
            /// Its position before the change, and after it.
            let before: Int?
            let after: Int?
            /// Whether what it is sorted by changed, or its place among the others.
            var isMoved = false
        }

        /// The rows that the change touched; not known where the query ran anew.
        package var rows: [Row] = []
        /// Whether the query ran anew, since much changed at once.
        package var isReopened = false
        /// The rows that may have new values, where the query ran anew; nil where any may.
        var touched: Set<Int64>? = []
        /// The temporary numbers that rows had before, by their permanent ones.
        var renamed: [Int64: Int64] = [:]

        var isEmpty: Bool { rows.isEmpty && !isReopened && renamed.isEmpty }
        /// How many rows entered the result.
        package var inserted: Int { rows.count { $0.before == nil } }
        /// How many left it.
        package var removed: Int { rows.count { $0.after == nil } }
        /// How many stayed and have new values or another place.
        package var updated: Int { rows.count { $0.before != nil && $0.after != nil } }
    }

    /// Brings the result up to date with a change of its context, and tells subscribers.
    ///
    /// Reads the changed rows, and others only where marks are equal. Where the change does not tell what the rows were before, it
    /// passes over the keys once, too.
    func apply(_ changes: ChangeSet) {
        guard var touched = rowsAffected(by: [changes]) else { return reopen(nil, renamed: changes.renamed) }
        for attempt in 0..<3 {
            let feed = context.coordinator.feed.changes(after: sequence)
            guard let unseen = feed.changes, let others = rowsAffected(by: unseen) else {
                return reopen(nil, renamed: changes.renamed)
            }
            touched.formUnion(others)
            guard !touched.isEmpty else {
                sequence = feed.sequence
                return
            }
            // A window's edges move with rows outside it, and past some size reading in order beats searching.
            // Where the query follows relationships, rows alone cannot be placed; nor where a parent's changes lie over the store's.
            if hasWindow || !query.isRowLocal || !context.readsStoreDirectly || touched.count > max(256, count / 4) { break }
            guard let rows = place(touched, changes, orGiveUp: true) else { break }
            // Where somebody committed meanwhile, rows may have been placed beside others that moved: again, with those.
            if context.coordinator.feed.sequence == feed.sequence {
                sequence = feed.sequence
                return tell(
                    attempt == 0
                        ? Change(rows: rows, renamed: changes.renamed)
                        : Change(isReopened: true, touched: touched, renamed: changes.renamed))
            }
        }
        reopen(touched, renamed: changes.renamed)
    }

    /// The rows that changes may bring into the result, move in it or take out; nil where that is not known.
    ///
    /// A change of an object that the query's relationships lead to affects whatever they lead from, which the changes do not name.
    private func rowsAffected(by changes: [ChangeSet]) -> Set<Int64>? {
        var numbers: Set<Int64> = []
        for changes in changes {
            if query.reads.related.values.contains(where: { $0.areTouched(by: changes) }) { return nil }
            numbers.formUnion(changes.numbers(of: query.layout))
        }
        return numbers
    }

    /// Runs the query anew and tells subscribers.
    ///
    /// - Parameter touched: the rows that may have new values; nil where any may.
    func reopen(_ touched: Set<Int64>? = nil, renamed: [Int64: Int64] = [:]) {
        do {
            if context.coordinator.stores.stores.isEmpty { clear() } else { try open() }
        } catch {
            preconditionFailure("\(query.layout.name) could not be fetched again: \(error.localizedDescription)")
        }
        tell(Change(isReopened: true, touched: touched, renamed: renamed))
    }

    /// Takes the touched rows out, puts those that match back where they belong now, and returns what that did.
    ///
    /// - Parameters:
    ///   - changes: what touched them; where it tells what rows were before, that spares passing over all keys for their places.
    ///   - orGiveUp: whether to leave all as it is, and return nil, where many rows have equal marks and searching among them
    ///     would take longer than reading all anew.
    @discardableResult
    func place(_ touched: Set<Int64>, _ changes: ChangeSet, orGiveUp: Bool = false) -> [Change.Row]? {
        let earlier = changes.rowsBefore(of: query.layout).merging(unsavedRows) { _, placed in placed }
        return reading { reader in
            let rows = try touched.compactMap { try currentRow($0, reader) }.filter { query.matches($0.row) }
                .sorted { query.precedes($0.row, $1.row) }
            if orGiveUp, readsToPlace(rows.map(\.row)) * Self.rowsPassedInOneRead > max(16_384, count) { return nil }
            let positions = positions(of: touched, as: earlier)
            var step = PlacementStep(positions.map { (numbers[$0], $0) })
            for position in positions.reversed() { remove(at: position) }
            for number in touched { unsavedRows[number] = nil }
            var next = 0
            for (row, isUnsaved) in rows {
                next = try position(of: row, from: next, reader)
                insert(row, at: next)
                let number = changes.renamed[row.number] ?? row.number
                let before = earlier[number].map { NumberedRow(number: row.number, row: $0) }
                step.put(
                    row.number, at: next, from: number, isReordered: before.map { !query.ordersAlike($0, row) } ?? false,
                    isUnchanged: changes.isSettled && before?.row.values == row.row.values)
                if isUnsaved { unsavedRows[row.number] = row.row }
                next += 1
            }
            return step.rows
        }
    }

    // MARK: Values

    /// Traps where the store cannot be read: a change of the context has no way to throw.
    private func reading<T>(_ body: (RowReader) throws -> T) -> T {
        do {
            return try context.coordinator.reading(query.layout, body)
        } catch {
            preconditionFailure("Rows of \(query.layout.name) could not be read: \(error.localizedDescription)")
        }
    }

    /// A row as it is now, nil if it is gone; and whether it has unsaved changes of its object.
    private func currentRow(_ number: Int64, _ reader: RowReader) throws -> (row: NumberedRow, isUnsaved: Bool)? {
        if context.hasChanges, let object = context.registry[RowKey(query.layout, number)], object.hasChanges {
            return object.isDeleted ? nil : object.row.map { (NumberedRow(number: number, row: $0), true) }
        }
        return try reader.row(number).map { (NumberedRow(number: number, row: $0), false) }
    }

    // MARK: The keys

    /// The positions of those of these keys that are in the result, ascending.
    private func positions(of touched: Set<Int64>, as earlier: [Int64: Row]) -> [Int] {
        var positions: [Int] = []
        var lost: Set<Int64> = []
        for number in touched where members.mayContain(number) {
            let mark = earlier[number].map { query.mark(NumberedRow(number: number, row: $0)) }
            if let position = mark.flatMap({ numbers.position(of: number, marked: $0) }) {
                positions.append(position)
            } else {
                lost.insert(number)
            }
        }
        if !lost.isEmpty { positions += numbers.positions(of: lost) }
        return positions.sorted()
    }

    /// Where a row belongs among the keys, at `from` or later: by its mark, and among equal marks by the rows themselves.
    private func position(of row: NumberedRow, from: Int, _ reader: RowReader) throws -> Int {
        var range = numbers.alike(query.mark(row)).clamped(to: from..<numbers.count)
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            // A row that is deleted but not announced yet has no values; the change that announces it comes and is placed again.
            if let probed = try currentRow(numbers[middle], reader), query.precedes(probed.row, row) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// About how many rows the searches for the places of these read.
    private func readsToPlace(_ rows: [NumberedRow]) -> Int {
        rows.reduce(0) { $0 + Int.bitWidth - numbers.alike(query.mark($1)).count.leadingZeroBitCount }
    }

    /// Reading one row by its key takes about as long as passing this many in order.
    private static let rowsPassedInOneRead = 16
}
