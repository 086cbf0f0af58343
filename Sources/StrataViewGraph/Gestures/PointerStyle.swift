/// The appearance of the pointer over a view, for `pointerStyle(_:)`.
public struct PointerStyle: Hashable, Sendable {
    /// The name of the pointer in CSS.
    package let cursor: String

    /// An arrow.
    public static let `default` = PointerStyle(cursor: "default")
    /// A beam over horizontal text.
    public static let horizontalText = PointerStyle(cursor: "text")
    /// A beam over vertical text.
    public static let verticalText = PointerStyle(cursor: "vertical-text")
    /// A cross that selects a rectangle.
    public static let rectSelection = PointerStyle(cursor: "crosshair")
    /// An open hand over something that can be dragged.
    public static let grabIdle = PointerStyle(cursor: "grab")
    /// A closed hand over something that is dragged.
    public static let grabActive = PointerStyle(cursor: "grabbing")
    /// A hand that points at a link.
    public static let link = PointerStyle(cursor: "pointer")
    /// A magnifying glass with a plus.
    public static let zoomIn = PointerStyle(cursor: "zoom-in")
    /// A magnifying glass with a minus.
    public static let zoomOut = PointerStyle(cursor: "zoom-out")
    /// The edge between two columns, which moves to both sides.
    public static let columnResize = PointerStyle(cursor: "col-resize")
    /// The edge between two rows, which moves up and down.
    public static let rowResize = PointerStyle(cursor: "row-resize")
}

extension View {
    /// Sets the appearance of the pointer over the view; nil for the host's choice. A control
    /// inside keeps its own pointer.
    public func pointerStyle(_ style: PointerStyle?) -> some View {
        changingEnvironment { $0.pendingTraits.interaction.pointer = style }
    }
}
