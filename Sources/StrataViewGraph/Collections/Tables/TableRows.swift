/// One or more rows of a table.
@MainActor @preconcurrency
public protocol TableRowContent<TableRowValue> {
    /// The type of the values that the rows show.
    associatedtype TableRowValue: Identifiable

    /// The number of rows, which a table counts without evaluating them.
    static var _rowShape: ListShape { get }

    /// Returns the rows as the content of a list.
    func _view(_ columns: [TableColumnDefinition<TableRowValue>]) -> AnyView
}

/// A row of a table.
public struct TableRow<Value: Identifiable>: TableRowContent {
    private let value: Value

    /// Creates the row of a value.
    public init(_ value: Value) { self.value = value }

    /// One row.
    public static var _rowShape: ListShape { .row }

    /// Returns the row, with a cell for each column.
    public func _view(_ columns: [TableColumnDefinition<Value>]) -> AnyView {
        AnyView(TableRowView(value: value, columns: columns))
    }
}

/// A row for each element of a collection.
public struct TableForEachContent<Data: RandomAccessCollection>: TableRowContent where Data.Element: Identifiable {
    private let data: Data

    init(_ data: Data) { self.data = data }

    /// Any number of rows.
    public static var _rowShape: ListShape { .several }

    /// Returns a row for each element. The list creates those near the visible rows.
    public func _view(_ columns: [TableColumnDefinition<Data.Element>]) -> AnyView {
        AnyView(ForEach(data) { TableCells(value: $0, columns: columns) })
    }
}

/// No rows.
public struct EmptyTableRowContent<Value: Identifiable>: TableRowContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Value

    /// Creates no rows.
    public init() {}

    /// Any number of rows; there is no shape for none.
    public static var _rowShape: ListShape { .several }

    /// Returns an empty view.
    public func _view(_ columns: [TableColumnDefinition<Value>]) -> AnyView { AnyView(EmptyView()) }
}

/// The rows of several statements.
public struct TupleTableRowContent<Value: Identifiable>: TableRowContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Value

    fileprivate let statements: [any TableRowContent<Value>]

    /// Any number of rows.
    public static var _rowShape: ListShape { .several }

    /// Returns the rows of all statements.
    public func _view(_ columns: [TableColumnDefinition<Value>]) -> AnyView {
        AnyView(TableStatements(views: statements.map { $0._view(columns) }))
    }
}

/// Builds the rows of a table from the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct TableRowBuilder<Value: Identifiable> {
    /// Returns rows unchanged.
    public static func buildExpression<Rows: TableRowContent>(_ rows: Rows) -> Rows
    where Rows.TableRowValue == Value { rows }

    /// Builds the rows of an empty closure.
    public static func buildBlock() -> EmptyTableRowContent<Value> { EmptyTableRowContent() }

    /// Builds the rows of the first statement.
    public static func buildPartialBlock<Rows: TableRowContent>(first rows: Rows) -> Rows
    where Rows.TableRowValue == Value { rows }

    /// Appends the rows of a statement to those of the statements before it.
    public static func buildPartialBlock<First: TableRowContent, Rows: TableRowContent>(
        accumulated first: First, next rows: Rows
    ) -> TupleTableRowContent<Value> where First.TableRowValue == Value, Rows.TableRowValue == Value {
        if let several = first as? TupleTableRowContent<Value> {
            return TupleTableRowContent(statements: several.statements + [rows])
        }
        return TupleTableRowContent(statements: [first, rows])
    }

    /// Builds the rows of an `if` without `else`.
    public static func buildIf<Rows: TableRowContent>(_ rows: Rows?) -> Rows?
    where Rows.TableRowValue == Value { rows }

    /// Builds the rows of the first branch of an `if` or `switch`.
    public static func buildEither<First: TableRowContent, Second: TableRowContent>(
        first: First
    ) -> _ConditionalContent<First, Second> where First.TableRowValue == Value, Second.TableRowValue == Value {
        _ConditionalContent(storage: .first(first))
    }

    /// Builds the rows of the second branch of an `if` or `switch`.
    public static func buildEither<First: TableRowContent, Second: TableRowContent>(
        second: Second
    ) -> _ConditionalContent<First, Second> where First.TableRowValue == Value, Second.TableRowValue == Value {
        _ConditionalContent(storage: .second(second))
    }

    /// Builds the rows of an `if #available`.
    public static func buildLimitedAvailability<Rows: TableRowContent>(
        _ rows: Rows
    ) -> TupleTableRowContent<Value> where Rows.TableRowValue == Value {
        TupleTableRowContent(statements: [rows])
    }
}
