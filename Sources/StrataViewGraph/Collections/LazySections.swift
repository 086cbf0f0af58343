internal import StrataTraps

/// A collection of sections that knows the number of rows before each section, without visiting the
/// sections.
package protocol CountedSections: RandomAccessCollection where Element: Collection {
    /// Returns the number of rows in the sections before `section`; for `count`, the number of all
    /// rows.
    func rowCount(before section: Int) -> Int

    /// Returns the index of the section that contains a row.
    func section(ofRow row: Int) -> Int
}

/// A source of list sections that counts their rows without creating them.
@MainActor
protocol SectionSource: AnyObject {
    /// The number of sections, whether or not they exist.
    var sectionCount: Int { get }

    /// Returns the number of rows in the sections before `section`; for `sectionCount`, the number
    /// of all rows.
    func rowCount(before section: Int) -> Int

    /// Returns the index of the section that contains a row.
    func section(ofRow row: Int) -> Int

    /// Returns the node of a section, evaluating its view if necessary.
    func node(of section: Int) -> ViewNode

    /// Evaluates all sections, and counts the rows of each with `count`. From then on
    /// ``isEvaluated`` is true.
    func countRows(by count: (ViewNode) -> Int)

    /// Whether rows are counted by evaluating the sections, because the data does not have the
    /// numbers.
    var isEvaluated: Bool { get }

    /// The nodes of the sections that exist.
    var nodes: [ViewNode] { get }

    /// The sections that exist, with their positions.
    var sections: [(index: Int, node: ViewNode)] { get }

    /// Removes the sections that were not requested since the last call.
    func removeUnused()
}

/// The sections of a ``ForEach`` in a list: one node for each section that the list has requested,
/// by the ID of its data.
///
/// # Counting rows without evaluating sections
///
/// A list has to know the number of rows in each section, also of those that it does not show. If
/// the elements of the data are collections themselves, as the sections of a
/// `@SectionedFetchRequest` are, a section is assumed to have one row for each of its elements.
/// Then only the sections near the visible rows are evaluated. The numbers come from the data: a
/// ``CountedSections`` has them ready, so that an update costs the same with ten sections as with
/// ten thousand; of other data, each update reads the count of every section.
///
/// The list checks the assumption for each section that it evaluates. As soon as one section has
/// another number of rows, because it filters its elements or adds a row, all sections are
/// evaluated to be counted, then and after each change of the data. Data whose elements are not
/// collections are counted in this way from the start.
@MainActor
final class LazySections<Data: RandomAccessCollection, ID: Hashable, Content: View>: SectionSource, RowNodes {
    private enum Counting {
        /// By asking the data.
        case byData(any CountedSections)
        /// By the position after the last row of each section.
        case byEnds([Int])
    }

    private unowned let node: ViewNode
    private var view: ForEach<Data, ID, Content>?
    /// The number of values of the `ForEach` so far. A section of an earlier one is outdated.
    private var updates = 0
    private(set) var isAwaitingArrangement = false
    private var known = LazyNodes<ID>()
    private var counting = Counting.byEnds([])
    private(set) var isEvaluated = !(Data.Element.self is any Collection.Type)

    init(_ node: ViewNode) {
        self.node = node
        node.onRemoval = { [unowned self] in for section in known.all { section.node.remove() } }
    }

    func update(_ view: ForEach<Data, ID, Content>) {
        self.view = view
        updates += 1
        isAwaitingArrangement = true
        node.graph.hasStaleRows = true
        guard !isEvaluated else { return }
        if let data = view.data as? any CountedSections {
            counting = .byData(data)
        } else {
            var end = 0
            counting = .byEnds(
                view.data.map { element in
                    end += (element as? any Collection)?.count ?? 0
                    return end
                })
        }
    }

    var sectionCount: Int { view?.data.count ?? 0 }

    func rowCount(before section: Int) -> Int {
        switch counting {
        case .byData(let data): data.rowCount(before: section)
        case .byEnds(let ends): section == 0 ? 0 : ends[section - 1]
        }
    }

    func section(ofRow row: Int) -> Int {
        switch counting {
        case .byData(let data): return data.section(ofRow: row)
        case .byEnds(let ends):
            var range = 0..<ends.count
            while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
                range = ends[middle] > row ? range.lowerBound..<middle : middle + 1..<range.upperBound
            }
            return range.lowerBound
        }
    }

    func node(of index: Int) -> ViewNode {
        guard let view else { trap("A list requested a section of a ForEach that has not been evaluated.") }
        let item = view.data[view.data.index(view.data.startIndex, offsetBy: index)]
        let section = known.node(of: view.id(item), at: index, update: updates) {
            node.makeChild(of: DeferredView<Data.Element, Content>.self)
        }
        if section.update != updates {
            section.update = updates
            section.node.update(
                with: DeferredView(item: item, makeContent: view.content), environment: node.environment, isCompared: false)
        }
        return section.node
    }

    var nodes: [ViewNode] { known.all.map(\.node) }

    var sections: [(index: Int, node: ViewNode)] { known.all.filter { $0.update == updates }.map { ($0.position, $0.node) } }

    var rowNodes: [ViewNode] { known.inOrder }

    func countRows(by count: (ViewNode) -> Int) {
        isEvaluated = true
        var end = 0
        counting = .byEnds(
            (0..<sectionCount).map { index in
                end += count(node(of: index))
                return end
            })
    }

    func removeUnused() {
        isAwaitingArrangement = false
        for section in known.takeUnused() { section.remove() }
    }
}

extension LazySections: KeyedContent {
    func key(of child: ViewNode) -> (id: AnyHashable, occurrence: Int)? { known.key(of: child) }
}

extension LazySections: IdentifiedContent {
    /// Returns the element of a section with an ID, or of a row or a view in one. Evaluates the
    /// sections that do not exist, O(n), those first whose data have the ID.
    func target(_ id: AnyHashable, in node: ViewNode) -> Element? {
        guard let view, let list = node.container?.storage as? ListArrangement else { return nil }
        defer {
            // The next arrangement removes the sections that were evaluated for the search.
            for section in known.all { section.isUsed = false }
            list.node.graph.setNeedsArrangement(list.node)
        }
        for node in rowNodes { if let target = node.scrollTarget(id) { return target } }
        let indices = 0..<view.data.count
        func section(_ index: Int) -> Data.Element { view.data[view.data.index(view.data.startIndex, offsetBy: index)] }
        if let own = id.base as? ID, let index = indices.first(where: { view.id(section($0)) == own }) {
            list.show(section: index, of: self)
            return self.node(of: index).firstElement
        }
        let likely = indices.first { (section($0) as? any Collection)?.containsElement(id) == true }
        for index in (likely.map { [$0] } ?? []) + Array(indices) {
            if let target = self.node(of: index).scrollTarget(id) { return target }
        }
        return nil
    }
}

extension Collection {
    /// Whether an element that is `Identifiable` has an ID.
    fileprivate func containsElement(_ id: AnyHashable) -> Bool {
        contains { ($0 as? any Identifiable)?.hasID(id) == true }
    }
}

extension Identifiable {
    fileprivate func hasID(_ id: AnyHashable) -> Bool { AnyHashable(self.id) == id }
}
