internal import StrataTraps

/// A collection of sections that knows how many rows are before each, without visiting them.
package protocol CountedSections: RandomAccessCollection where Element: Collection {
    /// Returns the number of rows in the sections before one; for `count`, of all sections.
    func rowCount(before section: Int) -> Int

    /// Returns the section of a row.
    func section(ofRow row: Int) -> Int
}

/// A source of list sections that counts their rows without making them.
@MainActor
protocol SectionSource: AnyObject {
    var sectionCount: Int { get }

    /// Returns the number of rows in the sections before one; for `sectionCount`, of all sections.
    func rowCount(before section: Int) -> Int

    /// Returns the section of a row.
    func section(ofRow row: Int) -> Int

    /// Returns the node of a section, evaluating its view if necessary.
    func node(of section: Int) -> ViewNode

    /// Evaluates all sections and counts their rows by `count` from now on: the data does not say
    /// how many rows its sections have.
    func countRows(by count: (ViewNode) -> Int)

    /// Whether rows are counted by evaluating the sections.
    var isEvaluated: Bool { get }

    /// The nodes of the sections that exist.
    var nodes: [ViewNode] { get }

    /// Removes the sections that were not requested since the last call.
    func removeUnused()
}

/// The sections of a ``ForEach`` in a list: one node for each section around the visible rows, kept
/// by the identity of its data.
///
/// A list has to know the number of rows in each section. If the elements of the data are
/// collections themselves, as the sections of a `@SectionedFetchRequest` are, a section is assumed
/// to have a row for each of its elements, and its view is evaluated only near the visible rows. So
/// an edit costs the same beside ten sections as beside ten thousand. The list checks the
/// assumption for each section that it evaluates. The first one that fails (a section with a filter
/// of its own, or with another row) has all sections evaluated, then and at each change of the
/// data; so do data whose elements are no collections.
@MainActor
final class LazySections<Data: RandomAccessCollection, ID: Hashable, Content: View>: SectionSource, RowNodes {
    private struct Section {
        let node: ViewNode
        /// The revision of the data that the section shows.
        var update: Int
        /// The position in the data.
        var index = 0
    }

    private enum Counting {
        /// By the data's own count.
        case byData(any CountedSections)
        /// By the ends of the sections, as row numbers.
        case byEnds([Int])
    }

    private unowned let node: ViewNode
    private var view: ForEach<Data, ID, Content>?
    private var updates = 0
    private var sections: [ChildKey: Section] = [:]
    private var used: [ChildKey: Section] = [:]
    private var occurrences: [ID: Int] = [:]
    /// The nodes of this update, by index, so that a section that is asked for twice is one.
    private var requested: [Int: ViewNode] = [:]
    private var counting = Counting.byEnds([])
    private(set) var isEvaluated = !(Data.Element.self is any Collection.Type)

    init(_ node: ViewNode) {
        self.node = node
        node.onRemoval = { [unowned self] in for section in sections.values { section.node.remove() } }
    }

    func update(_ view: ForEach<Data, ID, Content>) {
        self.view = view
        updates += 1
        requested = [:]
        used = [:]
        occurrences = [:]
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
        if let node = requested[index] { return node }
        guard let view else { trap("A list asked for a section before its data was given.") }
        let item = view.data[view.data.index(view.data.startIndex, offsetBy: index)]
        let id = view.id(item)
        let occurrence = occurrences[id, default: 0]
        occurrences[id] = occurrence + 1
        let key = ChildKey(id: id, occurrence: occurrence)
        var section = sections[key] ?? Section(node: node.makeChild(of: DeferredView<Content>.self), update: 0)
        if section.update != updates {
            section.update = updates
            section.node.update(with: DeferredView { [content = view.content] in content(item) }, environment: node.environment)
        }
        section.index = index
        used[key] = section
        // At once, so that the section is removed with this node whatever happens before the end.
        sections[key] = section
        requested[index] = section.node
        return section.node
    }

    var nodes: [ViewNode] { sections.values.map(\.node) }

    var rowNodes: [ViewNode] { sections.values.sorted { $0.index < $1.index }.map(\.node) }

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
        for (key, section) in sections where used[key] == nil { section.node.remove() }
        sections = used
        used = [:]
        occurrences = [:]
        requested = [:]
    }
}

extension LazySections: IdentifiedContent {
    /// Finds rows of the sections that exist.
    func target(_ id: AnyHashable, in node: ViewNode) -> Element? {
        for node in nodes { if let target = node.scrollTarget(id) { return target } }
        return nil
    }
}
