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

/// A marker in the storage of a placeholder's node.
@MainActor
private final class PlaceholderMark {}

/// A view with modifiers. An update that changes what they draw is animated.
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

/// A copy of the content and traits of the elements that modifiers make or change around a
/// placeholder, to find out whether an update changes them.
@MainActor
private struct AppearanceRecord {
    private var elements: [(element: Element, content: ElementContent?, traits: ElementTraits)] = []
    /// Whether a modifier puts elements around any number of others. Those are made later, when
    /// they are arranged, so such a modifier counts as changed by every update.
    private var hasUnknown = false

    init(_ node: ViewNode) {
        for child in node.children { collect(child) }
    }

    private mutating func collect(_ node: ViewNode) {
        if node.storage is PlaceholderMark {
            var inner: [Element] = []
            node.collectElements(into: &inner)
            // The content belongs to the modified view; its modifiers only set traits.
            return elements += inner.map { ($0, nil, $0.traits) }
        }
        if node.wrapsElements { hasUnknown = true }
        if let element = node.element { elements.append((element, element.content, element.traits)) }
        for child in node.children { collect(child) }
    }

    /// Whether an element has changed since the record was made.
    var differs: Bool {
        hasUnknown
            || elements.contains { former in
                former.traits != former.element.traits || former.content.map { $0 != former.element.content } ?? false
            }
    }
}

extension View {
    /// Animates the changes of the modifiers that a closure applies to the view. Nil leaves the
    /// animation of the change as it is.
    ///
    /// All changes of one patch share one animation, so other changes at the same time have it too.
    public func animation<V: View>(
        _ animation: Animation?, @ViewBuilder body: (PlaceholderContentView<Self>) -> V
    ) -> some View {
        AnimatedBody(animation: animation, content: body(PlaceholderContentView(self)))
    }
}
