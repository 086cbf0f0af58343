/// The rows of a list that exist, and the gaps that stand for all others.
///
/// # Lazy rows
///
/// A list of 100,000 earthquakes shows about 20 at a time. If it evaluated a body for each, every
/// window would keep 100,000 nodes and elements, and the browser would lay out as many rows. So a
/// list counts its rows without making them, and makes only those in its range: the rows that the
/// host reports as visible, and ``margin`` more at each end.
///
/// A ``ForEach`` takes part if each of its views is exactly one row, which the type of its content
/// says before any body is evaluated (``ListShape/row``). Its node then has no children but a
/// ``LazyRows``, which knows the number of rows, the identity of the data at a position, and the
/// nodes of the rows in the range. A `ForEach` whose content may be any number of rows (an `if`
/// without `else`, an ``AnyView``) has to be evaluated whole to be counted; all its elements exist,
/// and only those in the range are put into the list.
///
/// # The life of a scroll
///
/// 1. The browser measures which rows are visible and sends `show(500..<520)`. (It sends nothing
///    for a shift of a few rows, which the margin covers.)
/// 2. ``show(_:)`` sets the range to `470..<550` and asks for an arrangement of the list. No body
///    is evaluated: scrolling changes no state.
/// 3. ``arrange()`` walks the nodes below the list and collects the parts in order: runs of rows,
///    and sections with runs of their own. It adds up their counts. For rows in the range it asks
///    the source for elements, which evaluates the rows that are new or have new data; rows outside
///    become a gap with their number. A section outside the range is part of a gap too: it counts
///    one header, which is not evaluated.
/// 4. Rows that were not asked for are removed, and their state with them.
/// 5. The list's element now has the children `gap(470 rows), row … row, gap(99,450 rows)`. The
///    difference reaches the host as insertions, removals and updated gaps. The host draws a gap as
///    empty space, as high as its rows would be on average.
///
/// A change of the data takes the same way, from the evaluation of the `ForEach` to step 3.
///
/// # Invariants
///
/// - The rows of all gaps and the row elements add up to the number of rows, and the elements are
///   in the order of the data.
/// - At most ``mostVisible`` rows and twice the margin exist, whatever range a host asks for: a
///   range is untrusted input.
/// - When rows are inserted or removed above the range, the range moves with the row that was first
///   in it (`anchor`), so that the visible rows stay. Without it, a list that receives new rows at
///   the top would scroll under the reader. At the very top it does not move, so that new rows
///   show.
@MainActor
final class ListArrangement {
    /// Rows made before a host has reported which are visible.
    static let initialRows = 50
    /// Rows made beyond each end of the visible range, so that short scrolls find them ready.
    static let margin = 30
    /// The limit of the visible range that a host can report.
    static let mostVisible = 400

    private unowned let node: ViewNode
    private var window = 0..<ListArrangement.initialRows
    private var gaps: [Element] = []
    /// The first row of the range at the last arrangement, and the number of rows then.
    private var anchor: (key: AnyHashable, row: Int, total: Int)?
    /// Row elements around views outside a `ForEach`, by the ID of the wrapped element.
    private var wrappers: [Int: Element] = [:]

    init(_ node: ViewNode) { self.node = node }

    /// Moves the range of rows to the visible ones.
    func show(_ visible: Range<Int>) {
        let lower = max(0, visible.lowerBound - Self.margin)
        let upper = visible.prefix(Self.mostVisible).endIndex + Self.margin
        guard lower < upper, window != lower..<upper else { return }
        window = lower..<upper
        anchor = nil
        node.graph.setNeedsArrangement(node)
    }

    // MARK: Parts

    /// Consecutive rows from one source.
    private enum Run {
        case lazy(any RowSource)
        case made([Element])

        @MainActor var count: Int {
            switch self {
            case .lazy(let source): source.rowCount
            case .made(let elements): elements.count
            }
        }
    }

    private enum Part {
        case run(Run)
        case section(SectionParts, [Run])
    }

