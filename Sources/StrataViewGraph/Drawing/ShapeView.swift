public import Foundation

/// A shape with the fills and strokes that draw it, in order.
public struct _ShapeView<Content: Shape>: BuiltInView {
    private struct Layer {
        let style: any ShapeStyle
        var stroke: StrokeStyle?
        var isEvenOdd = false
    }

    private let shape: Content
    private var layers: [Layer]

    init(_ shape: Content, fills style: any ShapeStyle, isEvenOdd: Bool = false) {
        self.shape = shape
        layers = [Layer(style: style, isEvenOdd: isEvenOdd)]
    }

    init(_ shape: Content, strokes style: any ShapeStyle, style stroke: StrokeStyle) {
        self.shape = shape
        layers = [Layer(style: style, stroke: stroke)]
    }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// One row.
    public static var _listShape: ListShape { .row }

    /// Shows the shape.
    public func _update(_ node: ViewNode) {
        let line = (shape as? any LineShape)?.stroke
        let layers = layers.map { layer in
            ShapeLayer(
                paint: layer.style._paint(in: node.environment), stroke: layer.stroke ?? line, isEvenOdd: layer.isEvenOdd)
        }
        let measured = node.outline(of: node.animated(shape)) { $0.isDrawable(with: layers) }
        node.show(
            .drawing(.shape(ShapeContent(outline: measured.outline, layers: layers, reportsSize: measured.reportsSize))),
            on: measured.handlers)
    }

    /// Adds a fill over the existing fills and strokes.
    public func fill<S: ShapeStyle>(_ content: S = ForegroundStyle(), style: FillStyle = FillStyle()) -> _ShapeView {
        adding(Layer(style: content, isEvenOdd: style.isEOFilled))
    }

    /// Adds a line along the outline, over the existing fills and strokes.
    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> _ShapeView {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Adds a line along the outline, over the existing fills and strokes.
    public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> _ShapeView {
        adding(Layer(style: content, stroke: style))
    }

    private func adding(_ layer: Layer) -> _ShapeView {
        var view = self
        view.layers.append(layer)
        return view
    }
}

extension _ShapeView where Content: InsettableShape {
    /// Adds a line along the inside of the outline, over the existing fills and strokes.
    public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Adds a line along the inside of the outline, over the existing fills and strokes.
    public func strokeBorder<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> some View {
        overlay { shape.strokeBorder(content, style: style) }
    }
}

/// The outline of a shape as a node shows it, and the handlers of the node's element.
@MainActor
struct MeasuredOutline {
    /// The outline; nil until the host has reported the size that it depends on.
    var outline: ShapeOutline?
    /// Whether the host has to report the size.
    var reportsSize = false
    var handlers: [EventHandler] = []
}

extension ViewNode {
    /// Returns the outline of a shape. If a host cannot draw it without knowing the size, this is
    /// the path for the size of the node, which the host reports unless a frame determines it.
    func outline(of shape: some Shape, isDrawable: (ShapeOutline) -> Bool) -> MeasuredOutline {
        if let outline = shape._outline, isDrawable(outline) { return MeasuredOutline(outline: outline) }
        func path(in size: CGSize) -> ShapeOutline { ShapeOutline(.path(shape.path(in: CGRect(origin: .zero, size: size)))) }
        if let size = environment.knownSize { return MeasuredOutline(outline: path(in: size)) }
        let measured = MeasuredFrame.of(self)
        return MeasuredOutline(
            outline: measured.size.map { path(in: $0) }, reportsSize: true, handlers: [measured.handler(for: self)])
    }
}
