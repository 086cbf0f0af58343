internal import Foundation
internal import Predicates

extension LiveResults {
    /// What one change did to a result.
    package struct Change: Sendable {
        /// Rows that entered the result.
        package var inserted = 0
        /// Rows that left it.
        package var removed = 0
        /// Rows that stayed, some at another position, and have new values.
        package var updated = 0
        /// Whether the query ran anew, since much changed at once; the numbers above are then not known and 0.
        package var isReopened = false

        var isEmpty: Bool { inserted == 0 && removed == 0 && updated == 0 && !isReopened }
    }

    /// Brings the result up to date with a change of its context, and tells subscribers.
    ///
    /// Reads the changed rows, and others only where marks are equal. Where the change does not tell what the rows were before, it
    /// passes over the keys once, too.
    func apply(_ changes: ChangeSet) {
        guard var touched = rowsAffected(by: [changes]) else { return reopen() }
        var placed: Set<Int64> = []
        var before: Set<Int64> = []
        for _ in 0..<3 {
            let feed = context.coordinator.feed.changes(after: sequence)
            guard let unseen = feed.changes, let others = rowsAffected(by: unseen) else { break }
            touched.formUnion(others)
            guard !touched.isEmpty else {
                sequence = feed.sequence
                return
            }
            // A window's edges move with rows outside it, and past some size reading in order beats searching.
            // Where the query follows relationships, rows alone cannot be placed; nor where a parent's changes lie over the store's.
            if hasWindow || !query.isRowLocal || !context.readsStoreDirectly || touched.count > max(256, count / 4) { break }
            guard let members = place(touched, as: changes.rowsBefore(of: query.layout), orGiveUp: true) else { break }
            before.formUnion(members.before.subtracting(placed))
            placed = touched
            // Where somebody committed meanwhile, rows may have been placed beside others that moved: again, with those.
            if context.coordinator.feed.sequence == feed.sequence {
                sequence = feed.sequence
                let stayed = before.intersection(members.after).count
                tell(Change(inserted: members.after.count - stayed, removed: before.count - stayed, updated: stayed))
                return
            }
        }
        reopen()
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
    func reopen() {
        do {
            try open()
        } catch {
            preconditionFailure("\(query.layout.name) could not be fetched again: \(error.localizedDescription)")
        }
        tell(Change(isReopened: true))
    }

    /// Takes the touched rows out and puts those that match back where they belong now. Returns which of them were in the
    /// result before and after.
    ///
    /// - Parameters:
    ///   - earlier: what touched rows were before, where that is known: spares passing over all keys for their places.
    ///   - orGiveUp: whether to leave all as it is, and return nil, where many rows have equal marks and searching among them
    ///     would take longer than reading all anew.
    @discardableResult
    func place(
        _ touched: Set<Int64>, as earlier: [Int64: Row], orGiveUp: Bool = false
    ) -> (before: Set<Int64>, after: Set<Int64>)? {
        reading { reader in
            let rows = try touched.compactMap { try currentRow($0, reader) }.filter { query.matches($0.row) }
                .sorted { query.precedes($0.row, $1.row) }
            if orGiveUp, readsToPlace(rows.map(\.row)) * Self.rowsPassedInOneRead > max(16_384, count) { return nil }
            let removed = positions(of: touched, as: earlier)
            let before = Set(removed.map { numbers[$0] })
            for position in removed.reversed() { remove(at: position) }
            for number in touched { unsavedMarks[number] = nil }
            var next = 0
            for (row, isUnsaved) in rows {
                next = try position(of: row, from: next, reader)
                insert(row, at: next)
                if isUnsaved { unsavedMarks[row.number] = query.mark(row) }
                next += 1
            }
            return (before, Set(rows.lazy.map(\.row.number)))
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
            let mark = unsavedMarks[number] ?? earlier[number].map { query.mark(NumberedRow(number: number, row: $0)) }
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