    private func collectParts(of node: ViewNode, into parts: inout [Part]) {
        if let section = node.storage as? SectionParts {
            var rows: [Run] = []
            collectRuns(of: section.content, into: &rows)
            parts.append(.section(section, rows))
        } else if node.storage is any RowSource || node.element != nil {
            var rows: [Run] = []
            collectRuns(of: node, into: &rows)
            for row in rows { parts.append(.run(row)) }
        } else {
            for child in node.children { collectParts(of: child, into: &parts) }
        }
    }

    private func collectRuns(of node: ViewNode, into rows: inout [Run]) {
        if let source = node.storage as? any RowSource {
            rows.append(.lazy(source))
        } else if let element = node.element {
            rows.append(.made([element]))
        } else {
            for child in node.children { collectRuns(of: child, into: &rows) }
        }
    }

    // MARK: Arranging

    func arrange() -> [Element] {
        var parts: [Part] = []
        for child in node.children { collectParts(of: child, into: &parts) }
        let runs = parts.flatMap { part in
            switch part {
            case .run(let run): [run]
            case .section(_, let runs): runs
            }
        }
        let total = runs.reduce(0) { $0 + $1.count }
        followAnchor(runs, total: total)

        var formerWrappers = wrappers
        wrappers = [:]
        var list = ListChildrenBuilder(graph: node.graph, gaps: gaps)
        var first = 0
        for part in parts {
            switch part {
            case .run(let run):
                add(run, firstRow: first, to: &list, reusing: &formerWrappers)
                first += run.count
            case .section(let section, let runs):
                let count = runs.reduce(0) { $0 + $1.count }
                if window.overlaps(first..<first + count) || (count == 0 && window.contains(first)) {
                    list.add(arrange(section, runs, firstRow: first, reusing: &formerWrappers))
                } else {
                    list.skip(rows: count, headers: 1, firstRow: first)
                }
                first += count
            }
        }
        for case .lazy(let source) in runs { source.removeUnused() }
        return list.finish(&gaps)
    }

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
        node.graph.set(section.element, content: .collection(.section(firstRow: firstRow)), traits: ElementTraits())
        node.graph.setChildren(of: section.element, to: builder.finish(&section.gaps))
        return section.element
    }

    private func add(_ run: Run, firstRow: Int, to builder: inout ListChildrenBuilder, reusing former: inout [Int: Element]) {
        let rows = firstRow..<firstRow + run.count
        let made = rows.clamped(to: window)
        guard !made.isEmpty else { return builder.skip(rows: rows.count, headers: 0, firstRow: firstRow) }
        builder.skip(rows: made.lowerBound - rows.lowerBound, headers: 0, firstRow: firstRow)
        for row in made {
            switch run {
            case .lazy(let source):
                if let element = source.row(at: row - firstRow) { builder.add(element) }
            case .made(let elements):
                let content = elements[row - firstRow]
                let wrapper =
                    former.removeValue(forKey: content.id) ?? node.graph.makeElement(.collection(.row(isDeletable: false)))
                wrappers[content.id] = wrapper
                node.graph.setChildren(of: wrapper, to: [content])
                builder.add(wrapper)
            }
        }
        builder.skip(rows: rows.upperBound - made.upperBound, headers: 0, firstRow: made.upperBound)
    }

    // MARK: Staying in place

    /// Moves the range with its first row if rows were inserted or removed above it, and keeps it
    /// within the list.
    private func followAnchor(_ runs: [Run], total: Int) {
        if let anchor, anchor.row > 0, anchor.total != total {
            let shifted = anchor.row + total - anchor.total
            if shifted >= 0, key(at: shifted, runs) == anchor.key {
                window = shifted..<shifted + window.count
            }
        }
        let count = window.count
        let lower = max(0, min(window.lowerBound, total - count))
        window = lower..<lower + count
        anchor = key(at: lower, runs).map { ($0, lower, total) }
    }

    private func key(at row: Int, _ runs: [Run]) -> AnyHashable? {
        var first = 0
        for run in runs {
            if row < first + run.count {
                guard case .lazy(let source) = run else { return nil }
                return source.key(at: row - first)
            }
            first += run.count
        }
        return nil
    }
}
