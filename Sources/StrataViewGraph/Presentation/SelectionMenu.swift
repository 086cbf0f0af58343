/// The menu and the action of a list's rows, for what the user has chosen.
@MainActor
final class SelectionMenu {
    /// Opens the menu for rows.
    fileprivate(set) var open: ([AnyHashable], MenuPlacement) -> Void = { _, _ in }
    /// Runs the action for rows.
    fileprivate(set) var perform: ([AnyHashable]) -> Void = { _ in }

    /// Returns what the rows of a list do with the menu and the action.
    func handlers(for id: AnyHashable, _ selection: ListSelection?, _ node: ViewNode) -> [EventHandler] {
        let ids = { [weak selection] in selection?.menuTarget(id) ?? [id] }
        return [
            EventHandler(MenuEvent.self) { [weak self, weak node] in
                self?.open(ids(), MenuPlacement(anchor: node?.element?.id, x: $0.x, y: $0.y))
            },
            EventHandler(PrimaryActionEvent.self) { [weak self] _ in self?.perform(ids()) },
        ]
    }

    /// Returns what a list does with the menu beside its rows.
    func listHandler(_ node: ViewNode) -> EventHandler {
        EventHandler(MenuEvent.self) { [weak self, weak node] in
            self?.open([], MenuPlacement(anchor: node?.element?.id, x: $0.x, y: $0.y))
        }
    }
}

/// The menu of a list's rows as a value, which differs when the rows have to be drawn again.
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

/// Gives the rows of a list a menu and an action.
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
        /// Returns the IDs of rows; nil if one is of another type.
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
    /// The menu of the rows of the list inside.
    var selectionMenu: SelectionMenuPlacement? {
        get { self[SelectionMenuKey.self] }
        set { self[SelectionMenuKey.self] = newValue }
    }
}

extension View {
    /// Adds a menu for the rows of a list or table, and an action.
    ///
    /// The menu opens for all chosen rows if it is opened on one of them, else for the row on which
    /// it is opened; beside the rows, for an empty set. The action runs by a double click, by Return,
    /// or by a tap on a touch screen.
    public func contextMenu<I: Hashable, M: View>(
        forSelectionType itemType: I.Type = I.self, @ViewBuilder menu: @escaping (Set<I>) -> M,
        primaryAction: ((Set<I>) -> Void)? = nil
    ) -> some View {
        modified(SelectionMenuModifier(items: menu, primaryAction: primaryAction))
    }
}
