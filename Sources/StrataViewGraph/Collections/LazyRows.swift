import Foundation
internal import StrataTraps

/// A source of list rows that counts its rows without creating them.
@MainActor
protocol RowSource: AnyObject {
    /// The number of rows, whether or not they exist.
    var rowCount: Int { get }

    /// Returns the ID of the data at a position.
    func key(at position: Int) -> AnyHashable

    /// Returns the element of the row at a position. Creates the row, or updates it with the
    /// present data.
    func row(at position: Int) -> Element?

    /// Removes the rows that were not requested since the last call.
    func removeUnused()
}

/// The rows of a ``ForEach`` in a list: one node for each row that the list has requested, by the
/// ID of its data. ``ListArrangement`` describes the mechanism.
@MainActor
final class LazyRows<Data: RandomAccessCollection, ID: Hashable, Content: View>: RowSource, RowNodes {
    private unowned let node: ViewNode
    private var view: ForEach<Data, ID, Content>?
    /// The number of values of the `ForEach` so far. A row of an earlier one is outdated.
    private var updates = 0
    private var rows = LazyNodes<ID>()
    private let environments = RowEnvironments()

    init(_ node: ViewNode) {
        self.node = node
        node.onRemoval = { [unowned self] in for row in rows.all { row.node.remove() } }
    }

    /// Sets the `ForEach` to show. Its rows are updated as the list requests them.
    func update(_ view: ForEach<Data, ID, Content>) {
        self.view = view
        updates += 1
    }

    var rowCount: Int { view?.data.count ?? 0 }

    /// Returns the position of the first row with an ID; nil if there is none. O(n).
    func position(of id: AnyHashable) -> Int? {
        guard let view else { return nil }
        return view.data.firstIndex { AnyHashable(view.id($0)) == id }
            .map { view.data.distance(from: view.data.startIndex, to: $0) }
    }

    func key(at position: Int) -> AnyHashable {
        guard let view else { trap("A list requested a row of a ForEach that has not been evaluated.") }
        return view.id(element(of: view, at: position))
    }

    private func element(of view: ForEach<Data, ID, Content>, at position: Int) -> Data.Element {
        view.data[view.data.index(view.data.startIndex, offsetBy: position)]
    }

    func row(at position: Int) -> Element? {
        guard let view else { return nil }
        let item = element(of: view, at: position)
        let id = view.id(item)
        let row = rows.node(of: id, at: position, update: updates) {
            node.makeChild(of: RowView<Data.Element, Content>.self)
        }
        if row.update != updates {
            row.update = updates
            let arranger = row.node.storage as? RowArranger ?? RowArranger(environments)
            arranger.actions = actions(of: row, id, view)
            let content = RowView(item: item, makeContent: view.content, row: arranger)
            row.node.update(with: content, environment: node.environment, isCompared: false)
            node.graph.setNeedsRelease(row.node)
        }
        return row.node.element
    }

    /// Returns the actions of a row. They look up its position when the event arrives, since rows
    /// may have moved by then.
    private func actions(of row: LazyNode, _ id: ID, _ view: ForEach<Data, ID, Content>) -> RowActions {
        var actions = RowActions(id: AnyHashable(id))
        if let delete = view.deleteAction {
            actions.delete = { [weak row] in
                guard let row else { return }
                delete(IndexSet(integer: row.position))
            }
        }
        if let move = view.moveAction {
            actions.move = { [weak self, weak row] event in
                let other = self?.rows.all.first { $0.node.element?.id == event.row }
                guard let source = row?.position, let target = other?.position, source != target else { return }
                move(IndexSet(integer: source), event.isAfter ? target + 1 : target)
            }
        }
        if let insertion = view.insertion {
            actions.insert = (DropProperties(insertion.types), insertion.receiver { [weak row] in row?.position })
        }
        return actions
    }

    var rowNodes: [ViewNode] { rows.inOrder }

    func removeUnused() { for row in rows.takeUnused() { row.remove() } }
}

extension LazyRows: KeyedContent {
    func key(of child: ViewNode) -> (id: AnyHashable, occurrence: Int)? { rows.key(of: child) }
}

extension LazyRows: IdentifiedContent {
    func target(_ id: AnyHashable, in node: ViewNode) -> Element? {
        guard let position = position(of: id), let list = node.container?.storage as? ListArrangement else { return nil }
        list.show(position, of: self)
        return view.flatMap { view in rows.node(of: view.id(element(of: view, at: position)), at: position) }?.element
    }
}
