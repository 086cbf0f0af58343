// Scrolling to rows that may not exist.

extension ListArrangement {
    /// Creates the row at a position of a source, and those around it, to scroll to it.
    func show(_ position: Int, of source: any RowSource) {
        if let first = firstRow(of: { $0 === source }) { reveal(first + position) }
    }

    /// Creates the first rows of a section of a `ForEach`, to scroll to it.
    func show(section: Int, of source: any SectionSource) {
        if let first = firstRow(of: { $0 === source }) { reveal(first + source.rowCount(before: section)) }
    }

    /// Makes the row that always exists and contains an element, or is it, one of the list's
    /// children, to scroll to it. Does the same with a section.
    func show(_ element: Element) {
        var around: [ObjectIdentifier] = []
        var next: Element? = element
        while let current = next {
            around.append(ObjectIdentifier(current))
            next = current.parent
        }
        func contains(_ object: AnyObject) -> Bool {
            // The section of a row is around it, but is not what is searched.
            if case .collection(.section)? = (object as? Element)?.content { return object === element }
            return around.contains(ObjectIdentifier(object))
        }
        if let row = firstRow(of: contains) { reveal(row) }
    }

    /// Sets the range to a row and those around it, unless it is among them already.
    private func reveal(_ row: Int) {
        guard !visibleRange.contains(row) else { return }
        show(row..<row + 1)
        node.graph.update()
    }

    /// Returns the position of the first row of a source, a section, or a row that always exists,
    /// for which a closure returns true. The closure receives the source, the element of the
    /// section, or an element of the row. Searches the sections of a `ForEach` that exist.
    private func firstRow(of isSearched: (AnyObject) -> Bool) -> Int? {
        firstRow(in: collectedParts(), from: 0, isSearched)
    }

    private func firstRow(in parts: [Part], from start: Int, _ isSearched: (AnyObject) -> Bool) -> Int? {
        var first = start
        for part in parts {
            switch part {
            case .run(let run):
                if let offset = offset(in: [run], isSearched) { return first + offset }
            case .section(let section, let runs):
                if let offset = offset(in: runs, isSearched) { return first + offset }
                if isSearched(section.element) { return first }
            case .sections(let source):
                if isSearched(source) { return first }
                for (index, node) in source.sections {
                    let before = first + source.rowCount(before: index)
                    if let found = firstRow(in: self.parts(of: node), from: before, isSearched) { return found }
                }
            }
            first += part.count
        }
        return nil
    }

    /// Returns the position of the row for which a closure returns true, among the rows of runs.
    private func offset(in runs: [Run], _ isSearched: (AnyObject) -> Bool) -> Int? {
        var first = 0
        for run in runs {
            switch run {
            case .lazy(let source): if isSearched(source) { return first }
            case .made(let rows):
                if let index = rows.firstIndex(where: { $0.elements.contains(where: isSearched) }) { return first + index }
            case .attached: break
            }
            first += run.count
        }
        return nil
    }
}
