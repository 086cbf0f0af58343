// The initializers of tables: with or without a selection and an order, for data and for rows.

public import Foundation

extension Table where Value: Identifiable {
    /// Creates a table with a row for each element of a collection.
    public init<Data: RandomAccessCollection>(_ data: Data, @TableColumnBuilder<Value, Never> columns: () -> Columns)
    where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(rows: TableForEachContent(data), columns: columns(), selection: nil, sorting: nil)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// one row.
    public init<Data: RandomAccessCollection>(
        _ data: Data, selection: Binding<Value.ID?>, @TableColumnBuilder<Value, Never> columns: () -> Columns
    ) where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection), sorting: nil)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// several rows.
    public init<Data: RandomAccessCollection>(
        _ data: Data, selection: Binding<Set<Value.ID>>, @TableColumnBuilder<Value, Never> columns: () -> Columns
    ) where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection), sorting: nil)
    }
}

extension Table where Value: Identifiable {
    /// Creates a table with a row for each element of a collection, which the user can sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data, sortOrder: Binding<[Sort]>, @TableColumnBuilder<Value, Sort> columns: () -> Columns
    ) where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(rows: TableForEachContent(data), columns: columns(), selection: nil, sorting: TableSorting(sortOrder))
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// one row, and which the user can sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data, selection: Binding<Value.ID?>, sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    ) where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder))
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// several rows, and which the user can sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data, selection: Binding<Set<Value.ID>>, sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    ) where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder))
    }
}

extension Table where Value: Identifiable {
    /// Creates a table of rows that a closure builds.
    public init(
        of valueType: Value.Type, @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(rows: rows(), columns: columns(), selection: nil, sorting: nil)
    }

    /// Creates a table of rows that a closure builds, in which the user can select one row.
    public init(
        of valueType: Value.Type, selection: Binding<Value.ID?>, @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(rows: rows(), columns: columns(), selection: AnySelection(selection), sorting: nil)
    }

    /// Creates a table of rows that a closure builds, in which the user can select several rows.
    public init(
        of valueType: Value.Type, selection: Binding<Set<Value.ID>>, @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(rows: rows(), columns: columns(), selection: AnySelection(selection), sorting: nil)
    }
}

extension Table where Value: Identifiable {
    /// Creates a table of rows that a closure builds, which the user can sort.
    public init<Sort: SortComparator>(
        of valueType: Value.Type, sortOrder: Binding<[Sort]>, @TableColumnBuilder<Value, Sort> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) where Sort.Compared == Value {
        self.init(rows: rows(), columns: columns(), selection: nil, sorting: TableSorting(sortOrder))
    }

    /// Creates a table of rows that a closure builds, in which the user can select one row, and
    /// which the user can sort.
    public init<Sort: SortComparator>(
        of valueType: Value.Type, selection: Binding<Value.ID?>, sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns, @TableRowBuilder<Value> rows: () -> Rows
    ) where Sort.Compared == Value {
        self.init(rows: rows(), columns: columns(), selection: AnySelection(selection), sorting: TableSorting(sortOrder))
    }

    /// Creates a table of rows that a closure builds, in which the user can select several rows,
    /// and which the user can sort.
    public init<Sort: SortComparator>(
        of valueType: Value.Type, selection: Binding<Set<Value.ID>>, sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns, @TableRowBuilder<Value> rows: () -> Rows
    ) where Sort.Compared == Value {
        self.init(rows: rows(), columns: columns(), selection: AnySelection(selection), sorting: TableSorting(sortOrder))
    }
}
