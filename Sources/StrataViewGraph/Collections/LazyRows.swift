import Foundation
internal import StrataTraps

/// A source of list rows that counts its rows without making them.
@MainActor
protocol RowSource: AnyObject {
    var rowCount: Int { get }

    /// Returns the identity of the data at a position.
    func key(at position: Int) -> AnyHashable

    /// Returns the element of the row at a position, creating or updating it.
    func row(at position: Int) -> Element?

    /// Removes the rows that were not requested since the last call.
    func removeUnused()
}

/// The rows of a ``ForEach`` in a list: one node for each row in the visible range, kept by the
/// identity of its data. See ``ListArrangement``.
@MainActor
final class LazyRows<Data: RandomAccessCollection, ID: Hashable, Content: View>: RowSource {
    private struct Row {
        let node: ViewNode
        /// The revision of the data that the row shows.
        var update: Int
    }

    private unowned let node: ViewNode
    private var view: ForEach<Data, ID, Content>?
    private var updates = 0
    private var rows: [ChildKey: Row] = [:]
    private var used: [ChildKey: Row] = [:]
    private var occurrences: [ID: Int] = [:]
    /// The current position of each row, for its delete action.
    private var positions: [ObjectIdentifier: Int] = [:]

    init(_ node: ViewNode) {
        self.node = node
        node.onRemoval = { [unowned self] in for row in rows.values { row.node.remove() } }
    }

    func update(_ view: ForEach<Data, ID, Content>) {
        self.view = view
        updates += 1
    }

    var rowCount: Int { view?.data.count ?? 0 }

    func key(at position: Int) -> AnyHashable {
        guard let view else { trap("A list asked for a row before its data was given.") }
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
            let delete = view.deleteAction.map { action in
                { [weak self, unowned node = row.node] in
                    guard let position = self?.positions[ObjectIdentifier(node)] else { return }
                    action(IndexSet(integer: position))
                }
            }
            let content = DeferredView { [content = view.content] in content(item) }
            row.node.update(with: RowView(content: content, delete: delete), environment: node.environment)
        }
        used[key] = row
        return row.node.element
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

/// The view of one row.
private struct RowView<Content: View>: BuiltInView {
    let content: Content
    let delete: (() -> Void)?

    func _update(_ node: ViewNode) {
        let handlers = delete.map { delete in [EventHandler(DeleteEvent.self) { _ in delete() }] }
        node.show(.collection(.row(isDeletable: delete != nil)), on: handlers ?? [])
        node.updateChild(0, content)
    }
}
