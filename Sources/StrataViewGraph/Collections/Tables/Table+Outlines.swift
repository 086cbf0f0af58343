// The initializers of tables of trees: with or without a selection and an order.

public import Foundation

extension Table {
    /// Creates a table of trees, whose rows the user expands and collapses.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        children: KeyPath<Value, Data?>,
        columnCustomization: Binding<TableColumnCustomization<Value>>? = nil,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableOutlineGroupContent<Data>, Data.Element == Value {
        self.init(
            rows: TableOutlineGroupContent(data: data, children: children), columns: columns(), selection: nil,
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table of trees, whose rows the user expands and collapses, in which the user can
    /// select one row.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        children: KeyPath<Value, Data?>,
        selection: Binding<Value.ID?>,
        columnCustomization: Binding<TableColumnCustomization<Value>>? = nil,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableOutlineGroupContent<Data>, Data.Element == Value {
        self.init(
            rows: TableOutlineGroupContent(data: data, children: children), columns: columns(),
            selection: AnySelection(selection),
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table of trees, whose rows the user expands and collapses, in which the user can
    /// select several rows.
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        children: KeyPath<Value, Data?>,
        selection: Binding<Set<Value.ID>>,
        columnCustomization: Binding<TableColumnCustomization<Value>>? = nil,
        @TableColumnBuilder<Value, Never> columns: () -> Columns
    )
    where Rows == TableOutlineGroupContent<Data>, Data.Element == Value {
        self.init(
            rows: TableOutlineGroupContent(data: data, children: children), columns: columns(),
            selection: AnySelection(selection),
            sorting: nil, customization: columnCustomization)
    }

    /// Creates a table of trees, whose rows the user expands and collapses, which the user can
    /// sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        children: KeyPath<Value, Data?>,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>? = nil,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableOutlineGroupContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableOutlineGroupContent(data: data, children: children), columns: columns(), selection: nil,
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }

    /// Creates a table of trees, whose rows the user expands and collapses, in which the user can
    /// select one row and which the user can sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        children: KeyPath<Value, Data?>,
        selection: Binding<Value.ID?>,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>? = nil,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableOutlineGroupContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableOutlineGroupContent(data: data, children: children), columns: columns(),
            selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }

    /// Creates a table of trees, whose rows the user expands and collapses, in which the user can
    /// select several rows and which the user can sort.
    public init<Data: RandomAccessCollection, Sort: SortComparator>(
        _ data: Data,
        children: KeyPath<Value, Data?>,
        selection: Binding<Set<Value.ID>>,
        sortOrder: Binding<[Sort]>,
        columnCustomization: Binding<TableColumnCustomization<Value>>? = nil,
        @TableColumnBuilder<Value, Sort> columns: () -> Columns
    )
    where Rows == TableOutlineGroupContent<Data>, Data.Element == Value, Sort.Compared == Value {
        self.init(
            rows: TableOutlineGroupContent(data: data, children: children), columns: columns(),
            selection: AnySelection(selection),
            sorting: TableSorting(sortOrder), customization: columnCustomization)
    }
}
