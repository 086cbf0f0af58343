public import Foundation

/// One or more columns of a table.
@MainActor @preconcurrency
public protocol TableColumnContent {
    /// The type of the values that the rows show.
    associatedtype TableRowValue
    /// The type of the comparators by which the user sorts the table; `Never` for a table without a
    /// sort order.
    associatedtype TableColumnSortComparator

    /// The columns, in order from the leading edge.
    var _columns: [TableColumnDefinition<TableRowValue>] { get }
}

/// A column of a table, with the types of its views erased.
public struct TableColumnDefinition<Value> {
    let title: AnyView
    var width = TableColumnWidth()
    /// The comparator of the column; nil for a column by which the user cannot sort.
    let comparator: Any?
    /// Makes the content of the column's cell in the row of a value.
    let content: (Value) -> AnyView
}

/// The limits of a column's width, in points; nil for the host's choice.
package struct TableColumnWidth: Hashable, Sendable {
    package var min: CGFloat?
    package var ideal: CGFloat?
    package var max: CGFloat?
}

/// A column: its title, and a view for each row.
public struct TableColumn<RowValue, Sort, Content: View, Label: View>: TableColumnContent {
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
        column.definition.width = TableColumnWidth(min: min, ideal: ideal, max: max)
        return column
    }
}

// MARK: Columns without a sort order

extension TableColumn where Sort == Never, Label == Text {
    /// Creates a column with a localized title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping (RowValue) -> Content) {
        self.init(title: Text(titleKey), comparator: nil, content: content)
    }

    /// Creates a column with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @escaping (RowValue) -> Content) {
        self.init(title: Text(title), comparator: nil, content: content)
    }

    /// Creates a column with a `Text` as its title.
    public init(_ text: Text, @ViewBuilder content: @escaping (RowValue) -> Content) {
        self.init(title: text, comparator: nil, content: content)
    }
}

extension TableColumn where Sort == Never, Label == Text, Content == Text {
    /// Creates a column of strings, with a localized title.
    public init(_ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, String> & Sendable) {
        self.init(title: Text(titleKey), comparator: nil) { Text(verbatim: $0[keyPath: value]) }
    }

    /// Creates a column of strings, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, value: any KeyPath<RowValue, String> & Sendable) {
        self.init(title: Text(title), comparator: nil) { Text(verbatim: $0[keyPath: value]) }
    }
}

// MARK: Columns with a sort order

extension TableColumn where Sort: SortComparator, RowValue == Sort.Compared, Label == Text {
    /// Creates a column with a localized title, by which the user can sort with a comparator.
    public init(_ titleKey: LocalizedStringKey, sortUsing comparator: Sort, @ViewBuilder content: @escaping (RowValue) -> Content)
    {
        self.init(title: Text(titleKey), comparator: comparator, content: content)
    }

    /// Creates a column with a string as its title, by which the user can sort with a comparator.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, sortUsing comparator: Sort, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: comparator, content: content)
    }
}

extension TableColumn where Sort == KeyPathComparator<RowValue>, Label == Text {
    /// Creates a column with a localized title, by whose value the user can sort.
    public init<V: Comparable>(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, V> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: KeyPathComparator(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Comparable>(
        _ title: S, value: any KeyPath<RowValue, V> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: KeyPathComparator(value), content: content)
    }

    /// Creates a column with a localized title, by whose value the user can sort with a comparator
    /// of values.
    public init<V, C: SortComparator>(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, V> & Sendable, comparator: C,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) where V == C.Compared {
        self.init(title: Text(titleKey), comparator: KeyPathComparator(value, comparator: comparator), content: content)
    }
}

// MARK: Columns of managed objects

extension TableColumn where RowValue: NSObject, Sort == SortDescriptor<RowValue>, Label == Text {
    /// Creates a column with a localized title, by whose value the user can sort a fetch request.
    public init<V: Comparable>(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, V> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a localized title, by whose optional value the user can sort a fetch
    /// request.
    public init<V: Comparable>(
        _ titleKey: LocalizedStringKey, value: any KeyPath<RowValue, V?> & Sendable,
        @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(titleKey), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose value the user can sort a fetch
    /// request.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Comparable>(
        _ title: S, value: any KeyPath<RowValue, V> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }

    /// Creates a column with a string as its title, by whose optional value the user can sort a
    /// fetch request.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Comparable>(
        _ title: S, value: any KeyPath<RowValue, V?> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) {
        self.init(title: Text(title), comparator: SortDescriptor(value), content: content)
    }
}

// MARK: The builder

/// Several columns.
public struct TupleTableColumnContent<RowValue, Sort>: TableColumnContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = RowValue
    /// The type of the comparators by which the user sorts the table.
    public typealias TableColumnSortComparator = Sort

    /// The columns, in order from the leading edge.
    public let _columns: [TableColumnDefinition<RowValue>]
}

/// Builds the columns of a table from the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct TableColumnBuilder<RowValue, Sort> {
    /// Returns columns unchanged.
    public static func buildExpression<Column: TableColumnContent>(_ column: Column) -> Column
    where Column.TableRowValue == RowValue { column }

    /// Builds the columns of the first statement.
    public static func buildPartialBlock<Column: TableColumnContent>(
        first column: Column
    ) -> TupleTableColumnContent<RowValue, Sort> where Column.TableRowValue == RowValue {
        TupleTableColumnContent(_columns: column._columns)
    }

    /// Appends the columns of a statement to those of the statements before it.
    public static func buildPartialBlock<Column: TableColumnContent>(
        accumulated columns: TupleTableColumnContent<RowValue, Sort>, next column: Column
    ) -> TupleTableColumnContent<RowValue, Sort> where Column.TableRowValue == RowValue {
        TupleTableColumnContent(_columns: columns._columns + column._columns)
    }

    /// Builds the columns of an `if` without `else`.
    public static func buildIf<Column: TableColumnContent>(
        _ column: Column?
    ) -> TupleTableColumnContent<RowValue, Sort> where Column.TableRowValue == RowValue {
        TupleTableColumnContent(_columns: column?._columns ?? [])
    }
}
