package import Foundation

/// A row of a list as hosts draw it.
package struct RowContent: Hashable, Sendable {
    package var isDeletable = false
    package var isMovable = false
    /// Whether the row's children are the cells of a table.
    package var isTableRow = false
    /// Whether the row is chosen; nil if it cannot be.
    package var isSelected: Bool?
    package var insets: EdgeInsets?
    /// Whether the row has a menu, and an action for a double click.
    package var hasMenu = false
    package var hasPrimaryAction = false
    package var hiddenSeparators: VerticalEdge.Set = []
    package var separatorTint: Color?

    package init() {}

    init(_ traits: RowTraits) {
        insets = traits.insets
        hiddenSeparators = traits.hiddenSeparators ?? []
        separatorTint = traits.separatorTint
    }
}

/// The user's wish to delete a row.
package struct DeleteEvent: ElementEvent {
    package static let name = "delete"
    package init() {}
}

/// The user's wish to move a row before or behind another one.
package struct MoveEvent: ElementEvent {
    package static let name = "move"

    /// The element of the other row.
    package var row: Int
    package var isBehind: Bool

    package init(row: Int, isBehind: Bool) {
        self.row = row
        self.isBehind = isBehind
    }
}

/// The identity of a row, and the user's actions on it.
struct RowActions {
    var id: AnyHashable?
    var delete: (() -> Void)?
    var move: ((MoveEvent) -> Void)?
}

/// The view of a row: its content, and a background behind it.
struct RowView<Content: View>: BuiltInView {
    let actions: RowActions
    let content: Content

    func _update(_ node: ViewNode) {
        node.updateChild(0, content, environment: node.environment.forRowContent)
        show(node)
        // Also when only a view inside has changed, which may have other traits.
        node.arrange = { [unowned node] in
            show(node)
            var elements: [Element] = []
            for child in node.children { child.collectElements(into: &elements) }
            return elements
        }
    }

    private func show(_ node: ViewNode) {
        var traits = RowTraits.ofContent([node.children[0]])
        if let around = node.environment.rowTraits { traits = traits.overridden(by: around.traits) }
        let selection = node.environment.listSelection
        let id = traits.tag ?? actions.id
        var row = RowContent(traits)
        row.isTableRow = node.environment.isTableContent
        row.isSelected = node.reading { selection?.contains(id) }
        var handlers: [EventHandler] = []
        if let delete = actions.delete, traits.isDeleteDisabled != true {
            row.isDeletable = true
            handlers.append(EventHandler(DeleteEvent.self) { _ in delete() })
        }
        if let move = actions.move, traits.isMoveDisabled != true {
            row.isMovable = true
            handlers.append(EventHandler(MoveEvent.self, perform: move))
        }
        if let selection, let id, row.isSelected != nil {
            let showsDetails = node.environment.showsNextColumn
            handlers.append(
                EventHandler(SelectEvent.self) {
                    selection.choose(id, $0.choice)
                    if $0.choice == .only { showsDetails?() }
                })
        }
        if let placement = node.environment.selectionMenu, let id {
            row.hasMenu = true
            row.hasPrimaryAction = placement.hasAction
            handlers += placement.menu.handlers(for: id, selection, node)
        }
        if node.element?.content != .collection(.row(row)) || node.element == nil {
            node.show(.collection(.row(row)), on: handlers)
        } else {
            node.element?.handlers = handlers
        }
        if let background = traits.background {
            node.updateChild(1, RowBackground(content: background))
        } else {
            node.keepChildren(1)
        }
    }
}

/// The view behind a row.
struct RowBackground: BuiltInView {
    let content: AnyView

    func _update(_ node: ViewNode) {
        node.show(.collection(.rowBackground))
        node.updateChild(0, content)
    }
}

extension EnvironmentValues {
    /// The environment inside a row, where what was set for rows and lists has ended.
    fileprivate var forRowContent: EnvironmentValues {
        var values = self
        values.isListContent = false
        values.isRowContent = true
        values.endPendingTraits()
        values.rowTraits = nil
        if values.selectionMenu != nil { values.selectionMenu = nil }
        return values
    }
}

private struct IsTableContentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private struct IsRowContentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether rows are those of a table.
    var isTableContent: Bool {
        get { self[IsTableContentKey.self] }
        set { self[IsTableContentKey.self] = newValue }
    }

    /// Whether the view is in a row of a list.
    var isRowContent: Bool {
        get { self[IsRowContentKey.self] }
        set { self[IsRowContentKey.self] = newValue }
    }
}
