/// Several pages, of which the user selects one by its tab.
///
///     TabView {
///         ParkList().tabItem { Label("Parks", systemImage: "tree") }
///         TrailList().tabItem { Label("Trails", systemImage: "map") }
///     }
///
/// The tabs are at the bottom of a narrow window and at the top of a wide one. `tabViewStyle(_:)`
/// sets another look.
public struct TabView<SelectionValue: Hashable, Content: View>: BuiltInView {
    private let selection: Binding<SelectionValue>?
    private let content: Content

    /// Creates a tab view with a binding to the value of the selected page.
    ///
    /// The value of a page is that of its `Tab`, or its `tag(_:)`, or its position if it has
    /// neither.
    @_disfavoredOverload
    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.init(selection: selection, views: content())
    }

    init(selection: Binding<SelectionValue>?, views: Content) {
        self.selection = selection
        content = views
    }

    /// Shows the pages and their tabs.
    public func _update(_ node: ViewNode) {
        let model = node.storage as? TabModel ?? TabModel()
        if node.storage == nil { node.graph.history.register(model) }
        node.storage = model
        model.node = node
        model.selection = selection.map { TabModel.Selection($0) }
        node.show(.navigation(.tabs(node.environment.tabsLook)))
        node.arrange = { [unowned model] in model.arrange() }
        var environment = node.environment.inBox(of: nil)
        environment.tabModel = model
        node.updateChild(0, content, environment: environment)
        node.updateChild(1, TabBarView(model: model))
        // An equal view is not evaluated, but the bar has to read a new binding.
        model.barNode?.setNeedsEvaluation()
    }
}

extension TabView where SelectionValue == Int {
    /// Creates a tab view with a selection of its own.
    public init(@ViewBuilder content: () -> Content) {
        selection = nil
        self.content = content()
    }
}

/// The bar with the tabs of a tab view.
private struct TabBarView: BuiltInView {
    let model: TabModel

    func _update(_ node: ViewNode) {
        model.barNode = node
        model.resolve(node)
        let isHidden = model.selected?.hidesTabBar ?? false
        node.show(.navigation(.tabBar(isHidden: isHidden, tint: node.environment.tintColor)))
        node.arrange = { [unowned model] in model.barElements }
    }
}

/// A page of a tab view: its tab, and its content, which exists after the page was first selected.
struct TabPageView: BuiltInView {
    let label: any View
    let content: any View
    let tag: AnyHashable?
    var badge: String?
    var isEnabled = true
    var role: TabRole?

    func _update(_ node: ViewNode) {
        guard let model = node.environment.tabModel else { return node.updateChild(0, content) }
        let page = node.storage as? TabModel.Page ?? TabModel.Page(model: model)
        let isNew = node.storage == nil
        node.storage = page
        page.tag = tag
        page.isEnabled = isEnabled
        page.isHidden = node.environment.tabIsHidden
        page.outer = node.environment.tabPage
        var environment = node.environment
        environment.tabModel = nil
        environment.tabBadge = nil
        environment.tabIsHidden = false
        environment.tabsLook = TabsLook()
        let badge = badge ?? node.environment.tabBadge
        node.updateChild(0, TabLabelView(page: page, label: label, badge: badge, role: role), environment: environment)
        environment.tabPage = page
        node.updateChild(1, TabContentView(page: page, content: content), environment: environment)
        if isNew { model.register(node) }
        node.onRemoval = { [weak model] in model?.barNode?.setNeedsEvaluation() }
    }
}

/// A tab, whose node is in the page and whose element is in the bar.
private struct TabLabelView: BuiltInView {
    let page: TabModel.Page
    let label: any View
    let badge: String?
    let role: TabRole?

    func _update(_ node: ViewNode) {
        page.tabNode = node
        var content = TabItemContent(isSelected: page.isSelected, isEnabled: page.isEnabled, badge: badge)
        content.isSearch = role == .search
        let press = EventHandler(PressEvent.self) { [weak page] _ in
            if let page { page.model.select(page) }
        }
        node.show(.navigation(.tab(content)), on: [press])
        node.detach(to: page.model.barNode)
        node.updateChild(0, label)
    }
}

/// The content of a tab.
private struct TabContentView: BuiltInView {
    let page: TabModel.Page
    let content: any View

    func _update(_ node: ViewNode) {
        page.contentNode = node
        node.show(.navigation(.tabPage(isSelected: page.isSelected)))
        guard page.isLoaded else { return }
        var environment = node.childEnvironment
        environment.editScope = page.editMode
        node.updateChild(0, content, environment: environment)
    }
}

/// Makes a view a page of a tab view, with the label of its tab.
private struct TabItemModifier<Label: View>: BuiltInModifier {
    let label: Label

    func update<Content: View>(_ node: ViewNode, content: Content) {
        node.updateChild(
            0,
            TabPageView(
                label: label, content: content, tag: content.carriedTag ?? node.tagAbove, badge: content.carriedBadge))
    }
}

/// A modified view, with its types erased.
@MainActor
private protocol AnyModifiedView {
    var anyContent: any View { get }
    var anyModifier: any BuiltInModifier { get }
}

extension ModifiedView: AnyModifiedView {
    var anyContent: any View { content }
    var anyModifier: any BuiltInModifier { modifier }
}

extension View {
    /// The tag that one of the view's outer modifiers sets; nil if none does.
    fileprivate var carriedTag: AnyHashable? {
        guard let modified = self as? any AnyModifiedView else { return nil }
        return (modified.anyModifier as? TagModifier)?.value ?? modified.anyContent.carriedTag
    }

    /// The badge that the view's outermost badge modifier sets; nil if none does.
    fileprivate var carriedBadge: String? {
        guard let modified = self as? any AnyModifiedView else { return nil }
        if let badge = modified.anyModifier as? BadgeModifier { return badge.text?.string }
        return modified.anyContent.carriedBadge
    }

    /// Sets the label of the tab of the view, as a page of a tab view.
    public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
        modified(TabItemModifier(label: label()))
    }
}

extension ViewNode {
    /// The tag that a modifier around the node sets, below the next element; nil if none does.
    fileprivate var tagAbove: AnyHashable? {
        var node = parent
        while let current = node, current.element == nil {
            if let tag = current.storage as? Tag { return tag.value }
            node = current.parent
        }
        return nil
    }
}

private struct TabBadgeKey: EnvironmentKey {
    static var defaultValue: String? { nil }
}

extension EnvironmentValues {
    /// The badge of the next tab.
    var tabBadge: String? {
        get { self[TabBadgeKey.self] }
        set { self[TabBadgeKey.self] = newValue }
    }
}
