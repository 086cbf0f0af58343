/// A group of rows in a list, with a header and a footer. In a menu, a group of items, and in a
/// picker, one of options, without the footer; elsewhere, its header, content and footer one after
/// the other.
@MainActor @preconcurrency
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
    /// Whether the rows are shown; nil for a section that the user cannot collapse.
    let isExpanded: Binding<Bool>?

    init(isExpanded: Binding<Bool>?, content: Content, header: Parent, footer: Footer) {
        self.isExpanded = isExpanded
        self.content = content
        self.header = header
        self.footer = footer
    }
}

extension Section: View, BuiltInView where Parent: View, Content: View, Footer: View {
    /// Creates a section with a header and a footer.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer) {
        self.init(isExpanded: nil, content: content(), header: header(), footer: footer())
    }

    /// One section.
    public static var _listShape: ListShape { .section }

    /// Updates the rows. In a list, the header and the footer are evaluated when the section
    /// becomes visible.
    public func _update(_ node: ViewNode) {
        if node.environment.isMenuContent {
            node.updateChild(0, ControlGroupView(label: AnyView(header), content: content), environment: node.environment)
            return
        }
        if node.environment.isPickerContent {
            return node.updateChild(0, PickerSectionView(header: header, content: content))
        }
        switch node.environment.rowContainer {
        case .none: node.updateChild(0, TupleView((header, content, footer)))
        case .list: updateInList(node)
        case .lazy(let pins): updateInLazyStack(node, pins)
        }
    }
}

extension Section where Parent: View, Content: View, Footer: View {
    /// Updates a section of a lazy stack or grid, which may pin the header and the footer to its
    /// edges.
    private func updateInLazyStack(_ node: ViewNode, _ pins: PinnedScrollableViews) {
        let parts = node.storage as? SectionParts ?? SectionParts(node)
        node.storage = parts
        let environment = node.environment
        node.updateChild(0, content, environment: environment)
        parts.showEdges = { [header, footer, unowned node] in
            node.updateChild(1, LazySectionEdge(content: header, edge: .top, pins: pins), environment: environment)
            node.updateChild(2, LazySectionEdge(content: footer, edge: .bottom, pins: pins), environment: environment)
        }
    }

    private func updateInList(_ node: ViewNode) {
        let parts = node.storage as? SectionParts ?? SectionParts(node)
        node.storage = parts
        let environment = node.environment
        let isOpen = node.reading { isExpanded?.wrappedValue ?? true }
        if isOpen { node.updateChild(0, content, environment: environment) } else { node.updateChild(0, EmptyView()) }
        // Deferred until the section becomes visible, because a list may have thousands of
        // sections.
        parts.showEdges = { [header, footer, isExpanded, unowned node] in
            if let isExpanded {
                let header = ExpandableHeader(isExpanded: isExpanded, content: header)
                node.updateChild(1, SectionEdge(isHeader: true, content: header), environment: environment)
            } else {
                node.updateChild(1, SectionEdge(isHeader: true, content: header), environment: environment)
            }
            node.updateChild(2, SectionEdge(isHeader: false, content: footer), environment: environment)
        }
    }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// Creates a section with a header.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(content: content, header: header, footer: { EmptyView() })
    }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    /// Creates a section without header and footer.
    public init(@ViewBuilder content: () -> Content) {
        self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// Creates a section with a localized title as its header.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(titleKey) }, footer: { EmptyView() })
    }

    /// Creates a section with a string as its header.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
    }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// Creates a section that the user can collapse to its header.
    public init(isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(isExpanded: isExpanded, content: content(), header: header(), footer: EmptyView())
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// Creates a section with a localized title as its header, to which the user can collapse it.
    public init(_ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }

    /// Creates a section with a string as its header, to which the user can collapse it.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
        self.init(isExpanded: isExpanded, content: content) { Text(title) }
    }
}

/// A header with a button that expands and collapses its section.
struct ExpandableHeader<Content: View>: View {
    let isExpanded: Binding<Bool>
    let content: Content

    var body: some View {
        HStack {
            content
            Spacer()
            Button {
                withAnimation { isExpanded.wrappedValue.toggle() }
            } label: {
                DisclosureSign(isExpanded: isExpanded.wrappedValue).accessibilityHidden(true)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(isExpanded.wrappedValue ? "Close section" : "Open section")
        }
    }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    /// Creates a section with a footer.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(content: content, header: { EmptyView() }, footer: footer)
    }

    /// Creates a section with a footer.
    public init(footer: Footer, @ViewBuilder content: () -> Content) { self.init(content: content, footer: { footer }) }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// Creates a section with a header.
    public init(header: Parent, @ViewBuilder content: () -> Content) { self.init(content: content, header: { header }) }
}

extension Section where Parent: View, Content: View, Footer: View {
    /// Creates a section with a header and a footer.
    public init(header: Parent, footer: Footer, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { header }, footer: { footer })
    }
}

/// The header or footer of a section.
private struct SectionEdge<Content: View>: BuiltInView {
    let isHeader: Bool
    let content: Content

    func _update(_ node: ViewNode) {
        let isListItem = node.environment.listSelection?.value == nil
        node.show(.collection(isHeader ? .header(isListItem: isListItem) : .footer(isListItem: isListItem)))
        // A heading is not allowed among the options of a list with a selection. There, the header
        // names its section instead.
        if isHeader {
            let header = ProminentHeader(content: content)
            node.updateChild(0, header.accessibilityAddTraits(isListItem ? .isHeader : []))
        } else {
            node.updateChild(0, content)
        }
    }
}

/// The storage of a section's node in a list or a lazy stack or grid: its element, its gaps and its
/// edges.
@MainActor
final class SectionParts {
    /// The section's element, among the list's children while one of its rows is in the list's
    /// range.
    let element: Element
    private unowned let node: ViewNode
    /// Updates the header and the footer; nil when they are up to date.
    var showEdges: (() -> Void)?
    /// The gap elements of the last arrangement.
    var gaps: [Element] = []

    init(_ node: ViewNode) {
        self.node = node
        element = node.graph.makeElement(.collection(.section(firstRow: 0)))
    }

    /// The lines above and below the section.
    var separators: SectionSeparators { node.environment.rowTraits?.traits.section ?? SectionSeparators() }

    /// The node of the rows.
    var content: ViewNode { node.children[0] }

    /// Returns the elements of the header and the footer, evaluating them first if necessary; none
    /// for an empty view.
    func edges() -> (header: [Element], footer: [Element]) {
        if let showEdges {
            self.showEdges = nil
            showEdges()
        }
        func edge(_ position: Int) -> [Element] {
            let child = node.children[position]
            guard child.holdsElements else { return [] }
            if let element = child.element { return [element] }
            var elements: [Element] = []
            child.collectElements(into: &elements)
            return elements
        }
        return (edge(1), edge(2))
    }
}
