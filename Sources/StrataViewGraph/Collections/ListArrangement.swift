/// The rows of a list that exist, and the gaps that stand for all other rows.
///
/// # Lazy rows
///
/// A list of 100,000 earthquakes shows about 20 at a time. If it evaluated a body for each, every
/// window would keep 100,000 nodes and elements, and the browser would lay out as many rows. So a
/// list counts its rows without creating them, and creates only those in its range: the rows that
/// the host reports as visible, and ``margin`` more at each end.
///
/// A ``ForEach`` is lazy if each of its views is exactly one row, which the type of its content
/// says before any body is evaluated (``ListShape/row``). Instead of children, its node has a
/// ``LazyRows``, which knows the number of rows, the ID of the data at a position, and the nodes of
/// the rows in the range. A `ForEach` whose views may be any number of rows (an `if` without
/// `else`, an ``AnyView``) has to be evaluated entirely to be counted: all of its nodes and
/// elements exist, and the list contains those in the range. ``LazySections`` describes sections.
///
/// # The life of a scroll
///
/// 1. The browser measures which rows are visible and sends the range `500..<520` in a
///    ``VisibleRowsEvent``. (It sends nothing for a shift of a few rows, which the margin covers.)
/// 2. ``show(_:)`` sets the range to `470..<550` and requests an arrangement of the list. Scrolling
///    changes no state, so the list itself is not evaluated.
/// 3. ``arrange()`` walks the nodes below the list and collects the parts in order: runs of rows,
///    and sections with runs of their own. It adds up their counts. It requests the rows in the
///    range from their source, which evaluates those that are new or have new data. The rows
///    outside the range are counted in gaps. A section outside the range is part of a gap, too: it
///    counts one header, which is not evaluated.
/// 4. Rows that were not requested are removed, and their state with them.
/// 5. The list's element now has the children `gap(470 rows), row … row, gap(99,450 rows)`. The
///    difference reaches the host as insertions, removals and updated gaps. The host draws a gap as
///    empty space, with the average height of the rows that exist for each row in it.
///
/// A change of the data evaluates the `ForEach`, which leads to step 3.
///
/// # Invariants
///
/// - The rows in all gaps and the row elements add up to the number of rows, and the elements are
///   in the order of the data.
/// - The list contains at most ``mostVisible`` rows and twice the margin, whatever range a host
///   reports: an event is untrusted input.
/// - When rows are inserted or removed above the range, and nowhere else, the range moves with the
///   row that was first in it (`anchor`), so that the visible rows stay the same. Otherwise a list
///   that receives new rows at the top would replace the rows that the user is reading. A range
///   that begins with the first row of the list does not move, so that new rows at the top are
///   shown.
@MainActor
final class ListArrangement {
    /// The number of rows in the range before a host has reported which are visible.
    static let initialRows = 50
    /// The number of rows beyond each end of the visible range, so that short scrolls find them
    /// ready.
    static let margin = 30
    /// The largest number of visible rows that a host can report.
    static let mostVisible = 400

    private unowned let node: ViewNode
    /// The range of rows that exist: the visible rows and the margins, by their positions among all
    /// rows. It may extend beyond the last row.
    private var visibleRange = 0..<ListArrangement.initialRows
    private var gaps: [Element] = []
    /// The first row of the range at the last arrangement, and the number of all rows then.
    private var anchor: (key: AnyHashable, row: Int, total: Int)?
    /// Row elements around views outside a `ForEach`, by the ID of the wrapped element.
    private var wrappers: [Int: Element] = [:]

    let selection = ListSelection()
    /// Whether the list has had a row of an outline.
    private(set) var hasOutline = false
    /// The number of arrangements, to ignore callbacks of earlier ones.
    private var arrangements = 0

    init(_ node: ViewNode) {
        self.node = node
        selection.rowsBetween = { [unowned self] in rows(between: $0, $1) }
        selection.noteOutline = { [unowned self] in hasOutline = true }
    }

