// The parts of a list, collected from the nodes below it.

extension ListArrangement {
    /// Consecutive rows from one source.
    enum Run {
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
    struct MadeRow {
        var elements: [Element]
        var traits: RowTraits
        /// The environment of the first element.
        var environment: EnvironmentValues
        /// The element of a ``ForEach`` that the row shows; nil for none.
        var origin: RowOrigin?

        /// The tag of the row, or the ID of its data; nil for a row without both.
        var id: AnyHashable? { traits.tag ?? origin?.key.id }
    }

    /// The element of the ``ForEach`` that a row shows, of one that is not lazy.
    struct RowOrigin {
        let rows: KeyedChildren
        let key: ChildKey

        /// The offset of the element in the data; nil if it has been removed. O(n).
        @MainActor var offset: Int? { rows.keys.firstIndex(of: key) }
    }

    /// A part of a list, in the order of its rows.
    enum Part {
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

    /// Returns the parts of the list.
    func collectedParts() -> [Part] {
        var parts: [Part] = []
        for child in node.children { collectParts(of: child, into: &parts) }
        return parts
    }

    /// Returns the parts of the node of a section in a `ForEach`: one section, unless the view has
    /// another shape than its type says.
    func parts(of node: ViewNode) -> [Part] {
        var parts: [Part] = []
        collectParts(of: node, into: &parts)
        return parts
    }

    /// Appends the parts of a list's subtree.
    ///
    /// - Parameter origin: The element of the ``ForEach`` around the node; nil for none.
    private func collectParts(of node: ViewNode, _ origin: RowOrigin? = nil, into parts: inout [Part]) {
        if node.isDetached { return }
        if let section = node.storage as? SectionParts {
            var rows: [Run] = []
            collectRuns(of: section.content, section.content.traitsAround, nil, into: &rows)
            parts.append(.section(section, rows))
        } else if let source = node.storage as? any SectionSource {
            parts.append(.sections(source))
        } else if node.storage is any RowSource || RowTraits.of(node) != nil && !holdsSections(node)
            || node.element != nil || node.wrapsElements || node.released != nil
        {
            var rows: [Run] = []
            collectRuns(of: node, node.traitsAround, origin, into: &rows)
            for row in rows { parts.append(.run(row)) }
        } else {
            for (child, origin) in node.childrenWithOrigins(origin) { collectParts(of: child, origin, into: &parts) }
        }
    }

    /// Appends the rows of a subtree, with the traits that modifiers above have set. A section in a
    /// section adds its rows between its header and footer.
    private func collectRuns(of node: ViewNode, _ traits: RowTraits, _ origin: RowOrigin?, into runs: inout [Run]) {
        if node.isDetached { return }
        if let source = node.storage as? any RowSource {
            runs.append(.lazy(source))
        } else if let section = node.storage as? SectionParts {
            let (header, footer) = section.edges()
            runs += header.map(Run.attached)
            collectRuns(of: section.content, traits, nil, into: &runs)
            runs += footer.map(Run.attached)
        } else if let source = node.storage as? any SectionSource {
            for index in 0..<source.sectionCount { collectRuns(of: source.node(of: index), traits, nil, into: &runs) }
            source.removeUnused()
        } else if node.element != nil || node.wrapsElements || node.released != nil {
            var elements: [Element] = []
            node.collectElements(into: &elements)
            for element in elements { append(element, of: node, traits, origin, to: &runs) }
        } else {
            let traits = RowTraits.of(node).map { $0.overridden(by: traits) } ?? traits
            for (child, origin) in node.childrenWithOrigins(origin) { collectRuns(of: child, traits, origin, into: &runs) }
        }
    }

    /// Appends an element as a row, unless it is attached to the row before it.
    private func append(
        _ element: Element, of node: ViewNode, _ traits: RowTraits, _ origin: RowOrigin?, to runs: inout [Run]
    ) {
        if case .collection = element.content, element.content.isAttachedToRow, case .made(var rows)? = runs.last {
            rows[rows.count - 1].elements.append(element)
            runs[runs.count - 1] = .made(rows)
        } else if element.content.isAttachedToRow {
            runs.append(.attached(element))
        } else {
            let row = MadeRow(elements: [element], traits: traits, environment: node.environment, origin: origin)
            runs.append(.made([row]))
        }
    }

    /// Whether a node is a section, or has one below it.
    private func holdsSections(_ node: ViewNode) -> Bool {
        node.storage is SectionParts || node.storage is any SectionSource
            || node.element == nil && node.children.contains { holdsSections($0) }
    }
}

extension ViewNode {
    /// The traits that modifiers around the node have set for the rows in it.
    fileprivate var traitsAround: RowTraits { environment.rowTraits?.traits ?? RowTraits() }

    /// The children, each with the element of a ``ForEach`` that it shows.
    ///
    /// - Parameter origin: The element around the node, which is that of its children if the node is
    ///   not a `ForEach` itself.
    fileprivate func childrenWithOrigins(
        _ origin: ListArrangement.RowOrigin?
    ) -> [(child: ViewNode, origin: ListArrangement.RowOrigin?)] {
        guard let keyed = storage as? KeyedChildren else { return children.map { ($0, origin) } }
        return zip(children, keyed.keys).map { ($0, ListArrangement.RowOrigin(rows: keyed, key: $1)) }
    }
}
