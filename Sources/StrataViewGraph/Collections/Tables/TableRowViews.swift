// The views of a table's rows. A table's body is a list, whose rows have a cell for each column.

/// The views of rows.
struct TableRowsView<Rows: TableRowContent>: BuiltInView {
    let rows: Rows
    let columns: [TableColumnDefinition<Rows.TableRowValue>]

    static var _listShape: ListShape { Rows._rowShape }

    func _update(_ node: ViewNode) { node.updateChild(0, rows._view(columns)) }
}

/// The rows of several statements, one after the other.
struct TableStatements: BuiltInView {
    let views: [AnyView]

    static var _listShape: ListShape { .several }

    func _update(_ node: ViewNode) {
        for (index, view) in views.enumerated() { node.updateChild(index, view) }
        node.keepChildren(views.count)
    }
}

/// The row of a value: its cells inside the row of a lazy ``ForEach``, and elsewhere a row of its
/// own.
struct TableRowView<Value: Identifiable>: BuiltInView {
    let value: Value
    let columns: [TableColumnDefinition<Value>]

    static var _listShape: ListShape { .row }

    func _update(_ node: ViewNode) {
        let cells = TableCells(value: value, columns: columns)
        if node.environment.isListContent {
            node.updateChild(0, ForEach(CollectionOfOne(value)) { _ in cells }, branch: 0)
        } else {
            node.updateChild(0, cells, branch: 1)
        }
    }
}

/// The cells of a row. Their row is selected by the ID of the value.
struct TableCells<Value: Identifiable>: BuiltInView {
    let value: Value
    let columns: [TableColumnDefinition<Value>]

    static var _listShape: ListShape { .row }

    func _update(_ node: ViewNode) {
        var environment = node.environment
        let outline = environment.tableOutline
        let position = node.reading {
            outline.map { RowOutline(level: $0.level, isExpanded: $0.isExpanded?.wrappedValue) }
        }
        node.storage = RowTraitStorage(RowTraits(tag: AnyHashable(value.id), outline: position))
        if outline != nil { environment.tableOutline = nil }
        for (index, column) in columns.enumerated() {
            let cell = TableCell(
                content: column.content(value), alignment: column.look.alignment, outline: index == 0 ? outline : nil)
            node.updateChild(index, cell, environment: environment)
        }
        node.keepChildren(columns.count)
    }
}

/// A cell of a row.
private struct TableCell: BuiltInView {
    let content: AnyView
    let alignment: TableColumnAlignment
    let outline: TableOutline?

    func _update(_ node: ViewNode) {
        node.show(.collection(.tableCell(alignment)))
        if let outline {
            node.updateChild(0, TableOutlineCell(outline: outline, content: content), branch: 1)
        } else {
            node.updateChild(0, content, branch: 0)
        }
    }
}