    /// Sets the range to the visible rows and a margin at each end.
    func show(_ visible: Range<Int>) {
        let lower = max(0, visible.lowerBound - Self.margin)
        let upper = visible.prefix(Self.mostVisible).endIndex + Self.margin
        guard lower < upper, visibleRange != lower..<upper else { return }
        visibleRange = lower..<upper
        anchor = nil
        node.graph.setNeedsArrangement(node)
    }

    /// Creates the row at a position of a source, and those around it, to scroll to it.
    func show(_ position: Int, of source: any RowSource) {
        var parts: [Part] = []
        for child in node.children { collectParts(of: child, into: &parts) }
        guard let first = firstRow(of: source, in: parts, from: 0) else { return }
        show(first + position..<first + position + 1)
        node.graph.update()
    }

    /// Returns the position in the list of the first row of a source; nil if the source is in a
    /// section that does not exist.
    private func firstRow(of source: any RowSource, in parts: [Part], from start: Int) -> Int? {
        var first = start
        func isFound(_ runs: [Run]) -> Bool {
            for run in runs {
                if case .lazy(let other) = run, other === source { return true }
                first += run.count
            }
            return false
        }
        for part in parts {
            switch part {
            case .run(let run): if isFound([run]) { return first }
            case .section(_, let runs): if isFound(runs) { return first }
            case .sections(let sections):
                for index in visibleSections(of: sections, firstRow: first) {
                    let start = first + sections.rowCount(before: index)
                    if let found = firstRow(of: source, in: self.parts(of: sections.node(of: index)), from: start) {
                        return found
                    }
                }
                first += part.count
            }
        }
        return nil
    }

    // MARK: Parts

    /// Consecutive rows from one source.
    private enum Run {
        /// Rows that exist while they are in the range.
        case lazy(any RowSource)
        /// Rows that always exist.
        case made([MadeRow])
        /// An element that is not a row and follows none, such as a dialog of a `ForEach`.
        case attached(Element)

        @MainActor var count: Int {
            switch self {
            case .lazy(let source): source.rowCount
            case .made(let rows): rows.count
            case .attached: 0
            }
        }
    }

    /// A row that always exists: an element, followed by those attached to it, such as its swipe
    /// actions.
    private struct MadeRow {
        var elements: [Element]
        var traits: RowTraits
    }

    /// A part of a list, in the order of its rows.
    private enum Part {
        /// Rows outside sections.
        case run(Run)
        /// A section that exists, with its rows.
        case section(SectionParts, [Run])
        /// The sections of a `ForEach`, which exist while they are in the range.
        case sections(any SectionSource)

        @MainActor var count: Int {
            switch self {
            case .run(let run): run.count
            case .section(_, let runs): runs.reduce(0) { $0 + $1.count }
            case .sections(let source): source.rowCount(before: source.sectionCount)
            }
        }
    }

    /// Appends the parts of a list's subtree.
    private func collectParts(of node: ViewNode, into parts: inout [Part]) {
        if node.isDetached { return }
        if let section = node.storage as? SectionParts {
            var rows: [Run] = []
            collectRuns(of: section.content, RowTraits(), into: &rows)
            parts.append(.section(section, rows))
        } else if let source = node.storage as? any SectionSource {
            parts.append(.sections(source))
        } else if node.storage is any RowSource || RowTraits.of(node) != nil && !holdsSections(node)
            || node.element != nil || node.wrapsElements || node.released != nil
        {
            var rows: [Run] = []
            collectRuns(of: node, RowTraits(), into: &rows)
            for row in rows { parts.append(.run(row)) }
        } else {
            for child in node.children { collectParts(of: child, into: &parts) }
        }
    }

    /// Appends the rows of a subtree without sections, with the traits that modifiers above have
    /// set.
    private func collectRuns(of node: ViewNode, _ traits: RowTraits, into runs: inout [Run]) {
        if node.isDetached { return }
        if let source = node.storage as? any RowSource {
            runs.append(.lazy(source))
        } else if node.element != nil || node.wrapsElements || node.released != nil {
            var elements: [Element] = []
            node.collectElements(into: &elements)
            for element in elements { append(element, traits, to: &runs) }
        } else {
            let traits = RowTraits.of(node).map { $0.overridden(by: traits) } ?? traits
            for child in node.children { collectRuns(of: child, traits, into: &runs) }
        }
    }

