/// Puts a layer behind or over the content that depends on a preference of the views inside.
///
/// The first evaluation shows the layer for the default value. The observer then computes the value,
/// and evaluates the modifier again. The content has not changed, so only the layer is evaluated.
private struct PreferenceLayerModifier<Key: PreferenceKey, Layer: View>: BuiltInModifier {
    let alignment: Alignment
    let isBehind: Bool
    let makeLayer: (Key.Value) -> Layer

    @MainActor
    private final class Observer: PreferenceObserver {
        let key: any PreferenceKey.Type = Key.self
        weak var node: ViewNode?
        /// The position of the content among the node's children.
        let position: Int
        private(set) var value = Key.defaultValue

        init(_ node: ViewNode, position: Int) {
            self.node = node
            self.position = position
        }

        func update() {
            guard let node, node.isInGraph, position < node.children.count else { return }
            let new = node.children[position].preference(Key.self) ?? Key.defaultValue
            if let value = value as? any Equatable, value.isEqual(to: new) { return }
            value = new
            node.setNeedsEvaluation()
        }
    }

    /// Returns one row: a layer belongs to the content as a whole.
    static func listShape(of content: ListShape) -> ListShape { .row }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let observer: Observer
        if let known = node.storage as? Observer {
            observer = known
        } else {
            observer = Observer(node, position: isBehind ? 1 : 0)
            node.storage = observer
            node.graph.addPreferenceObserver(observer)
        }
        node.show(.layout(.layers))
        let layer = LayerView(
            content: StyleBody(style: observer.value, makeContent: makeLayer),
            layout: LayerContent(alignment: alignment, isBehind: isBehind))
        if isBehind {
            node.updateChild(0, layer)
            node.updateChild(1, content)
        } else {
            node.updateChild(0, content)
            node.updateChild(1, layer)
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}

extension View {
    /// Puts views over this one that depend on a preference of the views inside.
    public func overlayPreferenceValue<Key: PreferenceKey, V: View>(
        _ key: Key.Type, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (Key.Value) -> V
    ) -> some View {
        modified(PreferenceLayerModifier<Key, V>(alignment: alignment, isBehind: false, makeLayer: transform))
    }

    /// Puts views behind this one that depend on a preference of the views inside.
    public func backgroundPreferenceValue<Key: PreferenceKey, V: View>(
        _ key: Key.Type, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (Key.Value) -> V
    ) -> some View {
        modified(PreferenceLayerModifier<Key, V>(alignment: alignment, isBehind: true, makeLayer: transform))
    }
}
