import Foundation

/// A sheet over the window, around its content. See ``WindowPresentations``.
private struct SheetView: BuiltInView {
    let isFullScreen: Bool
    let dismiss: () -> Void
    let content: any View
    /// The identity of this value: a new one for each evaluation of the presenter.
    private let revision = ViewRevision()

    init(isFullScreen: Bool, dismiss: @escaping () -> Void, content: any View) {
        self.isFullScreen = isFullScreen
        self.dismiss = dismiss
        self.content = content
    }

    private final class Storage: PresentationStorage {
        /// The height that the user has chosen, if the app has no binding for it.
        let detent = StateBox<PresentationDetent?>(nil)
    }

    func _update(_ node: ViewNode) {
        let storage = node.storage as? Storage ?? Storage()
        node.storage = storage
        let content = node.reading { sheetContent(storage) }
        let close = EventHandler(DismissEvent.self) { [dismiss] _ in if !content.isDismissDisabled { dismiss() } }
        let resize = EventHandler(DetentEvent.self) { [weak node] event in
            guard content.detents.indices.contains(event.detent) else { return }
            let detent = content.detents[event.detent]
            if let selection = storage.reports.preferences.selection {
                selection.wrappedValue = detent
            } else {
                storage.detent.value = detent
            }
            node?.setNeedsEvaluation()
            node?.sendAgain()
        }
        node.show(.presentation(.sheet(content)), on: [close, resize])
        storage.show(self.content, of: revision, in: node)
    }

    private func sheetContent(_ storage: Storage) -> SheetContent {
        let preferences = storage.reports.preferences
        let detents = (preferences.detents ?? [.large]).sorted { $0.order < $1.order }
        let selected = preferences.selection?.wrappedValue ?? storage.detent.value
        return SheetContent(
            label: storage.label(default: "Sheet"), isFullScreen: isFullScreen,
            isDismissDisabled: isFullScreen || preferences.isDismissDisabled == true, detents: detents,
            detent: selected.flatMap(detents.firstIndex) ?? 0,
            showsDragIndicator: preferences.dragIndicator ?? (detents.count > 1), background: preferences.background,
            cornerRadius: preferences.cornerRadius, coversNarrowWindow: preferences.adaptation == .fullScreenCover)
    }
}

extension View {
    /// Shows a sheet over the window while a binding is true.
    ///
    /// - Parameters:
    ///   - isPresented: Whether the sheet is shown. Set to false when the user dismisses it.
    ///   - onDismiss: Called after the sheet was removed.
    ///   - content: The content of the sheet, which inherits this view's environment.
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented, onDismiss: onDismiss) { _ in
            SheetView(isFullScreen: false, dismiss: { isPresented.wrappedValue = false }, content: content())
        }
    }

    /// Shows a sheet for an item over the window while the item is not nil. Another item replaces
    /// the sheet.
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(item, onDismiss: onDismiss) { value, _ in
            SheetView(isFullScreen: false, dismiss: { item.wrappedValue = nil }, content: content(value))
        }
    }

    /// Covers the whole window with a view while a binding is true. Only the app can dismiss it.
    public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented, onDismiss: onDismiss) { _ in
            SheetView(isFullScreen: true, dismiss: { isPresented.wrappedValue = false }, content: content())
        }
    }

    /// Covers the whole window with a view for an item while the item is not nil. Only the app can
    /// dismiss it.
    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(item, onDismiss: onDismiss) { value, _ in
            SheetView(isFullScreen: true, dismiss: { item.wrappedValue = nil }, content: content(value))
        }
    }
}
