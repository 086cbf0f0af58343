import Foundation
internal import StrataTraps

/// A source of list rows that counts its rows without creating them.
@MainActor
protocol RowSource: AnyObject {
    /// The number of rows, whether or not they exist.
    var rowCount: Int { get }

    /// Returns the ID of the data at a position.
    func key(at position: Int) -> AnyHashable

    /// Adds the elements of the row at a position to the children of a list. Creates the row, or
    /// updates it with the present data.
    func addRow(at position: Int, to builder: inout ListChildrenBuilder)

    /// Removes the rows that were not requested since the last call.
    func removeUnused()
}

/// The rows of a ``ForEach`` in a list, or its views in a lazy stack or grid: one node for each
/// element of the data of which the list has requested a row, by its ID. ``ListArrangement``
/// describes the mechanism.
@MainActor
final class LazyRows<Data: RandomAccessCollection, ID: Hashable, Content: View>: RowSource, RowNodes {
    private unowned let node: ViewNode
    private var view: ForEach<Data, ID, Content>?
    /// The number of values of the `ForEach` so far. A row of an earlier one is outdated.
    private var updates = 0
    private(set) var isAwaitingArrangement = false
    private var rows = LazyNodes<ID>()
    private let environments: RowEnvironments
    /// The number of rows of each element of the data: several only in a lazy stack or grid.
    private let rowsOfElement: Int
    /// Whether the rows are those of a list or table, which have elements of their own.
    private let isList: Bool

    init(_ node: ViewNode, rowsOfElement: Int = 1) {
        self.node = node
        self.rowsOfElement = rowsOfElement
        isList = node.environment.isListContent
        environments = RowEnvironments(ofList: isList)
        node.onRemoval = { [unowned self] in for row in rows.all { row.node.remove() } }
    }

    /// Sets the `ForEach` to show. Its rows are updated as the list requests them.
    func update(_ view: ForEach<Data, ID, Content>) {
        self.view = view
        updates += 1
        isAwaitingArrangement = true
        node.graph.hasStaleRows = true
    }

    var rowCount: Int { (view?.data.count ?? 0) * rowsOfElement }

    /// Returns the position of the first row with an ID; nil if there is none. O(n), and O(1) for a
    /// range of numbers that are their own IDs.
    func position(of id: AnyHashable) -> Int? {
        guard let view, let id = id.base as? ID else { return nil }
        if let range = view.data as? Range<Int>, let number = id as? Int, range.contains(number) {
            let position = number - range.lowerBound
            if view.id(element(of: view, at: position)) == id { return position * rowsOfElement }
        }
        return view.data.firstIndex { view.id($0) == id }.map { position(at: $0) }
    }

    private func position(at index: Data.Index) -> Int {
        guard let data = view?.data else { return 0 }
        return data.distance(from: data.startIndex, to: index) * rowsOfElement
    }

    /// Returns the position of the first row whose view has an `id(_:)` around everything; nil if
    /// there is none. O(n), and makes every view.
    private func position(ofExplicit id: AnyHashable) -> Int? {
        guard let view, Content.self is any ExplicitlyIdentified.Type else { return nil }
        return view.data.firstIndex { (view.content($0) as? any ExplicitlyIdentified)?.explicitID == id }
            .map { position(at: $0) }
    }

    func key(at position: Int) -> AnyHashable {
        guard let view else { trap("A list requested a row of a ForEach that has not been evaluated.") }
        let id = view.id(element(of: view, at: position / rowsOfElement))
        return rowsOfElement == 1 ? AnyHashable(id) : AnyHashable(PartOfElement(id: id, part: position % rowsOfElement))
    }

    /// The identity of one of several rows of an element.
    private struct PartOfElement: Hashable {
        let id: ID
        let part: Int
    }

    private func element(of view: ForEach<Data, ID, Content>, at position: Int) -> Data.Element {
        view.data[view.data.index(view.data.startIndex, offsetBy: position)]
    }

    func addRow(at position: Int, to builder: inout ListChildrenBuilder) {
        guard let view else { return }
        let node = rowNode(of: view, at: position / rowsOfElement)
        if let element = node.element { return builder.add(element) }
        var elements: [Element] = []
        node.collectElements(into: &elements)
        let part = position % rowsOfElement
        // The last row of an element has the elements that are attached to it.
        let end = part == rowsOfElement - 1 ? elements.count : part + 1
        if part < end { for element in elements[part..<end] { builder.add(element) } }
    }

    /// Returns the node of an element of the data. Creates it, or updates it with the present data.
    private func rowNode(of view: ForEach<Data, ID, Content>, at position: Int) -> ViewNode {
        let item = element(of: view, at: position)
        let id = view.id(item)
        let row = rows.node(of: id, at: position, update: updates) {
            isList ? node.makeChild(of: RowView<Data.Element, Content>.self) : node.makeChild(of: Item.self)
        }
        guard row.update != updates else { return row.node }
        row.update = updates
        if isList {
            let arranger = row.node.storage as? RowArranger ?? RowArranger(environments)
            arranger.id = AnyHashable(id)
            arranger.actions = actions(of: row, view)
            let content = RowView(item: item, makeContent: view.content, row: arranger)
            row.node.update(with: content, environment: node.environment, isCompared: false)
        } else {
            let environment = environments.content(of: node.environment)
            row.node.update(with: Item(item: item, makeContent: view.content), environment: environment, isCompared: false)
        }
        node.graph.setNeedsRelease(row.node)
        return row.node
    }

    /// The view of an element in a lazy stack or grid.
    private typealias Item = DeferredView<Data.Element, Content>

    /// Returns the actions of a row; nil for none. They look up its position when the event arrives,
    /// since rows may have moved by then.
    private func actions(of row: LazyNode, _ view: ForEach<Data, ID, Content>) -> RowActions? {
        guard view.deleteAction != nil || view.moveAction != nil || view.insertion != nil else { return nil }
        return RowActions(
            delete: view.deleteAction.map { delete in
                { [weak row] in
                    guard let row else { return }
                    delete(IndexSet(integer: row.position))
                }
            },
            move: view.moveAction.map { move in
                { [weak self, weak row] event in
                    let other = self?.rows.all.first { $0.node.element?.id == event.row }
                    guard let source = row?.position, let target = other?.position, source != target else { return }
                    move(IndexSet(integer: source), event.isAfter ? target + 1 : target)
                }
            },
            insert: view.insertion.map { insertion in
                let receiver = insertion.receiver(
                    position: { [weak row] in row?.position }, count: { [weak self] in self?.view?.data.count ?? 0 })
                return (DropProperties(insertion.types), receiver)
            })
    }

    var rowNodes: [ViewNode] { rows.inOrder }

    func removeUnused() {
        isAwaitingArrangement = false
        for row in rows.takeUnused() { row.remove() }
    }
}

extension LazyRows: KeyedContent {
    func key(of child: ViewNode) -> (id: AnyHashable, occurrence: Int)? { rows.key(of: child) }
}

extension LazyRows: IdentifiedContent {
    func target(_ id: AnyHashable, in node: ViewNode) -> Element? {
        guard let list = node.container?.storage as? ListArrangement else { return nil }
        guard let position = position(of: id) ?? position(ofExplicit: id) else {
            for row in rowNodes { if let target = row.scrollTarget(id) { return target } }
            return nil
        }
        list.show(position, of: self)
        let index = position / rowsOfElement
        return view.flatMap { view in rows.node(of: view.id(element(of: view, at: index)), at: index) }?.firstElement
    }
}
