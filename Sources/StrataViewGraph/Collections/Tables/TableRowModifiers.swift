/// Rows of a table with a modifier of their views.
struct ModifiedTableRows<Content: TableRowContent>: TableRowContent {
    typealias TableRowValue = Content.TableRowValue

    let content: Content
    let modify: (AnyView) -> AnyView

    static var _rowShape: ListShape { Content._rowShape }

    func _view(_ columns: [TableColumnDefinition<Content.TableRowValue>]) -> AnyView { modify(content._view(columns)) }
}

/// Adds a context menu to the rows inside.
private struct RowMenuModifier<Items: View>: BuiltInModifier {
    let items: Items
    let preview: (any View)?

    @MainActor
    private final class Storage {
        let placement = StateBox<MenuPlacement?>(nil)
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let storage = node.storage as? Storage ?? Storage()
        node.storage = storage
        let open: (MenuPlacement) -> Void = { [weak node, weak storage] placement in
            guard node?.environment.isEnabled == true else { return }
            storage?.placement.value = placement
        }
        node.updateChild(0, content.rowTrait { $0.openMenu = open })
        guard let placement = node.reading({ storage.placement.value }) else { return node.keepChildren(1) }
        var environment = node.environment.forPresentation
        let close: () -> Void = { [weak storage] in storage?.placement.value = nil }
        environment.afterPress = close
        let menu = ContextMenuView(placement: placement, items: items, preview: preview, dismiss: close)
        node.updateChild(1, menu, environment: environment)
    }
}

extension TableRowContent {
    /// Adds a menu, which the user opens by a secondary click on a row, a long touch or the Menu
    /// key.
    public func contextMenu<M: View>(@ViewBuilder menuItems: () -> M) -> some TableRowContent<TableRowValue> {
        let modifier = RowMenuModifier(items: menuItems(), preview: nil)
        return ModifiedTableRows(content: self) { AnyView($0.modified(modifier)) }
    }

    /// Adds a menu that shows a preview beside its items.
    public func contextMenu<M: View, P: View>(
        @ViewBuilder menuItems: () -> M, @ViewBuilder preview: () -> P
    ) -> some TableRowContent<TableRowValue> {
        let modifier = RowMenuModifier(items: menuItems(), preview: preview())
        return ModifiedTableRows(content: self) { AnyView($0.modified(modifier)) }
    }
}
