/// The difference between two states of a result, in the form in which a list on a screen applies
/// it: sections and rows to delete, by their positions before; sections and rows to insert, by
/// their positions after; rows that moved or have new values, by both.
///
/// There are two ways to compute it. A `Change` that lists its rows has their positions already,
/// and becomes a difference in time that depends on the change alone. If the query ran again, or
/// several changes were combined into one, the two states are compared row by row, in O(n log n)
/// for n rows. Then as few rows as possible count as moved: all but a longest subsequence of rows
/// that kept their order.
struct ResultsDifference {
    /// The position of a row: the index of its section, and its index in the section.
    struct Place: Hashable {
        let section: Int
        let row: Int
    }

    struct Row {
        let rowID: RowID
        let before: Place?
        let after: Place?
        /// Whether the row's position or sort keys changed. If not, a row with both positions has
        /// new values.
        let isMoved: Bool
    }

    /// The sections before and after.
    let (before, after): (SectionRuns, SectionRuns)
    private(set) var deletedSections: [Int] = []
    private(set) var insertedSections: [Int] = []
    private(set) var rows: [Row] = []

    var isEmpty: Bool { deletedSections.isEmpty && insertedSections.isEmpty && rows.isEmpty }

    /// Creates the difference between the states before and after a change.
    init(_ change: LiveResults.Change, from old: LiveResults.Arrangement, to new: LiveResults.Arrangement) {
        if !change.isReopened, let difference = ResultsDifference(change.rows, from: old, to: new) {
            self = difference
        } else {
            let touched = change.isReopened ? change.touched : Set(change.rows.map(\.rowID))
            self.init(from: old, to: new, touched: touched, temporaryIDs: change.temporaryIDs)
        }
    }

    /// Creates the difference from the rows of a change, in time that depends on the change alone.
    ///
    /// Returns nil if rows that are not part of the change are in another section now, because a
    /// section was divided or two were joined. That happens only if the sort order separates rows
    /// with equal section values.
    private init?(_ changes: [LiveResults.Change.Row], from old: LiveResults.Arrangement, to new: LiveResults.Arrangement) {
        (before, after) = (old.sections, new.sections)
        var taken: [Int: Int] = [:]
        var put: [Int: Int] = [:]
        for row in changes {
            if let place = row.before.map(old.place) { taken[place.section, default: 0] += 1 }
            if let place = row.after.map(new.place) { put[place.section, default: 0] += 1 }
        }
        guard !old.isOneSection else {
            rows = changes.map { Self.row($0, old, new) { $0 } }
            return
        }
        // Sections that lost all of their rows, and sections all of whose rows were inserted.
        deletedSections = taken.filter { before[$0].range.count == $1 }.map(\.key).sorted()
        insertedSections = put.filter { after[$0].range.count == $1 }.map(\.key).sorted()
        guard !Self.stand(deletedSections, amid: before), !Self.stand(insertedSections, amid: after) else { return nil }
        keepSections()
        let kept = keptSection
        rows = changes.map { Self.row($0, old, new, kept) }
    }

    /// Creates the difference of any two states, by comparing them. O(n log n) for n rows.
    ///
    /// - Parameters:
    ///   - touched: The rows that may have new values; nil if any may.
    ///   - temporaryIDs: The temporary IDs that were replaced, keyed by the permanent IDs.
    private init(
        from old: LiveResults.Arrangement, to new: LiveResults.Arrangement, touched: Set<RowID>?, temporaryIDs: [RowID: RowID]
    ) {
        (before, after) = (old.sections, new.sections)
        var kept: (Int) -> Int? = { $0 }
        if !old.isOneSection {
            compareSections()
            kept = keptSection
        }
        var positions: [RowID: Int] = [:]
        for (position, rowID) in old.rowIDs.enumerated() { positions[rowID] = position }
        var stayed: [(rowID: RowID, before: Int, after: Int)] = []
        var came: [Row] = []
        for (position, rowID) in new.rowIDs.enumerated() {
            if let before = positions.removeValue(forKey: rowID)
                ?? temporaryIDs[rowID].flatMap({ positions.removeValue(forKey: $0) })
            {
                stayed.append((rowID, before, position))
            } else {
                came.append(Row(rowID: rowID, before: nil, after: new.place(position), isMoved: false))
            }
        }
        let permanentIDs = temporaryIDs.permanentIDsByTemporaryID
        rows =
            positions.sorted { $0.value < $1.value }
            .map { Row(rowID: permanentIDs[$0] ?? $0, before: old.place($1), after: nil, isMoved: false) } + came
        let places = stayed.map { (before: old.place($0.before), after: new.place($0.after)) }
        // A row whose section changes has moved. Of the others, as few as possible have.
        let candidates = stayed.indices.filter { kept(places[$0].before.section) == places[$0].after.section }
        var isMoved = [Bool](repeating: true, count: stayed.count)
        for (index, isUnmoved) in zip(candidates, Self.longestAscent(candidates.map { stayed[$0].before })) {
            isMoved[index] = !isUnmoved
        }
        for (index, row) in stayed.enumerated() where isMoved[index] || touched?.contains(row.rowID) ?? true {
            let (before, after) = places[index]
            rows.append(Row(rowID: row.rowID, before: before, after: after, isMoved: isMoved[index]))
        }
    }

