internal import Foundation
internal import Predicates
internal import Traps

extension LiveResults {
    /// Takes the touched rows out, puts those that match back where they belong now, and returns what that did.
    ///
    /// - Parameters:
    ///   - changes: what touched them; where it tells what rows were before, that spares passing over all keys for their places.
    ///   - renamed: the temporary numbers that rows had before the change, by their permanent ones.
    ///   - orGiveUp: whether to leave all as it is, and return nil, where many rows have equal marks and searching among them
    ///     would take longer than reading all anew.
    @discardableResult
    func place(
        _ touched: Touched, _ changes: ChangeSet, renamed: [Int64: Int64] = [:], orGiveUp: Bool = false
    ) -> [Change.Row]? {
        do {
            let numbers = touched.all
            let rows = try currentRows(numbers)
            let marks = rows.map { query.mark($0.row) }
            let alike = marks.map { placed.alike($0) }
            if orGiveUp, Self.reads(among: alike) * rowsPassedInOneRead > max(16_384, placed.count) { return nil }
            let values = rows.map { section($0.row) }
            let before = changes.rowsBefore(of: query.layout)
            let settled = changes.settled(of: query.layout)
            let hints = hints(numbers, before, Dictionary(zip(rows.map(\.row.number), marks)) { first, _ in first })
            var step = PlacementStep(positions(of: numbers, hints).map { (placed[$0], $0) }, renamed: renamed)
            let former = formerValues(step.taken)
            let earlier = (list: placed, unsaved: unsaved)
            for row in step.taken.reversed() { remove(at: row.position) }
            for number in numbers { unsaved[number] = nil }

            isPlacedByMarks = alike.allSatisfy(\.isEmpty)
            try probing(isPlacedByMarks) { probe in
                var next = 0
                for (index, (row, isUnsaved)) in rows.enumerated() {
                    next = try position(of: row, marks[index], from: next, probe)
                    // Behind the last row there may be others that are not known.
                    if next == placed.count, !isComplete { break }
                    insert(row.number, marks[index], values[index], at: next)
                    let number = renamed[row.number] ?? row.number
                    let isOrderedAlike =
                        earlier.unsaved[number].map { query.ordersAlike($0, row) }
                        ?? before[number].map { query.ordersAlike(NumberedRow(number: number, row: $0), row.row) } ?? true
                    let isReordered = !isOrderedAlike || former[number].map { $0.mark != marks[index] } ?? false
                    // A relation's change is nothing new about the row itself; nor is it that what it has is saved now.
                    let isSame = touched.related.contains(number) || settled.contains(row.number)
                    let isUnchanged = isSame && former[number]?.section == values[index]
                    step.put(
                        row.number, marks[index], section: values[index], at: next, from: number, isReordered: isReordered,
                        isUnchanged: isUnchanged)
                    if isUnsaved { unsaved[row.number] = row }
                    next += 1
                }
            }
            return window == nil ? step.rows : try follow(step, from: earlier.list)
        } catch {
            trap("Rows of \(query.layout.name) could not be read: \(error.localizedDescription)")
        }
    }

    // MARK: The window

    /// Brings the window up to date with a step of the whole list.
    private func follow(_ step: PlacementStep, from old: KeyList) throws -> [Change.Row] {
        guard var window, !isShort else { return [] }
        let move = window.move(step, from: old, to: placed)
        window.apply(move)
        self.window = window
        if section != nil {
            let slid = Set(move.put.lazy.filter { $0.section == nil }.map(\.number))
            let found = Dictionary(try currentRows(slid).map { ($0.row.number, section($0.row)) }) { first, _ in first }
            for position in move.taken.reversed() { sections.remove(at: position) }
            for put in move.put { sections.insert(put.section ?? found[put.number] ?? .null, at: put.position) }
        }
        trim()
        return move.rows
    }

    /// Forgets rows far behind the window.
    private func trim() {
        guard let window, let end = window.end, placed.count > end + 2 * window.margin else { return }
        while placed.count > end + window.margin {
            let last = placed.count - 1
            unsaved[placed[last]] = nil
            members.remove(placed[last])
            placed.remove(at: last)
        }
        isComplete = false
    }

    // MARK: Values

    /// The matching rows among some as they are now, in order; and whether they have values that are not saved.
    private func currentRows(_ numbers: Set<Int64>) throws -> [(row: SortedRow, isUnsaved: Bool)] {
        if numbers.isEmpty { return [] }
        var rows: [(row: SortedRow, isUnsaved: Bool)] = []
        if query.isRowLocal {
            try context.coordinator.reading(query.layout) { reader in
                for number in numbers {
                    guard let (row, isUnsaved) = try currentRow(number, reader), query.matches(row) else { continue }
                    rows.append((SortedRow(row: row), isUnsaved))
                }
            }
        } else {
            let affected = try context.objectsAffected(query, among: numbers)
            let stored = numbers.filter { $0 > 0 && affected[$0] == nil }
            if !stored.isEmpty {
                rows = try context.coordinator.requireStores().fetchSorted(query.among(stored)).map { ($0, false) }
            }
            for object in affected.values where try query.matches(object) { rows.append((try query.sorted(object), true)) }
        }
        return rows.sorted { query.precedes($0.row, $1.row) }
    }

