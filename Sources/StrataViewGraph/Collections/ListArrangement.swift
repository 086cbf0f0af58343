/// The rows of a list that exist, and the gaps that stand for all other rows. A lazy stack or grid
/// has one, too: its rows are the views directly inside it.
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
/// # Lazy stacks and grids
///
/// They differ from a list in three ways. A view is not put into an element of a row, because the
/// stack arranges the view itself. A `ForEach` whose closure makes several views, each of which is
/// one row (``ListShape/rows(_:)``), is lazy, too: `Text` and `Divider` are two rows for each
/// element of the data. And in a grid only the host knows how many views are in a line, so that it
/// sizes a gap by the lines that the views of the gap would fill, and a line may be partly in a gap.
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
    /// The kinds of containers whose rows are arranged.
    enum Container {
        case list, stack, grid
    }

    /// The number of rows in the range before a host has reported which are visible.
    static let initialRows = 50
    /// The number of rows beyond each end of the visible range, so that short scrolls find them
    /// ready. A grid, with many views in a line, has as many as are visible if these are more.
    static let margin = 30
    /// The largest number of visible rows that a host can report.
    static let mostVisible = 400

    unowned let node: ViewNode
    let container: Container
    /// The range of rows that exist: the visible rows and the margins, by their positions among all
    /// rows. It may extend beyond the last row.
    var visibleRange = 0..<ListArrangement.initialRows
    private var gaps: [Element] = []
    /// The first row of the range at the last arrangement, and the number of all rows then.
    var anchor: (key: AnyHashable, row: Int, total: Int)?
    /// The elements of rows that always exist, by the ID of the wrapped element.
    private(set) var wrappers: [Int: RowWrapper] = [:]

    let selection = ListSelection()
    /// Whether the list has had a row of an outline.
    var hasOutline = false
    /// The number of arrangements, to ignore callbacks of earlier ones.
    var arrangements = 0
    /// The number of the arrangement in which a row has observed the selection for all rows.
    var observedArrangement = 0
    /// The number of selections by the user at the last arrangement.
    private var answeredChoices = 0

    init(_ node: ViewNode, in container: Container = .list) {
        self.node = node
        self.container = container
        selection.rowsBetween = { [unowned self] in rows(between: $0, $1) }
        selection.noteOutline = { [unowned self] in hasOutline = true }
        node.onRemoval = { [unowned self] in
            for wrapper in wrappers.values { wrapper.remove() }
            selection.disconnect()
        }
    }

    /// Sets the range to the visible rows and a margin at each end.
    func show(_ visible: Range<Int>) {
        let visible = visible.prefix(Self.mostVisible)
        let margin = container == .grid ? max(Self.margin, visible.count) : Self.margin
        let lower = max(0, visible.startIndex - margin)
        let upper = visible.endIndex + margin
        guard lower < upper, visibleRange != lower..<upper else { return }
        visibleRange = lower..<upper
        anchor = nil
        node.graph.setNeedsArrangement(node)
    }

    // MARK: Arranging

    /// Returns the children of the list's element: its sections, the rows in the range, and gaps.
    func arrange() -> [Element] {
        arrangements += 1
        let parts = countedParts()
        var formerWrappers = wrappers
        wrappers = [:]
        var list = ListChildrenBuilder(graph: node.graph, gaps: gaps, separatesSections: container == .grid)
        var first = 0
        for part in parts {
            add(part, firstRow: first, to: &list, reusing: &formerWrappers)
            first += part.count
        }
        removeUnused(parts)
        for wrapper in formerWrappers.values { wrapper.remove() }
        answeredChoices = selection.choiceCount
        return list.finish(&gaps)
    }

    /// Returns the parts of the list, after moving the range if rows were inserted or removed.
    func countedParts() -> [Part] {
        while true {
            let parts = collectedParts()
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
        _ part: Part, firstRow: Int, to list: inout ListChildrenBuilder, reusing wrappers: inout [Int: RowWrapper]
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
        _ section: SectionParts, _ runs: [Run], firstRow: Int, reusing wrappers: inout [Int: RowWrapper]
    ) -> Element {
        let (header, footer) = section.edges()
        var builder = ListChildrenBuilder(graph: node.graph, gaps: section.gaps, separatesSections: false)
        for element in header { builder.add(element) }
        var first = firstRow
        for run in runs {
            add(run, firstRow: first, to: &builder, reusing: &wrappers)
            first += run.count
        }
        for element in footer { builder.add(element) }
        var traits = ElementTraits()
        // An arrangement may follow before the host is asked to scroll to the section.
        if let request = section.element.traits.layout.scrollRequest { traits.layout.scrollRequest = request }
        if selection.value != nil { traits.labelledBy = header.first?.id }
        let content = CollectionContent.section(firstRow: firstRow, separators: section.separators)
        node.graph.set(section.element, content: .collection(content), traits: traits)
        node.graph.setChildren(of: section.element, to: builder.finish(&section.gaps))
        return section.element
    }

    /// Adds a run of rows: those in the range as elements, the others to gaps.
    private func add(_ run: Run, firstRow: Int, to builder: inout ListChildrenBuilder, reusing former: inout [Int: RowWrapper]) {
        if case .attached(let element) = run { return builder.add(element) }
        let rows = firstRow..<firstRow + run.count
        let made = rows.clamped(to: visibleRange)
        guard !made.isEmpty else { return builder.skip(rows: rows.count, headers: 0, firstRow: firstRow) }
        builder.skip(rows: made.lowerBound - rows.lowerBound, headers: 0, firstRow: firstRow)
        for row in made {
            switch run {
            case .lazy(let source): source.addRow(at: row - firstRow, to: &builder)
            case .made(let elements) where container == .list:
                let made = elements[row - firstRow]
                let wrapper = former.removeValue(forKey: made.elements[0].id) ?? RowWrapper(node.graph)
                wrappers[made.elements[0].id] = wrapper
                show(made, in: wrapper, after: answeredChoices)
                builder.add(wrapper.element)
            case .made(let elements): for element in elements[row - firstRow].elements { builder.add(element) }
            case .attached: break
            }
        }
        builder.skip(rows: rows.upperBound - made.upperBound, headers: 0, firstRow: made.upperBound)
    }
}
