// The initializers of tables of rows: with or without a selection, an order, and columns that the
// user customizes.

public import Foundation

extension Table {
    /// Creates a table of rows that a closure builds.
    public init(
        of valueType: Value.Type = Value.self,
        @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(
            rows: rows(), columns: columns(), selection: nil,
            sorting: nil, customization: nil)
    }

    /// Creates a table of rows that a closure builds, in which the user can select one row.
    public init(
        of valueType: Value.Type = Value.self,
        selection: Binding<Value.ID?>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(
            rows: rows(), columns: columns(), selection: AnySelection(selection),
            sorting: nil, customization: nil)
    }

    /// Creates a table of rows that a closure builds, in which the user can select several rows.
    public init(
        of valueType: Value.Type = Value.self,
        selection: Binding<Set<Value.ID>>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(
            rows: rows(), columns: columns(), selection: AnySelection(selection),
            sorting: nil, customization: nil)
    }

    /// Creates a table of rows that a closure builds, which the user can sort.
    public init<Sort: SortComparator>(
        of valueType: Value.Type = Value.self,
        sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    )
    where Sort.Compared == Value {
        self.init(
            rows: rows(), columns: columns(), selection: nil,
            sorting: TableSorting(sortOrder), customization: nil)
    }

    /// Creates a table of rows that a closure builds, in which the user can select one row and
    /// which the user can sort.
    public init<Sort: SortComparator>(
        of valueType: Value.Type = Value.self,
        selection: Binding<Value.ID?>,
        sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    )
    where Sort.Compared == Value {
        self.init(
            rows: rows(), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: nil)
    }

    /// Creates a table of rows that a closure builds, in which the user can select several rows and
    /// which the user can sort.
    public init<Sort: SortComparator>(
        of valueType: Value.Type = Value.self,
        selection: Binding<Set<Value.ID>>,
        sortOrder: Binding<[Sort]>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    )
    where Sort.Compared == Value {
        self.init(
            rows: rows(), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: nil)
    }

    /// Creates a table of rows that a closure builds, whose columns the user can customize.
    public init(
        of valueType: Value.Type = Value.self,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(
            rows: rows(), columns: columns(), selection: nil,
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table of rows that a closure builds, in which the user can select one row and
    /// whose columns the user can customize.
    public init(
        of valueType: Value.Type = Value.self,
        selection: Binding<Value.ID?>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(
            rows: rows(), columns: columns(), selection: AnySelection(selection),
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table of rows that a closure builds, in which the user can select several rows and
    /// whose columns the user can customize.
    public init(
        of valueType: Value.Type = Value.self,
        selection: Binding<Set<Value.ID>>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Never> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    ) {
        self.init(
            rows: rows(), columns: columns(), selection: AnySelection(selection),
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table of rows that a closure builds, which the user can sort and whose columns the
    /// user can customize.
    public init<Sort: SortComparator>(
        of valueType: Value.Type = Value.self,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    )
    where Sort.Compared == Value {
        self.init(
            rows: rows(), columns: columns(), selection: nil,
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }

    /// Creates a table of rows that a closure builds, in which the user can select one row, which
    /// the user can sort, and whose columns the user can customize.
    public init<Sort: SortComparator>(
        of valueType: Value.Type = Value.self,
        selection: Binding<Value.ID?>,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    )
    where Sort.Compared == Value {
        self.init(
            rows: rows(), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }

    /// Creates a table of rows that a closure builds, in which the user can select several rows,
    /// which the user can sort, and whose columns the user can customize.
    public init<Sort: SortComparator>(
        of valueType: Value.Type = Value.self,
        selection: Binding<Set<Value.ID>>,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns,
        @TableRowBuilder<Value> rows: () -> Rows
    )
    where Sort.Compared == Value {
        self.init(
            rows: rows(), columns: columns(), selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }
}
