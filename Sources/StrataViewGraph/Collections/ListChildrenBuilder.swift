/// Builds the children of a list or section: elements, and gaps between them.
@MainActor
struct ListChildrenBuilder {
    let graph: WindowGraph
    /// The gap elements of the last arrangement, reused in order.
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
        let gap = usedGaps < gaps.count ? gaps[usedGaps] : graph.makeElement(.collection(.gap(pending)))
        graph.set(gap, content: .collection(.gap(pending)), traits: ElementTraits())
        children.append(gap)
        usedGaps += 1
        pending = ListGap(firstRow: 0, rows: 0, headers: 0)
    }

    mutating func finish(_ gaps: inout [Element]) -> [Element] {
        closeGap()
        gaps = children.filter { child in
            if case .collection(.gap) = child.content { true } else { false }
        }
        return children
    }
}
