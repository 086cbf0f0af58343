// Rows of tables that are made as views are: by conditions, groups and collections.

extension Optional: TableRowContent where Wrapped: TableRowContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Wrapped.TableRowValue

    /// Any number of rows: those of the content, or none for nil.
    public static var _rowShape: ListShape { .several }

    /// Returns the rows; none for nil.
    public func _view(_ columns: [TableColumnDefinition<Wrapped.TableRowValue>]) -> AnyView {
        AnyView(map { TableRowsView(rows: $0, columns: columns) })
    }
}

extension _ConditionalContent: TableRowContent
where First: TableRowContent, Second: TableRowContent, First.TableRowValue == Second.TableRowValue {
    /// The type of the values that the rows show.
    public typealias TableRowValue = First.TableRowValue

    /// The shape of both branches if they have the same one, else any number of rows.
    public static var _rowShape: ListShape { First._rowShape == Second._rowShape ? First._rowShape : .several }

    /// Returns the rows of the chosen branch.
    public func _view(_ columns: [TableColumnDefinition<First.TableRowValue>]) -> AnyView {
        typealias Branches = _ConditionalContent<TableRowsView<First>, TableRowsView<Second>>
        return switch storage {
        case .first(let rows): AnyView(Branches(storage: .first(TableRowsView(rows: rows, columns: columns))))
        case .second(let rows): AnyView(Branches(storage: .second(TableRowsView(rows: rows, columns: columns))))
        }
    }
}

extension Group: TableRowContent where Content: TableRowContent {
    /// Groups the rows that a closure builds.
    public init<R>(@TableRowBuilder<R> content: () -> Content) where R == Content.TableRowValue {
        self.init(content: content())
    }

    /// The shape of the content.
    public static var _rowShape: ListShape { Content._rowShape }

    /// Returns the rows of the group.
    public func _view(_ columns: [TableColumnDefinition<Content.TableRowValue>]) -> AnyView { content._view(columns) }
}

extension ForEach: TableRowContent where Content: TableRowContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Content.TableRowValue

    /// Any number of rows.
    public static var _rowShape: ListShape { .several }

    /// Returns the rows of each element. If the type of the content is one row, the table creates
    /// those near the visible ones.
    public func _view(_ columns: [TableColumnDefinition<Content.TableRowValue>]) -> AnyView {
        AnyView(
            ForEach<Data, ID, TableRowsView<Content>>(data: data, id: id) { [content] in
                TableRowsView(rows: content($0), columns: columns)
            })
    }
}

extension ForEach where Content: TableRowContent {
    /// Creates rows of a table for each element of a collection of identifiable elements.
    public init<V>(_ data: Data, @TableRowBuilder<V> content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID, V == Content.TableRowValue {
        self.init(data: data, id: { $0.id }, content: content)
    }

    /// Creates rows of a table for each element of a collection, identified by the value at a key
    /// path.
    public init<V>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @TableRowBuilder<V> content: @escaping (Data.Element) -> Content
    ) where V == Content.TableRowValue {
        self.init(data: data, id: { $0[keyPath: id] }, content: content)
    }

    /// Creates rows of a table for each number of a range.
    public init<V>(_ data: Range<Int>, @TableRowBuilder<V> content: @escaping (Int) -> Content)
    where Data == Range<Int>, ID == Int, V == Content.TableRowValue {
        self.init(data: data, id: { $0 }, content: content)
    }

    /// Creates a row of a table for each element of a collection of identifiable elements.
    public init(_ data: Data) where Data.Element: Identifiable, ID == Data.Element.ID, Content == TableRow<Data.Element> {
        self.init(data: data, id: { $0.id }) { TableRow($0) }
    }
}
