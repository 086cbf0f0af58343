/// The model of a page, to which the modifiers in its content report titles, toolbar items and
/// search fields. Its bars show them.
///
/// # The life of a title
///
/// 1. The page's node puts the page into the environment of its content, and creates the bar.
/// 2. The node of `navigationTitle` is evaluated, somewhere inside the page, and reports the title.
/// 3. The page invalidates its bar and the window's title. The same update of the graph evaluates
///    the bar and computes the title.
/// 4. When the node is removed, because an `if` has changed its branch, its report is removed, and
///    step 3 follows.
///
/// The nodes of a toolbar's items are below the modifier, so that they inherit the environment
/// there. Their elements are in the bar (`ViewNode.detach(to:)`).
@MainActor
final class NavigationPage {
    /// The stack of the page; nil for a page that stands for a window, a sheet or a popover.
    weak var stack: StackModel?
    /// The page below this one in the stack.
    weak var previous: NavigationPage?
    /// The node of the page.
    weak var node: ViewNode?
    /// The node of the bar at the top. For a window, a sheet or a popover, its own node, which has
    /// the bars among its elements while there are items for them.
    weak var bar: ViewNode?
    /// The node of the bars at the bottom; nil for a window, a sheet or a popover.
    weak var bottomBar: ViewNode?
    /// Whether the page stands for a window, a sheet or a popover outside a stack.
    let isWindow: Bool
    /// The bars of a window, a sheet or a popover.
    private let windowBars = WindowBars()
    /// The edit mode of the lists in the page.
    let editMode = StateBox(EditMode.inactive)
    /// The column in which this page has the button that leads back to the previous column: the
    /// first page of a column, and the page that a link in another column has pushed.
    var column: Column? { didSet { if oldValue == nil { bar?.setNeedsEvaluation() } } }

    /// The column whose stack has the page; nil outside a split view, and in a stack inside a column.
    var columnAround: Column? { column ?? stack?.pages.first?.column }

    /// Whether the page is the first one of a column.
    var isFirstOfColumn: Bool { column != nil && previous == nil }

    /// A column of a split view.
    struct Column {
        weak var model: SplitModel?
        let column: SplitColumn
    }

    /// Removes the page from its stack; nil for the first page of a stack or a column.
    var pop: (@MainActor () -> Void)?
    /// The action of `dismiss` on the page; nil for that of the view around it. It removes the page from
    /// its stack, as Back does, or ends what the column presents of which the page is the first.
    var dismiss: DismissAction? {
        if let pop { return DismissAction(pop) }
        // In the sidebar, and where the column presents nothing, dismiss closes the sheet around the
        // split view.
        guard let column, column.column != .sidebar, column.model?.isPresented(column.column) == true else { return nil }
        return DismissAction(leaveColumn)
    }
    /// One closure, so that the environment of the content stays equal.
    private lazy var leaveColumn: @MainActor () -> Void = { [weak self] in
        if let column = self?.column { column.model?.dismiss(column.column) }
    }

    private let reports = Reports<BarPreferences>()
    private let toolbars = Reports<ViewNode>()
    private let searches = Reports<ViewNode>()
    private let backgrounds = Reports<ViewNode>()
    private(set) var preferences = BarPreferences()
    /// Whether the bar has a compact width, in which its role does not move the title.
    var isCompact = false
    /// The node of the label of the title's menu.
    weak var titleLabel: ViewNode?

    init(isWindow: Bool = false) { self.isWindow = isWindow }

    // MARK: Reports

    /// Sets the properties that a modifier's node reports.
    func report(_ preferences: BarPreferences, from node: ViewNode) {
        reports.set(preferences, from: node)
        refresh()
    }

    /// Adds the items below a node to the bars.
    func report(toolbar: ViewNode) {
        toolbars.set(toolbar, from: toolbar)
        bar?.setNeedsEvaluation()
        bottomBar?.setNeedsEvaluation()
    }

    /// Adds a search field to the bar.
    func report(search: ViewNode) {
        searches.set(search, from: search)
        bar?.setNeedsEvaluation()
    }

    /// Puts the element of a node behind everything in the page.
    func report(background: ViewNode) {
        backgrounds.set(background, from: background)
        setNeedsBackground()
    }

    /// Removes the background of a node.
    func removeBackground(_ node: ObjectIdentifier) {
        backgrounds.remove(node)
        setNeedsBackground()
    }

    private func setNeedsBackground() {
        if let container, container.isInGraph { container.graph.setNeedsArrangement(container) }
    }

    /// The node of the page, the window, the sheet or the popover.
    var container: ViewNode? { isWindow ? bar : node }

    /// The element behind everything in the page: that of the outermost report.
    private var background: [Element] {
        backgrounds.fromInnermost.last(where: isInSelectedTab)?.element.map { [$0] } ?? []
    }

    /// Removes all reports of a node.
    func remove(_ node: ObjectIdentifier) {
        reports.remove(node)
        toolbars.remove(node)
        searches.remove(node)
        refresh()
    }

    /// Combines the reports, and invalidates what shows them.
    private func refresh() {
        preferences = reports.fromInnermost.reduce(into: BarPreferences()) { $0.merge($1) }
        bar?.setNeedsEvaluation()
        bottomBar?.setNeedsEvaluation()
        titleLabel?.setNeedsEvaluation()
        node?.setNeedsPageStyle(self)
        showColumnWidth()
        node?.graph.history.setNeedsShow()
        stack?.tab?.hidesTabBar = stack?.hidesTabBar ?? false
    }

    /// Sets the width of the column whose first page this is, without evaluating the column.
    private func showColumnWidth() {
        guard column != nil, previous == nil, let node = stack?.node, let element = node.element,
            case .navigation(.column(var content)) = element.content, content.width != preferences.columnWidth
        else { return }
        content.width = preferences.columnWidth
        node.graph.set(element, content: .navigation(.column(content)), traits: element.traits)
    }

