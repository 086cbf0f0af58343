/// The content of elements that are drawn.
package enum DrawingContent: Hashable, Sendable {
    case shape(ShapeContent)
}

/// A shape, which takes all available space, with its fills and strokes.
package struct ShapeContent: Hashable, Sendable {
    /// The outline; nil until the host has reported the size that it depends on.
    package var outline: ShapeOutline?
    package var layers: [ShapeLayer]
    /// Whether the host reports the size of the element.
    package var reportsSize: Bool
}
