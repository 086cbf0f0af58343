package import Foundation

/// The content of elements that arrange or decorate others.
package enum LayoutContent: Hashable, Sendable {
    case stack(StackLayout)
    case spacer(minLength: CGFloat?)
    case divider
    case box(BoxStyle)
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
}

/// A layout or drawing modifier, drawn as a box around its content.
package enum BoxStyle: Hashable, Sendable {
    /// Space on the given sides; nil insets stand for the host's usual distance.
    case padding(Edge.Set, EdgeInsets?)
    case frame(FrameLayout)
    case background(Color, CornerStyle)
    case opacity(Double)
}

/// The size that a frame asks for, and the alignment of its content in it.
package struct FrameLayout: Hashable, Sendable {
    package var minWidth, width, maxWidth, minHeight, height, maxHeight: CGFloat?
    package var alignment: Alignment
}
