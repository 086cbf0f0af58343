/// Rows of a table.
@MainActor @preconcurrency
public protocol TableRowContent {
    /// The type of the values that the rows show.
    associatedtype TableRowValue

    /// Returns the rows as the content of a list.
    func _view(_ columns: [TableColumnDefinition<TableRowValue>]) -> AnyView
}

/// A row of a table.
public struct TableRow<Value>: TableRowContent {
    private let value: Value

    /// Creates the row of a value.
    public init(_ value: Value) { self.value = value }

    /// Returns the cells of the row.
    public func _view(_ columns: [TableColumnDefinition<Value>]) -> AnyView {
        AnyView(TableCells(value: value, columns: columns))
    }
}

/// A row for each element of a collection.
public struct TableForEachContent<Data: RandomAccessCollection>: TableRowContent where Data.Element: Identifiable {
    private let data: Data

    init(_ data: Data) { self.data = data }

    /// Returns a lazy row for each element.
    public func _view(_ columns: [TableColumnDefinition<Data.Element>]) -> AnyView {
        AnyView(ForEach(data) { TableCells(value: $0, columns: columns) })
    }
}

/// Several groups of rows.
public struct TupleTableRowContent<Value>: TableRowContent {
    let makeViews: ([TableColumnDefinition<Value>]) -> [AnyView]

    /// Returns the rows of all groups.
    public func _view(_ columns: [TableColumnDefinition<Value>]) -> AnyView {
        AnyView(ForEach(Array(makeViews(columns).enumerated()), id: \.offset) { $0.element })
    }
}

/// Builds the rows of a table from the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct TableRowBuilder<Value> {
    /// Begins with the first rows.
    public static func buildPartialBlock<Rows: TableRowContent>(first rows: Rows) -> Rows
    where Rows.TableRowValue == Value { rows }

    /// Adds rows to those before.
    public static func buildPartialBlock<First: TableRowContent, Rows: TableRowContent>(
        accumulated first: First, next rows: Rows
    ) -> TupleTableRowContent<Value> where First.TableRowValue == Value, Rows.TableRowValue == Value {
        TupleTableRowContent { [first._view($0), rows._view($0)] }
    }
}
