public import Foundation

/// A column of a ``LazyVGrid``, or a row of a ``LazyHGrid``.
public struct GridItem: Hashable, Sendable {
    /// The width of a column, or the height of a row.
    public enum Size: Hashable, Sendable {
        /// A length in points.
        case fixed(CGFloat)
        /// A share of the space, between two lengths.
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many columns or rows as fit, each between two lengths.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    /// The size of the column or row.
    public var size: Size
    /// The distance to the next column or row, in points; nil for the host's choice.
    public var spacing: CGFloat?
    /// The alignment of the views in the column or row; nil for the center.
    public var alignment: Alignment?

    /// Creates a column or row.
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
        self.spacing = spacing
        self.alignment = alignment
    }
}

/// A grid with a given set of columns, which its views fill row by row.
///
/// Of a ``ForEach``, only the views near the visible ones are created, as in a ``LazyVStack``.
public struct LazyVGrid<Content: View>: BuiltInView {
    private let layout: LazyGridLayout
    private let pins: PinnedScrollableViews
    private let content: Content

    /// Creates a grid from its columns.
    ///
    /// `spacing` is the distance between rows, in points. The distance between all columns, and
    /// their alignment, are those of the first column.
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        layout = LazyGridLayout(
            tracks: columns, axis: .vertical, alignment: Alignment(horizontal: alignment, vertical: .center), spacing: spacing)
        pins = pinnedViews
        self.content = content()
    }

    /// Shows the grid and its content.
    public func _update(_ node: ViewNode) {
        node.showLazily(.lazyGrid(layout), content, in: .grid, pinning: pins)
    }
}

/// A grid with a given set of rows, which its views fill column by column.
///
/// Of a ``ForEach``, only the views near the visible ones are created, as in a ``LazyVStack``.
public struct LazyHGrid<Content: View>: BuiltInView {
    private let layout: LazyGridLayout
    private let pins: PinnedScrollableViews
    private let content: Content

    /// Creates a grid from its rows.
    ///
    /// `spacing` is the distance between columns, in points. The distance between all rows, and
    /// their alignment, are those of the first row.
    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        layout = LazyGridLayout(
            tracks: rows, axis: .horizontal, alignment: Alignment(horizontal: .center, vertical: alignment), spacing: spacing)
        pins = pinnedViews
        self.content = content()
    }

    /// Shows the grid and its content.
    public func _update(_ node: ViewNode) {
        node.showLazily(.lazyGrid(layout), content, in: .grid, pinning: pins)
    }
}
