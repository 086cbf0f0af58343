/// The pages of a tab view, of which one is selected.
///
/// The content of a page is evaluated when the page is selected for the first time. It is kept from
/// then on, so that it has its state when the user selects the page again.
@MainActor
final class TabModel {
    /// The page of a tab.
    @MainActor
    final class Page {
        let model: TabModel
        /// The value of the selection while the page is selected; nil if it is the page's position.
        var tag: AnyHashable?
        var isEnabled = true
        /// The node of the tab.
        weak var tabNode: ViewNode?
        /// The node of the content.
        weak var contentNode: ViewNode?
        fileprivate(set) var isSelected = false
        /// Whether the page has been selected, so that its content exists.
        fileprivate(set) var isLoaded = false
        /// The page of another tab view that contains this tab view.
        weak var outer: Page?
        /// Whether a page inside hides the bar with the tabs.
        var hidesTabBar = false { didSet { if hidesTabBar != oldValue { model.barNode?.setNeedsEvaluation() } } }

        init(model: TabModel) { self.model = model }

        /// Whether the page is selected, and the pages of other tab views around it are, too.
        var isVisible: Bool { isSelected && (outer?.isVisible ?? true) }
    }

    weak var node: ViewNode?
    /// The node of the bar with the tabs.
    weak var barNode: ViewNode?
    /// Reads and writes the app's selection; nil if it has none.
    var selection: (read: () -> AnyHashable, write: (AnyHashable) -> Void)?
    private let ownSelection = StateBox<AnyHashable?>(nil)

    /// The pages, in order.
    var pages: [Page] {
        var pages: [Page] = []
        func collect(_ node: ViewNode) {
            if let page = node.storage as? Page { return pages.append(page) }
            for child in node.children { collect(child) }
        }
        if let content = node?.children.first { collect(content) }
        return pages
    }

    var selected: Page? { pages.first(where: \.isSelected) }

    /// Selects the page whose tag or position the selection equals; the first page if there is
    /// none.
    ///
    /// - Parameter node: The node of the bar, which observes the selection.
    func resolve(_ node: ViewNode) {
        let pages = self.pages
        let value = node.reading { selection?.read() ?? ownSelection.value }
        let former = pages.first(where: \.isSelected)
        let position = pages.enumerated().first { ($0.element.tag ?? AnyHashable($0.offset)) == value }?.offset ?? 0
        for (index, page) in pages.enumerated() {
            page.isSelected = index == position
            if page.isSelected, !page.isLoaded {
                page.isLoaded = true
                page.contentNode?.setNeedsEvaluation()
            }
            page.tabNode?.setSelected(page.isSelected)
            page.contentNode?.setSelected(page.isSelected)
        }
        if selected !== former { node.page.setNeedsBars() }
        node.graph.history.setNeedsShow()
    }

    /// Sets the selection to a page, when the user presses its tab.
    func select(_ page: Page) {
        guard page.isEnabled, let index = pages.firstIndex(where: { $0 === page }) else { return }
        let value = page.tag ?? AnyHashable(index)
        if let selection { selection.write(value) } else { ownSelection.value = value }
    }
}

extension ViewNode {
    /// Updates whether the element of a tab or of its content is selected, without evaluating it.
    fileprivate func setSelected(_ isSelected: Bool) {
        guard let element else { return }
        switch element.content {
        case .navigation(.tab(var tab)):
            tab.isSelected = isSelected
            graph.set(element, content: .navigation(.tab(tab)), traits: element.traits)
        case .navigation(.tabPage):
            graph.set(element, content: .navigation(.tabPage(isSelected: isSelected)), traits: element.traits)
        default: break
        }
    }
}

private struct TabModelKey: EnvironmentKey {
    static var defaultValue: TabModel? { nil }
}

private struct TabPageKey: EnvironmentKey {
    static var defaultValue: TabModel.Page? { nil }
}

extension EnvironmentValues {
    /// The tab view of which the view is a page; nil inside the page.
    var tabModel: TabModel? {
        get { self[TabModelKey.self] }
        set { self[TabModelKey.self] = newValue }
    }

    /// The page of a tab view that contains the view.
    var tabPage: TabModel.Page? {
        get { self[TabPageKey.self] }
        set { self[TabPageKey.self] = newValue }
    }
}
