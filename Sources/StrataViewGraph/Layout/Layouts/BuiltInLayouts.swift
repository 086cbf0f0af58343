public import Foundation

// The layouts of the stacks and of the grid. Hosts draw them without measuring, unless a view
// inside has an alignment guide, or a layout of an app uses them.

/// A layout that arranges views side by side, as ``HStack`` does.
public struct HStackLayout: Layout, Sendable {
    /// The vertical alignment of the views.
    public var alignment: VerticalAlignment
    /// The distance between the views in points; nil for the host's choice.
    public var spacing: CGFloat?

    /// Creates a layout for a row of views.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    /// The properties of a row.
    public static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = .horizontal
        return properties
    }

    private var line: LineOfViews { LineOfViews(axis: .horizontal, alignment: alignment.guide, spacing: spacing) }

    /// Returns the size of the row for a proposal.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        line.size(for: proposal, subviews)
    }

    /// Places the views side by side.
    public func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
    ) {
        line.place(subviews, in: bounds, proposal)
    }

    /// The arrangement of a row.
    public var _arrangement: BuiltInLayoutArrangement? {
        BuiltInLayoutArrangement(value: .stack(StackLayout(direction: .horizontal(alignment), spacing: spacing)))
    }
}

/// A layout that arranges views one below the other, as ``VStack`` does.
public struct VStackLayout: Layout, Sendable {
    /// The horizontal alignment of the views.
    public var alignment: HorizontalAlignment
    /// The distance between the views in points; nil for the host's choice.
    public var spacing: CGFloat?

    /// Creates a layout for a column of views.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    /// The properties of a column.
    public static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = .vertical
        return properties
    }

    private var line: LineOfViews { LineOfViews(axis: .vertical, alignment: alignment.guide, spacing: spacing) }

    /// Returns the size of the column for a proposal.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        line.size(for: proposal, subviews)
    }

    /// Places the views one below the other.
    public func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
    ) {
        line.place(subviews, in: bounds, proposal)
    }

    /// The arrangement of a column.
    public var _arrangement: BuiltInLayoutArrangement? {
        BuiltInLayoutArrangement(value: .stack(StackLayout(direction: .vertical(alignment), spacing: spacing)))
    }
}

/// A layout that draws views over each other, as ``ZStack`` does.
public struct ZStackLayout: Layout, Sendable {
    /// The alignment of the views with each other.
    public var alignment: Alignment

    /// Creates a layout for views over each other.
    public init(alignment: Alignment = .center) { self.alignment = alignment }

    private var pile: PileOfViews { PileOfViews(alignment: alignment) }

    /// Returns the size of the layers for a proposal.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        pile.size(for: proposal, subviews)
    }

    /// Places the views over each other.
    public func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
    ) {
        pile.place(subviews, in: bounds, proposal)
    }

    /// The arrangement of layers.
    public var _arrangement: BuiltInLayoutArrangement? {
        BuiltInLayoutArrangement(value: .stack(StackLayout(direction: .depth(alignment), spacing: nil)))
    }
}

/// A layout that arranges rows of views in columns, as ``Grid`` does. Its rows are `GridRow`s.
///
/// A layout of an app that calls its functions gets a grid of one column: to it, each subview is
/// one view.
public struct GridLayout: Layout, Sendable {
    /// The alignment of the views in their cells.
    public var alignment: Alignment
    /// The distance between columns in points; nil for the host's choice.
    public var horizontalSpacing: CGFloat?
    /// The distance between rows in points; nil for the host's choice.
    public var verticalSpacing: CGFloat?

    /// Creates a layout for rows with aligned columns.
    public init(alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
    }

    private var line: LineOfViews {
        LineOfViews(axis: .vertical, alignment: alignment.horizontal.guide, spacing: verticalSpacing)
    }

    /// Returns the size of a grid of one column for a proposal.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        line.size(for: proposal, subviews)
    }

    /// Places the views one below the other.
    public func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
    ) {
        line.place(subviews, in: bounds, proposal)
    }

    /// The arrangement of a grid.
    public var _arrangement: BuiltInLayoutArrangement? {
        BuiltInLayoutArrangement(
            value: .grid(
                GridArrangement(
                    alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing, columns: 1,
                    columnAlignments: [:])))
    }
}