    /// Appends an element as a row, unless it is attached to the row before it.
    private func append(_ element: Element, _ traits: RowTraits, to runs: inout [Run]) {
        if case .collection = element.content, element.content.isAttachedToRow, case .made(var rows)? = runs.last {
            rows[rows.count - 1].elements.append(element)
            runs[runs.count - 1] = .made(rows)
        } else if element.content.isAttachedToRow {
            runs.append(.attached(element))
        } else {
            runs.append(.made([MadeRow(elements: [element], traits: traits)]))
        }
    }

    /// Whether a node is a section, or has one below it.
    private func holdsSections(_ node: ViewNode) -> Bool {
        node.storage is SectionParts || node.storage is any SectionSource
            || node.element == nil && node.children.contains { holdsSections($0) }
    }

    /// Returns the parts of the node of a section in a `ForEach`: one section, unless the view has
    /// another shape than its type says.
    private func parts(of node: ViewNode) -> [Part] {
        var parts: [Part] = []
        collectParts(of: node, into: &parts)
        return parts
    }

    // MARK: Arranging

    /// Returns the children of the list's element: its sections, the rows in the range, and gaps.
    func arrange() -> [Element] {
        arrangements += 1
        let parts = countedParts()
        var formerWrappers = wrappers
        wrappers = [:]
        var list = ListChildrenBuilder(graph: node.graph, gaps: gaps)
        var first = 0
        for part in parts {
            add(part, firstRow: first, to: &list, reusing: &formerWrappers)
            first += part.count
        }
        removeUnused(parts)
        return list.finish(&gaps)
    }

    /// Returns the parts of the list, after moving the range if rows were inserted or removed.
    private func countedParts() -> [Part] {
        while true {
            var parts: [Part] = []
            for child in node.children { collectParts(of: child, into: &parts) }
            for case .sections(let source) in parts where source.isEvaluated { countRows(of: source) }
            followAnchor(parts, total: parts.reduce(0) { $0 + $1.count })
            // A section with another number of rows than its data says changes the number of all
            // rows, and may move the range.
            if countUnexpectedRows(of: parts) { continue }
            return parts
        }
    }

    private func countRows(of source: any SectionSource) {
        source.countRows { [unowned self] node in parts(of: node).reduce(0) { $0 + $1.count } }
    }

    /// Counts rows by evaluating all sections of a `ForEach` if any visible section of it has
    /// another number of rows than its data says. Returns whether there was such a section.
    private func countUnexpectedRows(of parts: [Part]) -> Bool {
        var isOther = false
        var first = 0
        for part in parts {
            if case .sections(let source) = part, !source.isEvaluated {
                let isExpected = visibleSections(of: source, firstRow: first).allSatisfy { section in
                    let count = source.rowCount(before: section + 1) - source.rowCount(before: section)
                    return self.parts(of: source.node(of: section)).reduce(0) { $0 + $1.count } == count
                }
                if !isExpected {
                    countRows(of: source)
                    isOther = true
                }
            }
            first += part.count
        }
        return isOther
    }

    /// Returns the sections with rows in the range, and the empty sections next to them.
    private func visibleSections(of source: any SectionSource, firstRow: Int) -> Range<Int> {
        let count = source.sectionCount
        let total = source.rowCount(before: count)
        guard total > 0 else { return visibleRange.contains(firstRow) ? 0..<min(count, visibleRange.count) : 0..<0 }
        let rows = (visibleRange.lowerBound - firstRow..<visibleRange.upperBound - firstRow).clamped(to: 0..<total)
        guard !rows.isEmpty else {
            let end = rows.lowerBound == 0 ? 0 : count
            return end..<end
        }
        var lower = source.section(ofRow: rows.lowerBound)
        var upper = source.section(ofRow: rows.upperBound - 1) + 1
        func isEmpty(_ section: Int) -> Bool { source.rowCount(before: section + 1) == source.rowCount(before: section) }
        while lower > 0, isEmpty(lower - 1) { lower -= 1 }
        while upper < count, isEmpty(upper) { upper += 1 }
        return lower..<upper
    }

