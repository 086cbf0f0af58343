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
    /// Reads the changed rows and O(log n) others for each; passes over the keys once.
    func apply(_ changes: ChangeSet) {
        let entity = query.layout.entity
        var touched = Set(changes[entity].numbers)
        for _ in 0..<3 {
            let feed = context.coordinator.feed.changes(after: sequence)
            guard let unseen = feed.changes else { break }
            for changes in unseen { touched.formUnion(changes[entity].numbers) }
            guard !touched.isEmpty else {
                sequence = feed.sequence
                return
            }
            // A window's edges move with rows outside it, and past some size reading in order beats searching.
            if hasWindow || touched.count > max(256, count / 4) { break }
            let before = (numbers, marks, runs)
            guard let change = place(touched, orGiveUp: true) else { break }
            // Where somebody committed meanwhile, rows may have been placed beside others that moved: start over.
            if context.coordinator.feed.sequence == feed.sequence {
                sequence = feed.sequence
                tell(change)
                return
            }
            (numbers, marks, runs) = before
        }
        reopen()
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

    /// Takes the touched rows out and puts those that match back where they belong now.
    ///
    /// - Parameter orGiveUp: whether to leave all as it was, and return nil, where that takes longer than reading all anew: where many
    ///   rows share the first bytes of their sort key, each step of a search reads one.
    @discardableResult
    func place(_ touched: Set<Int64>, orGiveUp: Bool = false) -> Change? {
        let candidates = currentRows(touched).filter(query.matches).sorted(by: query.precedes)
        let removed = positions(of: touched)
        let old = Set(removed.map { numbers[$0] })
        if orGiveUp, !candidates.isEmpty {
            let steps = candidates.reduce(0) { $0 + Self.steps(alike(query.mark($1)).count) }
            if steps * Self.rowsPassedInOneRead > max(16_384, count) { return nil }
        }
        remove(removed)
        let reader = ProbeReader(self)
        var inserted: [(position: Int, row: NumberedRow)] = []
        inserted.reserveCapacity(candidates.count)
        for row in candidates {
            inserted.append((position(of: row, from: inserted.last?.position ?? 0, reader), row))
        }
        insert(inserted)
        if let sectionSlot {
            runs = runs.replacing(
                removed: removed, inserted: inserted.map { ($0.position, $0.row.row.values[sectionSlot]) }
            )
        }
        let updated = candidates.count { old.contains($0.number) }
        return Change(inserted: candidates.count - updated, removed: old.count - updated, updated: updated)
    }

    // MARK: Values

    /// The touched rows as they are now: with unsaved changes where there are some, without those that are gone.
    private func currentRows(_ touched: Set<Int64>) -> [NumberedRow] {
        let unread = touched.filter { context.pendingObject(query.layout.entity, $0) == nil }
        let rows = rows(unread)
        return touched.compactMap { number in
            if let object = context.pendingObject(query.layout.entity, number) {
                return object.isDeleted ? nil : object.row.map { NumberedRow(number: number, row: $0) }
            }
            return rows[number].map { NumberedRow(number: number, row: $0) }
        }
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
    private func position(of row: NumberedRow, from: Int, _ reader: ProbeReader) -> Int {
        var range = alike(query.mark(row)).clamped(to: from..<numbers.count)
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if query.precedes(reader.row(at: middle, within: range), row) {
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

    /// How many rows a binary search among this many reads.
    private static func steps(_ count: Int) -> Int { count == 0 ? 0 : Int.bitWidth - count.leadingZeroBitCount }

    /// Reading one row by its key takes about as long as passing this many in order.
    private static let rowsPassedInOneRead = 64
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

/// Reads the rows that a binary search looks at.
private struct ProbeReader {
    private let results: LiveResults

    init(_ results: LiveResults) {
        self.results = results
    }

    /// The row at a position. Once the search is down to a page, the rest of it is read in one go.
    func row(at position: Int, within range: Range<Int>) -> NumberedRow {
        let entity = results.query.layout.entity
        let number = results.numbers[position]
        if let row = results.context.pendingObject(entity, number)?.row ?? results.context.coordinator.cache[RowKey(entity, number)] {
            return NumberedRow(number: number, row: row)
        }
        let page = range.count <= LiveResults.pageSize ? range : position..<position + 1
        let rows = results.rows(results.numbers[page])
        guard let row = rows[number] else {
            // Deleted and not announced yet when this began; the change that does so has the result brought up to date again.
            return NumberedRow(number: number, row: Row(values: results.query.layout.defaults, version: 0))
        }
        return NumberedRow(number: number, row: row)
    }
}

extension NSManagedObjectContext {
    /// The object of a row if it has unsaved changes: then its values count, and not the store's.
    fileprivate func pendingObject(_ entity: NSEntityDescription, _ number: Int64) -> NSManagedObject? {
        guard hasChanges, let object = registry[RowKey(entity, number)], object.hasChanges else { return nil }
        return object
    }
}

extension Int {
    /// The least power of two that is not below this number.
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
