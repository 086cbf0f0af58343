/// A built-in change to how one view is shown.
@MainActor
protocol BuiltInModifier {
    func update<Content: View>(_ node: ViewNode, content: Content)
    /// What the modified view contributes to a list.
    static func listShape(of content: ListShape) -> ListShape
}

extension BuiltInModifier {
    static func listShape(of content: ListShape) -> ListShape { content }
}

/// A view with a built-in modifier around it.
struct ModifiedView<Content: View, Modifier: BuiltInModifier>: BuiltInView {
    let content: Content
    let modifier: Modifier

    static var _listShape: ListShape { Modifier.listShape(of: Content._listShape) }
    func _update(_ node: ViewNode) { modifier.update(node, content: content) }
}

extension View {
    func modified(_ modifier: some BuiltInModifier) -> some View { ModifiedView(content: self, modifier: modifier) }
}
