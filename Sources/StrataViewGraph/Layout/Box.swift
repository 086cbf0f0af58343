import Foundation

/// Puts an element around each view of the content, so that the content is as many rows of a list as
/// before.
struct BoxModifier: BuiltInModifier {
    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    let content: LayoutContent
    /// The size that the box gives its content.
    var knownSize: CGSize?

    init(_ content: LayoutContent) { self.content = content }

    init(_ style: BoxStyle) { content = .box(style) }

    func update<Content: View>(_ node: ViewNode, content view: Content) {
        let environment = node.environment.inBox(of: knownSize)
        if Content._listShape == .row {
            node.show(.layout(content))
        } else {
            node.wrapElements(in: .layout(content))
        }
        node.updateChild(0, view, environment: environment)
    }
}

extension EnvironmentValues {
    /// The environment inside a box: without what applies to the next element only.
    func inBox(of knownSize: CGSize?) -> EnvironmentValues {
        var environment = self
        // A value that is set costs a comparison in each node below.
        if pendingTraits != ElementTraits() || !pendingHandlers.isEmpty { environment.endPendingTraits() }
        if isListContent { environment.isListContent = false }
        if knownSize != self.knownSize { environment.knownSize = knownSize }
        return environment
    }
}

extension View {
    func box(_ style: BoxStyle) -> some View { modified(BoxModifier(style)) }
}
