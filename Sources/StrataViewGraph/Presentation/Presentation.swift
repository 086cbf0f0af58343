/// The sheets, alerts and menus over a window. Their elements are children of the window's
/// element, behind its content, in the order in which they opened.
///
/// Their nodes are where the modifiers are that show them, so they inherit the environment there,
/// and go when their presenter goes.
@MainActor
final class WindowPresentations {
    private var nodes: [Weak] = []
    private weak var rootNode: ViewNode?

    private struct Weak { weak var node: ViewNode? }

    func connect(to rootNode: ViewNode) {
        self.rootNode = rootNode
        rootNode.arrange = { [unowned self, unowned rootNode] in
            var elements: [Element] = []
            for child in rootNode.children { child.collectElements(into: &elements) }
            for shown in nodes { shown.node?.collectOwnElements(into: &elements) }
            return elements
        }
    }

    /// Shows the element of a node over the window, until the node is removed.
    func add(_ node: ViewNode) {
        guard !nodes.contains(where: { $0.node === node }) else { return }
        node.detach(to: rootNode)
        nodes.append(Weak(node: node))
        node.onRemoval = { [weak self, unowned node] in self?.remove(node) }
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
    /// Changes when something else is shown.
    var id: AnyHashable?
    var view: any View
}

/// Shows a view over the window while there is one.
struct PresentationModifier: BuiltInModifier {
    /// Reads the binding; nil while nothing is shown.
    let presented: (ViewNode) -> Presented?
    /// Sets the binding to nothing.
    let dismiss: () -> Void
    var onDismiss: (() -> Void)?
    /// Whether the view closes when any of its buttons is pressed.
    var closesAfterPress = false

    @MainActor
    private final class Shown {
        var id: AnyHashable?
        var isShown = false
        /// Counts what was shown, so that the next has a node of its own.
        var count = 0
        var onDismiss: (() -> Void)?
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let shown = node.storage as? Shown ?? Shown()
        node.storage = shown
        node.updateChild(0, content)
        shown.onDismiss = onDismiss
        guard let presented = node.reading({ presented(node) }) else { return close(shown, node) }
        if shown.isShown, shown.id != presented.id { close(shown, node) }
        if !shown.isShown { shown.count += 1 }
        shown.isShown = true
        shown.id = presented.id
        var environment = node.environment.forPresentation
        environment.stackModel = nil
        environment.navigationPage = nil
        environment.tabPage = nil
        environment.leadsToColumn = false
        environment.isInPresentation = true
        if closesAfterPress { environment.afterPress = dismiss } else { environment.setPresentation(DismissAction(dismiss)) }
        node.updateChild(1, presented.view, branch: shown.count, environment: environment)
    }

    private func close(_ shown: Shown, _ node: ViewNode) {
        guard shown.isShown else { return }
        shown.isShown = false
        node.keepChildren(1)
        if let onDismiss = shown.onDismiss { node.graph.whenShown(onDismiss) }
    }
}

private struct IsInPresentationKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether the view is in something that is shown over the window.
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

    /// Shows a view made from an item over the window while there is one.
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
