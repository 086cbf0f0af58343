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

/// A view with modifiers. The elements that they change are drawn in a transaction of their own.
private struct AnimatedBody<Content: View>: BuiltInView {
    let transform: (inout Transaction) -> Void
    let content: Content

    static var _listShape: ListShape { Content._listShape }

    func _update(_ node: ViewNode) {
        let former = AppearanceRecord(node)
        node.updateChild(0, content)
        let changed = former.changedElements
        guard !changed.isEmpty else { return }
        let current = node.graph.transaction(of: node)
        var transaction = current
        transform(&transaction)
        node.graph.schedule(transaction.completions(notIn: current), after: transaction.animation)
        if transaction.animation != current.animation {
            node.graph.addShallowScope(transaction.animation, of: changed, at: node)
        }
    }
}

/// A copy of the content and traits of the elements that modifiers make or change around a
/// placeholder, to find out whether an update changes them.
@MainActor
private struct AppearanceRecord {
    private var elements: [(element: Element, content: ElementContent?, traits: ElementTraits)] = []
    /// The elements that modifiers put around any number of others. They get their content later,
    /// when they are arranged, so they count as changed by every update.
    private var unknown: [Element] = []

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
        if node.wrapsElements { node.collectOwnElements(into: &unknown) }
        if let element = node.element { elements.append((element, element.content, element.traits)) }
        for child in node.children { collect(child) }
    }

    /// The elements that have changed since the record was made.
    var changedElements: [Element] {
        unknown
            + elements.filter { former in
                former.traits != former.element.traits || former.content.map { $0 != former.element.content } ?? false
            }.map(\.element)
    }
}

extension View {
    /// Animates the changes of the modifiers that a closure applies to the view. Nil leaves the
    /// animation of the change as it is.
    ///
    /// A modifier that sets a property of the view's own element, such as its transition, animates
    /// all changes of that element.
    public func animation<V: View>(
        _ animation: Animation?, @ViewBuilder body: (PlaceholderContentView<Self>) -> V
    ) -> some View {
        AnimatedBody(
            transform: { if let animation { $0.animation = animation } }, content: body(PlaceholderContentView(self)))
    }

    /// Changes the transaction of the changes of the modifiers that a closure applies to the view.
    public func transaction<V: View>(
        _ transform: @escaping (inout Transaction) -> Void, @ViewBuilder body: (PlaceholderContentView<Self>) -> V
    ) -> some View {
        AnimatedBody(transform: transform, content: body(PlaceholderContentView(self)))
    }
}