    /// Adds a part: the rows in the range as elements, the others to gaps.
    private func add(
        _ part: Part, firstRow: Int, to list: inout ListChildrenBuilder, reusing wrappers: inout [Int: Element]
    ) {
        switch part {
        case .run(let run): add(run, firstRow: firstRow, to: &list, reusing: &wrappers)
        case .section(let section, let runs):
            let count = part.count
            if visibleRange.overlaps(firstRow..<firstRow + count) || (count == 0 && visibleRange.contains(firstRow)) {
                list.add(arrange(section, runs, firstRow: firstRow, reusing: &wrappers))
            } else {
                list.skip(rows: count, headers: 1, firstRow: firstRow)
            }
        case .sections(let source):
            let visible = visibleSections(of: source, firstRow: firstRow)
            let before = source.rowCount(before: visible.lowerBound)
            list.skip(rows: before, headers: visible.lowerBound, firstRow: firstRow)
            for index in visible {
                var first = firstRow + source.rowCount(before: index)
                for part in parts(of: source.node(of: index)) {
                    add(part, firstRow: first, to: &list, reusing: &wrappers)
                    first += part.count
                }
            }
            let shown = source.rowCount(before: visible.upperBound)
            list.skip(
                rows: part.count - shown, headers: source.sectionCount - visible.upperBound, firstRow: firstRow + shown)
        }
    }

    /// Removes the rows and sections that were not requested for this arrangement.
    private func removeUnused(_ parts: [Part]) {
        for part in parts {
            switch part {
            case .run(.lazy(let source)): source.removeUnused()
            case .run(.made), .run(.attached): break
            case .section(_, let runs): for case .lazy(let source) in runs { source.removeUnused() }
            case .sections(let source):
                source.removeUnused()
                for node in source.nodes { removeUnused(self.parts(of: node)) }
            }
        }
    }

    /// Returns the element of a section, with the header, rows, gaps and footer as children.
    private func arrange(
        _ section: SectionParts, _ runs: [Run], firstRow: Int, reusing wrappers: inout [Int: Element]
    ) -> Element {
        let (header, footer) = section.edges()
        var builder = ListChildrenBuilder(graph: node.graph, gaps: section.gaps)
        if let header { builder.add(header) }
        var first = firstRow
        for run in runs {
            add(run, firstRow: first, to: &builder, reusing: &wrappers)
            first += run.count
        }
        if let footer { builder.add(footer) }
        var traits = ElementTraits()
        if selection.value != nil { traits.labelledBy = header?.id }
        node.graph.set(section.element, content: .collection(.section(firstRow: firstRow)), traits: traits)
        node.graph.setChildren(of: section.element, to: builder.finish(&section.gaps))
        return section.element
    }

    /// Adds a run of rows: those in the range as elements, the others to gaps.
    private func add(_ run: Run, firstRow: Int, to builder: inout ListChildrenBuilder, reusing former: inout [Int: Element]) {
        if case .attached(let element) = run { return builder.add(element) }
        let rows = firstRow..<firstRow + run.count
        let made = rows.clamped(to: visibleRange)
        guard !made.isEmpty else { return builder.skip(rows: rows.count, headers: 0, firstRow: firstRow) }
        builder.skip(rows: made.lowerBound - rows.lowerBound, headers: 0, firstRow: firstRow)
        for row in made {
            switch run {
            case .lazy(let source):
                if let element = source.row(at: row - firstRow) { builder.add(element) }
            case .made(let elements): builder.add(wrapper(of: elements[row - firstRow], reusing: &former))
            case .attached: break
            }
        }
        builder.skip(rows: rows.upperBound - made.upperBound, headers: 0, firstRow: made.upperBound)
    }

