/// A popover beside the view that it belongs to, around its content.
private struct PopoverView: BuiltInView {
    let anchor: Int?
    let arrowEdge: Edge?
    let dismiss: () -> Void
    let content: any View
    /// The identity of this value: a new one for each evaluation of the presenter.
    private let revision = ViewRevision()

    init(anchor: Int?, arrowEdge: Edge?, dismiss: @escaping () -> Void, content: any View) {
        self.anchor = anchor
        self.arrowEdge = arrowEdge
        self.dismiss = dismiss
        self.content = content
    }

    func _update(_ node: ViewNode) {
        let storage = node.storage as? PresentationStorage ?? PresentationStorage()
        node.storage = storage
        let isDismissDisabled = storage.reports.preferences.isDismissDisabled == true
        let content = PopoverContent(
            label: node.reading { storage.label(default: "Popover") }, anchor: anchor, arrowEdge: arrowEdge,
            isDismissDisabled: isDismissDisabled, adaptation: storage.reports.preferences.adaptation ?? .automatic)
        let close = EventHandler(DismissEvent.self) { [dismiss] _ in if !isDismissDisabled { dismiss() } }
        node.show(.presentation(.popover(content)), on: [close])
        storage.show(self.content, of: revision, in: node)
    }
}

/// The part of a view beside which a popover is placed.
public enum PopoverAttachmentAnchor: Sendable {
    /// A rectangle of the view.
    case rect(Source)

    /// A rectangle of a view.
    public struct Source: Sendable {
        /// The whole view.
        public static let bounds = Source()
    }
}

extension ViewNode {
    /// The ID of the first element of the view that a modifier's node modifies.
    var anchor: Int? {
        var elements: [Element] = []
        children.first?.collectElements(into: &elements)
        return elements.first?.id
    }
}

extension View {
    /// Shows a popover beside the view while a binding is true. In a narrow window it is a sheet.
    ///
    /// - Parameters:
    ///   - isPresented: Whether the popover is shown. Set to false when the user dismisses it.
    ///   - attachmentAnchor: The part of the view beside which the popover is placed.
    ///   - arrowEdge: The edge of the view at which the popover and its arrow are placed, or the
    ///     opposite one if there is no room. By default, the edge below or above the view that has
    ///     room.
    ///   - content: The content of the popover, which inherits this view's environment.
    public func popover<Content: View>(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented) { node in
            PopoverView(
                anchor: node.anchor, arrowEdge: arrowEdge, dismiss: { isPresented.wrappedValue = false }, content: content())
        }
    }

    /// Shows a popover for an item beside the view while the item is not nil. In a narrow window it
    /// is a sheet.
    public func popover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(item) { value, node in
            PopoverView(
                anchor: node.anchor, arrowEdge: arrowEdge, dismiss: { item.wrappedValue = nil }, content: content(value))
        }
    }
}
