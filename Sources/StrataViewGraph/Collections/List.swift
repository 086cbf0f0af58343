/// A scrolling column of rows, optionally in sections.
///
///     List(quakes, selection: $selected) { quake in
///         QuakeRow(quake: quake)
///     }
///
/// With a selection, a click or the arrow keys select a row. With a set as the selection, Shift and
/// Control (Command on a Mac) select several. The selection has the value of the row's `tag(_:)`,
/// or the ID of its data if it has no tag.
///
/// Only the rows near the visible ones are created, if the type of their content says that each
/// element is one row. `ListArrangement` describes the mechanism.
public struct List<SelectionValue: Hashable, Content: View>: BuiltInView {
    private let selection: AnySelection?
    private let content: Content

    /// Creates a list in which the user can select several rows.
    public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
        self.selection = selection.map(AnySelection.init)
        self.content = content()
    }

    /// Creates a list in which the user can select one row.
    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        self.selection = selection.map(AnySelection.init)
        self.content = content()
    }

    /// Creates a list in which one row is always selected: the user can select another one, and
    /// cannot deselect it.
    @_disfavoredOverload
    public init(selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
        self.selection = AnySelection(required: selection)
        self.content = content()
    }

    /// Shows the list. A `ListArrangement` decides which rows exist.
    public func _update(_ node: ViewNode) {
        let rows = node.storage as? ListArrangement ?? ListArrangement(node)
        node.storage = rows
        rows.selection.value = selection
        node.connectToNextColumn(rows.selection)
        let environment = node.environment
        var look = ListLook(
            style: environment.listStyle, selects: selection?.selects,
            isEditing: node.reading { environment.editMode?.wrappedValue.isEditing ?? false },
            isRefreshable: environment.refresh != nil, showsBackground: environment.showsScrollContentBackground,
            scrolling: environment.scrolling)
        var handlers = [EventHandler(VisibleRowsEvent.self) { [weak rows] in rows?.show($0.rows) }]
        if let refresh = environment.refresh { handlers.append(.refresh(refresh)) }
        if let placement = environment.selectionMenu {
            look.hasMenu = true
            handlers.append(placement.menu.listHandler(node))
        }
        look.alternates = environment.listStyleAlternates || environment.alternatesRowBackgrounds
        look.measures = environment.listMeasures
        look.tint = environment.tintColor
        look.isOutline = node.element?.isOutline ?? false
        node.show(.collection(.list(look)), on: handlers)
        node.arrange = { [unowned rows, unowned node] in
            let children = rows.arrange()
            if rows.hasOutline { node.element?.becomeOutline(in: node.graph) }
            return children
        }
        node.updateChild(0, content, environment: environment.forListContent(rows.selection))
    }
}

extension List where SelectionValue == Never {
    /// Creates a list of the rows and sections that a closure builds.
    public init(@ViewBuilder content: () -> Content) {
        selection = nil
        self.content = content()
    }
}

extension EnvironmentValues {
    /// Returns the environment of the rows and sections of a list or a form.
    func forListContent(_ selection: ListSelection?) -> EnvironmentValues {
        var values = insideScrollView
        values.endPendingTraits()
        values.rowContainer = .list
        values.isTableContent = false
        values.isInFormOrList = true
        values.rowTraits = nil
        values.listSelection = selection
        return values
    }
}
