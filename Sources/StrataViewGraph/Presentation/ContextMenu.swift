/// Opens a menu for a view at the user's wish: a secondary click, a long touch, or the Menu key.
///
/// The items are evaluated when the menu opens.
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
            storage.placement.value = MenuPlacement(anchor: node.element?.id, x: event.x, y: event.y)
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
        node.updateChild(0, items)
        if let preview { node.updateChild(1, MenuPreview(content: preview)) }
    }
}

/// A view of what the menu is for, shown beside it.
private struct MenuPreview: BuiltInView {
    let content: any View

    func _update(_ node: ViewNode) {
        node.show(.presentation(.preview))
        node.updateChild(0, content)
    }
}

/// A menu as a value, for `contextMenu(_:)`; the older form.
public struct ContextMenu<MenuItems: View> {
    let items: MenuItems

    /// Creates a menu of buttons.
    @MainActor
    public init(@ViewBuilder menuItems: () -> MenuItems) { items = menuItems() }
}

extension View {
    /// Adds a menu, which opens by a secondary click, a long touch or the Menu key.
    public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
        modified(ContextMenuModifier(items: menuItems(), preview: nil))
    }

    /// Adds a menu, beside which a preview shows.
    public func contextMenu<M: View, P: View>(@ViewBuilder menuItems: () -> M, @ViewBuilder preview: () -> P) -> some View {
        modified(ContextMenuModifier(items: menuItems(), preview: preview()))
    }

    /// Adds an older menu; nil for none.
    @ViewBuilder
    public func contextMenu<MenuItems: View>(_ contextMenu: ContextMenu<MenuItems>?) -> some View {
        if let contextMenu { modified(ContextMenuModifier(items: contextMenu.items, preview: nil)) } else { self }
    }
}
