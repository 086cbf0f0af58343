/// A container whose background a view inside it can set, for ``View/containerBackground(_:for:)``.
public struct ContainerBackgroundPlacement: Hashable, Sendable {
    private enum Container { case navigation, window }

    private let container: Container

    /// The page of the navigation stack around the view. Without a stack, there is no background.
    public static let navigation = ContainerBackgroundPlacement(container: .navigation)
    /// The window.
    public static let window = ContainerBackgroundPlacement(container: .window)

    /// Returns the page that stands for the container of a node; nil if there is none.
    @MainActor
    fileprivate func page(of node: ViewNode) -> NavigationPage? {
        switch container {
        case .navigation: node.page.isWindow ? nil : node.page
        case .window: node.graph.history.windowPage
        }
    }
}

/// A modifier that puts views behind everything in a page, a sheet, a popover or the window.
private struct ContainerBackgroundModifier<Background: View>: BuiltInModifier {
    let alignment: Alignment
    let background: Background
    /// Returns the page that stands for the container of a node; nil if there is none.
    let page: @MainActor (ViewNode) -> NavigationPage?

    func update<Content: View>(_ node: ViewNode, content: Content) {
        node.updateChild(0, content)
        guard let page = page(node) else { return node.keepChildren(1) }
        let view = ContainerBackgroundView(page: page, alignment: alignment, background: background)
        node.updateChild(1, view, environment: node.environment.forPresentation)
    }
}

/// The background of a container. Its node is below the modifier, its element in the container.
private struct ContainerBackgroundView<Background: View>: BuiltInView {
    let page: NavigationPage
    let alignment: Alignment
    let background: Background

    func _update(_ node: ViewNode) {
        node.detach(to: page.container)
        node.show(.layout(.layer(LayerContent(alignment: alignment, isBehind: true, isOfContainer: true))))
        node.updateChild(0, background)
        page.report(background: node)
        let id = ObjectIdentifier(node)
        node.onRemoval = { [weak page] in page?.removeBackground(id) }
    }
}

extension View {
    /// Puts views behind everything in the container around the view, such as the page of a
    /// navigation stack. The background of an outer view replaces that of an inner one.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - alignment: The position of the views in the container.
    ///   - content: The views.
    public func containerBackground<V: View>(
        for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View {
        modified(
            ContainerBackgroundModifier(alignment: alignment, background: content()) { container.page(of: $0) })
    }

    /// Draws a style behind everything in the container around the view, such as the page of a
    /// navigation stack. The background of an outer view replaces that of an inner one.
    public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement) -> some View {
        containerBackground(for: container) { Rectangle().fill(style) }
    }

    /// Puts views behind everything in the sheet or the popover around the view.
    ///
    /// - Parameters:
    ///   - alignment: The position of the views in the sheet or the popover.
    ///   - content: The views.
    public func presentationBackground<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View {
        modified(
            ContainerBackgroundModifier(alignment: alignment, background: content()) {
                $0.environment.presentationReports?.page
            })
    }
}
