/// A built-in modifier, which updates the node of the modified view.
@MainActor
protocol BuiltInModifier {
    /// Updates the node of the modified view, and the child of that node with the content.
    func update<Content: View>(_ node: ViewNode, content: Content)

    /// Returns the number of rows that the modified view contributes to a list: by default that of
    /// its content.
    static func listShape(of content: ListShape) -> ListShape

    /// The way in which the node of the modified view is evaluated: by default in any way.
    static var evaluation: _ViewEvaluation { get }
}

extension BuiltInModifier {
    static func listShape(of content: ListShape) -> ListShape { content }
    static var evaluation: _ViewEvaluation { .node }
}

/// A view with a built-in modifier.
struct ModifiedView<Content: View, Modifier: BuiltInModifier>: BuiltInView {
    let content: Content
    let modifier: Modifier

    static var _listShape: ListShape { Modifier.listShape(of: Content._listShape) }
    static var _evaluation: _ViewEvaluation { Modifier.evaluation }
    func _update(_ node: ViewNode) { modifier.update(node, content: content) }
}

extension View {
    /// Applies a built-in modifier.
    func modified(_ modifier: some BuiltInModifier) -> some View { ModifiedView(content: self, modifier: modifier) }
}
