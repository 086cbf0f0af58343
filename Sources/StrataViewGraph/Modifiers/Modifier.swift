/// A built-in modifier, which updates the node of the modified view.
@MainActor
protocol BuiltInModifier {
    /// Updates the node of the modified view, and the child of that node with the content.
    func update<Content: View>(_ node: ViewNode, content: Content)

    /// Returns the number of rows that the modified view contributes to a list: by default that of
    /// its content.
    static func listShape(of content: ListShape) -> ListShape
}

extension BuiltInModifier {
    static func listShape(of content: ListShape) -> ListShape { content }
}

/// A view with a built-in modifier.
struct ModifiedView<Content: View, Modifier: BuiltInModifier>: BuiltInView {
    let content: Content
    let modifier: Modifier

    static var _listShape: ListShape { Modifier.listShape(of: Content._listShape) }
    func _update(_ node: ViewNode) { modifier.update(node, content: content) }
}

extension View {
    /// Applies a built-in modifier.
    func modified(_ modifier: some BuiltInModifier) -> some View { ModifiedView(content: self, modifier: modifier) }
}
