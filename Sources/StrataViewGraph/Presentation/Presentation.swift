/// The sheets, popovers, dialogs and menus over a window.
///
/// # Nodes and elements
///
/// The node of a sheet is below the modifier that presents it. So its content inherits the
/// environment of that place, and the sheet is removed with its presenter. Its element, however, is
/// a child of the window's element: the content of the window comes first, then everything over it,
/// in the order in which it was opened. A presented node is detached from its position
/// (`ViewNode.detach(to:)`), and the window's node collects its element.
///
/// # The life of a sheet
///
/// 1. The app sets the binding of `sheet(isPresented:)` to true. The node of its
///    ``PresentationModifier`` has read the binding, and is evaluated.
/// 2. It evaluates the content closure of the app, and updates its second child with a `SheetView`
///    and an environment without the stack, page and tab around the presenter.
/// 3. The `SheetView` creates its element, adds its node here, and evaluates the content. Modifiers
///    in the content report the sheet's properties (``PresentationReports``), which evaluates the
///    `SheetView` again. By its revision it recognizes that the content is the same, so a report
///    cannot cause another evaluation of the content, and another report.
/// 4. The user presses Escape. The host removes nothing: it sends a ``DismissEvent``, whose handler
///    sets the binding to false. A binding that stays true keeps the sheet.
/// 5. The modifier is evaluated again and removes its second child. `onDismiss` is called after the
///    next flush of the graph.
@MainActor
final class WindowPresentations {
    private var nodes: [Weak] = []
    private weak var rootNode: ViewNode?

    private struct Weak { weak var node: ViewNode? }

    /// Sets the node of the window's element, which collects the elements.
    func connect(to rootNode: ViewNode) {
        self.rootNode = rootNode
        rootNode.arrange = { [unowned self, unowned rootNode] in
            var elements = rootNode.graph.history.windowPage.addBars(to: rootNode.elementsBelow, of: rootNode)
            for shown in nodes { shown.node?.collectOwnElements(into: &elements) }
            return elements
        }
    }

    /// Shows the element of a node over the window, until the node is removed.
    ///
    /// - Parameter onRemoval: Called when the node is removed.
    func add(_ node: ViewNode, onRemoval: (() -> Void)? = nil) {
        guard !nodes.contains(where: { $0.node === node }) else { return }
        node.detach(to: rootNode)
        nodes.append(Weak(node: node))
        node.onRemoval = { [weak self, unowned node] in
            self?.remove(node)
            onRemoval?()
        }
        setNeedsArrangement()
    }

    private func remove(_ node: ViewNode) {
        nodes.removeAll { $0.node == nil || $0.node === node }
        setNeedsArrangement()
    }

    private func setNeedsArrangement() {
        if let rootNode, rootNode.isInGraph { rootNode.graph.setNeedsArrangement(rootNode) }
    }
}

/// A view that a modifier shows over the window.
struct Presented {
    /// The ID of the item; nil for a Boolean binding. Another ID is another presentation.
    var id: AnyHashable?
    var view: any View
}

/// Shows a view over the window while there is one.
struct PresentationModifier: BuiltInModifier {
    /// Reads the binding, and returns the view to show; nil for none.
    let presented: (ViewNode) -> Presented?
    /// Sets the binding to false or nil.
    let dismiss: @MainActor () -> Void
    var onDismiss: (() -> Void)?
    /// Whether the view closes when any of its buttons is pressed.
    var closesAfterPress = false

    @MainActor
    fileprivate final class Shown {
        /// The view that is shown; nil for none.
        var presented: Presented?
        /// The number of presentations, so that each has a node of its own.
        var count = 0
        var onDismiss: (() -> Void)?
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let shown = node.storage as? Shown ?? Shown()
        node.storage = shown
        node.updateChild(0, content)
        shown.onDismiss = onDismiss
        guard let presented = node.reading({ presented(node) }) else { return close(shown, node) }
        if let former = shown.presented, !isSameID(former.id, presented.id) { close(shown, node) }
        if shown.presented == nil { shown.count += 1 }
        shown.presented = presented
        var environment = node.environment.forPresentation
        environment.stackModel = nil
        environment.navigationPage = nil
        environment.tabPage = nil
        environment.leadsToColumn = false
        environment.isInPresentation = true
        environment.keepsMenuOpen = false
        if closesAfterPress { environment.afterPress = dismiss } else { environment.setPresentation(DismissAction(dismiss)) }
        node.updateChild(1, presented.view, branch: shown.count, environment: environment)
    }

    /// Removes the view, if one is shown.
    private func close(_ shown: Shown, _ node: ViewNode) {
        guard shown.presented != nil else { return }
        shown.presented = nil
        node.keepChildren(1)
        if let onDismiss = shown.onDismiss { node.graph.whenShown(onDismiss) }
    }
}

private struct IsInPresentationKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether the view is in a sheet, a popover or a dialog.
    var isInPresentation: Bool {
        get { self[IsInPresentationKey.self] }
        set { self[IsInPresentationKey.self] = newValue }
    }
}

extension View {
    /// Shows a view over the window while a binding is true.
    func presenting(
        _ isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, closesAfterPress: Bool = false,
        _ view: @escaping (ViewNode) -> any View
    ) -> some View {
        modified(
            PresentationModifier(
                presented: { node in isPresented.wrappedValue ? Presented(view: view(node)) : nil },
                dismiss: { isPresented.wrappedValue = false }, onDismiss: onDismiss, closesAfterPress: closesAfterPress))
    }

    /// Shows a dialog about data over the window while a binding is true. It opens when there is one,
    /// and stays as it was then, also if later evaluations make another one or none.
    func presenting(_ isPresented: Binding<Bool>, dialog: Presented?) -> some View {
        modified(
            PresentationModifier(
                presented: { node in
                    guard isPresented.wrappedValue else { return nil }
                    return (node.storage as? PresentationModifier.Shown)?.presented ?? dialog
                },
                dismiss: { isPresented.wrappedValue = false }, closesAfterPress: true))
    }

    /// Shows a view for an item over the window while the item is not nil.
    func presenting<Item: Identifiable>(
        _ item: Binding<Item?>, onDismiss: (() -> Void)? = nil, closesAfterPress: Bool = false,
        _ view: @escaping (Item, ViewNode) -> any View
    ) -> some View {
        modified(
            PresentationModifier(
                presented: { node in item.wrappedValue.map { Presented(id: AnyHashable($0.id), view: view($0, node)) } },
                dismiss: { item.wrappedValue = nil }, onDismiss: onDismiss, closesAfterPress: closesAfterPress))
    }
}
