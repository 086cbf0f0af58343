/// The content of the element of a row, and the events that it handles.
@MainActor
struct RowPresentation {
    var content: RowContent
    private(set) var handlers: [EventHandler] = []
    private let selection: ListSelection?

    /// Creates the presentation of a row without handlers.
    ///
    /// - Parameters:
    ///   - traits: The traits that modifiers have set for the row.
    ///   - id: The ID of the row's data, or the tag of its view; nil for none.
    ///   - selection: The selection of the list; nil outside a list.
    ///   - isSelected: Returns whether the row is selected; nil if it cannot be.
    init(_ traits: RowTraits, id: AnyHashable?, selection: ListSelection?, isSelected: () -> Bool?) {
        content = RowContent(traits)
        self.selection = selection
        let isSelectable = traits.isSelectionDisabled != true
        if let id { selection?.setSelectable(id, isSelectable) }
        content.isSelected = selection?.value == nil || !isSelectable ? nil : isSelected()
    }

    /// Adds the handlers for edits, selections and menus.
    ///
    /// - Parameters:
    ///   - actions: The actions with which the user edits the row; nil for none.
    ///   - environment: The environment around the row.
    ///   - element: Returns the row's element, at which a menu opens.
    mutating func addHandlers(
        _ traits: RowTraits, id: AnyHashable?, actions: RowActions?, environment: EnvironmentValues, _ graph: WindowGraph,
        element: @escaping @MainActor () -> Element?
    ) {
        if let delete = actions?.delete, traits.isDeleteDisabled != true {
            content.isDeletable = true
            handlers.append(EventHandler(DeleteEvent.self) { _ in delete() })
        }
        if let move = actions?.move, traits.isMoveDisabled != true {
            content.isMovable = true
            handlers.append(EventHandler(MoveEvent.self, perform: move))
        }
        if let insert = actions?.insert {
            content.insertion = insert.types
            handlers.append(
                EventHandler(DropEvent.self) { [weak graph] in
                    if let graph { insert.action($0, graph) }
                })
        }
        if let selection, let id, content.isSelected != nil {
            let showsDetails = environment.showsNextColumn
            handlers.append(
                EventHandler(SelectEvent.self) {
                    selection.choose(id, $0.choice)
                    if $0.choice == .only { showsDetails?() }
                })
        }
        if let openMenu = traits.openMenu {
            content.hasMenu = true
            handlers.append(EventHandler(MenuEvent.self) { openMenu(MenuPlacement($0, anchor: element()?.id)) })
        }
        if let placement = environment.selectionMenu, let id {
            content.hasMenu = true
            content.hasPrimaryAction = placement.hasAction
            handlers += placement.menu.handlers(for: id, selection) { element()?.id }
        }
    }
}
