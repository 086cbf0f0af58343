/// A builder of the children of a list or a section: elements, and gaps between them.
@MainActor
struct ListChildrenBuilder {
    let graph: WindowGraph
    /// The gap elements of the last arrangement, reused in order.
    let gaps: [Element]
    /// Whether a gap stands for either sections or rows outside sections. In a grid, the host
    /// computes from the number of rows where the line ends in which a gap ends.
    let separatesSections: Bool
    private var usedGaps = 0
    private var children: [Element] = []
    private var pending = ListGap(firstRow: 0, rows: 0, headers: 0)

    init(graph: WindowGraph, gaps: [Element], separatesSections: Bool) {
        self.graph = graph
        self.gaps = gaps
        self.separatesSections = separatesSections
    }

    /// Appends an element.
    mutating func add(_ element: Element) {
        closeGap()
        children.append(element)
    }

    /// Adds rows and headers without elements to the gap at the end.
    ///
    /// - Parameter firstRow: The position of the first of the rows in the list.
    mutating func skip(rows: Int, headers: Int, firstRow: Int) {
        guard rows > 0 || headers > 0 else { return }
        if separatesSections, (pending.headers > 0) != (headers > 0) { closeGap() }
        if pending.rows == 0 && pending.headers == 0 { pending.firstRow = firstRow }
        pending.rows += rows
        pending.headers += headers
    }

    /// Appends the gap at the end, if it has rows or headers.
    private mutating func closeGap() {
        guard pending.rows > 0 || pending.headers > 0 else { return }
        let gap = usedGaps < gaps.count ? gaps[usedGaps] : graph.makeElement(.collection(.gap(pending)))
        graph.set(gap, content: .collection(.gap(pending)), traits: ElementTraits())
        children.append(gap)
        usedGaps += 1
        pending = ListGap(firstRow: 0, rows: 0, headers: 0)
    }

    /// Returns the children, and sets `gaps` to the gap elements among them.
    mutating func finish(_ gaps: inout [Element]) -> [Element] {
        closeGap()
        gaps = children.filter { child in
            if case .collection(.gap) = child.content { true } else { false }
        }
        return children
    }
}
