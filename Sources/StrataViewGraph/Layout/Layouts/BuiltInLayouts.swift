public import Foundation

// The layouts of the stacks and of the grid, for `AnyLayout`.

/// A layout that arranges views side by side, as ``HStack`` does.
public struct HStackLayout: Layout {
    /// The vertical alignment of the views.
    public var alignment: VerticalAlignment
    /// The distance between the views in points; nil for the host's choice.
    public var spacing: CGFloat?

    /// Creates a layout for a row of views.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    /// The arrangement of a row.
    public var _arrangement: BuiltInLayoutArrangement {
        BuiltInLayoutArrangement(value: .stack(StackLayout(direction: .horizontal(alignment), spacing: spacing)))
    }
}

/// A layout that arranges views one below the other, as ``VStack`` does.
public struct VStackLayout: Layout {
    /// The horizontal alignment of the views.
    public var alignment: HorizontalAlignment
    /// The distance between the views in points; nil for the host's choice.
    public var spacing: CGFloat?

    /// Creates a layout for a column of views.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    /// The arrangement of a column.
    public var _arrangement: BuiltInLayoutArrangement {
        BuiltInLayoutArrangement(value: .stack(StackLayout(direction: .vertical(alignment), spacing: spacing)))
    }
}

/// A layout that draws views over each other, as ``ZStack`` does.
public struct ZStackLayout: Layout {
    /// The alignment of the views with each other.
    public var alignment: Alignment

    /// Creates a layout for views over each other.
    public init(alignment: Alignment = .center) { self.alignment = alignment }

    /// The arrangement of layers.
    public var _arrangement: BuiltInLayoutArrangement {
        BuiltInLayoutArrangement(value: .stack(StackLayout(direction: .depth(alignment), spacing: nil)))
    }
}

/// A layout that arranges rows of views in columns, as ``Grid`` does. Its rows are `GridRow`s.
public struct GridLayout: Layout {
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

    /// The arrangement of a grid.
    public var _arrangement: BuiltInLayoutArrangement {
        BuiltInLayoutArrangement(
            value: .grid(
                GridArrangement(
                    alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing, columns: 1,
                    columnAlignments: [:])))
    }
}
