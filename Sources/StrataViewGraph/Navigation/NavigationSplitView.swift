public import Foundation

/// Two or three columns side by side: a sidebar, an optional column with content, and details. A
/// narrow window shows one column at a time.
///
/// A link in a column shows its destination in the next column, in place of the pages there.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: BuiltInView {
    private let visibility: Binding<NavigationSplitViewVisibility>?
    private let compactColumn: Binding<NavigationSplitViewColumn>?
    private let sidebar: Sidebar
    private let content: Content
    private let detail: Detail

    private init(
        _ visibility: Binding<NavigationSplitViewVisibility>?, _ compactColumn: Binding<NavigationSplitViewColumn>?,
        sidebar: Sidebar, content: Content, detail: Detail
    ) {
        self.visibility = visibility
        self.compactColumn = compactColumn
        self.sidebar = sidebar
        self.content = content
        self.detail = detail
    }

    /// Creates three columns.
    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail) {
        self.init(nil, nil, sidebar: sidebar(), content: content(), detail: detail())
    }

    /// Creates three columns, with a binding to those that are visible in a wide window.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.init(columnVisibility, nil, sidebar: sidebar(), content: content(), detail: detail())
    }

    /// Creates three columns, with a binding to the one that is visible in a narrow window.
    public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.init(nil, preferredCompactColumn, sidebar: sidebar(), content: content(), detail: detail())
    }

    /// Creates three columns, with bindings to those that are visible in a wide window and the one
    /// that is visible in a narrow window.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, preferredCompactColumn: Binding<NavigationSplitViewColumn>,
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.init(columnVisibility, preferredCompactColumn, sidebar: sidebar(), content: content(), detail: detail())
    }

    /// Shows the columns.
    public func _update(_ node: ViewNode) {
        let hasContent = Content.self != EmptyView.self
        SplitModel.show(hasContent ? [sidebar, content, detail] : [sidebar, detail], in: node, visibility, compactColumn)
    }
}

extension NavigationSplitView where Content == EmptyView {
    /// Creates two columns.
    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
        self.init(nil, nil, sidebar: sidebar(), content: EmptyView(), detail: detail())
    }

    /// Creates two columns, with a binding to those that are visible in a wide window.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(columnVisibility, nil, sidebar: sidebar(), content: EmptyView(), detail: detail())
    }

    /// Creates two columns, with a binding to the one that is visible in a narrow window.
    public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(nil, preferredCompactColumn, sidebar: sidebar(), content: EmptyView(), detail: detail())
    }

    /// Creates two columns, with bindings to those that are visible in a wide window and the one
    /// that is visible in a narrow window.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, preferredCompactColumn: Binding<NavigationSplitViewColumn>,
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
    ) {
        self.init(columnVisibility, preferredCompactColumn, sidebar: sidebar(), content: EmptyView(), detail: detail())
    }
}

/// The columns of a split view that are visible in a wide window.
public struct NavigationSplitViewVisibility: Equatable, Codable, Sendable {
    private enum Kind: String, Codable { case automatic, all, doubleColumn, detailOnly }
    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// The default: all columns.
    public static let automatic = NavigationSplitViewVisibility(.automatic)
    /// All columns.
    public static let all = NavigationSplitViewVisibility(.all)
    /// The last two of three columns; both of two.
    public static let doubleColumn = NavigationSplitViewVisibility(.doubleColumn)
    /// The details only.
    public static let detailOnly = NavigationSplitViewVisibility(.detailOnly)

    /// Returns the visible columns of a split view with or without a content column.
    func columns(hasContent: Bool) -> Set<SplitColumn> {
        let all: Set<SplitColumn> = hasContent ? [.sidebar, .content, .detail] : [.sidebar, .detail]
        return switch kind {
        case .automatic, .all: all
        case .doubleColumn: hasContent ? [.content, .detail] : all
        case .detailOnly: [.detail]
        }
    }
}

/// A column of a split view.
public struct NavigationSplitViewColumn: Hashable, Sendable {
    let column: SplitColumn

    /// The first column.
    public static let sidebar = NavigationSplitViewColumn(column: .sidebar)
    /// The second of three columns.
    public static let content = NavigationSplitViewColumn(column: .content)
    /// The last column.
    public static let detail = NavigationSplitViewColumn(column: .detail)
}

extension View {
    /// Sets the width of the column around the view, in points.
    public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View {
        barPreferences { $0.columnWidth = ColumnWidth(min: Double(width), ideal: Double(width), max: Double(width)) }
    }

    /// Sets the preferred width of the column around the view and its limits, in points.
    public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
        barPreferences {
            $0.columnWidth = ColumnWidth(min: min.map { Double($0) }, ideal: Double(ideal), max: max.map { Double($0) })
        }
    }
}
