/// Which rows of a list exist, and what stands for the others.
///
/// A list knows how many rows each of its parts has. Of the rows on the screen, and some around them, it makes elements; each
/// stretch of rows outside becomes one gap that a host draws as empty space of about the right height.
@MainActor
final class ListArrangement {
    /// Rows made at first, before a host says what is on the screen.
    static let initialRows = 50
    /// Rows made beyond each end of the screen, so that short scrolls find them ready.
    static let margin = 30
    /// The most rows a host can have made at a time, whatever it asks for.
    static let mostVisible = 400

    private unowned let node: ViewNode
    private var window = 0..<ListArrangement.initialRows
    private var gaps: [Element] = []
    /// The row that was first in the window, to stay with it when rows come and go above.
    private var anchor: (key: AnyHashable, row: Int, total: Int)?
    /// Row elements around views that are not in a ForEach.
    private var wrappers: [Int: Element] = [:]

    init(_ node: ViewNode) { self.node = node }

    /// Moves the window to the rows on the screen.
    func show(_ visible: Range<Int>) {
        let lower = max(0, visible.lowerBound - Self.margin)
        let upper = visible.prefix(Self.mostVisible).endIndex + Self.margin
        guard lower < upper, window != lower..<upper else { return }
        window = lower..<upper
        anchor = nil
        node.graph.setNeedsArrangement(node)
    }

    // MARK: Parts

    /// Rows that come from one place.
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
        var list = Stretch(graph: node.graph, gaps: gaps)
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
        for case .lazy(let source) in runs { source.dropUnused() }
        return list.finish(&gaps)
    }

    private func arrange(
        _ section: SectionParts, _ runs: [Run], firstRow: Int, reusing wrappers: inout [Int: Element]
    ) -> Element {
        let (header, footer) = section.edges()
        var stretch = Stretch(graph: node.graph, gaps: section.gaps)
        if let header { stretch.add(header) }
        var first = firstRow
        for run in runs {
            add(run, firstRow: first, to: &stretch, reusing: &wrappers)
            first += run.count
        }
        if let footer { stretch.add(footer) }
        node.graph.set(section.element, content: .section(firstRow: firstRow), traits: ElementTraits())
        node.graph.setChildren(of: section.element, to: stretch.finish(&section.gaps))
        return section.element
    }

    private func add(_ run: Run, firstRow: Int, to stretch: inout Stretch, reusing former: inout [Int: Element]) {
        let rows = firstRow..<firstRow + run.count
        let made = rows.clamped(to: window)
        guard !made.isEmpty else { return stretch.skip(rows: rows.count, headers: 0, firstRow: firstRow) }
        stretch.skip(rows: made.lowerBound - rows.lowerBound, headers: 0, firstRow: firstRow)
        for row in made {
            switch run {
            case .lazy(let source):
                if let element = source.row(at: row - firstRow) { stretch.add(element) }
            case .made(let elements):
                let content = elements[row - firstRow]
                let wrapper = former.removeValue(forKey: content.id) ?? node.graph.makeElement(.row(isDeletable: false))
                wrappers[content.id] = wrapper
                node.graph.setChildren(of: wrapper, to: [content])
                stretch.add(wrapper)
            }
        }
        stretch.skip(rows: rows.upperBound - made.upperBound, headers: 0, firstRow: made.upperBound)
    }

    // MARK: Staying in place

    /// Keeps the window inside the list and, where rows were added or removed above it, on the rows it showed.
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

/// A list's or a section's children while they are put together: elements, and gaps for what is between.
@MainActor
private struct Stretch {
    let graph: WindowGraph
    /// Gap elements of the last time, used again in order.
    let gaps: [Element]
    private var usedGaps = 0
    private var children: [Element] = []
    private var pending = ListGap(firstRow: 0, rows: 0, headers: 0)

    init(graph: WindowGraph, gaps: [Element]) {
        self.graph = graph
        self.gaps = gaps
    }

    mutating func add(_ element: Element) {
        closeGap()
        children.append(element)
    }

    mutating func skip(rows: Int, headers: Int, firstRow: Int) {
        guard rows > 0 || headers > 0 else { return }
        if pending.rows == 0 && pending.headers == 0 { pending.firstRow = firstRow }
        pending.rows += rows
        pending.headers += headers
    }

    private mutating func closeGap() {
        guard pending.rows > 0 || pending.headers > 0 else { return }
        let gap = usedGaps < gaps.count ? gaps[usedGaps] : graph.makeElement(.gap(pending))
        graph.set(gap, content: .gap(pending), traits: ElementTraits())
        children.append(gap)
        usedGaps += 1
        pending = ListGap(firstRow: 0, rows: 0, headers: 0)
    }

    mutating func finish(_ gaps: inout [Element]) -> [Element] {
        closeGap()
        gaps = children.filter { child in
            if case .gap = child.content { true } else { false }
        }
        return children
    }
}
