public import Foundation

/// The distances that a view prefers to its neighbors.
public struct ViewSpacing: Sendable {
    /// The distance at each edge in points; nil for the usual one.
    private var lengths: [Edge: CGFloat] = [:]

    /// The usual distance between the views of a stack in points. `tokens.css` has the same number.
    private static let usual: CGFloat = 8

    /// No distance at any edge.
    public static let zero = {
        var spacing = ViewSpacing()
        for edge in Edge.allCases { spacing.lengths[edge] = 0 }
        return spacing
    }()

    /// Creates the usual distances.
    public init() {}

    /// Makes the distances at some edges at least as large as those of another view.
    public mutating func formUnion(_ other: ViewSpacing, edges: Edge.Set = .all) {
        for edge in Edge.allCases where edges.contains(Edge.Set(edge)) {
            let length = max(self[edge], other[edge])
            lengths[edge] = length == Self.usual ? nil : length
        }
    }

    /// Returns the distances, at some edges at least as large as those of another view.
    public func union(_ other: ViewSpacing, edges: Edge.Set = .all) -> ViewSpacing {
        var spacing = self
        spacing.formUnion(other, edges: edges)
        return spacing
    }

    /// Returns the preferred distance to the next view along an axis, in points.
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat {
        axis == .horizontal ? max(self[.trailing], next[.leading]) : max(self[.bottom], next[.top])
    }

    private subscript(edge: Edge) -> CGFloat { lengths[edge] ?? Self.usual }
}
