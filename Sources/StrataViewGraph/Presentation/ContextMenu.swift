/// Opens a menu for a view by a secondary click, a long touch, or the Menu key.
///
/// The nodes of the items exist while the menu is open: their bodies are evaluated when it opens.
private struct ContextMenuModifier<Items: View>: BuiltInModifier {
    let items: Items
    let preview: (any View)?

    static func listShape(of content: ListShape) -> ListShape { .row }

    @MainActor
    private final class Storage {
        let placement = StateBox<MenuPlacement?>(nil)
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let storage = node.storage as? Storage ?? Storage()
        node.storage = storage
        let open = EventHandler(MenuEvent.self) { [weak node] event in
            guard let node, node.environment.isEnabled else { return }
            storage.placement.value = MenuPlacement(event, anchor: node.element?.id)
        }
        node.show(.presentation(.menuOwner), on: [open])
        node.updateChild(0, content)
        guard let placement = node.reading({ storage.placement.value }) else { return node.keepChildren(1) }
        var environment = node.environment.forPresentation
        let close = { storage.placement.value = nil }
        environment.afterPress = close
        node.updateChild(
            1, ContextMenuView(placement: placement, items: items, preview: preview, dismiss: close), environment: environment)
    }
}

/// An open menu.
struct ContextMenuView: BuiltInView {
    let placement: MenuPlacement
    let items: any View
    let preview: (any View)?
    let dismiss: () -> Void

    func _update(_ node: ViewNode) {
        node.show(.presentation(.menu(placement)), on: [EventHandler(DismissEvent.self) { [dismiss] _ in dismiss() }])
        node.graph.presentations.add(node)
        node.updateChild(0, ContextMenuItems(token: placement.token, items: items, preview: preview))
        node.keepChildren(1)
    }
}

/// The items of an open menu, and its preview.
private struct ContextMenuItems: BuiltInView {
    /// The token of an item that a new window may show.
    let token: String?
    let items: any View
    let preview: (any View)?

    func _update(_ node: ViewNode) {
        node.show(.presentation(.menuItems))
        node.updateChild(0, items)
        if let preview { node.updateChild(1, MenuPreview(content: preview)) }
        let count = preview == nil ? 1 : 2
        guard let token, node.graph.drags.offer(token, of: node.graph) != nil,
            !node.children[0].hasButton(titled: NewWindowItem.title.string)
        else { return node.keepChildren(count) }
        node.updateChild(count, NewWindowItem(token: token, hasDivider: !(items is EmptyView)))
    }
}

extension ViewNode {
    /// Whether a button with a title is at or below the node.
    fileprivate func hasButton(titled title: String) -> Bool {
        if case .control(.button)? = element?.content { return texts == [title] }
        return children.contains { $0.hasButton(titled: title) }
    }

    /// The texts at or below the node.
    private var texts: [String] {
        if case .text(let text)? = element?.content { return [text.runs.words] }
        return children.flatMap(\.texts)
    }
}

/// The preview beside an open menu.
private struct MenuPreview: BuiltInView {
    let content: any View

    func _update(_ node: ViewNode) {
        node.show(.presentation(.preview))
        node.updateChild(0, content)
    }
}

/// A menu, as a value. New code uses `contextMenu(menuItems:)`.
public struct ContextMenu<MenuItems: View> {
    let items: MenuItems

    /// Creates a menu with items.
    @MainActor
    public init(@ViewBuilder menuItems: () -> MenuItems) { items = menuItems() }
}

extension View {
    /// Adds a menu, which the user opens by a secondary click, a long touch or the Menu key.
    public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
        modified(ContextMenuModifier(items: menuItems(), preview: nil))
    }

    /// Adds a menu that shows a preview beside its items.
    public func contextMenu<M: View, P: View>(@ViewBuilder menuItems: () -> M, @ViewBuilder preview: () -> P) -> some View {
        modified(ContextMenuModifier(items: menuItems(), preview: preview()))
    }

    /// Adds a ``ContextMenu``; nil for none.
    @ViewBuilder
    public func contextMenu<MenuItems: View>(_ contextMenu: ContextMenu<MenuItems>?) -> some View {
        if let contextMenu { modified(ContextMenuModifier(items: contextMenu.items, preview: nil)) } else { self }
    }
}
