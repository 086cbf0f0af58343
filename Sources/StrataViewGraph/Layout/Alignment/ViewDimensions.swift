public import Foundation

/// The size of a view, and its alignment guides in its own coordinate space.
public struct ViewDimensions {
    /// The width in points.
    public let width: CGFloat
    /// The height in points.
    public let height: CGFloat
    /// The guides that the view or views inside set.
    let explicit: [GuideKey: CGFloat]
    /// Returns the baselines of the first and the last line of text. Only a guide that needs them
    /// asks the host for them.
    let baselines: () -> (first: CGFloat, last: CGFloat)

    init(
        _ size: CGSize, explicit: [GuideKey: CGFloat] = [:], baselines: (() -> (first: CGFloat, last: CGFloat))? = nil
    ) {
        width = size.width
        height = size.height
        self.explicit = explicit
        self.baselines = baselines ?? { (size.height, size.height) }
    }

    /// Returns the guide of an alignment: the distance from the leading edge of the view.
    public subscript(guide: HorizontalAlignment) -> CGFloat { self[guide.guide] }

    /// Returns the guide of an alignment: the distance from the top of the view.
    public subscript(guide: VerticalAlignment) -> CGFloat { self[guide.guide] }

    /// Returns the guide of an alignment that the view or views inside set; nil if none does.
    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { explicit[guide.guide] }

    /// Returns the guide of an alignment that the view or views inside set; nil if none does.
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { explicit[guide.guide] }

    subscript(guide: GuideKey) -> CGFloat { explicit[guide] ?? guide.defaultValue(in: self) }
}

extension ViewDimensions: Equatable {
    /// Returns whether two views have the same size and the same explicit guides.
    public static func == (lhs: ViewDimensions, rhs: ViewDimensions) -> Bool {
        lhs.width == rhs.width && lhs.height == rhs.height && lhs.explicit == rhs.explicit
    }
}
