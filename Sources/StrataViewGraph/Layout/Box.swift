import Foundation

/// A modifier that puts an element around each view of its content, so that the number of rows in a
/// list does not change.
struct BoxModifier: BuiltInModifier {
    static var evaluation: _ViewEvaluation { .drawing }

    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    let content: LayoutContent
    /// The size that the box gives its content; nil if only the host knows it.
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
    /// Returns the environment inside a box of a known size: without the values that apply to the
    /// next element only.
    func inBox(of knownSize: CGSize?) -> EnvironmentValues {
        var environment = self
        // Each value that is set is compared again in every node below, so change only what
        // differs.
        environment.endPendingTraits()
        if rowContainer != .none { environment.rowContainer = .none }
        if knownSize != self.knownSize { environment.knownSize = knownSize }
        return environment
    }
}

extension View {
    /// Puts a box around each view.
    func box(_ style: BoxStyle) -> some View { modified(BoxModifier(style)) }
}
