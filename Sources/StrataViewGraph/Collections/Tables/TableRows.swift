/// One or more rows of a table.
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

    /// Returns the row, with a cell for each column.
    public func _view(_ columns: [TableColumnDefinition<Value>]) -> AnyView {
        AnyView(TableCells(value: value, columns: columns))
    }
}

/// A row for each element of a collection.
public struct TableForEachContent<Data: RandomAccessCollection>: TableRowContent where Data.Element: Identifiable {
    private let data: Data

    init(_ data: Data) { self.data = data }

    /// Returns a row for each element. The list creates those near the visible rows.
    public func _view(_ columns: [TableColumnDefinition<Data.Element>]) -> AnyView {
        AnyView(ForEach(data) { TableCells(value: $0, columns: columns) })
    }
}

/// The rows of several statements.
public struct TupleTableRowContent<Value>: TableRowContent {
    let makeViews: ([TableColumnDefinition<Value>]) -> [AnyView]

    /// Returns the rows of all statements.
    public func _view(_ columns: [TableColumnDefinition<Value>]) -> AnyView {
        AnyView(ForEach(Array(makeViews(columns).enumerated()), id: \.offset) { $0.element })
    }
}

/// Builds the rows of a table from the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct TableRowBuilder<Value> {
    /// Builds the rows of the first statement.
    public static func buildPartialBlock<Rows: TableRowContent>(first rows: Rows) -> Rows
    where Rows.TableRowValue == Value { rows }

    /// Appends the rows of a statement to those of the statements before it.
    public static func buildPartialBlock<First: TableRowContent, Rows: TableRowContent>(
        accumulated first: First, next rows: Rows
    ) -> TupleTableRowContent<Value> where First.TableRowValue == Value, Rows.TableRowValue == Value {
        TupleTableRowContent { [first._view($0), rows._view($0)] }
    }
}
