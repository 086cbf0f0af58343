package import Foundation

/// The content of lists and of what they are made of.
package enum CollectionContent: Hashable, Sendable {
    case list(ListLook)
    /// A list of controls, as on a page of settings.
    case form(ListLook)
    /// A section of a list; `firstRow` is the position of its first row among all rows of the list.
    case section(firstRow: Int)
    /// A section's header or footer; an item of the list, unless the list's items are choices.
    case header(isListItem: Bool)
    case footer(isListItem: Bool)
    case row(RowContent)
    /// The view behind a row.
    case rowBackground
    case swipeActions(SwipeActionsContent)
    case gap(ListGap)
    case table(TableLook)
    case tableHeader
    /// The title of a column, and the direction in which the table is sorted by it.
    case tableTitle(isSortable: Bool, SortOrder?)
    case tableBody(ListLook.Selection?)
    case tableCell
}

/// A range of rows (with the headers of whole sections) that have no elements because they are not
/// visible.
package struct ListGap: Hashable, Sendable {
    /// The position of the first row of the gap among all rows of the list.
    package var firstRow: Int
    package var rows: Int
    package var headers: Int
}

/// The visible rows of a list, among all its rows.
package struct VisibleRowsEvent: ElementEvent {
    package static let name = "show"
    /// More rows than any list has, and few enough that arithmetic cannot overflow.
    private static let mostRows = 1 << 40

    package var rows: Range<Int>

    package init(rows: Range<Int>) { self.rows = rows }

    private enum CodingKeys: CodingKey { case rows }

    /// Decodes the position of the first visible row and the position behind the last.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let bounds = try values.decode([Int].self, forKey: .rows)
        guard bounds.count == 2, 0 <= bounds[0], bounds[0] <= bounds[1], bounds[1] < Self.mostRows else {
            throw DecodingError.dataCorruptedError(forKey: .rows, in: values, debugDescription: "These are no rows of a list.")
        }
        rows = bounds[0]..<bounds[1]
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode([rows.lowerBound, rows.upperBound], forKey: .rows)
    }
}

private struct IsListContentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether the view is directly in a list, where it becomes a row. Ends at the next element.
    var isListContent: Bool {
        get { self[IsListContentKey.self] }
        set { self[IsListContentKey.self] = newValue }
    }
}
