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
    /// Reads the changed rows, and others only where marks are equal; passes over the keys once.
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
            guard let members = place(touched, orGiveUp: true) else { break }
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
            if context.coordinator.stores.stores.isEmpty { clear() } else { try open() }
        } catch {
            preconditionFailure("\(query.layout.name) could not be fetched again: \(error.localizedDescription)")
        }
        tell(Change(isReopened: true))
    }

    /// Takes the touched rows out and puts those that match back where they belong now. Returns which of them were in the
    /// result before and after.
    ///
    /// - Parameter orGiveUp: whether to leave all as it is, and return nil, where many rows have equal marks and searching among them
    ///   would take longer than reading all anew.
    @discardableResult
    func place(_ touched: Set<Int64>, orGiveUp: Bool = false) -> (before: Set<Int64>, after: Set<Int64>)? {
        let removed = positions(of: touched)
        let before = Set(removed.map { numbers[$0] })
        let inserted: [(position: Int, row: NumberedRow)]? = reading { reader in
            let rows = try touched.compactMap { try currentRow($0, reader) }.filter(query.matches).sorted(by: query.precedes)
            if orGiveUp, readsToPlace(rows) * Self.rowsPassedInOneRead > max(16_384, count) { return nil }
            remove(removed)
            var inserted: [(position: Int, row: NumberedRow)] = []
            inserted.reserveCapacity(rows.count)
            for row in rows {
                inserted.append((try position(of: row, from: inserted.last?.position ?? 0, reader), row))
            }
            return inserted
        }
        guard let inserted else { return nil }
        insert(inserted)
        if let sectionSlot {
            runs = runs.replacing(
                removed: removed, inserted: inserted.map { ($0.position, $0.row.row.values[sectionSlot]) }
            )
        }
        return (before, Set(inserted.lazy.map(\.row.number)))
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

    /// A row as it is now: with the unsaved changes of its object if it has some; nil if it is gone.
    private func currentRow(_ number: Int64, _ reader: RowReader) throws -> NumberedRow? {
        if context.hasChanges, let object = context.registry[RowKey(query.layout, number)], object.hasChanges {
            return object.isDeleted ? nil : object.row.map { NumberedRow(number: number, row: $0) }
        }
        return try reader.row(number).map { NumberedRow(number: number, row: $0) }
    }

    // MARK: The keys

    /// The positions of these keys, ascending; one pass.
    private func positions(of touched: Set<Int64>) -> [Int] {
        // One bit a key, by its low bits, spares looking nearly every key up in the set.
        let bits = max(1_024, (touched.count * 32).nextPowerOfTwo)
        var filter = [Bool](repeating: false, count: bits)
        for number in touched { filter[Int(truncatingIfNeeded: number) & (bits - 1)] = true }
        var positions: [Int] = []
        numbers.withUnsafeBufferPointer { numbers in
            filter.withUnsafeBufferPointer { filter in
                for position in numbers.indices
                where filter[Int(truncatingIfNeeded: numbers[position]) & (bits - 1)] && touched.contains(numbers[position]) {
                    positions.append(position)
                }
            }
        }
        return positions
    }

    private func remove(_ positions: [Int]) {
        numbers.removePositions(positions)
        marks.removePositions(positions)
    }

    private func insert(_ rows: [(position: Int, row: NumberedRow)]) {
        numbers.insert(rows.map { ($0.position, $0.row.number) })
        marks.insert(rows.map { ($0.position, query.mark($0.row)) })
    }

    /// Where a row belongs among the keys, at `from` or later: by its mark, and among equal marks by the rows themselves.
    private func position(of row: NumberedRow, from: Int, _ reader: RowReader) throws -> Int {
        var range = alike(query.mark(row)).clamped(to: from..<numbers.count)
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            // A row that is deleted but not announced yet has no values; the change that announces it comes and is placed again.
            if let probed = try currentRow(numbers[middle], reader), query.precedes(probed, row) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// The positions with a mark; where there are none, the empty range at which it belongs.
    private func alike(_ mark: SortMark) -> Range<Int> {
        let start = marks.partitionPoint(in: 0..<marks.count) { $0 < mark }
        return start..<marks.partitionPoint(in: start..<marks.count) { $0 <= mark }
    }

    /// About how many rows the searches for the places of these read.
    private func readsToPlace(_ rows: [NumberedRow]) -> Int {
        rows.reduce(0) { $0 + Int.bitWidth - alike(query.mark($1)).count.leadingZeroBitCount }
    }

    /// Reading one row by its key takes about as long as passing this many in order.
    private static let rowsPassedInOneRead = 16
}

extension ContiguousArray {
    /// Takes out the elements at these positions, which ascend; O(count).
    fileprivate mutating func removePositions(_ positions: [Int]) {
        guard let first = positions.first else { return }
        var end = first
        for (index, position) in positions.enumerated() {
            let next = index + 1 < positions.count ? positions[index + 1] : count
            for kept in position + 1..<Swift.max(next, position + 1) {
                self[end] = self[kept]
                end += 1
            }
        }
        removeLast(count - end)
    }

    /// Puts elements in, each before the one that has its position now; the positions ascend. O(count).
    fileprivate mutating func insert(_ elements: [(position: Int, element: Element)]) {
        if elements.count <= 1 {
            if let only = elements.first { insert(only.element, at: only.position) }
            return
        }
        var merged = ContiguousArray()
        merged.reserveCapacity(count + elements.count)
        var start = 0
        for (position, element) in elements {
            merged.append(contentsOf: self[start..<position])
            merged.append(element)
            start = position
        }
        merged.append(contentsOf: self[start...])
        self = merged
    }

    /// The first position in a range at which a condition, true of a beginning of it, is false; O(log n).
    fileprivate func partitionPoint(in range: Range<Int>, _ isBefore: (Element) -> Bool) -> Int {
        var range = range
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if isBefore(self[middle]) { range = middle + 1..<range.upperBound } else { range = range.lowerBound..<middle }
        }
        return range.lowerBound
    }
}

extension Int {
    /// The least power of two that is not below this number.
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
