/// The state of a split view.
///
/// # Columns and links
///
/// Each column is a stack with a page of its own at the bottom. A link in the sidebar or the
/// content column does not push onto its own stack: the environment of a column has the stack of
/// the next column as its `stackModel` (``target(of:)``), with `leadsToColumn`, and the link
/// replaces the pages above that stack's first page. If that first page contains a `NavigationStack`
/// of the app with a destination for the link's value, the value becomes the only one of its path. A
/// link to a view shows the view in place of that first page, with the stack in it: for the column,
/// Apple's documentation of `isDetailLink(_:)` says so, and that of the stack in a column says that
/// its links present data.
///
/// # Wide and narrow windows
///
/// Only the host knows the width of the window. So the element has both values: the columns that
/// are visible in a wide window, and the one that is visible in a narrow window. A link sets the
/// latter to the column that it leads to. Back removes the page that a link in another column has
/// pushed, as from a stack, and sets it to the previous column. A link to a page of its own column
/// (`isDetailLink(false)`, or any in the details) pushes onto the column's stack, whose Back button
/// stays in the column. Where the app has no binding for a value, the model keeps it.
@MainActor
final class SplitModel {
    weak var node: ViewNode?
    private var stacks: [SplitColumn: StackStorage] = [:]
    private var visibility: Binding<NavigationSplitViewVisibility>?
    private var compactColumn: Binding<NavigationSplitViewColumn>?
    private var hasContent = false
    /// The column that is visible in a narrow window, if the app has no binding for it.
    private let ownCompact = StateBox(SplitColumn.sidebar)
    /// The columns that are visible in a wide window, if the app has no binding for them.
    private let ownVisibility = StateBox(NavigationSplitViewVisibility.automatic)

    /// Shows a split view with two or three columns.
    ///
    /// - Parameters:
    ///   - roots: The first page of each column, from the sidebar to the details.
    ///   - node: The node of the split view, which keeps its model.
    ///   - visibility: The columns that are visible in a wide window; nil for the model's own value.
    ///   - compactColumn: The column that is visible in a narrow one; nil for the model's own value.
    static func show(
        _ roots: [any View], in node: ViewNode, _ visibility: Binding<NavigationSplitViewVisibility>?,
        _ compactColumn: Binding<NavigationSplitViewColumn>?
    ) {
        let hasContent = roots.count > 2
        let model = node.storage as? SplitModel ?? SplitModel()
        node.storage = model
        model.update(node, hasContent: hasContent, visibility, compactColumn)
        let columns: [SplitColumn] = hasContent ? [.sidebar, .content, .detail] : [.sidebar, .detail]
        for (index, (column, root)) in zip(columns, roots).enumerated() {
            node.updateChild(index, SplitColumnView(model: model, column: column, root: root))
        }
    }

    /// Shows the split view, and updates the buttons of its columns.
    private func update(
        _ node: ViewNode, hasContent: Bool, _ visibility: Binding<NavigationSplitViewVisibility>?,
        _ compactColumn: Binding<NavigationSplitViewColumn>?
    ) {
        if self.node == nil { node.graph.splits.add(self) }
        self.node = node
        self.hasContent = hasContent
        self.visibility = visibility
        self.compactColumn = compactColumn
        var content = node.reading {
            SplitViewContent(visible: visible.columns(hasContent: hasContent), compact: compact)
        }
        content.keepsDetailWidth = node.environment.splitKeepsDetailWidth
        node.show(.navigation(.split(content)))
        setNeedsBars()
        // The visible column and the width of the window are part of the place.
        node.graph.history.setNeedsShow()
    }

    /// The number of columns before the one that a narrow window shows, and of the pages above the
    /// first in these columns and in that one. Each is a place of the window's history. The pages of
    /// the details are such places by themselves. A page that a link in another column has pushed is
    /// one with its column.
    var depth: Int {
        guard let node, node.isInGraph, isCompact else { return 0 }
        guard let details = stacks[.detail]?.model, details.isActive else { return 0 }
        var depth = pageCount(of: .sidebar)
        if hasContent, compact != .sidebar { depth += 1 + pageCount(of: .content) }
        if compact == .detail, !details.leadsOutOfColumn { depth += 1 }
        return depth
    }

    /// The number of pages above the one in the place of the first page of a column.
    private func pageCount(of column: SplitColumn) -> Int {
        guard let model = stacks[column]?.model else { return 0 }
        return model.entries.count - (model.leadsOutOfColumn ? 1 : 0)
    }

    /// Goes one place of the window's history back: removes the top page of the column that a narrow
    /// window shows, or shows the column before.
    func goBack() {
        if compact != .detail, let model = stacks[compact]?.model, !model.entries.isEmpty {
            model.pop(to: model.entries.count - 1)
        } else {
            back(from: compact)
        }
    }

