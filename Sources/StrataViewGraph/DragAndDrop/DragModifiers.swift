public import CoreTransferable
internal import UniformTypeIdentifiers

/// Lets the user drag the next element. ``DragBoard`` describes the mechanism.
private struct DragModifier: BuiltInModifier {
    /// The types that the item offers; nil if they are known only when it is made.
    let types: [UTType]?
    /// The type of the value; nil for an item that the app makes.
    var valueType: Any.Type?
    /// Makes the item; nil for none.
    let item: () -> DraggedItem?
    let preview: (any View)?

    /// The storage of the modifier's node.
    @MainActor
    private final class Storage {
        /// The token of the drag that shows the preview.
        let token = StateBox<String?>(nil)
        /// The place of the menu that only offers a new window.
        let menu = StateBox<MenuPlacement?>(nil)
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let storage = node.storage as? Storage ?? Storage()
        node.storage = storage
        let mayOpenWindow = mayOpenWindow(node)
        var environment = node.environment
        if environment.isEnabled {
            environment.pendingTraits.interaction.drag = DragProperties(
                types, hasPreview: preview != nil, mayOpenWindow: mayOpenWindow)
            environment.pendingHandlers.others.removeAll { $0.name == DragEvent.name }
            environment.pendingHandlers.others.append(
                EventHandler(DragEvent.self) { [weak node] event in
                    if let node { handle(event, node, storage) }
                })
        }
        node.updateChild(0, content, environment: environment)
        // A view that cannot show either is evaluated for neither.
        let token = preview == nil ? nil : node.reading { storage.token.value }
        let placement = mayOpenWindow ? node.reading { storage.menu.value } : nil
        guard token != nil || placement != nil else { return node.keepChildren(1) }
        environment = node.environment.forPresentation
        let close: () -> Void = { [weak storage] in storage?.menu.value = nil }
        environment.afterPress = close
        node.updateChild(
            1, DragPresentations(token: token, preview: preview, placement: placement, close: close), environment: environment)
    }

    /// Whether a new window of the app may show the item: if it presents such values, or if the app
    /// continues activities, which an item of its own may have.
    @MainActor
    private func mayOpenWindow(_ node: ViewNode) -> Bool {
        guard let opener = node.environment.windowOpener else { return false }
        // The scenes are not observed, since few apps change theirs: an observer for each row takes
        // memory.
        if let valueType { return opener.presents(valueType) }
        return opener.handlesExternalEvents || node.reading { node.graph.activities.continuesActivities.value }
    }

    @MainActor
    private func handle(_ event: DragEvent, _ node: ViewNode, _ storage: Storage) {
        let graph = node.graph
        switch event.phase {
        case .lifted:
            if preview != nil { storage.token.value = event.token }
            if types != nil { offer(event, node) }
        case .began, .copied: offer(event, node)
        case .menu:
            offer(event, node)
            guard let menu = event.menu, graph.drags.offer(event.token, of: graph) != nil else { return }
            storage.menu.value = MenuPlacement(menu, anchor: node.anchor)
        case .opened:
            offer(event, node)
            if let offer = graph.drags.offer(event.token, of: graph) { node.environment.windowOpener?.open(offer) }
        case .released:
            storage.token.value = nil
            graph.drags.remove(event.token, of: graph)
        case .ended: storage.token.value = nil
        }
    }

    /// Makes the item, unless it exists already, and reports what it offers.
    @MainActor
    private func offer(_ event: DragEvent, _ node: ViewNode) {
        let graph = node.graph
        guard !graph.drags.contains(event.token), let dragged = item() else { return }
        let use: DragBoard.Use = event.phase == .copied ? .copy : event.phase == .menu ? .menu : .drag
        let made = dragged.provider
        let offer = node.environment.windowOpener?.offer(of: dragged)
        graph.drags.add(made, event.token, use, offer: offer, from: graph)
        guard event.phase != .menu, event.phase != .opened else { return }
        let (token, types) = (event.token, made.offeredTypes.sorted())
        if offer != nil, use == .drag { graph.request(.windowOffer(token: token)) }
        // Other programs get text only if it is there when the drag begins.
        guard event.phase == .lifted else { return graph.requestOffer(token, types, texts: [:]) }
        Task { @MainActor [weak graph] in
            let texts = await made.texts()
            guard let graph, !graph.isClosed else { return }
            graph.requestOffer(token, types, texts: texts)
        }
    }
}

extension WindowGraph {
    /// Reports what an item offers, unless it is gone, in place of what waiting requests report of
    /// items that are gone: texts may be large, and a page that does not read receives none.
    fileprivate func requestOffer(_ token: String, _ types: [String], texts: [String: String]) {
        guard drags.contains(token) else { return }
        requests.removeAll { request in
            guard case .dragOffer(let other, _, _) = request else { return false }
            return !drags.contains(other)
        }
        request(.dragOffer(token: token, types: types, texts: texts))
    }
}

/// The preview and the menu of a draggable view, over the window.
private struct DragPresentations: View {
    let token: String?
    let preview: (any View)?
    let placement: MenuPlacement?
    let close: () -> Void

    var body: some View {
        if let token, let preview { DragPreview(token: token, content: preview) }
        if let placement { ContextMenuView(placement: placement, items: EmptyView(), preview: nil, dismiss: close) }
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
        modified(
            DragModifier(
                types: T.exportedContentTypes(.ownProcess), valueType: T.self, item: { DraggedItem(payload()) }, preview: nil))
    }

    /// Lets the user drag the view to a destination that accepts the type of a value, and shows a
    /// preview at the pointer.
    public func draggable<V: View, T: Transferable>(
        _ payload: @autoclosure @escaping () -> T, @ViewBuilder preview: () -> V
    ) -> some View {
        modified(
            DragModifier(
                types: T.exportedContentTypes(.ownProcess), valueType: T.self, item: { DraggedItem(payload()) },
                preview: preview()))
    }

    /// Lets the user drag the view.
    ///
    /// - Parameter data: Returns the item. It is called when the drag begins.
    public func onDrag(_ data: @escaping () -> NSItemProvider) -> some View {
        modified(DragModifier(types: nil, item: { DraggedItem(provider: data()) }, preview: nil))
    }

    /// Lets the user drag the view, and shows a preview at the pointer.
    public func onDrag<V: View>(_ data: @escaping () -> NSItemProvider, @ViewBuilder preview: () -> V) -> some View {
        modified(DragModifier(types: nil, item: { DraggedItem(provider: data()) }, preview: preview()))
    }

    /// Lets the user drag the view, if an action returns an item when the drag begins.
    @ViewBuilder
    public func itemProvider(_ action: (() -> NSItemProvider?)?) -> some View {
        if let action {
            modified(DragModifier(types: nil, item: { action().map { DraggedItem(provider: $0) } }, preview: nil))
        } else {
            self
        }
    }
}
