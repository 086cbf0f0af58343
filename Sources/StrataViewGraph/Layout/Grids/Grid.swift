public import Foundation

/// A container of rows whose views are aligned in columns.
///
///     Grid(alignment: .leading) {
///         GridRow {
///             Text("Magnitude")
///             Text("6.1")
///         }
///         Divider()
///     }
///
/// A view outside a ``GridRow`` takes a whole row.
public struct Grid<Content: View>: BuiltInView {
    private let layout: GridArrangement
    private let content: Content

    /// Creates a grid from its rows. The spacings are in points; nil stands for the host's choice.
    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        layout = GridArrangement(
            alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing, columns: 1,
            columnAlignments: [:])
        self.content = content()
    }

    /// Shows the grid and its content.
    public func _update(_ node: ViewNode) { node.showGrid(layout, content) }
}

extension ViewNode {
    /// Shows a grid with the rows of a view. They are in a branch of their own, because a row that
    /// is no longer in a grid would keep its element.
    func showGrid(_ layout: GridArrangement, _ content: some View) {
        show(.layout(.grid(shownGrid(layout))))
        arrange = { [unowned self, layout] in
            let elements = elementsBelow
            if let element {
                let content = ElementContent.layout(.grid(layout.measured(by: elements)))
                graph.set(element, content: content, traits: element.traits)
            }
            return elements
        }
        var environment = environment.inBox(of: nil)
        let reference = storage as? GridReference ?? GridReference(self)
        storage = reference
        environment.grid = reference
        updateChild(0, content, branch: 1, environment: environment)
    }

    /// Returns a grid's layout with the columns that the last arrangement found. Without them, each
    /// evaluation would change the element, and the arrangement would change it back.
    private func shownGrid(_ layout: GridArrangement) -> GridArrangement {
        guard case .layout(.grid(let shown))? = element?.content else { return layout }
        var layout = layout
        (layout.columns, layout.columnAlignments) = (shown.columns, shown.columnAlignments)
        return layout
    }
}

extension GridArrangement {
    /// Returns the layout with the number of columns of the given rows, and their alignments.
    @MainActor
    fileprivate func measured(by rows: [Element]) -> GridArrangement {
        var layout = self
        layout.columns = 1
        for row in rows {
            guard case .layout(.gridRow) = row.content else { continue }
            var column = 0
            for cell in row.children {
                if let alignment = cell.traits.layout.columnAlignment { layout.columnAlignments[column] = alignment }
                column = min(column + min(max(cell.traits.layout.columnSpan ?? 1, 1), Self.mostColumns), Self.mostColumns)
            }
            layout.columns = max(layout.columns, column)
        }
        return layout
    }

    /// The maximum number of columns. An app can pass any number to `gridCellColumns(_:)`.
    private static let mostColumns = 1_000
}

/// A row of a ``Grid``, whose views are its cells. Outside a grid, the row has no effect on its
/// views.
public struct GridRow<Content: View>: BuiltInView {
    private let alignment: VerticalAlignment?
    private let content: Content

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - alignment: The alignment of the cells; nil for the grid's.
    ///   - content: The cells.
    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    /// Any number of rows in a list, because a row outside a grid shows its views one by one.
    public static var _listShape: ListShape { .several }

    /// Shows the cells.
    public func _update(_ node: ViewNode) {
        guard let grid = node.environment.grid?.node else { return node.updateChild(0, content) }
        node.show(.layout(.gridRow(alignment)))
        // The grid counts the cells of its rows, so it is arranged after them.
        node.arrange = { [unowned node, weak grid] in
            if let grid { grid.graph.setNeedsArrangement(grid) }
            return node.elementsBelow
        }
        var environment = node.environment.inBox(of: nil)
        environment.grid = nil
        node.updateChild(0, content, environment: environment)
    }
}

/// A reference to the node of a grid, which its rows find in the environment.
final class GridReference {
    private(set) weak var node: ViewNode?

    init(_ node: ViewNode) { self.node = node }
}

private struct GridKey: EnvironmentKey {
    static var defaultValue: GridReference? { nil }
}

extension EnvironmentValues {
    /// The grid that a row is in; nil inside a row.
    var grid: GridReference? {
        get { self[GridKey.self] }
        set { self[GridKey.self] = newValue }
    }
}

extension View {
    /// Makes the view span several columns of its ``Grid``.
    public func gridCellColumns(_ count: Int) -> some View { layoutTrait { $0.columnSpan = count } }

    /// Aligns a column of the ``Grid`` that the view is in.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { layoutTrait { $0.columnAlignment = guide } }

    /// Puts the view at a point of its cell in a ``Grid``, rounded to thirds of the cell.
    public func gridCellAnchor(_ anchor: UnitPoint) -> some View { layoutTrait { $0.cellAnchor = anchor } }

    /// Prevents the view from making its column or row larger than its other cells need.
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { layoutTrait { $0.unsizedAxes = axes } }
}
