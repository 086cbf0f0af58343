public import Foundation

/// A column: its title, and a view for each row.
public struct TableColumn<RowValue: Identifiable, Sort, Content: View, Label: View>: TableColumnContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = RowValue
    /// The type of the comparators by which the user sorts the table.
    public typealias TableColumnSortComparator = Sort

    private var definition: TableColumnDefinition<RowValue>

    /// The column itself.
    public var _columns: [TableColumnDefinition<RowValue>] { [definition] }

    package init(title: Label, comparator: Sort?, content: @escaping (RowValue) -> Content) {
        definition = TableColumnDefinition(title: AnyView(title), comparator: comparator) { AnyView(content($0)) }
    }

    /// Sets the width of the column, in points; nil for the host's choice.
    public func width(_ width: CGFloat? = nil) -> TableColumn { self.width(min: width, ideal: width, max: width) }

    /// Sets limits for the width of the column, in points.
    public func width(min: CGFloat? = nil, ideal: CGFloat? = nil, max: CGFloat? = nil) -> TableColumn {
        var column = self
        column.definition.look.minWidth = min
        column.definition.look.idealWidth = ideal
        column.definition.look.maxWidth = max
        return column
    }
}
