/// Tabs with a header, which a sidebar shows above them. In a bar, the tabs stand among the others.
///
///     TabView {
///         Tab("Home", systemImage: "house") { Home() }
///         TabSection("Libraries") {
///             Tab("Photos", systemImage: "photo") { Photos() }
///             Tab("Music", systemImage: "music.note") { Music() }
///         }
///     }
///     .tabViewStyle(.sidebarAdaptable)
public struct TabSection<Header: View, Content: View, SelectionValue: Hashable>: BuiltInView {
    private let header: Header
    private let content: Content

    private init(_ content: Content, header: Header) {
        self.header = header
        self.content = content
    }

    /// Any number of rows, as its content is shown outside a tab view.
    public static var _listShape: ListShape { .several }

    /// Shows the header, and the tabs of the section.
    public func _update(_ node: ViewNode) {
        guard let model = node.environment.tabModel else { return node.updateChild(0, content, branch: 1) }
        node.updateChild(0, TabSectionHeader(model: model, content: header), branch: 0)
        node.updateChild(1, content)
    }
}

extension TabSection where Content: TabContent, Content.TabValue == SelectionValue {
    /// Creates a section with a header made of views.
    public init(
        @TabContentBuilder<SelectionValue> content: () -> Content, @ViewBuilder header: () -> Header
    ) {
        self.init(content(), header: header())
    }

    /// Creates a section with a localized title as its header.
    public init(_ titleKey: LocalizedStringKey, @TabContentBuilder<SelectionValue> content: () -> Content)
    where Header == Text {
        self.init(content(), header: Text(titleKey))
    }

    /// Creates a section with a string as its header.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @TabContentBuilder<SelectionValue> content: () -> Content)
    where Header == Text {
        self.init(content(), header: Text(title))
    }

    /// Creates a section without a header.
    public init(@TabContentBuilder<SelectionValue> content: () -> Content) where Header == EmptyView {
        self.init(content(), header: EmptyView())
    }
}

/// The header of a section, whose node is in the section and whose element is in the bar.
private struct TabSectionHeader<Content: View>: BuiltInView {
    let model: TabModel
    let content: Content

    func _update(_ node: ViewNode) {
        node.show(.navigation(.tabSection))
        node.detach(to: model.barNode)
        var environment = node.environment
        environment.tabModel = nil
        node.updateChild(0, content, environment: environment)
        node.onRemoval = { [weak model] in model?.barNode?.setNeedsEvaluation() }
    }
}
