/// A group of rows with a header and a footer, in a list.
public struct Section<Parent: View, Content: View, Footer: View>: BuiltInView {
    private let header: Parent
    private let content: Content
    private let footer: Footer

    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer) {
        self.content = content()
        self.header = header()
        self.footer = footer()
    }

    public static var _listShape: ListShape { .several }

    public func _update(_ node: ViewNode) {
        guard node.environment.inherited.isListContent else {
            // Outside a list a section is only its parts, one after the other.
            node.updateChild(0, TupleView((header, content, footer)))
            return
        }
        let parts = node.storage as? SectionParts ?? SectionParts(node)
        node.storage = parts
        let environment = node.environment
        node.updateChild(0, content, environment: environment)
        // Headers are evaluated when their section comes on the screen: a list may have thousands.
        parts.showEdges = { [header, footer, unowned node] in
            node.updateChild(1, SectionEdge(kind: .header, content: header), environment: environment)
            node.updateChild(2, SectionEdge(kind: .footer, content: footer), environment: environment)
        }
    }
}

extension Section where Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(content: content, header: header, footer: { EmptyView() })
    }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content) {
        self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
    }
}

extension Section where Parent == Text, Footer == EmptyView {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(titleKey) }, footer: { EmptyView() })
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
    }
}

/// The header or footer of a section.
private struct SectionEdge<Content: View>: BuiltInView {
    let kind: ElementContent
    let content: Content

    func _update(_ node: ViewNode) {
        node.show(kind)
        node.updateChild(0, content)
    }
}

/// What a list keeps for a section.
@MainActor
final class SectionParts {
    /// The element of the section; in the list's children while one of its rows is on the screen.
    let element: Element
    private unowned let node: ViewNode
    /// Brings header and footer up to date.
    var showEdges: (() -> Void)?
    var gaps: [Element] = []

    init(_ node: ViewNode) {
        self.node = node
        element = node.graph.makeElement(.section(firstRow: 0))
    }

    /// The node of the rows.
    var content: ViewNode { node.children[0] }

    /// The elements of header and footer, brought up to date; edges of empty views have none.
    func edges() -> (header: Element?, footer: Element?) {
        if let showEdges {
            showEdges()
            self.showEdges = nil
        }
        func edge(_ position: Int) -> Element? {
            let child = node.children[position]
            return child.holdsElements ? child.element : nil
        }
        return (edge(1), edge(2))
    }
}
