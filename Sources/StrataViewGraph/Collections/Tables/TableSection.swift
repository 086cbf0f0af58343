/// The header of a section of a table.
public struct TableHeaderRowContent<Value: Identifiable, Content: View>: TableRowContent {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Value

    fileprivate let content: Content

    /// Any number of rows: a header is none.
    public static var _rowShape: ListShape { .several }

    /// Returns the content of the header.
    public func _view(_ columns: [TableColumnDefinition<Value>]) -> AnyView { AnyView(content) }
}

extension Section: TableRowContent
where
    Parent: TableRowContent, Content: TableRowContent, Footer: TableRowContent,
    Parent.TableRowValue == Content.TableRowValue, Footer.TableRowValue == Content.TableRowValue
{
    /// The type of the values that the rows show.
    public typealias TableRowValue = Content.TableRowValue

    /// One section.
    public static var _rowShape: ListShape { .section }

    /// Returns the section of a list with these rows.
    public func _view(_ columns: [TableColumnDefinition<Content.TableRowValue>]) -> AnyView {
        let hasHeader = Parent.self != EmptyTableRowContent<Content.TableRowValue>.self
        return AnyView(
            TableSection(
                isExpanded: isExpanded, header: hasHeader ? header._view(columns) : nil,
                rows: TableRowsView(rows: content, columns: columns)))
    }
}

/// A section of a list for the rows of a table. Its header is one cell across all columns.
private struct TableSection<Rows: View>: View {
    let isExpanded: Binding<Bool>?
    let header: AnyView?
    let rows: Rows

    var body: some View {
        Section {
            if isExpanded?.wrappedValue ?? true { rows }
        } header: {
            if let header { TableSectionHeader(content: header, isExpanded: isExpanded) }
        }
    }
}

/// The cell of a section's header.
private struct TableSectionHeader: BuiltInView {
    let content: AnyView
    let isExpanded: Binding<Bool>?

    func _update(_ node: ViewNode) {
        node.show(.collection(.tableSectionTitle))
        if let isExpanded {
            node.updateChild(0, ExpandableHeader(isExpanded: isExpanded, content: content), branch: 1)
        } else {
            node.updateChild(0, content, branch: 0)
        }
    }
}

extension Section where Content: TableRowContent {
    /// Creates a section of a table without a header.
    public init<V>(@TableRowBuilder<V> content: () -> Content)
    where Parent == EmptyTableRowContent<V>, Footer == EmptyTableRowContent<V>, V == Content.TableRowValue {
        self.init(isExpanded: nil, content: content(), header: EmptyTableRowContent(), footer: EmptyTableRowContent())
    }

    /// Creates a section of a table with a header.
    public init<V, H: View>(@TableRowBuilder<V> content: () -> Content, @ViewBuilder header: () -> H)
    where Parent == TableHeaderRowContent<V, H>, Footer == EmptyTableRowContent<V>, V == Content.TableRowValue {
        self.init(
            isExpanded: nil, content: content(), header: TableHeaderRowContent(content: header()),
            footer: EmptyTableRowContent())
    }

    /// Creates a section of a table that the user can collapse to its header.
    public init<V, H: View>(
        isExpanded: Binding<Bool>, @TableRowBuilder<V> content: () -> Content, @ViewBuilder header: () -> H
    ) where Parent == TableHeaderRowContent<V, H>, Footer == EmptyTableRowContent<V>, V == Content.TableRowValue {
        self.init(
            isExpanded: isExpanded, content: content(), header: TableHeaderRowContent(content: header()),
            footer: EmptyTableRowContent())
    }

    /// Creates a section of a table with a localized title as its header.
    public init<V>(_ titleKey: LocalizedStringKey, @TableRowBuilder<V> content: () -> Content)
    where Parent == TableHeaderRowContent<V, Text>, Footer == EmptyTableRowContent<V>, V == Content.TableRowValue {
        self.init(content: content) { Text(titleKey) }
    }

    /// Creates a section of a table with a string as its header.
    @_disfavoredOverload
    public init<V, S: StringProtocol>(_ title: S, @TableRowBuilder<V> content: () -> Content)
    where Parent == TableHeaderRowContent<V, Text>, Footer == EmptyTableRowContent<V>, V == Content.TableRowValue {
        self.init(content: content) { Text(title) }
    }

    /// Creates a section of a table with a localized title as its header, to which the user can
    /// collapse it.
    public init<V>(_ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @TableRowBuilder<V> content: () -> Content)
    where Parent == TableHeaderRowContent<V, Text>, Footer == EmptyTableRowContent<V>, V == Content.TableRowValue {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }

    /// Creates a section of a table with a string as its header, to which the user can collapse it.
    @_disfavoredOverload
    public init<V, S: StringProtocol>(_ title: S, isExpanded: Binding<Bool>, @TableRowBuilder<V> content: () -> Content)
    where Parent == TableHeaderRowContent<V, Text>, Footer == EmptyTableRowContent<V>, V == Content.TableRowValue {
        self.init(isExpanded: isExpanded, content: content) { Text(title) }
    }
}
