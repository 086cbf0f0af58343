/// The menu and the primary action for the selected rows of a list.
@MainActor
final class SelectionMenu {
    /// Opens the menu for the rows with some IDs.
    fileprivate(set) var open: ([AnyHashable], MenuPlacement) -> Void = { _, _ in }
    /// Runs the action for the rows with some IDs.
    fileprivate(set) var perform: ([AnyHashable]) -> Void = { _ in }

    /// Returns the handlers by which a row opens the menu and runs the action.
    ///
    /// - Parameters:
    ///   - id: The ID of the row.
    ///   - selection: The selection of the list.
    ///   - anchor: Returns the ID of the row's element.
    func handlers(
        for id: AnyHashable, _ selection: ListSelection?, anchor: @escaping @MainActor () -> Int?
    ) -> [EventHandler] {
        let ids = { [weak selection] in selection?.menuTarget(id) ?? [id] }
        return [
            EventHandler(MenuEvent.self) { [weak self] in self?.open(ids(), MenuPlacement($0, anchor: anchor())) },
            EventHandler(PrimaryActionEvent.self) { [weak self] _ in self?.perform(ids()) },
        ]
    }

    /// Returns the handler by which a list opens the menu outside its rows, for no rows.
    func listHandler(_ node: ViewNode) -> EventHandler {
        EventHandler(MenuEvent.self) { [weak self, weak node] in
            self?.open([], MenuPlacement($0, anchor: node?.element?.id))
        }
    }
}

/// The menu of a list's rows, as a value in the environment. Values are equal if the rows look the
/// same with both.
struct SelectionMenuPlacement: Equatable {
    let menu: SelectionMenu
    let hasAction: Bool

    static func == (a: Self, b: Self) -> Bool { a.menu === b.menu && a.hasAction == b.hasAction }
}

/// A double click on a row, a press of Return, or a tap.
package struct PrimaryActionEvent: ElementEvent {
    package static let name = "primary"
    package init() {}
}

/// Adds a menu and a primary action to the rows of the list inside.
private struct SelectionMenuModifier<ID: Hashable, Items: View>: BuiltInModifier {
    let items: (Set<ID>) -> Items
    let primaryAction: ((Set<ID>) -> Void)?

    @MainActor
    private final class Storage {
        let menu = SelectionMenu()
        let opened = StateBox<(ids: Set<ID>, placement: MenuPlacement)?>(nil)
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let storage = node.storage as? Storage ?? Storage()
        node.storage = storage
        connect(storage, node)
        var environment = node.environment
        environment.selectionMenu = SelectionMenuPlacement(menu: storage.menu, hasAction: primaryAction != nil)
        node.updateChild(0, content, environment: environment)
        guard let opened = node.reading({ storage.opened.value }) else { return node.keepChildren(1) }
        environment = node.environment.forPresentation
        let close: () -> Void = { [weak storage] in storage?.opened.value = nil }
        environment.afterPress = close
        let menu = ContextMenuView(placement: opened.placement, items: items(opened.ids), preview: nil, dismiss: close)
        node.updateChild(1, menu, environment: environment)
    }

    private func connect(_ storage: Storage, _ node: ViewNode) {
        /// Returns IDs as values of the selection's type; nil if one is of another type.
        func values(_ ids: [AnyHashable]) -> Set<ID>? {
            let values = ids.compactMap { $0.base as? ID }
            return values.count == ids.count ? Set(values) : nil
        }
        storage.menu.open = { [weak storage, weak node] ids, placement in
            guard node?.environment.isEnabled == true, let ids = values(ids) else { return }
            storage?.opened.value = (ids, placement)
        }
        storage.menu.perform = { [primaryAction, weak node] ids in
            guard node?.environment.isEnabled == true, let ids = values(ids) else { return }
            primaryAction?(ids)
        }
    }
}

private struct SelectionMenuKey: EnvironmentKey {
    static var defaultValue: SelectionMenuPlacement? { nil }
}

extension EnvironmentValues {
    /// The menu for the rows of the next list.
    var selectionMenu: SelectionMenuPlacement? {
        get { self[SelectionMenuKey.self] }
        set { self[SelectionMenuKey.self] = newValue }
    }
}

extension View {
    /// Adds a menu and a primary action for the rows of a list or a table.
    ///
    /// A menu that is opened on a selected row applies to all selected rows; on another row, to
    /// that row; outside the rows, to an empty set.
    ///
    /// - Parameters:
    ///   - itemType: The type of the selection's values.
    ///   - menu: The items of the menu for a set of rows.
    ///   - primaryAction: Called with a set of rows after a double click, Return, or a tap on a
    ///     touch screen.
    public func contextMenu<I: Hashable, M: View>(
        forSelectionType itemType: I.Type = I.self, @ViewBuilder menu: @escaping (Set<I>) -> M,
        primaryAction: ((Set<I>) -> Void)? = nil
    ) -> some View {
        modified(SelectionMenuModifier(items: menu, primaryAction: primaryAction))
    }
}