    private var visible: NavigationSplitViewVisibility {
        get { visibility?.wrappedValue ?? ownVisibility.value }
        set { if let visibility { visibility.wrappedValue = newValue } else { ownVisibility.value = newValue } }
    }

    private var compact: SplitColumn {
        get { compactColumn?.wrappedValue.column ?? ownCompact.value }
        set {
            if let compactColumn {
                compactColumn.wrappedValue = NavigationSplitViewColumn(column: newValue)
            } else {
                ownCompact.value = newValue
            }
        }
    }

    /// Returns the stack of a column, creating it if necessary.
    func stack(of column: SplitColumn, _ node: ViewNode) -> StackStorage {
        if let stack = stacks[column] { return stack }
        let stack = StackStorage(node)
        stack.model.isInHistory = stack.model.isInHistory && column == .detail
        stack.model.showsColumn = { [weak self] in self?.compact = column }
        stack.model.showsColumnForApp = { [weak self] in
            if let self, compactColumn == nil { compact = column }
        }
        stack.model.onLeft = { [weak self] in self?.back(from: column) }
        stack.model.onTitle = { [weak self] in self?.setNeedsBars() }
        stack.model.isColumn = true
        stacks[column] = stack
        return stack
    }

    /// Returns the column to which links in a column lead: the next one.
    func target(of column: SplitColumn) -> SplitColumn {
        column == .sidebar && hasContent ? .content : .detail
    }

    /// Returns the width that the content of a column sets; nil for the host's.
    func width(of column: SplitColumn) -> ColumnWidth? { stacks[column]?.firstPage.preferences.columnWidth }

    /// Invalidates the bars of all pages, whose buttons lead to other columns and name them.
    private func setNeedsBars() {
        for stack in stacks.values { for page in stack.model.pages { page.bar?.setNeedsEvaluation() } }
    }

    /// Returns the title of the page that the column before one shows; nil for the first column.
    func previousTitle(of column: SplitColumn) -> String? {
        guard column != .sidebar else { return nil }
        return stacks[column == .detail && hasContent ? .content : .sidebar]?.model.topTitle ?? ""
    }

    /// Returns whether the bar of a column has the button that shows and hides the sidebar: that of
    /// the sidebar, or of the first visible column while the sidebar is hidden.
    func togglesSidebar(in column: SplitColumn) -> Bool {
        column == .sidebar
            || !visible.columns(hasContent: hasContent).contains(.sidebar)
                && column == visible.columns(hasContent: hasContent).min()
    }

    /// Shows the column before one, in a narrow window.
    func back(from column: SplitColumn) {
        compact = column == .detail && hasContent ? .content : .sidebar
    }

    private var isCompact: Bool { node?.environment.horizontalSizeClass == .compact }

    /// Returns whether ``dismiss(_:)`` has something to end.
    func isPresented(_ column: SplitColumn) -> Bool {
        isCompact || stacks[column]?.model.lists.all.contains(where: \.canClear) == true
    }

    /// Ends the presentation of the first page of a column: shows the column before, in a narrow
    /// window, and otherwise clears the selections there whose details the column shows.
    func dismiss(_ column: SplitColumn) {
        if isCompact {
            back(from: column)
        } else {
            for selection in stacks[column]?.model.lists.all ?? [] where selection.canClear { selection.clear() }
        }
    }

    /// Shows or hides the sidebar, in a wide window.
    func toggleSidebar() {
        let isShown = visible.columns(hasContent: hasContent).contains(.sidebar)
        visible = isShown ? (hasContent ? .doubleColumn : .detailOnly) : .all
    }
}

/// A column of a split view, with its stack of pages.
struct SplitColumnView: BuiltInView {
    let model: SplitModel
    let column: SplitColumn
    let root: any View

    func _update(_ node: ViewNode) {
        let stack = model.stack(of: column, node)
        stack.model.node = node
        stack.model.update(path: stack.ownPath, values: node.reading { stack.ownPath.read() })
        stack.model.tab = node.environment.tabPage
        stack.revision += 1
        node.show(.navigation(.column(SplitColumnContent(column: column, width: model.width(of: column)))))
        stack.firstPage.column = NavigationPage.Column(model: model, column: column)
        let target = model.target(of: column)
        let leads = column != .detail
        let linkStack = leads ? model.stack(of: target, node).model : nil
        node.updateChild(0, StackPages(stack: stack, root: root, linkStack: linkStack))
    }
}

/// A press of the button that shows and hides the sidebar.
package struct SidebarEvent: ElementEvent {
    package static let name = "sidebar"
    package init() {}
}
