import Foundation

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
        /// The tag of the page: the value of the selection while the page is selected; nil if that is the
        /// page's position.
        var tag: AnyHashable?
        var isEnabled = true
        /// Whether the user does not see the tab.
        var isHidden = false { didSet { if isHidden != oldValue { model.barNode?.setNeedsEvaluation() } } }
        /// The node of the tab.
        weak var tabNode: ViewNode?
        /// The node of the content.
        weak var contentNode: ViewNode?
        /// The elements of a page that is neither a `Tab` nor has a `tabItem(_:)`.
        fileprivate var ownElements: (tab: Element, content: Element)?
        fileprivate(set) var isSelected = false
        /// Whether the page has been selected, so that its content exists.
        fileprivate(set) var isLoaded = false
        /// The edit mode of the lists in the page.
        let editMode: TabEditMode
        /// The page of another tab view that contains this tab view.
        weak var outer: Page?
        /// Whether a page inside hides the bar with the tabs.
        var hidesTabBar = false { didSet { if hidesTabBar != oldValue { model.barNode?.setNeedsEvaluation() } } }

        init(model: TabModel) {
            self.model = model
            editMode = TabEditMode(around: model.node?.environment.editScope)
        }

        /// The element of the tab.
        var tabElement: Element? { tabNode?.element ?? ownElements?.tab }
        /// The element of the content.
        var contentElement: Element? { contentNode?.element ?? ownElements?.content }

        /// Whether the page is selected, and the pages of other tab views around it are, too.
        var isVisible: Bool { isSelected && (outer?.isVisible ?? true) }
    }

    /// The selection of the app, without its type.
    struct Selection {
        /// Returns the selected value.
        let read: () -> AnyHashable
        /// Selects the value of a tag. Does nothing if the tag has another type.
        let write: (AnyHashable) -> Void
        /// Returns the value that a tag selects; nil if the tag has another type. An optional selection
        /// differs from a tag that is not optional, as `AnyHashable` compares them.
        let value: (AnyHashable) -> AnyHashable?

        init<Value: Hashable>(_ binding: Binding<Value>) {
            read = { AnyHashable(binding.wrappedValue) }
            write = { tag in if let value = tag.selection(as: Value.self) { binding.wrappedValue = value } }
            value = { tag in tag.selection(as: Value.self).map { AnyHashable($0) } }
        }
    }

    weak var node: ViewNode?
    /// The node of the bar with the tabs.
    weak var barNode: ViewNode?
    /// The app's selection; nil if it has none.
    var selection: Selection?
    private let ownSelection = StateBox<AnyHashable?>(nil)

    /// The pages of views without a tab, by the ID of the view's element.
    private var plainPages: [Int: Page] = [:]
    /// The pages at the last arrangement, in order. The bar has its tabs in this order.
    private var arrangedOrder: [ObjectIdentifier] = []
    /// The position of the page that was selected first.
    private var firstPosition: Int?
    /// Whether the URL of the window has named a page.
    private var isNamedInURL = false

    /// The pages, in order.
    var pages: [Page] {
        items.compactMap { if case .page(let page, _) = $0 { page } else { nil } }
    }

    private struct WeakNode { weak var node: ViewNode? }
    /// The nodes of the pages with tabs.
    private var pageNodes: [WeakNode] = []

    /// Adds the node of a page with a tab.
    func register(_ node: ViewNode) {
        pageNodes.removeAll { $0.node == nil }
        pageNodes.append(WeakNode(node: node))
        barNode?.setNeedsEvaluation()
    }

    /// The nodes around pages with tabs, such as those of their modifiers.
    private var nodesAroundPages: Set<ObjectIdentifier> {
        var around: Set<ObjectIdentifier> = []
        for page in pageNodes {
            var next = page.node?.parent
            while let current = next, current !== node {
                around.insert(ObjectIdentifier(current))
                next = current.parent
            }
        }
        return around
    }

    /// A page, or the header of a section of tabs.
    private enum Item {
        /// A page, and the element of a modifier around it; nil if there is none.
        case page(Page, around: Element?)
        case header(Element)
    }

    /// The pages and the headers of sections, in order.
    private var items: [Item] {
        var items: [Item] = []
        let around = nodesAroundPages
        func collect(_ node: ViewNode, tag: AnyHashable?, outer: Element?) {
            if let page = node.storage as? Page { return items.append(.page(page, around: outer)) }
            if node.isDetached {
                if let header = node.element, case .navigation(.tabSection) = header.content { items.append(.header(header)) }
                return
            }
            if outer == nil, node.element != nil || node.wrapsElements, !around.contains(ObjectIdentifier(node)) {
                var elements: [Element] = []
                node.collectElements(into: &elements)
                for element in elements {
                    items.append(.page(plainPage(around: element, tag: tag, graph: node.graph), around: nil))
                }
                return
            }
            // Without `??`, whose closure would capture the tag: in release builds, Swift 6.3 reports
            // that as a data race.
            let own = (node.storage as? Tag)?.value
            let tag = own == nil ? tag : own
            let keys = node.keysOfChildren
            let outer = outer ?? node.element
            for child in node.children { collect(child, tag: keys[ObjectIdentifier(child)] ?? tag, outer: outer) }
        }
        if let content = node?.children.first { collect(content, tag: nil, outer: nil) }
        return items
    }

    /// Returns the page of a view without a tab.
    private func plainPage(around element: Element, tag: AnyHashable?, graph: WindowGraph) -> Page {
        if let known = plainPages[element.id] {
            known.tag = tag
            return known
        }
        let page = Page(model: self)
        page.tag = tag
        page.isLoaded = true
        page.outer = node?.environment.tabPage
        let tab = graph.makeElement(.navigation(.tab(TabItemContent(isSelected: false, isEnabled: true))))
        tab.handlers = [EventHandler(PressEvent.self) { [weak page] _ in if let page { page.model.select(page) } }]
        let content = graph.makeElement(.navigation(.tabPage(isSelected: false)))
        page.ownElements = (tab, content)
        graph.setChildren(of: content, to: [element])
        plainPages[element.id] = page
        return page
    }

    /// Returns the children of the tab view's element: the contents of the pages, and the bar.
    func arrange() -> [Element] {
        let former = Set(plainPages.keys)
        let items = self.items
        let plain = items.compactMap { if case .page(let page, _) = $0 { page.ownElements } else { nil } }
        let used = Set(plain.compactMap { $0.content.children.first?.id })
        plainPages = plainPages.filter { used.contains($0.key) }
        let order = items.compactMap { if case .page(let page, _) = $0 { ObjectIdentifier(page) } else { nil } }
        if Set(plainPages.keys) != former || order != arrangedOrder || plain.contains(where: { !$0.content.isMounted }) {
            barNode?.setNeedsEvaluation()
        }
        arrangedOrder = order
        var elements: [Element] = []
        for case .page(let page, let around) in items {
            if let element = around ?? page.contentElement, elements.last !== element { elements.append(element) }
        }
        return elements + [barNode?.element].compactMap(\.self)
    }

    /// The elements of the bar: tabs, and the headers of sections.
    var barElements: [Element] {
        items.compactMap { item in
            switch item {
            case .page(let page, _): page.isHidden ? nil : page.tabElement
            case .header(let header): header
            }
        }
    }

    var selected: Page? { pages.first(where: \.isSelected) }

    /// Selects the page whose tag or position the selection equals; the first page that is not
    /// hidden if there is none.
    ///
    /// - Parameter node: The node of the bar, which observes the selection.
    func resolve(_ node: ViewNode) {
        let pages = self.pages
        let value = node.reading { (selection?.read() ?? ownSelection.value)?.current }
        let former = pages.first(where: \.isSelected)
        let position =
            pages.enumerated().first { self.value(of: $0.element, at: $0.offset)?.current == value }?.offset
            ?? pages.firstIndex { !$0.isHidden } ?? 0
        if firstPosition == nil, !pages.isEmpty { firstPosition = position }
        for (index, page) in pages.enumerated() {
            page.isSelected = index == position
            if page.isSelected, !page.isLoaded {
                page.isLoaded = true
                page.contentNode?.setNeedsEvaluation()
            }
            if let tab = page.tabElement {
                node.graph.setSelected(page.isSelected, tab, number: page.tabNode == nil ? index + 1 : nil)
            }
            if let content = page.contentElement { node.graph.setSelected(page.isSelected, content) }
        }
        if selected !== former {
            node.page.setNeedsBars()
            if node.page.isFirstOfColumn { node.page.stack?.tabHasChanged() }
            node.graph.appearances.setNeedsUpdate()
        }
        node.graph.history.setNeedsShow()
    }

    /// Returns the value of the selection while a page is selected; nil if the selection has another
    /// type.
    private func value(of page: Page, at position: Int) -> AnyHashable? {
        let tag = page.tag ?? AnyHashable(position)
        return selection == nil ? tag : selection?.value(tag)
    }

    /// Sets the selection to a page, when the user presses its tab.
    func select(_ page: Page) {
        guard page.isEnabled, !page.isHidden, let index = pages.firstIndex(where: { $0 === page }) else { return }
        let value = page.tag ?? AnyHashable(index)
        guard let selection else { return ownSelection.value = value }
        selection.write(value)
        // The binding may keep the value where no view observes it.
        barNode?.setNeedsEvaluation()
    }
}

