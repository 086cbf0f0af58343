package import Foundation

/// The content of elements that arrange or decorate others.
package enum LayoutContent: Hashable, Sendable {
    case stack(StackLayout)
    case spacer(minLength: CGFloat?)
    case divider
    case box(BoxStyle)
    /// Content with layers behind and over it.
    case layers
    case layer(LayerContent)
    case scroll(ScrollContent)
    case lazyGrid(LazyGridLayout)
    case grid(GridArrangement)
    case gridRow(VerticalAlignment?)
    /// A header or footer of a section in a lazy stack or grid.
    case sectionEdge(VerticalEdge, isPinned: Bool)
    /// The content of a ``GeometryReader``, at the top leading corner.
    ///
    /// - Parameter reportsLocation: Whether the host reports the location in the window, too.
    case geometry(reportsLocation: Bool)
    /// Alternatives, of which the host shows the first that fits. Along both axes, it compares the
    /// width only.
    case fitting(Axis.Set)
    /// Views whose frames the server computes. The children are slots.
    case arranged(LayoutSpace)
    case slot(LayoutSlot)

    /// Whether the element is behind or over another one.
    var isLayer: Bool {
        switch self {
        case .layer: true
        case .arranged(let space): space.layer != nil
        default: false
        }
    }
}

/// A stack's direction, alignment and spacing.
package struct StackLayout: Hashable, Sendable {
    package enum Direction: Hashable, Sendable {
        case horizontal(VerticalAlignment)
        case vertical(HorizontalAlignment)
        case depth(Alignment)
    }

    package var direction: Direction
    /// Points between children; nil for the host's choice.
    package var spacing: CGFloat?
    /// Whether the stack takes all available space across its direction, as lazy stacks do.
    package var fillsCross = false
    /// The headers and footers that stay visible while their section is scrolled.
    var pins: PinnedScrollableViews = []
}

/// A layout or drawing modifier, drawn as a box around its content.
package enum BoxStyle: Hashable, Sendable {
    /// Space on the given sides; nil for the host's usual distance.
    case padding(Edge.Set, EdgeInsets?)
    case frame(FrameLayout)
    case background(ShapePaint, ShapeOutline)
    /// The size that the content needs in unlimited space, along the axes.
    case fixedSize(Axis.Set)
    /// The center of the content at a point.
    case position(x: CGFloat, y: CGFloat)
    /// A ratio of width to height; nil for the content's own.
    case ratio(CGFloat?, ContentMode)
    case effect(DrawingEffect)
    case relativeFrame(RelativeFrame)
    /// The content as it is. The host reports its size, and its location in the window if that is
    /// wanted.
    case measured(reportsLocation: Bool)
    /// The frame of a view that a host draws with the frame of another one.
    case matched(MatchedGeometry)
    /// The content as it is, with an alignment guide. In a slot, the host reports its frame.
    case guided
}

/// The size that a frame asks for, and the alignment of its content in it.
package struct FrameLayout: Hashable, Sendable {
    package var minWidth, idealWidth, width, maxWidth, minHeight, idealHeight, height, maxHeight: CGFloat?
    package var alignment: Alignment
}

/// The position of a layer of views behind or over others.
package struct LayerContent: Hashable, Sendable {
    package var alignment: Alignment
    package var isBehind: Bool
    /// Whether the layer is behind everything in a page, a sheet, a popover or the window.
    package var isOfContainer = false
}

/// A part of the page that can be scrolled.
package struct ScrollContent: Hashable, Sendable {
    package var axes: Axis.Set
    package var showsIndicators: Bool
    package var scrolling = Scrolling()
    /// Whether the host reports the frame in the window.
    package var reportsLocation = false
    /// The anchor at which the host reports the view of the target layout; nil for no reports.
    package var positionAnchor: UnitPoint?
    /// The axes along which views inside have a fraction of the scroll view's length. Its own length
    /// does not depend on its content there.
    package var containerAxes: Axis.Set = []
}

/// The columns of a grid that is filled row by row, or the rows of one filled column by column.
package struct LazyGridLayout: Hashable, Sendable {
    package var tracks: [GridItem]
    /// The direction in which more content makes the grid longer.
    package var axis: Axis
    /// The alignment of the tracks in the space across the axis.
    package var alignment: Alignment
    package var spacing: CGFloat?
}

/// A grid of rows with aligned columns.
package struct GridArrangement: Hashable, Sendable {
    package var alignment: Alignment
    package var horizontalSpacing, verticalSpacing: CGFloat?
    package var columns: Int
    /// The alignments of columns that do not have the grid's, by the column's position.
    package var columnAlignments: [Int: HorizontalAlignment]
}

/// Properties of an element in the layout of its parent.
package struct LayoutTraits: Hashable, Sendable {
    package var zIndex: Double?
    package var priority: Double?
    package var isHidden = false
    package var ignoresHits = false
    package var columnSpan: Int?
    package var columnAlignment: HorizontalAlignment?
    package var cellAnchor: UnitPoint?
    /// The axes along which a cell of a grid takes only the space that the other cells need.
    package var unsizedAxes: Axis.Set = []
    /// Whether the scroll view around the element stops at the element's children.
    package var isScrollTargetLayout = false
    /// The values for a layout of the app around the element.
    var values: LayoutValues?
    /// The last request to scroll to the element.
    package var scrollRequest: ScrollRequest?
}
