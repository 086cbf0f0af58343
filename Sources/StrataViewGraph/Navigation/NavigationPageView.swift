/// A page of a stack or a column: its bar, its content and the bar at the bottom.
struct NavigationPageView: BuiltInView {
    let page: NavigationPage
    let content: any View

    func _update(_ node: ViewNode) {
        page.node = node
        let isCovered = page.stack?.isCovered(page) ?? false
        node.setCovered(isCovered)
        node.show(.navigation(.page(NavigationPageContent(isCovered: isCovered, style: page.style))))
        node.setNeedsPageStyle(page)
        node.arrange = { [unowned node, unowned page] in page.addBackground(to: node.elementsBelow) }
        var environment = node.environment.inBox(of: nil)
        environment.navigationPage = page
        environment.editScope = page.editMode
        environment.unclaimedSearch?.claim(page)
        environment.unclaimedSearch = nil
        if let dismiss = node.reading({ page.dismiss }) { environment.setPresentation(dismiss) }
        node.updateChild(0, NavigationBarView(page: page), environment: environment)
        node.updateChild(1, content, environment: environment)
        node.updateChild(2, BottomBarView(page: page), environment: environment)
    }
}

extension ViewNode {
    /// Covers or uncovers a page, without evaluating it.
    func setCovered(_ isCovered: Bool) {
        guard let element, case .navigation(.page(var content)) = element.content, content.isCovered != isCovered
        else { return }
        content.isCovered = isCovered
        graph.appearances.setNeedsUpdate()
        graph.set(element, content: .navigation(.page(content)), traits: element.traits)
    }
}

/// The bar at the top of a page.
private struct NavigationBarView: BuiltInView {
    let page: NavigationPage

    func _update(_ node: ViewNode) {
        let groups = node.storage as? BarGroups ?? BarGroups()
        node.storage = groups
        page.bar = node
        page.isCompact = node.environment.horizontalSizeClass == .compact
        node.graph.history.setNeedsShow()
        if let stack = page.stack, stack.pages.last === page {
            stack.topTitle = page.title
            stack.outerPage?.innerTitle = page.title
        }
        var content = node.reading { page.barContent }
        let binding = page.preferences.titleBinding
        if binding != nil || page.preferences.removesTitle == true { content.title = "" }
        node.show(.navigation(.bar(content)))
        if let colorScheme = page.preferences.barColorScheme ?? nil, let element = node.element {
            var traits = element.traits
            traits.colorScheme = colorScheme
            node.graph.set(element, content: element.content, traits: traits)
        }
        node.arrange = { [unowned node, unowned page] in
            var items = page.items()
            if let field = node.children.first { field.collectElements(into: &items[.principal, default: []]) }
            return groups.arrange(items, [.leading, .principal, .secondary, .trailing, .search], page, node.graph)
        }
        // The field for a title that the user can edit.
        if let binding { node.updateChild(0, TextField("Title", text: binding)) } else { node.keepChildren(0) }
    }
}

/// The bars at the bottom of a page, which are visible while they have items.
private struct BottomBarView: BuiltInView {
    let page: NavigationPage

    func _update(_ node: ViewNode) {
        let groups = node.storage as? BarGroups ?? BarGroups()
        node.storage = groups
        page.bottomBar = node
        node.show(.navigation(.bottomBar))
        node.arrange = { [unowned node, unowned page] in
            groups.arrange(page.items(), page.preferences.isBottomHidden == true ? [] : [.bottom, .keyboard], page, node.graph)
        }
    }
}

/// The bars of a window, a sheet or a popover. They have no nodes of their own, since they exist
/// only while there are items for them.
@MainActor
final class WindowBars {
    private let groups = BarGroups()
    private var top: Element?
    private var bottom: Element?

    /// Returns the content between the bars. The menus of commands stay above the bar at the top.
    func surround(
        _ content: [Element], with items: [BarItemsContent.Position: [Element]], _ bar: NavigationBarContent,
        page: NavigationPage, _ graph: WindowGraph
    ) -> [Element] {
        let top = self.top ?? graph.makeElement(.navigation(.bar(bar)))
        let bottom = self.bottom ?? graph.makeElement(.navigation(.bottomBar))
        (self.top, self.bottom) = (top, bottom)
        graph.set(top, content: .navigation(.bar(bar)), traits: ElementTraits())
        graph.setChildren(of: top, to: groups.arrange(items, [.leading, .principal, .secondary, .trailing], page, graph))
        let positions: [BarItemsContent.Position] = page.preferences.isBottomHidden == true ? [] : [.bottom, .keyboard]
        graph.setChildren(of: bottom, to: groups.arrange(items, positions, page, graph))
        let menus = content.prefix { $0.content == .presentation(.commandBar) }
        return menus + [top] + content.dropFirst(menus.count) + [bottom]
    }
}

/// The elements of a bar's groups of items, kept from one arrangement to the next.
@MainActor
private final class BarGroups {
    private var elements: [BarItemsContent.Position: Element] = [:]

    func arrange(
        _ items: [BarItemsContent.Position: [Element]], _ positions: [BarItemsContent.Position], _ page: NavigationPage,
        _ graph: WindowGraph
    ) -> [Element] {
        positions.compactMap { position in
            var group = BarItemsContent(position: position)
            if position == .leading {
                group.back = page.back
                group.hidesBackTitle = page.hidesBackTitle
                if let column = page.column, page.preferences.hidesBackButton != true {
                    group.columnBack = column.model?.previousTitle(of: column.column).map { .init(to: $0) }
                }
                if let column = page.columnAround, let model = column.model {
                    group.togglesSidebar =
                        page.preferences.removesSidebarToggle != true && model.togglesSidebar(in: column.column)
                }
            }
            var members = items[position] ?? []
            // The menu of a title follows the field in which the user edits it.
            if position == .principal { members += items[.titleMenu] ?? [] }
            guard !members.isEmpty || group != BarItemsContent(position: position) else { return nil }
            if position == .leading { group.tint = page.bar?.environment.tintColor }
            let content = ElementContent.navigation(.barItems(group))
            let element = elements[position] ?? graph.makeElement(content)
            elements[position] = element
            graph.set(element, content: content, traits: ElementTraits())
            element.handlers = position == .leading ? handlers(of: page) : []
            graph.setChildren(of: element, to: members)
            return element
        }
    }

    private func handlers(of page: NavigationPage) -> [EventHandler] {
        [
            EventHandler(PressEvent.self) { [weak page] _ in if page?.back != nil { page?.pop?() } },
            EventHandler(DismissEvent.self) { [weak page] _ in
                guard let page, let column = page.column else { return }
                // A page that a link has pushed is removed, as from a stack.
                if let pop = page.pop { pop() } else { column.model?.back(from: column.column) }
            },
            EventHandler(SidebarEvent.self) { [weak page] _ in page?.columnAround?.model?.toggleSidebar() },
        ]
    }
}
