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
    private struct Row {
        let node: ViewNode
        /// The value of `updates` for which the row was last updated.
        var update: Int
    }

    private unowned let node: ViewNode
    private var view: ForEach<Data, ID, Content>?
    /// The number of values of the `ForEach` so far. A row of an earlier one is outdated.
    private var updates = 0
    private var rows: [ChildKey: Row] = [:]
    /// The rows requested since the last call of `removeUnused()`.
    private var used: [ChildKey: Row] = [:]
    /// The number of requested rows with each ID.
    private var occurrences: [ID: Int] = [:]
    /// The current position of each row, by its node, for the actions of rows.
    private var positions: [ObjectIdentifier: Int] = [:]

    init(_ node: ViewNode) {
        self.node = node
        node.onRemoval = { [unowned self] in for row in rows.values { row.node.remove() } }
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
        let occurrence = occurrences[id, default: 0]
        occurrences[id] = occurrence + 1
        let key = ChildKey(id: id, occurrence: occurrence)
        var row = rows[key] ?? Row(node: node.makeChild(of: RowView<DeferredView<Content>>.self), update: 0)
        positions[ObjectIdentifier(row.node)] = position
        if row.update != updates {
            row.update = updates
            let content = DeferredView { [content = view.content] in content(item) }
            let actions = actions(of: row.node, id, view)
            row.node.update(with: RowView(actions: actions, content: content), environment: node.environment)
        }
        used[key] = row
        return row.node.element
    }

    /// Returns the actions of a row. They look up its position when the event arrives, since rows
    /// may have moved by then.
    private func actions(of row: ViewNode, _ id: ID, _ view: ForEach<Data, ID, Content>) -> RowActions {
        let position = { [weak self] (node: ViewNode?) in node.flatMap { self?.positions[ObjectIdentifier($0)] } }
        var actions = RowActions(id: AnyHashable(id))
        if let delete = view.deleteAction {
            actions.delete = { [weak row] in
                guard let position = position(row) else { return }
                delete(IndexSet(integer: position))
            }
        }
        if let move = view.moveAction {
            actions.move = { [weak self, weak row] event in
                let other = self?.rows.values.first { $0.node.element?.id == event.row }
                guard let source = position(row), let target = position(other?.node), source != target else { return }
                move(IndexSet(integer: source), event.isBehind ? target + 1 : target)
            }
        }
        return actions
    }

    var rowNodes: [ViewNode] {
        rows.values.map(\.node).sorted {
            positions[ObjectIdentifier($0), default: 0] < positions[ObjectIdentifier($1), default: 0]
        }
    }

    func removeUnused() {
        for (key, row) in rows where used[key] == nil {
            positions[ObjectIdentifier(row.node)] = nil
            row.node.remove()
        }
        rows = used
        used = [:]
        occurrences = [:]
    }
}

extension LazyRows: IdentifiedContent {
    func target(_ id: AnyHashable, in node: ViewNode) -> Element? {
        guard let position = position(of: id), let list = node.container?.storage as? ListArrangement else { return nil }
        list.show(position, of: self)
        return view.flatMap { view in rows[ChildKey(id: view.id(element(of: view, at: position)), occurrence: 0)] }?.node.element
    }
}
