package import Foundation

/// The properties of a table, as hosts draw it.
package struct TableLook: Hashable, Sendable {
    /// The visible columns.
    package var columns: [TableColumnLook]
    /// Whether the table has a selection, and the number of rows that the user can select.
    package var selects: ListLook.Selection?
    package var style = TableLookStyle.inset
    /// Whether the titles of the columns are visible.
    package var showsHeaders = true
    /// Whether rows belong to an outline, which the user expands and collapses.
    package var isOutline = false
    /// Whether every second row has another background.
    package var alternates = false
    /// The color of selected rows; nil for the accent color.
    package var tint: Color?

    init(columns: [TableColumnLook], selects: ListLook.Selection?) {
        self.columns = columns
        self.selects = selects
    }
}

/// The looks of tables that hosts draw.
public enum TableLookStyle: String, Hashable, Sendable {
    /// The style that `TableStyle` has under the same name.
    case inset, bordered
}

/// The properties of the title of a column, as hosts draw it.
package struct TableTitleContent: Hashable, Sendable {
    package var alignment: TableColumnAlignment
    /// Whether the user can sort the table by the column.
    package var isSortable = false
    /// The direction in which the table is sorted by the column; nil unless it is the first sort
    /// key.
    package var order: SortOrder?

    init(alignment: TableColumnAlignment) { self.alignment = alignment }
}

/// The properties of the rows of a table together, as hosts draw them.
package struct TableBodyContent: Hashable, Sendable {
    /// Whether the user can select rows.
    package var isSelectable: Bool
    /// Whether the table has a context menu outside its rows.
    package var hasMenu = false

    init(isSelectable: Bool) { self.isSelectable = isSelectable }
}
