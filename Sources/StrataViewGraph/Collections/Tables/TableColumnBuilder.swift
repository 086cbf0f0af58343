/// Builds the columns of a table from the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct TableColumnBuilder<RowValue: Identifiable, Sort> {
    /// Returns columns unchanged.
    public static func buildExpression<Column: TableColumnContent>(_ column: Column) -> Column
    where Column.TableRowValue == RowValue, Column.TableColumnSortComparator == Sort { column }

    /// Returns columns of a table with a sort order by which the user cannot sort.
    @_disfavoredOverload
    public static func buildExpression<Column: TableColumnContent>(
        _ column: Column
    ) -> TupleTableColumnContent<RowValue, Sort>
    where Column.TableRowValue == RowValue, Column.TableColumnSortComparator == Never {
        TupleTableColumnContent(_columns: column._columns)
    }

    /// Builds the columns of the first statement.
    public static func buildPartialBlock<Column: TableColumnContent>(first column: Column) -> Column
    where Column.TableRowValue == RowValue, Column.TableColumnSortComparator == Sort { column }

    /// Appends the columns of a statement to those of the statements before it.
    public static func buildPartialBlock<First: TableColumnContent, Column: TableColumnContent>(
        accumulated columns: First, next column: Column
    ) -> TupleTableColumnContent<RowValue, Sort>
    where First.TableRowValue == RowValue, Column.TableRowValue == RowValue, Column.TableColumnSortComparator == Sort {
        TupleTableColumnContent(_columns: columns._columns + column._columns)
    }

    /// Builds the columns of an `if` without `else`.
    public static func buildIf<Column: TableColumnContent>(_ column: Column?) -> Column?
    where Column.TableRowValue == RowValue, Column.TableColumnSortComparator == Sort { column }

    /// Builds the columns of the first branch of an `if` or `switch`.
    public static func buildEither<Column: TableColumnContent>(
        first column: Column
    ) -> TupleTableColumnContent<RowValue, Sort> where Column.TableRowValue == RowValue {
        TupleTableColumnContent(_columns: column._columns)
    }

    /// Builds the columns of the second branch of an `if` or `switch`.
    public static func buildEither<Column: TableColumnContent>(
        second column: Column
    ) -> TupleTableColumnContent<RowValue, Sort> where Column.TableRowValue == RowValue {
        TupleTableColumnContent(_columns: column._columns)
    }

    /// Builds the columns of an `if #available`.
    public static func buildLimitedAvailability<Column: TableColumnContent>(
        _ column: Column
    ) -> TupleTableColumnContent<RowValue, Sort> where Column.TableRowValue == RowValue {
        TupleTableColumnContent(_columns: column._columns)
    }
}

extension Optional: TableColumnContent where Wrapped: TableColumnContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Wrapped.TableRowValue
    /// The type of the comparators by which the user sorts the table.
    public typealias TableColumnSortComparator = Wrapped.TableColumnSortComparator

    /// The columns; none for nil.
    public var _columns: [TableColumnDefinition<Wrapped.TableRowValue>] { self?._columns ?? [] }
}
