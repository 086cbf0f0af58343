import Foundation

/// Puts the content into a box whose frame the host reports, and inside it draws the content with
/// effects that depend on the frame. The box itself is drawn without them, so that they do not
/// change the frame.
private struct VisualEffectModifier<Effect: VisualEffect>: BuiltInModifier {
    let effect: @Sendable (EmptyVisualEffect, GeometryProxy) -> Effect

    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let measured = MeasuredFrame.of(node)
        measured.showAgain = { [weak node, unowned measured] in
            if let node { Self.show(measured, node) }
        }
        Self.show(measured, node)
        let size = measured.size ?? node.environment.knownSize ?? .zero
        let proxy = GeometryProxy(size: size, measured: measured, in: node.environment)
        let effects = node.reading { effect(EmptyVisualEffect(), proxy) }._effects.effects
        // Always the same number of boxes, because the type of the effects determines it. So the
        // content keeps its state.
        let drawn = effects.reduce(AnyView(content)) { AnyView($0.box(.effect($1))) }
        node.updateChild(0, drawn, environment: node.environment.inBox(of: nil))
    }

    private static func show(_ measured: MeasuredFrame, _ node: ViewNode) {
        node.show(
            .layout(.box(.measured(reportsLocation: measured.reportsLocation))), on: [measured.handler(for: node)])
    }
}

extension View {
    /// Applies effects to the view that depend on its size and its place. Its layout does not change.
    ///
    ///     Image("Mountains").visualEffect { content, geometry in
    ///         content.offset(y: geometry.frame(in: .scrollView).minY * -0.3)
    ///     }
    ///
    /// The closure is called again after each report of the host, and when state that it reads
    /// changes. Until the first report, the size is that of a frame with a width and a height
    /// directly around the view, or else zero. If the closure asks for a frame, the host reports
    /// the place while the view scrolls, at most once a frame.
    public func visualEffect(
        _ effect: @escaping @Sendable (EmptyVisualEffect, GeometryProxy) -> some VisualEffect
    ) -> some View {
        modified(VisualEffectModifier(effect: effect))
    }
}
