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
public struct Table<Value, Rows: TableRowContent, Columns: TableColumnContent>: BuiltInView
where Value == Rows.TableRowValue, Rows.TableRowValue == Columns.TableRowValue {
    private let rows: Rows
    private let columns: [TableColumnDefinition<Value>]
    private let selection: AnySelection?
    private let sorting: TableSorting?

    init(rows: Rows, columns: Columns, selection: AnySelection?, sorting: TableSorting?) {
        self.rows = rows
        self.columns = columns._columns
        self.selection = selection
        self.sorting = sorting
    }

    /// Shows the titles of the columns, and the rows below them.
    public func _update(_ node: ViewNode) {
        let look = TableLook(columns: columns.map(\.width), isSelectable: selection != nil)
        node.show(.collection(.table(look)))
        node.updateChild(0, TableHeader(titles: columns.map(\.title), comparators: columns.map(\.comparator), sorting: sorting))
        node.updateChild(1, TableBody(rows: rows, columns: columns, selection: selection))
    }
}

/// The titles of a table's columns.
private struct TableHeader: BuiltInView {
    let titles: [AnyView]
    let comparators: [Any?]
    let sorting: TableSorting?

    func _update(_ node: ViewNode) {
        node.show(.collection(.tableHeader))
        for (index, title) in titles.enumerated() {
            let comparator = comparators[index]
            node.updateChild(index, TableTitle(title: title, comparator: comparator, sorting: sorting))
        }
        node.keepChildren(titles.count)
    }
}

/// The title of a column, which is a button if the user can sort the table by it.
private struct TableTitle: BuiltInView {
    let title: AnyView
    let comparator: Any?
    let sorting: TableSorting?

    func _update(_ node: ViewNode) {
        if let sorting, let comparator {
            let order = node.reading { sorting.order(comparator) }
            node.show(
                .collection(.tableTitle(isSortable: true, order)),
                on: [EventHandler(PressEvent.self) { _ in sorting.sort(comparator) }])
        } else {
            node.show(.collection(.tableTitle(isSortable: false, nil)))
        }
        node.updateChild(0, title)
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
        node.show(
            .collection(.tableBody(selection?.selects)),
            on: [EventHandler(VisibleRowsEvent.self) { [weak arrangement] in arrangement?.show($0.rows) }])
        node.arrange = { [unowned arrangement] in arrangement.arrange() }
        var environment = node.environment.forListContent(arrangement.selection)
        environment.isTableContent = true
        node.updateChild(0, rows._view(columns), environment: environment)
    }
}

/// The cells of a row.
struct TableCells<Value>: BuiltInView {
    let value: Value
    let columns: [TableColumnDefinition<Value>]

    static var _listShape: ListShape { .row }

    func _update(_ node: ViewNode) {
        for (index, column) in columns.enumerated() { node.updateChild(index, TableCell(content: column.content(value))) }
        node.keepChildren(columns.count)
    }
}

/// A cell of a row.
private struct TableCell: BuiltInView {
    let content: AnyView

    func _update(_ node: ViewNode) {
        node.show(.collection(.tableCell))
        node.updateChild(0, content)
    }
}

/// The properties of a table, as hosts draw it.
package struct TableLook: Hashable, Sendable {
    /// The widths of the columns.
    package var columns: [TableColumnWidth]
    /// Whether the table has a selection.
    package var isSelectable: Bool
}