extension TabModel {
    /// The selection in the URL of the window: the value of the selected page, or its position if
    /// the value cannot be written; nil if the page that was selected first is selected.
    var location: String? {
        guard let position = pages.firstIndex(where: \.isSelected), position != firstPosition || isNamedInURL
        else { return nil }
        return location(of: pages[position], at: position)
    }

    private func location(of page: Page, at position: Int) -> String {
        guard let value = page.tag?.tagValue.base else { return String(position) }
        if let text = value as? String { return text }
        // Ignored: a value without JSON, such as NaN, is named by its position.
        guard let codable = value as? any Codable, let json = try? JSONEncoder.sorted.encode(codable) else {
            return String(position)
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Selects the page that a URL names. Does nothing if there is none.
    func open(_ location: String) {
        guard let page = pages.enumerated().first(where: { self.location(of: $0.element, at: $0.offset) == location })
        else { return }
        // A restored window starts with the page that its URL names. The URL still has to name it.
        isNamedInURL = true
        select(page.element)
    }

    /// Whether the tab view is visible: not in a page of another one that is not selected.
    var isVisible: Bool { node?.isInGraph == true && (node?.environment.tabPage?.isVisible ?? true) }
}

extension WindowGraph {
    /// Updates whether the element of a tab or of its content is selected, without evaluating it.
    ///
    /// - Parameter number: The number of the page, for a tab without a label.
    fileprivate func setSelected(_ isSelected: Bool, _ element: Element, number: Int? = nil) {
        switch element.content {
        case .navigation(.tab(var tab)):
            tab.isSelected = isSelected
            tab.number = number
            set(element, content: .navigation(.tab(tab)), traits: element.traits)
        case .navigation(.tabPage):
            set(element, content: .navigation(.tabPage(isSelected: isSelected)), traits: element.traits)
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
