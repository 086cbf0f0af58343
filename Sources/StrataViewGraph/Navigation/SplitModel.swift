/// The columns of a split view, each of which is a stack.
@MainActor
final class SplitModel {
    weak var node: ViewNode?
    private var stacks: [SplitColumn: StackStorage] = [:]
    private var visibility: Binding<NavigationSplitViewVisibility>?
    private var compactColumn: Binding<NavigationSplitViewColumn>?
    private var hasContent = false
    /// The column of a narrow window, where no binding has it.
    private let ownCompact = StateBox(SplitColumn.sidebar)
    /// Whether the user has hidden the sidebar, where no binding has it.
    private let ownVisibility = StateBox(NavigationSplitViewVisibility.automatic)

    func update(
        _ node: ViewNode, hasContent: Bool, _ visibility: Binding<NavigationSplitViewVisibility>?,
        _ compactColumn: Binding<NavigationSplitViewColumn>?
    ) {
        self.node = node
        self.hasContent = hasContent
        self.visibility = visibility
        self.compactColumn = compactColumn
        let content = node.reading {
            SplitViewContent(visible: visible.columns(hasContent: hasContent), compact: compact)
        }
        node.show(.navigation(.split(content)))
        for stack in stacks.values { stack.firstPage.bar?.setNeedsEvaluation() }
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

    /// Returns the stack of a column.
    func stack(of column: SplitColumn, _ node: ViewNode) -> StackStorage {
        if let stack = stacks[column] { return stack }
        let stack = StackStorage(node)
        stack.model.isPlace = stack.model.isPlace && column == .detail
        stack.model.showsColumn = { [weak self] in self?.compact = column }
        stack.model.onEmptied = { [weak self] in self?.back(from: column) }
        stack.model.isColumn = true
        stacks[column] = stack
        return stack
    }

    /// The column to which links in a column lead: the next one.
    func target(of column: SplitColumn) -> SplitColumn {
        column == .sidebar && hasContent ? .content : .detail
    }

    /// The width that the content of a column asks for.
    func width(of column: SplitColumn) -> ColumnWidth? { stacks[column]?.firstPage.preferences.columnWidth }

    /// The title of the column before one; nil for the first.
    func previousTitle(of column: SplitColumn) -> String? {
        guard column != .sidebar else { return nil }
        let title = stacks[column == .detail && hasContent ? .content : .sidebar]?.firstPage.title ?? ""
        return title.isEmpty ? "Back" : title
    }

    /// Whether the bar of a column has the button for the sidebar.
    func togglesSidebar(in column: SplitColumn) -> Bool {
        column == .sidebar
            || !visible.columns(hasContent: hasContent).contains(.sidebar)
                && column == visible.columns(hasContent: hasContent).min()
    }

    /// Returns to the column before one, on a narrow window.
    func back(from column: SplitColumn) {
        compact = column == .detail && hasContent ? .content : .sidebar
    }

    /// Shows or hides the first column, on a wide window.
    func toggleSidebar() {
        let isShown = visible.columns(hasContent: hasContent).contains(.sidebar)
        visible = isShown ? (hasContent ? .doubleColumn : .detailOnly) : .all
    }
}

/// A column of a split view: a stack, unless its content has one.
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
