public import CoreTransferable
internal import UniformTypeIdentifiers

/// Lets the user drag the next element. ``DragBoard`` describes the mechanism.
private struct DragModifier: BuiltInModifier {
    /// The types that the item offers; nil if they are known only when it is made.
    let types: [UTType]?
    /// Makes the item; nil for none.
    let item: () -> NSItemProvider?
    let preview: (any View)?

    /// The storage of the modifier's node: the token of the drag that shows the preview.
    @MainActor
    private final class Storage {
        let token = StateBox<String?>(nil)
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let storage = node.storage as? Storage ?? Storage()
        node.storage = storage
        var environment = node.environment
        if environment.isEnabled {
            environment.pendingTraits.interaction.drag = DragProperties(types, hasPreview: preview != nil)
            environment.pendingHandlers.others.removeAll { $0.name == DragEvent.name }
            environment.pendingHandlers.others.append(
                EventHandler(DragEvent.self) { [weak node] event in
                    if let node { handle(event, node.graph, storage) }
                })
        }
        node.updateChild(0, content, environment: environment)
        guard let preview, let token = node.reading({ storage.token.value }) else { return node.keepChildren(1) }
        node.updateChild(1, DragPreview(token: token, content: preview), environment: node.environment.forPresentation)
    }

    @MainActor
    private func handle(_ event: DragEvent, _ graph: WindowGraph, _ storage: Storage) {
        switch event.phase {
        case .lifted:
            if preview != nil { storage.token.value = event.token }
            if types != nil { offer(event, graph) }
        case .began, .copied: offer(event, graph)
        case .released:
            storage.token.value = nil
            graph.drags.remove(event.token, of: graph)
        case .ended: storage.token.value = nil
        }
    }

    /// Makes the item, unless it exists already, and reports what it offers.
    @MainActor
    private func offer(_ event: DragEvent, _ graph: WindowGraph) {
        guard graph.drags.item(event.token) == nil, let made = item() else { return }
        graph.drags.add(made, event.token, isCopy: event.phase == .copied, from: graph)
        let (token, types) = (event.token, made.offeredTypes.sorted())
        // Other programs get text only if it is there when the drag begins.
        guard event.phase == .lifted else { return graph.request(.dragOffer(token: token, types: types, texts: [:])) }
        Task { @MainActor [weak graph] in
            let texts = await made.texts()
            guard let graph, !graph.isClosed else { return }
            graph.request(.dragOffer(token: token, types: types, texts: texts))
        }
    }
}

/// The view at the pointer during a drag.
private struct DragPreview: BuiltInView {
    let token: String
    let content: any View

    func _update(_ node: ViewNode) {
        node.show(.presentation(.dragPreview(token: token)))
        node.graph.presentations.add(node)
        node.updateChild(0, content)
    }
}

extension View {
    /// Lets the user drag the view to a destination that accepts the type of a value.
    ///
    ///     ForEach(cards) { card in CardView(card).draggable(card) }
    ///
    /// The user can also copy the value with Control-C while the view has the focus, and paste it
    /// into a destination.
    ///
    /// - Parameter payload: The value. It is evaluated when the pointer is pressed on the view.
    public func draggable<T: Transferable>(_ payload: @autoclosure @escaping () -> T) -> some View {
        modified(DragModifier(types: T.exportedContentTypes(.ownProcess), item: { .of(payload()) }, preview: nil))
    }

    /// Lets the user drag the view to a destination that accepts the type of a value, and shows a
    /// preview at the pointer.
    public func draggable<V: View, T: Transferable>(
        _ payload: @autoclosure @escaping () -> T, @ViewBuilder preview: () -> V
    ) -> some View {
        modified(DragModifier(types: T.exportedContentTypes(.ownProcess), item: { .of(payload()) }, preview: preview()))
    }

    /// Lets the user drag the view.
    ///
    /// - Parameter data: Returns the item. It is called when the drag begins.
    public func onDrag(_ data: @escaping () -> NSItemProvider) -> some View {
        modified(DragModifier(types: nil, item: data, preview: nil))
    }

    /// Lets the user drag the view, and shows a preview at the pointer.
    public func onDrag<V: View>(_ data: @escaping () -> NSItemProvider, @ViewBuilder preview: () -> V) -> some View {
        modified(DragModifier(types: nil, item: data, preview: preview()))
    }

    /// Lets the user drag the view, if an action returns an item when the drag begins.
    @ViewBuilder
    public func itemProvider(_ action: (() -> NSItemProvider?)?) -> some View {
        if let action { modified(DragModifier(types: nil, item: action, preview: nil)) } else { self }
    }
}

extension NSItemProvider {
    /// Returns an item with a value.
    fileprivate static func of(_ value: some Transferable) -> NSItemProvider {
        let item = NSItemProvider()
        item.register(value)
        return item
    }
}