    /// The title of the top page of a stack in a sheet or a popover, for its label.
    var innerTitle = "" { didSet { if innerTitle != oldValue { bar?.setNeedsEvaluation() } } }

    // MARK: The content of the bar

    var title: String { preferences.titleBinding?.wrappedValue ?? preferences.title ?? "" }

    var style: PageStyle {
        PageStyle(barColor: preferences.barColor, showsBarBackground: preferences.showsBarBackground)
    }

    /// Whether the title is large. A title with a menu is small, and so is one at the leading end
    /// unless the app asks for a large one.
    var isLarge: Bool {
        let hasLine = preferences.displayMode == .large || !leadsTitle
        return titleMode == .large && hasLine && preferences.hasTitleMenu != true
    }

    /// The mode of the title. An automatic one is that of the page below, and large on the first
    /// page.
    private var titleMode: ToolbarTitleDisplayMode.Mode {
        let mode = preferences.displayMode ?? .automatic
        return mode == .automatic ? previous?.titleMode ?? .large : mode
    }

    /// Whether the title is at the leading end of the bar, and less important items in its center.
    private var leadsTitle: Bool { preferences.role?.leadsTitle == true && !isCompact }

    var barContent: NavigationBarContent {
        let isEmpty = title.isEmpty && pop == nil && !hasToolbarItems && column == nil
        return NavigationBarContent(
            title: title, subtitle: preferences.subtitle ?? "", isLarge: isLarge && !title.isEmpty,
            isHidden: preferences.isHidden ?? isEmpty, leadsTitle: leadsTitle || isInlineLarge, isInlineLarge: isInlineLarge)
    }

    /// Whether the title is large and beside the bar's items. A title with a menu is small.
    private var isInlineLarge: Bool { titleMode == .inlineLarge && preferences.hasTitleMenu != true }

    private var hasToolbarItems: Bool { !toolbars.inOrder.isEmpty || !searches.inOrder.isEmpty }

    /// Whether the Back button is an arrow only.
    var hidesBackTitle: Bool { preferences.role == .editor }

    /// The Back button; nil if the page has none.
    var back: BarItemsContent.BackButton? {
        guard pop != nil, column == nil, preferences.hidesBackButton != true else { return nil }
        return BarItemsContent.BackButton(to: previous?.title ?? "")
    }

    /// Returns the elements of toolbar items and search fields, by their position.
    func items() -> [BarItemsContent.Position: [Element]] {
        var items: [BarItemsContent.Position: [Element]] = [:]
        for toolbar in toolbars.inOrder where isInSelectedTab(toolbar) { collect(toolbar, .trailing, into: &items) }
        for search in searches.inOrder { collect(search, .search, into: &items) }
        return items
    }

    /// Returns whether the tabs between the page and a node are selected.
    private func isInSelectedTab(_ node: ViewNode) -> Bool {
        var tab = node.environment.tabPage
        while let current = tab, current !== stack?.tab {
            if !current.isSelected { return false }
            tab = current.outer
        }
        return true
    }

    /// Invalidates the bars after another tab inside the page was selected.
    func setNeedsBars() {
        if !backgrounds.inOrder.isEmpty { setNeedsBackground() }
        guard !toolbars.inOrder.isEmpty else { return }
        bar?.setNeedsEvaluation()
        bottomBar?.setNeedsEvaluation()
    }

    /// Returns the elements of a window, a sheet or a popover: its content between its bars, if it
    /// has items for them.
    ///
    /// - Parameter node: The node of the window, the sheet or the popover, which observes the title.
    func addBars(to content: [Element], of node: ViewNode) -> [Element] {
        isCompact = node.environment.horizontalSizeClass == .compact
        let items = self.items()
        guard !items.isEmpty else { return addBackground(to: content) }
        let bar = NavigationBarContent(
            title: node.reading { title }, isLarge: false, isHidden: preferences.isHidden ?? false, leadsTitle: leadsTitle)
        return addBackground(to: windowBars.surround(content, with: items, bar, page: self, node.graph))
    }

    /// Returns the elements of the page, with its background behind them.
    func addBackground(to content: [Element]) -> [Element] { background + content }

    private func collect(
        _ node: ViewNode, _ position: BarItemsContent.Position, into items: inout [BarItemsContent.Position: [Element]]
    ) {
        var position = (node.storage as? ToolbarPosition)?.position ?? position
        if position == .secondary, !leadsTitle { position = .trailing }
        if let element = node.element { return items[position, default: []].append(element) }
        // What an item opens, such as a sheet, is over the window.
        for child in node.children where !child.isDetached { collect(child, position, into: &items) }
    }
}

private struct NavigationPageKey: EnvironmentKey {
    static var defaultValue: NavigationPage? { nil }
}

extension EnvironmentValues {
    /// The page around the view.
    var navigationPage: NavigationPage? {
        get { self[NavigationPageKey.self] }
        set { self[NavigationPageKey.self] = newValue }
    }
}

extension ViewNode {
    /// The page around the node: that of a stack, or the window's.
    var page: NavigationPage { environment.navigationPage ?? graph.history.windowPage }

    /// Updates the style and the transition of a page's element, without evaluating the page.
    func setNeedsPageStyle(_ page: NavigationPage) {
        // A page that leaves keeps its transition, although its reports are removed with it.
        guard isInGraph, let element, case .navigation(.page(var content)) = element.content else { return }
        var traits = element.traits
        guard content.style != page.style || traits.interaction.transition != page.transition else { return }
        content.style = page.style
        traits.interaction.transition = page.transition
        graph.set(element, content: .navigation(.page(content)), traits: traits)
    }
}
