/// A list of rows with a cell for each column.
///
///     Table(quakes, selection: $selected, sortOrder: $quakes.sortDescriptors) {
///         TableColumn("Place", value: \.place)
///         TableColumn("Size", value: \.magnitude) { Text("\($0.magnitude)") }.width(110)
///     }
///
/// A table with a sort order sets it when the user clicks the title of a column that has a value or
/// a comparator. Sorting the data is up to the app; a fetch request does it by itself.
///
/// Only the rows near the visible ones are created, as in a ``List``.
///
/// In a window or a part of one that is narrower than 600 points, only the first column is visible,
/// and no titles.
public struct Table<Value, Rows: TableRowContent, Columns: TableColumnContent>: BuiltInView
where Value == Rows.TableRowValue, Rows.TableRowValue == Columns.TableRowValue {
    private let rows: Rows
    private let columns: [TableColumnDefinition<Value>]
    private let selection: AnySelection?
    private let sorting: TableSorting?
    private let customization: Binding<TableColumnCustomization<Value>>?

    init(
        rows: Rows, columns: Columns, selection: AnySelection?, sorting: TableSorting?,
        customization: Binding<TableColumnCustomization<Value>>?
    ) {
        self.rows = rows
        self.columns = columns._columns
        self.selection = selection
        self.sorting = sorting
        self.customization = customization
    }

    /// Shows the titles of the columns, and the rows below them.
    public func _update(_ node: ViewNode) {
        let customized = node.reading { customization?.wrappedValue.arranged(columns) ?? columns }
        let environment = node.environment
        var look = TableLook(columns: customized.map(\.look), selects: selection?.selects)
        look.style = environment.tableStyle
        let showsHeaders = environment.tableColumnHeaders != .hidden
        look.showsHeaders = showsHeaders
        look.alternates = environment.tableStyleAlternates || environment.alternatesRowBackgrounds
        look.isOutline = node.element?.isOutline ?? false
        look.tint = environment.tintColor
        node.show(.collection(.table(look)))
        // Titles that are not visible are for assistive technology only, and have no buttons.
        let menu = showsHeaders ? customization.map { TableColumnMenu(columns: columns, customization: $0) } : nil
        let titles = customized.map(TableTitle.Column.init)
        node.updateChild(0, TableHeader(columns: titles, sorting: showsHeaders ? sorting : nil, menu: menu))
        node.updateChild(1, TableBody(rows: rows, columns: customized, selection: selection))
    }
}

/// The titles of a table's columns.
private struct TableHeader<Menu: View>: BuiltInView {
    let columns: [TableTitle.Column]
    let sorting: TableSorting?
    let menu: Menu?

    func _update(_ node: ViewNode) {
        node.show(.collection(.tableHeader))
        for (index, column) in columns.enumerated() {
            node.updateChild(index, TableTitle(column: column, sorting: sorting))
        }
        if let menu {
            node.updateChild(columns.count, TableMenuCell(content: menu))
            node.keepChildren(columns.count + 1)
        } else {
            node.keepChildren(columns.count)
        }
    }
}

/// The title of a column, around a button if the user can sort the table by it.
private struct TableTitle: BuiltInView {
    struct Column {
        let title: AnyView
        let comparator: Any?
        let alignment: TableColumnAlignment

        @MainActor init<Value>(_ column: TableColumnDefinition<Value>) {
            title = column.title
            comparator = column.comparator
            alignment = column.look.alignment
        }
    }

    let column: Column
    let sorting: TableSorting?

    func _update(_ node: ViewNode) {
        var title = TableTitleContent(alignment: column.alignment)
        guard let sorting, let comparator = column.comparator else {
            node.show(.collection(.tableTitle(title)))
            return node.updateChild(0, column.title, branch: 0)
        }
        title.isSortable = true
        title.order = node.reading { sorting.order(comparator) }
        node.show(.collection(.tableTitle(title)))
        node.updateChild(0, Button(action: { sorting.sort(comparator) }) { column.title }.buttonStyle(.plain), branch: 1)
    }
}

/// The cell of the menu by which the user customizes columns.
private struct TableMenuCell<Content: View>: BuiltInView {
    let content: Content

    func _update(_ node: ViewNode) {
        node.show(.collection(.tableMenu))
        node.updateChild(0, content)
    }
}

/// The rows of a table: a list whose rows have a cell for each column.
private struct TableBody<Rows: TableRowContent>: BuiltInView {
    let rows: Rows
    let columns: [TableColumnDefinition<Rows.TableRowValue>]
    let selection: AnySelection?

    func _update(_ node: ViewNode) {
        let arrangement = node.storage as? ListArrangement ?? ListArrangement(node)
        node.storage = arrangement
        arrangement.selection.value = selection
        node.connectToNextColumn(arrangement.selection)
        var body = TableBodyContent(isSelectable: selection != nil)
        var handlers = [EventHandler(VisibleRowsEvent.self) { [weak arrangement] in arrangement?.show($0.rows) }]
        if let placement = node.environment.selectionMenu {
            body.hasMenu = true
            handlers.append(placement.menu.listHandler(node))
        }
        node.show(.collection(.tableBody(body)), on: handlers)
        node.arrange = { [unowned arrangement, unowned node] in
            let children = arrangement.arrange()
            // The element of the table has no children yet when a window is mounted.
            if arrangement.hasOutline { node.parent?.container?.element?.becomeOutline(in: node.graph) }
            return children
        }
        var environment = node.environment.forListContent(arrangement.selection)
        environment.isTableContent = true
        environment.isInFormOrList = false
        node.updateChild(0, TableRowsView(rows: rows, columns: columns), environment: environment)
    }
}
