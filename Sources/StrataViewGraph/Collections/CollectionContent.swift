internal import Foundation

/// The content of the elements of lists and tables.
package enum CollectionContent: Hashable, Sendable {
    case list(ListLook)
    /// A form: a list of controls, such as a page of settings.
    case form(ListLook)
    /// A section of a list; `firstRow` is the position of its first row among all rows of the list.
    case section(firstRow: Int, separators: SectionSeparators = SectionSeparators())
    /// A section's header. `isListItem` is false in a list with a selection, whose items are its
    /// selectable rows only.
    case header(isListItem: Bool)
    /// A section's footer. `isListItem` is false in a list with a selection.
    case footer(isListItem: Bool)
    case row(RowContent)
    /// The view behind a row.
    case rowBackground
    case swipeActions(SwipeActionsContent)
    /// A range of rows that have no elements.
    case gap(ListGap)
    case table(TableLook)
    case tableHeader
    /// The title of a column.
    case tableTitle(TableTitleContent)
    /// The cell after the titles, with the menu by which the user customizes columns.
    case tableMenu
    /// The rows of a table.
    case tableBody(TableBodyContent)
    case tableCell(TableColumnAlignment)
    /// The content of the header of a section of a table: one cell across all columns.
    case tableSectionTitle
}

/// A range of rows that have no elements because they are not visible, with the headers of the
/// sections that are entirely inside it.
package struct ListGap: Hashable, Sendable {
    /// The position of the first row of the gap among all rows of the list.
    package var firstRow: Int
    /// The number of rows.
    package var rows: Int
    /// The number of headers.
    package var headers: Int
}

/// A report of the rows of a list that are visible, by their positions among all its rows.
package struct VisibleRowsEvent: ElementEvent {
    package static let name = "show"
    /// The limit of a reported position: more rows than any list has, and so few that arithmetic
    /// with positions cannot overflow.
    private static let mostRows = 1 << 40

    package var rows: Range<Int>

    package init(rows: Range<Int>) { self.rows = rows }

    private enum CodingKeys: CodingKey { case rows }

    /// Decodes the position of the first visible row and the position after the last one.
    ///
    /// - Throws: `DecodingError` unless there are two positions in ascending order.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let bounds = try values.decode([Int].self, forKey: .rows)
        guard bounds.count == 2, 0 <= bounds[0], bounds[0] <= bounds[1], bounds[1] < Self.mostRows else {
            throw DecodingError.dataCorruptedError(forKey: .rows, in: values, debugDescription: "Not a range of rows.")
        }
        rows = bounds[0]..<bounds[1]
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode([rows.lowerBound, rows.upperBound], forKey: .rows)
    }
}

/// The kind of container that counts the views directly inside it, and makes those that are near
/// the visible ones.
enum RowContainer: Hashable {
    /// None: the view is inside an element, which may be in such a container.
    case none
    /// A list or a table, in which the views become rows.
    case list
    /// A lazy stack or grid, with the headers and footers that it pins.
    case lazy(PinnedScrollableViews)
}

private struct RowContainerKey: EnvironmentKey {
    static var defaultValue: RowContainer { .none }
}

extension EnvironmentValues {
    /// The container that the view is directly in; none inside the next element.
    var rowContainer: RowContainer {
        get { self[RowContainerKey.self] }
        set { self[RowContainerKey.self] = newValue }
    }

    /// Whether the view is directly in a list, where it becomes a row.
    var isListContent: Bool { rowContainer == .list }
}
