public import Foundation

/// An alignment along the horizontal axis: a guide that each view has at a distance from its
/// leading edge. A container puts the guides of its views at the same place.
public struct HorizontalAlignment: Hashable, Sendable {
    let guide: GuideKey

    /// Creates an alignment of an app's own.
    public init(_ id: any AlignmentID.Type) { guide = GuideKey(id, .horizontal) }

    init(guide: GuideKey) { self.guide = guide }

    /// The side on which a line of text begins.
    public static var leading: HorizontalAlignment { HorizontalAlignment(guide: .leading) }
    /// The middle.
    public static var center: HorizontalAlignment { HorizontalAlignment(guide: .horizontalCenter) }
    /// The side on which a line of text ends.
    public static var trailing: HorizontalAlignment { HorizontalAlignment(guide: .trailing) }
    /// The start of the line below the row of a list. Here lines do not follow the content, so that a
    /// guide for it changes nothing.
    public static let listRowSeparatorLeading = HorizontalAlignment(ListRowSeparatorLeading.self)
    /// The end of the line below the row of a list. Here lines do not follow the content, so that a
    /// guide for it changes nothing.
    public static let listRowSeparatorTrailing = HorizontalAlignment(ListRowSeparatorTrailing.self)

    private enum ListRowSeparatorLeading: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
    }

    private enum ListRowSeparatorTrailing: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width }
    }

    /// Returns the guide of views together, from their own: the mean. Nil if no view sets the
    /// guide.
    public func combineExplicit<S: Sequence>(_ values: S) -> CGFloat? where S.Element == CGFloat? {
        guide.combined(values.compactMap(\.self))
    }
}

/// An alignment along the vertical axis: a guide that each view has at a distance from its top. A
/// container puts the guides of its views at the same place.
public struct VerticalAlignment: Hashable, Sendable {
    let guide: GuideKey

    /// Creates an alignment of an app's own.
    public init(_ id: any AlignmentID.Type) { guide = GuideKey(id, .vertical) }

    init(guide: GuideKey) { self.guide = guide }

    /// The top.
    public static var top: VerticalAlignment { VerticalAlignment(guide: .top) }
    /// The middle.
    public static var center: VerticalAlignment { VerticalAlignment(guide: .verticalCenter) }
    /// The bottom.
    public static var bottom: VerticalAlignment { VerticalAlignment(guide: .bottom) }
    /// The baseline of the first line of text.
    public static var firstTextBaseline: VerticalAlignment { VerticalAlignment(guide: .firstTextBaseline) }
    /// The baseline of the last line of text.
    public static var lastTextBaseline: VerticalAlignment { VerticalAlignment(guide: .lastTextBaseline) }

    /// Returns the guide of views together, from their own: the mean, the first of first baselines,
    /// and the last of last baselines. Nil if no view sets the guide.
    public func combineExplicit<S: Sequence>(_ values: S) -> CGFloat? where S.Element == CGFloat? {
        guide.combined(values.compactMap(\.self))
    }
}

/// An alignment in a rectangle, along both axes.
public struct Alignment: Hashable, Sendable {
    /// The alignment along the horizontal axis.
    public var horizontal: HorizontalAlignment
    /// The alignment along the vertical axis.
    public var vertical: VerticalAlignment

    /// Creates an alignment from one along each axis.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The center.
    public static let center = Alignment(horizontal: .center, vertical: .center)
    /// The middle of the leading edge.
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    /// The middle of the trailing edge.
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    /// The middle of the top edge.
    public static let top = Alignment(horizontal: .center, vertical: .top)
    /// The middle of the bottom edge.
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    /// The top leading corner.
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    /// The top trailing corner.
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    /// The bottom leading corner.
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    /// The bottom trailing corner.
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    /// The center, at the baseline of the first line of text.
    public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
    /// The leading side, at the baseline of the first line of text.
    public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
    /// The trailing side, at the baseline of the first line of text.
    public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
    /// The center, at the baseline of the last line of text.
    public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
    /// The leading side, at the baseline of the last line of text.
    public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
    /// The trailing side, at the baseline of the last line of text.
    public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)
}
