// The elements of the rows that always exist. A row of `LazyRows` has one of its own (`RowView`).

internal import Foundation

/// The element around the views of a row.
@MainActor
final class RowWrapper {
    let element: Element
    /// The element of a ``ForEach`` that the row shows.
    fileprivate(set) var origin: ListArrangement.RowOrigin?
    /// The node of the view behind the row; nil for none.
    fileprivate(set) var background: ViewNode?
    /// The nodes of the actions that modifiers around several rows have added.
    fileprivate var actions: [ViewNode] = []
    fileprivate var swipeActions = JoinedSwipeActions()

    init(_ graph: WindowGraph) { element = graph.makeElement(.collection(.row(RowContent()))) }

    /// Removes the nodes that the row has beside those of its views.
    func remove() {
        background?.remove()
        for node in actions { node.remove() }
    }
}

extension ListArrangement {
    /// Shows a row in its element.
    ///
    /// - Parameter answeredChoices: The number of selections by the user when the rows were last
    ///   shown.
    func show(_ row: MadeRow, in wrapper: RowWrapper, after answeredChoices: Int) {
        let graph = node.graph
        wrapper.origin = row.origin
        var shown = RowPresentation(row.traits, id: row.id, selection: selection) { isSelected(row.id) }
        if shown.content.outline != nil { hasOutline = true }
        let actions = row.origin.flatMap(actions)
        shown.addHandlers(row.traits, id: row.id, actions: actions, environment: node.environment, graph) { [weak wrapper] in
            wrapper?.element
        }
        wrapper.element.handlers = shown.handlers
        graph.set(wrapper.element, content: .collection(.row(shown.content)), traits: ElementTraits())
        if selection.needsAnswer(row.id, isSelected: shown.content.isSelected, after: answeredChoices) {
            graph.setNeedsSending(wrapper.element)
        }
        let elements = wrapper.swipeActions.join(row.elements + swipeActions(of: row, in: wrapper), in: graph)
        graph.setChildren(of: wrapper.element, to: elements + background(of: row, in: wrapper))
    }

    /// Returns the elements behind a row: those of the view that a modifier around several rows has
    /// set. A modifier of a single row has added its own.
    private func background(of row: MadeRow, in wrapper: RowWrapper) -> [Element] {
        let hasOwn = row.elements.contains { $0.content == .collection(.rowBackground) }
        guard let view = row.traits.background, !hasOwn else {
            wrapper.background?.remove()
            wrapper.background = nil
            return []
        }
        let background = wrapper.background ?? node.makeChild(of: RowBackground.self)
        wrapper.background = background
        background.update(with: RowBackground(content: view), environment: row.environment.forRowContent)
        return [background.element].compactMap(\.self)
    }

    /// Returns the elements of the actions that modifiers around several rows have added to a row.
    private func swipeActions(of row: MadeRow, in wrapper: RowWrapper) -> [Element] {
        let views = row.traits.swipeActions
        while wrapper.actions.count > views.count { wrapper.actions.removeLast().remove() }
        for (index, view) in views.enumerated() {
            if index == wrapper.actions.count { wrapper.actions.append(node.makeChild(of: SwipeActions<AnyView>.self)) }
            wrapper.actions[index].update(with: view, environment: row.environment.forRowContent.forSwipeActions)
        }
        return wrapper.actions.compactMap(\.element)
    }

    /// Returns the actions of a row; nil for none. They look up the positions of rows when the event
    /// arrives, since rows may have moved by then.
    private func actions(of origin: RowOrigin) -> RowActions? {
        let edits = origin.rows.edits
        let (delete, move) = (edits.delete ?? nil, edits.move ?? nil)
        guard delete != nil || move != nil || edits.insertion != nil else { return nil }
        return RowActions(
            delete: delete.map { delete in
                { if let offset = origin.offset { delete(IndexSet(integer: offset)) } }
            },
            move: move.map { move in
                { [weak self] event in
                    let other = self?.wrappers.values.first { $0.element.id == event.row }?.origin
                    guard let other, other.rows === origin.rows, let source = origin.offset, let target = other.offset,
                        source != target
                    else { return }
                    move(IndexSet(integer: source), event.isAfter ? target + 1 : target)
                }
            },
            insert: edits.insertion.map { insertion in
                let receiver = insertion.receiver(position: { origin.offset }, count: { origin.rows.keys.count })
                return (DropProperties(insertion.types), receiver)
            })
    }
}
