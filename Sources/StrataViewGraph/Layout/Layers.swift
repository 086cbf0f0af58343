public import Foundation

/// A modifier that puts views behind or over its content. Only the content determines the size.
private struct LayersModifier<Layer: View>: BuiltInModifier {
    static var evaluation: _ViewEvaluation { .drawing }

    let layer: Layer
    let content: LayerContent

    /// Returns one row: a layer belongs to the content as a whole.
    static func listShape(of content: ListShape) -> ListShape { .row }

    func update<Content: View>(_ node: ViewNode, content view: Content) {
        node.show(.layout(.layers))
        let layer = LayerView(content: layer, layout: content)
        // The views are in the order in which they are drawn and in which assistive technology
        // reads them.
        if content.isBehind {
            node.updateChild(0, layer)
            node.updateChild(1, view)
        } else {
            node.updateChild(0, view)
            node.updateChild(1, layer)
        }
    }
}

/// The views of a layer.
struct LayerView<Content: View>: BuiltInView {
    let content: Content
    let layout: LayerContent

    static var _evaluation: _ViewEvaluation { .drawing }

    func _update(_ node: ViewNode) { node.showLayer(layout, content) }
}

extension View {
    /// Puts a layer behind or over the view.
    private func layer(_ layer: some View, _ alignment: Alignment, isBehind: Bool) -> some View {
        modified(LayersModifier(layer: layer, content: LayerContent(alignment: alignment, isBehind: isBehind)))
    }

    // MARK: Behind

    /// Puts views behind this one, which determines the size.
    public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        layer(content(), alignment, isBehind: true)
    }

    /// Puts a view behind this one, which determines the size.
    @_disfavoredOverload
    public func background<Background: View>(_ background: Background, alignment: Alignment = .center) -> some View {
        layer(background, alignment, isBehind: true)
    }

    /// Draws a style behind the view. Browsers have no safe areas, so the edges have no effect.
    public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        background(style, in: Rectangle())
    }

    /// Draws the style `.background` behind the view. Browsers have no safe areas, so the edges
    /// have no effect.
    public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { background(BackgroundStyle()) }

    /// Draws a shape behind the view, filled with a style.
    public func background<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View {
        modified(ShapeBackground(style: style, shape: shape, fillStyle: fillStyle))
    }

    /// Draws a shape behind the view, filled with the style `.background`.
    public func background<S: Shape>(in shape: S, fillStyle: FillStyle = FillStyle()) -> some View {
        background(BackgroundStyle(), in: shape, fillStyle: fillStyle)
    }

    // MARK: Over

    /// Puts views over this one, which determines the size.
    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        layer(content(), alignment, isBehind: false)
    }

    /// Puts a view over this one, which determines the size.
    @_disfavoredOverload
    public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        layer(overlay, alignment, isBehind: false)
    }

    /// Draws a style over the view. Browsers have no safe areas, so the edges have no effect.
    public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        overlay(style, in: Rectangle())
    }

    /// Draws a shape over the view, filled with a style.
    public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
        layer(shape.fill(style, style: fillStyle), .center, isBehind: false)
    }

    /// Draws a line along the inside of the view's edges.
    public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
        overlay { Rectangle().strokeBorder(content, lineWidth: width) }
    }
}

/// A modifier that puts a filled shape behind its content: as the background of a box if hosts can
/// give a box that outline, else as a layer.
private struct ShapeBackground<Style: ShapeStyle, Outline: Shape>: BuiltInModifier {
    let style: Style
    let shape: Outline
    let fillStyle: FillStyle

    static var evaluation: _ViewEvaluation { .drawing }

    static func listShape(of content: ListShape) -> ListShape { shapeIsDrawn ? content : .row }

    /// Whether the background of a box can have the outline of the shape, whatever its size.
    private static var shapeIsDrawn: Bool {
        [Rectangle.self, RoundedRectangle.self, UnevenRoundedRectangle.self, Capsule.self, Ellipse.self]
            .contains { ObjectIdentifier($0) == ObjectIdentifier(Outline.self) }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if Self.shapeIsDrawn, let outline = shape._outline {
            BoxModifier(.background(style._paint(in: node.environment), outline)).update(node, content: content)
        } else {
            LayersModifier(
                layer: shape.fill(style, style: fillStyle), content: LayerContent(alignment: .center, isBehind: true)
            ).update(node, content: content)
        }
    }
}