    /// A row as it is now, nil if it is gone; and whether it has unsaved changes of its object.
    private func currentRow(_ number: Int64, _ reader: RowReader) throws -> (row: NumberedRow, isUnsaved: Bool)? {
        if context.hasChanges, let object = context.registry[RowKey(query.layout, number)], object.hasChanges,
            !object.isInaccessible
        {
            return object.isDeleted ? nil : object.row.map { (NumberedRow(number: number, row: $0), true) }
        }
        return try reader.row(number).map { (NumberedRow(number: number, row: $0), false) }
    }

    private func section(_ row: SortedRow) -> Value {
        guard case .computed(let value)? = section?.source else { return storedSection(row) }
        return isOpening ? .null : value(context.object(row.row.row.layout, row.number, row: row.row.row))
    }

    /// The marks and sections that rows have among what is placed now.
    private func formerValues(_ rows: [(number: Int64, position: Int)]) -> [Int64: (mark: SortMark, section: Value)] {
        var former: [Int64: (mark: SortMark, section: Value)] = [:]
        for row in rows { former[row.number] = (placed.mark(at: row.position), shownSection(row.position)) }
        return former
    }

    /// The section of a row by its place among all; none where it is outside the window.
    private func shownSection(_ position: Int) -> Value {
        guard section != nil, !isOpening else { return .null }
        let place = position - (window?.offset ?? 0)
        return (0..<count).contains(place) ? sections[sections.section(at: place).section].value : .null
    }

    /// Calls `body` with what reads the rows that others are compared with: on one snapshot, where rows alone answer.
    private func probing(_ isNotNeeded: Bool, _ body: (Probe) throws -> Void) throws {
        if isNotNeeded || !query.isRowLocal {
            var known: [Int64: SortedRow] = [:]
            return try body { position, range in
                let number = placed[position]
                if let row = unsaved[number] ?? known[number] { return row }
                // A few are read at once.
                let numbers = range.count <= 256 ? Array(placed[range]) : [number]
                for row in try context.coordinator.requireStores().fetchSorted(query.any(of: numbers.filter { $0 > 0 })) {
                    known[row.number] = row
                }
                return known[number]
            }
        }
        try context.coordinator.reading(query.layout) { reader in
            try body { position, _ in try currentRow(placed[position], reader).map { SortedRow(row: $0.row) } }
        }
    }

    /// Reads the row at a position, for a search in a range; nil where the row is gone.
    private typealias Probe = (_ position: Int, _ range: Range<Int>) throws -> SortedRow?

    // MARK: The keys

    /// The marks by which rows can be found: those of what they were before, or else of what they are, which may be the same.
    private func hints(_ numbers: Set<Int64>, _ before: [Int64: Row], _ marks: [Int64: SortMark]) -> [Int64: SortMark] {
        var hints = marks
        if case .columns = query.order {
            for (number, row) in before { hints[number] = query.mark(NumberedRow(number: number, row: row)) }
        }
        for number in numbers { if let row = unsaved[number] { hints[number] = query.mark(row) } }
        return hints
    }

    /// The positions of those of these keys that are placed, ascending.
    private func positions(of touched: Set<Int64>, _ hints: [Int64: SortMark]) -> [Int] {
        var positions: [Int] = []
        var lost: Set<Int64> = []
        for number in touched where members.mayContain(number) {
            if let position = hints[number].flatMap({ placed.position(of: number, marked: $0) }) {
                positions.append(position)
            } else {
                lost.insert(number)
            }
        }
        if !lost.isEmpty { positions += placed.positions(of: lost) }
        return positions.sorted()
    }

    /// Where a row belongs among the keys, at `from` or later: by its mark, and among equal marks by the rows themselves.
    private func position(of row: SortedRow, _ mark: SortMark, from: Int, _ probe: Probe) throws -> Int {
        var range = placed.alike(mark).clamped(to: from..<placed.count)
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            // A row that is deleted but not announced yet has no values; the change that announces it comes and is placed again.
            if let probed = try probe(middle, range), query.precedes(probed, row) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// Puts a row in.
    private func insert(_ number: Int64, _ mark: SortMark, _ value: Value, at position: Int) {
        placed.insert(number, mark, at: position)
        members.insert(number)
        if keepsSections { sections.insert(value, at: position) }
    }

    /// Takes a row out.
    private func remove(at position: Int) {
        members.remove(placed[position])
        placed.remove(at: position)
        if keepsSections { sections.remove(at: position) }
    }

    /// Whether the sections are those of all rows that are placed.
    private var keepsSections: Bool {
        guard let section, window == nil else { return false }
        return !(isOpening && section.isComputed)
    }

    /// About how many rows the searches among these ranges read.
    private static func reads(among ranges: [Range<Int>]) -> Int {
        ranges.reduce(0) { $0 + Int.bitWidth - $1.count.leadingZeroBitCount }
    }

    /// Reading one row by its key takes about as long as passing this many in order; a statement takes longer.
    private var rowsPassedInOneRead: Int { query.isRowLocal ? 16 : 64 }
}
