/// The view that modifiers are applied to, as it appears in the closure of `animation(_:body:)`.
public struct PlaceholderContentView<Value>: BuiltInView {
    private let update: (ViewNode) -> Void

    init<Content: View>(_ content: Content) { update = { $0.updateChild(0, content) } }

    /// The shape of the view.
    public static var _listShape: ListShape { (Value.self as? any View.Type)?._listShape ?? .several }

    /// Updates the view.
    public func _update(_ node: ViewNode) {
        if node.storage == nil { node.storage = PlaceholderMark() }
        update(node)
    }
}

/// Marks the node of a placeholder.
@MainActor
private final class PlaceholderMark {}

/// A view with modifiers whose changes are animated.
private struct AnimatedBody<Content: View>: BuiltInView {
    let animation: Animation?
    let content: Content

    static var _listShape: ListShape { Content._listShape }

    func _update(_ node: ViewNode) {
        let former = AppearanceRecord(node)
        node.updateChild(0, content)
        if let animation, former.differs { node.graph.recordAnimation(animation) }
    }
}

/// The elements that modifiers make or change around a placeholder, as they were at a time.
@MainActor
private struct AppearanceRecord {
    private var elements: [(element: Element, content: ElementContent?, traits: ElementTraits)] = []
    private var hasUnknown = false

    init(_ node: ViewNode) {
        for child in node.children { collect(child) }
    }

    private mutating func collect(_ node: ViewNode) {
        if node.storage is PlaceholderMark {
            var inner: [Element] = []
            node.collectElements(into: &inner)
            // The content belongs to the view, and only the traits to its modifiers.
            return elements += inner.map { ($0, nil, $0.traits) }
        }
        if node.wrapsElements { hasUnknown = true }
        if let element = node.element { elements.append((element, element.content, element.traits)) }
        for child in node.children { collect(child) }
    }

    /// Whether an element has changed since.
    var differs: Bool {
        hasUnknown
            || elements.contains { former in
                former.traits != former.element.traits || former.content.map { $0 != former.element.content } ?? false
            }
    }
}

extension View {
    /// Animates the changes of the modifiers that a closure applies to the view. With nil, nothing
    /// is added to the animation of the change.
    public func animation<V: View>(
        _ animation: Animation?, @ViewBuilder body: (PlaceholderContentView<Self>) -> V
    ) -> some View {
        AnimatedBody(animation: animation, content: body(PlaceholderContentView(self)))
    }
}