    private static func row(
        _ change: LiveResults.Change.Row, _ old: LiveResults.Arrangement, _ new: LiveResults.Arrangement, _ kept: (Int) -> Int?
    ) -> Row {
        let (before, after) = (change.before.map(old.place), change.after.map(new.place))
        let isElsewhere = before.flatMap { kept($0.section) } != after?.section
        return Row(
            rowID: change.rowID, before: before, after: after,
            isMoved: before != nil && after != nil && (change.isMoved || isElsewhere))
    }

    // MARK: Sections

    /// Whether a group of consecutive sections, out of `some`, is between two sections with equal
    /// values. If the group is deleted, these two are joined. If it is inserted, it divides one.
    private static func stand(_ some: [Int], amid sections: SectionRuns) -> Bool {
        var start = some.first ?? 0
        for (index, section) in some.enumerated() {
            if index > 0, some[index - 1] != section - 1 { start = section }
            let isLast = index + 1 == some.count || some[index + 1] != section + 1
            guard isLast, start > 0, section + 1 < sections.count else { continue }
            if sections[start - 1].value == sections[section + 1].value { return true }
        }
        return false
    }

    /// Finds the sections that were deleted and inserted: all but a longest subsequence of sections
    /// whose values kept their order. O(n log n) for n sections.
    ///
    /// If the sort order separates equal values, the first section of a value stands for the first
    /// of that value before, the second for the second. Others may then stay than could.
    private mutating func compareSections() {
        var former: [Value: [Int]] = [:]
        for (index, section) in before.enumerated().reversed() { former[section.value, default: []].append(index) }
        var found: [(before: Int, after: Int)] = []
        for (index, section) in after.enumerated() {
            if let before = former[section.value]?.popLast() { found.append((before, index)) }
        }
        var (isGone, isNew) = (before.map { _ in true }, after.map { _ in true })
        for (section, stays) in zip(found, Self.longestAscent(found.map(\.before))) where stays {
            (isGone[section.before], isNew[section.after]) = (false, false)
        }
        deletedSections = isGone.indices.filter { isGone[$0] }
        insertedSections = isNew.indices.filter { isNew[$0] }
    }

    /// Removes a section from both lists if it is the same before and after, with all of its rows
    /// replaced: if it has an equal value and the same position among the sections that stay.
    private mutating func keepSections() {
        var (gone, came): ([Int], [Int]) = ([], [])
        var (old, new) = (deletedSections[...], insertedSections[...])
        while let first = old.first, let other = new.first {
            let place = first - gone.count + came.count
            if place == other, before[first].value == after[other].value {
                old.removeFirst()
                new.removeFirst()
            } else if place < other {
                gone.append(first)
                old.removeFirst()
            } else {
                came.append(other)
                new.removeFirst()
            }
        }
        deletedSections = gone + old
        insertedSections = came + new
    }

    /// A function from a section's index before the change to its index after; nil for a deleted
    /// section.
    private var keptSection: (Int) -> Int? {
        let (deleted, inserted) = (deletedSections, insertedSections)
        return { section in
            let before = deleted.partitionPoint { $0 < section }
            if before < deleted.count, deleted[before] == section { return nil }
            let place = section - before
            // The differences ascend: `inserted[n] - n` is the number of kept sections before it.
            return place + inserted.indices.partitionPoint { inserted[$0] - $0 <= place }
        }
    }

    /// Returns whether each element is part of a longest ascending subsequence; O(n log n).
    private static func longestAscent(_ list: [Int]) -> [Bool] {
        // `ends[n]` is the index of the smallest element that ends an ascending subsequence of n +
        // 1 elements; `previous` has the index of each element's predecessor.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (index, value) in list.enumerated() {
            let length = ends.partitionPoint { list[$0] < value }
            previous.append(length > 0 ? ends[length - 1] : nil)
            if length < ends.count { ends[length] = index } else { ends.append(index) }
        }
        var isIn = [Bool](repeating: false, count: list.count)
        var next = ends.last
        while let index = next {
            isIn[index] = true
            next = previous[index]
        }
        return isIn
    }
}

extension LiveResults {
    /// The row IDs of a result in order, and its sections, at one moment.
    struct Arrangement {
        var rowIDs = KeyList()
        var sections = SectionRuns()
        /// Whether the request has no section key. Then all rows are one section, which exists even
        /// if there are no rows.
        let isOneSection: Bool

        /// Returns the section that contains a position, and the row's index in it.
        func place(_ position: Int) -> ResultsDifference.Place {
            if isOneSection { return ResultsDifference.Place(section: 0, row: position) }
            let (section, row) = sections.section(at: position)
            return ResultsDifference.Place(section: section, row: row)
        }

        /// Returns the position of a row, given its section and its index in it; nil if there is no
        /// such row.
        func position(_ place: ResultsDifference.Place) -> Int? {
            let range = range(ofSection: place.section)
            return range.map { $0.lowerBound + place.row }.flatMap { position in
                place.row >= 0 && range?.contains(position) == true ? position : nil
            }
        }

        var sectionCount: Int { isOneSection ? 1 : sections.count }

        /// Returns the positions of a section's rows; nil if there is no such section.
        func range(ofSection section: Int) -> Range<Int>? {
            guard (0..<sectionCount).contains(section) else { return nil }
            return isOneSection ? 0..<rowIDs.count : sections[section].range
        }
    }

    /// The present row IDs and sections. Costs a few references.
    var arrangement: Arrangement {
        Arrangement(rowIDs: rowIDs, sections: sections, isOneSection: section == nil)
    }
}