    /// Returns the row element around the elements of a row that always exists. A row of `LazyRows`
    /// has one of its own (`RowView`).
    private func wrapper(of row: MadeRow, reusing former: inout [Int: Element]) -> Element {
        let id = row.elements[0].id
        var content = RowContent(row.traits)
        content.isSelected = observing { selection.contains(row.traits.tag) }
        if content.outline != nil { hasOutline = true }
        let wrapper = former.removeValue(forKey: id) ?? node.graph.makeElement(.collection(.row(content)))
        wrappers[id] = wrapper
        if let tag = row.traits.tag, content.isSelected != nil {
            let showsDetails = node.environment.showsNextColumn
            wrapper.handlers = [
                EventHandler(SelectEvent.self) { [selection] in
                    selection.choose(tag, $0.choice)
                    if $0.choice == .only { showsDetails?() }
                }
            ]
        }
        node.graph.set(wrapper, content: .collection(.row(content)), traits: ElementTraits())
        node.graph.setChildren(of: wrapper, to: row.elements)
        return wrapper
    }

    /// Reads state during an arrangement. The list is arranged again after the next change of a
    /// value that was read.
    private func observing<Value>(_ read: () -> Value) -> Value {
        trackObservation(of: read) { [weak self, arrangements] in
            guard let self, self.arrangements == arrangements, node.isInGraph else { return false }
            node.graph.recordTransaction()
            node.graph.setNeedsArrangement(node)
            return true
        }
    }

    // MARK: Selection

    /// Returns the IDs of the rows between two, both included; only the second if one of them is
    /// not in the list. O(n).
    private func rows(between first: AnyHashable, _ last: AnyHashable) -> [AnyHashable] {
        var isInside = false
        var keys: [AnyHashable] = []
        /// Returns whether a row was the last of the range.
        func visit(_ key: AnyHashable?) -> Bool {
            let isEnd = key != nil && (key == first || key == last)
            if let key, isInside || isEnd { keys.append(key) }
            if isEnd, isInside || first == last { return true }
            if isEnd { isInside = true }
            return false
        }
        return visitKeys(of: countedParts(), visit) ? keys : [last]
    }

    /// Calls a closure with the ID of each row, as `key(at:_:)` returns it, until it returns true.
    /// Returns whether it did.
    private func visitKeys(of parts: [Part], _ visit: (AnyHashable?) -> Bool) -> Bool {
        parts.contains { part in
            switch part {
            case .run(.lazy(let source)): (0..<source.rowCount).contains { visit(source.key(at: $0)) }
            case .run(.made(let rows)): rows.contains { visit($0.traits.tag) }
            case .run(.attached): false
            case .section(_, let runs): visitKeys(of: runs.map(Part.run), visit)
            case .sections(let source):
                (0..<source.sectionCount).contains { visitKeys(of: self.parts(of: source.node(of: $0)), visit) }
            }
        }
    }

    // MARK: The anchor

    /// Moves the range with its first row if all rows that were inserted or removed are above it,
    /// and keeps the range within the list.
    private func followAnchor(_ parts: [Part], total: Int) {
        if let anchor, anchor.row > 0, anchor.total != total {
            let shifted = anchor.row + total - anchor.total
            if shifted >= 0, key(at: shifted, parts) == anchor.key {
                visibleRange = shifted..<shifted + visibleRange.count
            }
        }
        let count = visibleRange.count
        let lower = max(0, min(visibleRange.lowerBound, total - count))
        visibleRange = lower..<lower + count
        anchor = key(at: lower, parts).map { ($0, lower, total) }
    }

    /// Returns the ID of the data of a row, or the tag of a row that always exists; nil without
    /// one.
    private func key(at row: Int, _ parts: [Part]) -> AnyHashable? {
        var first = 0
        for part in parts {
            let count = part.count
            if row < first + count { return key(at: row - first, in: part) }
            first += count
        }
        return nil
    }

    private func key(at row: Int, in part: Part) -> AnyHashable? {
        switch part {
        case .run(.lazy(let source)): return source.key(at: row)
        case .run(.made(let rows)): return rows[row].traits.tag
        case .run(.attached): return nil
        case .section(_, let runs): return key(at: row, runs.map(Part.run))
        case .sections(let source):
            let section = source.section(ofRow: row)
            return key(at: row - source.rowCount(before: section), parts(of: source.node(of: section)))
        }
    }
}
