// The initializers of tables of collections: with or without a selection, an order, and columns that
// the user customizes.

public import Foundation

extension Table {
    /// Creates a table with a row for each element of a collection.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: nil,
            sorting: nil, customization: nil)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// one row.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        selection: Binding<Value.ID?>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: nil, customization: nil)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// several rows.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        selection: Binding<Set<Value.ID>>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: nil, customization: nil)
    }

    /// Creates a table with a row for each element of a collection, which the user can sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: nil,
            sorting: TableSorting(sortOrder), customization: nil)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// one row and which the user can sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        selection: Binding<Value.ID?>,
        sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: nil)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// several rows and which the user can sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        selection: Binding<Set<Value.ID>>,
        sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: nil)
    }

    /// Creates a table with a row for each element of a collection, whose columns the user can
    /// customize.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: nil,
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// one row and whose columns the user can customize.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        selection: Binding<Value.ID?>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// several rows and whose columns the user can customize.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        selection: Binding<Set<Value.ID>>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table with a row for each element of a collection, which the user can sort and
    /// whose columns the user can customize.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: nil,
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// one row, which the user can sort, and whose columns the user can customize.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        selection: Binding<Value.ID?>,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }

    /// Creates a table with a row for each element of a collection, in which the user can select
    /// several rows, which the user can sort, and whose columns the user can customize.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        selection: Binding<Set<Value.ID>>,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableForEachContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableForEachContent(data), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }
}
