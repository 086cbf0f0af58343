import Foundation

/// The position of a row in an outline.
struct TableOutline {
    /// The number of rows around it.
    var level: Int
    /// Whether the rows inside it are shown; nil for a row without rows inside.
    var isExpanded: Binding<Bool>?
}

private struct TableOutlineKey: EnvironmentKey {
    static var defaultValue: TableOutline? { nil }
}

extension EnvironmentValues {
    /// The position of the next row in its outline; nil for a row of a table without one.
    var tableOutline: TableOutline? {
        get { self[TableOutlineKey.self] }
        set { self[TableOutlineKey.self] = newValue }
    }
}

/// The first cell of a row in an outline: indented, with a button if there are rows inside.
struct TableOutlineCell: View {
    let outline: TableOutline
    let content: AnyView

    var body: some View {
        HStack(spacing: 4) {
            if let isExpanded = outline.isExpanded {
                OutlineButton(isExpanded: isExpanded)
            } else {
                Spacer().frame(width: 18)
            }
            content
        }
        .padding(.leading, CGFloat(outline.level) * 20)
    }
}

/// A row that the user expands and collapses to show and hide the rows inside it.
///
///     DisclosureTableRow(folder) {
///         ForEach(folder.files) { TableRow($0) }
///     }
public struct DisclosureTableRow<Label: TableRowContent, Content: TableRowContent>: TableRowContent
where Label.TableRowValue == Content.TableRowValue {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Label.TableRowValue

    private let isExpanded: Binding<Bool>?
    private let label: Label
    private let content: () -> Content

    /// Creates the row of a value, around other rows.
    ///
    /// The binding says whether the rows inside are shown; without it, only the user decides.
    public init<Value>(
        _ value: Value, isExpanded: Binding<Bool>? = nil, @TableRowBuilder<Value> content: @escaping () -> Content
    ) where Label == TableRow<Value> {
        self.init(isExpanded: isExpanded, content: content) { TableRow(value) }
    }

    /// Creates a row around other rows.
    ///
    /// The binding says whether the rows inside are shown; without it, only the user decides.
    public init(
        isExpanded: Binding<Bool>? = nil, @TableRowBuilder<TableRowValue> content: @escaping () -> Content,
        @TableRowBuilder<TableRowValue> label: () -> Label
    ) {
        self.isExpanded = isExpanded
        self.label = label()
        self.content = content
    }

    /// Any number of rows.
    public static var _rowShape: ListShape { .several }

    /// Returns the row, and those inside while it is expanded.
    public func _view(_ columns: [TableColumnDefinition<TableRowValue>]) -> AnyView {
        AnyView(
            TableDisclosure(binding: isExpanded, label: TableRowsView(rows: label, columns: columns)) { [content] in
                AnyView(TableRowsView(rows: content(), columns: columns))
            })
    }
}

/// Rows for the trees of a collection. At first only the roots are visible.
public struct TableOutlineGroupContent<Data: RandomAccessCollection>: TableRowContent where Data.Element: Identifiable {
    /// The type of the values that the rows show.
    public typealias TableRowValue = Data.Element

    let data: Data
    let children: KeyPath<Data.Element, Data?>

    /// Any number of rows.
    public static var _rowShape: ListShape { .several }

    /// Returns the rows of the roots, and of the elements inside those that are expanded.
    public func _view(_ columns: [TableColumnDefinition<Data.Element>]) -> AnyView {
        AnyView(ForEach(data) { TableOutlineRows(element: $0, children: children, columns: columns) })
    }
}

/// The row of an element, followed by those of its children while it is expanded.
private struct TableOutlineRows<Data: RandomAccessCollection>: View where Data.Element: Identifiable {
    let element: Data.Element
    let children: KeyPath<Data.Element, Data?>
    let columns: [TableColumnDefinition<Data.Element>]

    var body: some View {
        let row = TableRowView(value: element, columns: columns)
        if let inside = element[keyPath: children] {
            TableDisclosure(binding: nil, label: row) {
                TableOutlineGroupContent(data: inside, children: children)._view(columns)
            }
        } else {
            TableOutlineLeaf(row: row)
        }
    }
}

/// A row without rows inside, indented as those that have some.
private struct TableOutlineLeaf<Row: View>: BuiltInView {
    let row: Row

    func _update(_ node: ViewNode) {
        var environment = node.environment
        if environment.tableOutline == nil { environment.tableOutline = TableOutline(level: 0) }
        node.updateChild(0, row, environment: environment)
    }

    static var _listShape: ListShape { .several }
}

/// A row, and the rows inside it while it is expanded.
private struct TableDisclosure<Label: View>: View {
    let binding: Binding<Bool>?
    let label: Label
    let content: () -> AnyView
    @State private var isExpanded = false
    @Environment(\.tableOutline) private var outline

    static var _listShape: ListShape { .several }

    var body: some View {
        let expansion = binding ?? $isExpanded
        let level = outline?.level ?? 0
        label.changingEnvironment { $0.tableOutline = TableOutline(level: level, isExpanded: expansion) }
        if expansion.wrappedValue {
            content().changingEnvironment { $0.tableOutline = TableOutline(level: level + 1) }
        }
    }
}
