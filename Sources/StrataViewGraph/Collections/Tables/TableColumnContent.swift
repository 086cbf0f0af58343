package import Foundation

/// One or more columns of a table.
@MainActor @preconcurrency
public protocol TableColumnContent<TableRowValue, TableColumnSortComparator> {
    /// The type of the values that the rows show.
    associatedtype TableRowValue: Identifiable
    /// The type of the comparators by which the user sorts the table; `Never` for a table without a
    /// sort order.
    associatedtype TableColumnSortComparator

    /// The columns, in order from the leading edge.
    var _columns: [TableColumnDefinition<TableRowValue>] { get }
}

/// A column of a table, with the types of its views erased.
public struct TableColumnDefinition<Value> {
    let title: AnyView
    var look = TableColumnLook()
    /// The comparator of the column; nil for a column by which the user cannot sort.
    let comparator: Any?
    /// Makes the content of the column's cell in the row of a value.
    let content: (Value) -> AnyView
    /// The name of the column in a ``TableColumnCustomization``; nil for a column that the user
    /// cannot customize.
    var customizationID: String?
    /// Whether the column is visible before the user has chosen.
    var defaultVisibility = Visibility.automatic
    /// The ways in which the user cannot customize the column.
    var disabledCustomization: TableColumnCustomizationBehavior = []
}

/// The properties of a column, as hosts draw it.
package struct TableColumnLook: Hashable, Sendable {
    /// The limits of the width, in points; nil for the host's choice.
    package var minWidth: CGFloat?
    package var idealWidth: CGFloat?
    package var maxWidth: CGFloat?
    package var alignment = TableColumnAlignment.automatic

    package init() {}
}

/// The horizontal alignment of the title and the cells of a column.
public struct TableColumnAlignment: Hashable, Sendable {
    package enum Edge: Hashable, Sendable {
        case leading, center, trailing, numeric
    }

    package let edge: Edge

    /// The leading edge.
    public static let automatic = TableColumnAlignment(edge: .leading)
    /// The leading edge.
    public static let leading = TableColumnAlignment(edge: .leading)
    /// The center of the column.
    public static let center = TableColumnAlignment(edge: .center)
    /// The trailing edge.
    public static let trailing = TableColumnAlignment(edge: .trailing)
    /// The edge at which numbers end: the right one, also in languages that are read from right to
    /// left. Digits are equally wide.
    public static let numeric = TableColumnAlignment(edge: .numeric)
}

/// Columns with other properties than those that they were declared with.
struct ModifiedTableColumns<Content: TableColumnContent>: TableColumnContent {
    let content: Content
    let change: (inout TableColumnDefinition<Content.TableRowValue>) -> Void

    typealias TableRowValue = Content.TableRowValue
    typealias TableColumnSortComparator = Content.TableColumnSortComparator

    var _columns: [TableColumnDefinition<Content.TableRowValue>] {
        content._columns.map { column in
            var column = column
            change(&column)
            return column
        }
    }
}

extension TableColumnContent {
    private func changed(
        _ change: @escaping (inout TableColumnDefinition<TableRowValue>) -> Void
    ) -> some TableColumnContent<TableRowValue, TableColumnSortComparator> {
        ModifiedTableColumns(content: self, change: change)
    }

    /// Names the column, so that the user of a table with a ``TableColumnCustomization`` can hide
    /// and move it. The names of a table's columns have to differ.
    public func customizationID(_ id: String) -> some TableColumnContent<TableRowValue, TableColumnSortComparator> {
        changed { $0.customizationID = id }
    }

    /// Sets whether the column is visible before the user has chosen. It has no effect on a column
    /// without a `customizationID(_:)`.
    public func defaultVisibility(
        _ visibility: Visibility
    ) -> some TableColumnContent<TableRowValue, TableColumnSortComparator> {
        changed { $0.defaultVisibility = visibility }
    }

    /// Sets the ways in which the user cannot customize the column.
    public func disabledCustomizationBehavior(
        _ behavior: TableColumnCustomizationBehavior
    ) -> some TableColumnContent<TableRowValue, TableColumnSortComparator> {
        changed { $0.disabledCustomization = behavior }
    }

    /// Aligns the title and the cells of the column.
    public func alignment(
        _ alignment: TableColumnAlignment
    ) -> some TableColumnContent<TableRowValue, TableColumnSortComparator> {
        changed { $0.look.alignment = alignment }
    }
}

// MARK: Several columns

/// Several columns.
public struct TupleTableColumnContent<RowValue: Identifiable, Sort>: TableColumnContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = RowValue
    /// The type of the comparators by which the user sorts the table.
    public typealias TableColumnSortComparator = Sort

    /// The columns, in order from the leading edge.
    public let _columns: [TableColumnDefinition<RowValue>]
}

/// A column, or several, for each element of a collection.
///
///     TableColumnForEach(months) { month in
///         TableColumn(month.name) { Text($0.sales[month], format: .number) }
///     }
public struct TableColumnForEach<Data: RandomAccessCollection, ID: Hashable, RowValue: Identifiable, Sort, Content>:
    TableColumnContent
where Content: TableColumnContent, Content.TableRowValue == RowValue, Content.TableColumnSortComparator == Sort {
    /// The type of the values that the rows show.
    public typealias TableRowValue = RowValue
    /// The type of the comparators by which the user sorts the table.
    public typealias TableColumnSortComparator = Sort

    /// The collection, whose order is the order of the columns.
    public var data: Data
    /// Makes the columns of an element.
    public var content: (Data.Element) -> Content

    /// Creates columns for each element of a collection of identifiable elements.
    public init(_ data: Data, @TableColumnBuilder<RowValue, Sort> content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        self.content = content
    }

    /// Creates columns for each element of a collection, identified by the value at a key path.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @TableColumnBuilder<RowValue, Sort> content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.content = content
    }

    /// Creates columns for each number of a range.
    public init(_ data: Range<Int>, @TableColumnBuilder<RowValue, Sort> content: @escaping (Int) -> Content)
    where Data == Range<Int>, ID == Int {
        self.data = data
        self.content = content
    }

    /// The columns, in the order of the collection.
    public var _columns: [TableColumnDefinition<RowValue>] { data.flatMap { content($0)._columns } }
}

extension Group: TableColumnContent where Content: TableColumnContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Content.TableRowValue
    /// The type of the comparators by which the user sorts the table.
    public typealias TableColumnSortComparator = Content.TableColumnSortComparator

    /// Groups the columns that a closure builds.
    public init<R, C>(@TableColumnBuilder<R, C> content: () -> Content)
    where R == Content.TableRowValue, C == Content.TableColumnSortComparator {
        self.init(content: content())
    }

    /// Groups several columns that a closure builds. The closure finds the type of the rows in the
    /// table around the group, so that key paths need no root.
    public init<R, C>(@TableColumnBuilder<R, C> content: () -> TupleTableColumnContent<R, C>)
    where Content == TupleTableColumnContent<R, C> {
        self.init(content: content())
    }

    /// The columns of the group.
    public var _columns: [TableColumnDefinition<Content.TableRowValue>] { content._columns }
}
