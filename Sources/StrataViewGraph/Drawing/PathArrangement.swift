import Foundation

/// The edges of two paths, divided where they meet.
///
/// # Combining areas
///
/// The union of two areas, their intersection and so on have an outline that consists of parts of
/// both outlines. The two outlines, as polylines, are divided at all points where they meet. After
/// that, an edge is entirely a part of the result's outline, or not at all: it is one if exactly one
/// of its sides is inside the result. This is tested at a point on each side of the edge's middle.
/// The edges of the result have the inside on their left. So at each point, as many of them end
/// as begin, and they can be joined to closed lines in any order.
///
/// **Invariant:** two edges have at most their ends in common. The points are on a grid, so that
/// points which are equal except for rounding are equal.
struct PathArrangement {
    /// A point on the grid, which has 1,024 lines a point.
    struct GridPoint: Hashable {
        let x, y: Int

        static let scale: CGFloat = 1024

        init(_ point: CGPoint) {
            func index(_ value: CGFloat) -> Int { Int((min(max(value.isFinite ? value : 0, -1e6), 1e6) * Self.scale).rounded()) }
            (x, y) = (index(point.x), index(point.y))
        }

        var point: CGPoint { CGPoint(x: CGFloat(x) / Self.scale, y: CGFloat(y) / Self.scale) }
    }

    struct Edge: Hashable {
        let from, to: GridPoint
    }

    /// The edges of a path, whose polylines are closed.
    struct Outline {
        var edges: [Edge]
        let isEvenOdd: Bool

        init(_ path: Path, isEvenOdd: Bool) {
            edges = path.polylines.flatMap { PathArrangement.edges($0, isClosed: true) }
            self.isEvenOdd = isEvenOdd
        }

        /// Returns whether a point is inside the outline.
        func contains(_ point: CGPoint) -> Bool {
            var winding = 0
            for edge in edges {
                let (from, to) = (edge.from.point, edge.to.point)
                guard (from.y <= point.y) != (to.y <= point.y) else { continue }
                let x = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
                if x > point.x { winding += to.y > from.y ? 1 : -1 }
            }
            return isEvenOdd ? winding % 2 != 0 : winding != 0
        }
    }

    /// Returns the edges of a polyline, without those that have no length.
    static func edges(_ line: [CGPoint], isClosed: Bool) -> [Edge] {
        let points = line.map(GridPoint.init)
        guard let first = points.first else { return [] }
        let ends = points.dropFirst() + (isClosed ? [first] : [])
        return zip(points, ends).filter { $0 != $1 }.map { Edge(from: $0, to: $1) }
    }

    /// Returns the parts of edges between the points where they meet the others or each other, in
    /// order. O(n²).
    static func divide(_ edges: [Edge], at others: [Edge]) -> [Edge] {
        edges.flatMap { edge -> [Edge] in
            var cuts: Set<GridPoint> = []
            for other in others where other != edge { edge.insertCuts(by: other, into: &cuts) }
            cuts.subtract([edge.from, edge.to])
            let (from, to) = (edge.from.point, edge.to.point)
            let points = cuts.sorted {
                ($0.point.x - from.x) * (to.x - from.x) + ($0.point.y - from.y) * (to.y - from.y)
                    < ($1.point.x - from.x) * (to.x - from.x) + ($1.point.y - from.y) * (to.y - from.y)
            }
            return zip([edge.from] + points, points + [edge.to]).map { Edge(from: $0, to: $1) }
        }
    }

    /// Returns the outline of an area, whose edges are parts of those of some outlines.
    ///
    /// - Parameter isInside: Returns whether a point is inside the area that is inside the given
    ///   outlines and outside the others.
    static func outline(of outlines: [Outline], isInside: ([Bool]) -> Bool) -> Path {
        let edges = outlines.flatMap(\.edges)
        var outlines = outlines
        for index in outlines.indices { outlines[index].edges = divide(outlines[index].edges, at: edges) }
        var seen: Set<Edge> = []
        var kept: [Edge] = []
        for edge in outlines.flatMap(\.edges) {
            let opposite = Edge(from: edge.to, to: edge.from)
            guard !seen.contains(opposite), seen.insert(edge).inserted else { continue }
            let (left, right) = edge.sides
            switch (isInside(outlines.map { $0.contains(left) }), isInside(outlines.map { $0.contains(right) })) {
            case (true, false): kept.append(edge)
            case (false, true): kept.append(opposite)
            default: break
            }
        }
        return path(closing: kept)
    }

    /// Returns a path of closed lines that consist of the edges.
    private static func path(closing edges: [Edge]) -> Path {
        var next = Dictionary(grouping: edges, by: \.from)
        var path = Path()
        for first in edges {
            guard var edge = next[first.from]?.popLast() else { continue }
            let start = edge.from
            path.move(to: start.point)
            while edge.to != start {
                path.addLine(to: edge.to.point)
                guard let following = next[edge.to]?.popLast() else { break }
                edge = following
            }
            path.closeSubpath()
        }
        return path
    }
}

extension PathArrangement.Edge {
    /// The distance within which a point is on an edge, in points.
    private static let tolerance: CGFloat = 0.002
    /// The distance from an edge at which its sides are tested, in points. It is smaller than that of
    /// two grid lines, so that no other edge is in between.
    private static let sideDistance: CGFloat = 0.0003

    /// The points beside the middle of the edge: on the left, seen in the direction of the edge in a
    /// space whose y axis points down, and on the right.
    var sides: (left: CGPoint, right: CGPoint) {
        let (from, to) = (from.point, to.point)
        let middle = CGPoint(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
        let length = hypot(to.x - from.x, to.y - from.y)
        let (dx, dy) = ((to.x - from.x) / length * Self.sideDistance, (to.y - from.y) / length * Self.sideDistance)
        return (CGPoint(x: middle.x + dy, y: middle.y - dx), CGPoint(x: middle.x - dy, y: middle.y + dx))
    }

    /// The middle of the edge.
    var middle: CGPoint { CGPoint(x: (from.point.x + to.point.x) / 2, y: (from.point.y + to.point.y) / 2) }

    /// Inserts the points at which another edge meets this one.
    fileprivate func insertCuts(by other: Self, into cuts: inout Set<PathArrangement.GridPoint>) {
        guard max(other.from.x, other.to.x) >= min(from.x, to.x) - 2, min(other.from.x, other.to.x) <= max(from.x, to.x) + 2,
            max(other.from.y, other.to.y) >= min(from.y, to.y) - 2, min(other.from.y, other.to.y) <= max(from.y, to.y) + 2
        else { return }
        let touching = [other.from, other.to].filter(isNear)
        cuts.formUnion(touching)
        // The other edge is divided at an end of this one, which is no new point for this one.
        guard touching.isEmpty, !other.isNear(from), !other.isNear(to) else { return }
        if let point = Self.crossing(ordered, other.ordered) { cuts.insert(point) }
    }

    /// The edge in the direction in which its first point is the smaller one.
    private var ordered: Self { (from.x, from.y) < (to.x, to.y) ? self : Self(from: to, to: from) }

    /// Returns the point at which two edges cross; nil if they do not. It is the same for both orders
    /// of the edges, also after rounding.
    private static func crossing(_ first: Self, _ second: Self) -> PathArrangement.GridPoint? {
        func key(_ edge: Self) -> (Int, Int, Int, Int) { (edge.from.x, edge.from.y, edge.to.x, edge.to.y) }
        guard key(first) <= key(second) else { return crossing(second, first) }
        let (a, b, c, d) = (first.from.point, first.to.point, second.from.point, second.to.point)
        let determinant = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
        guard determinant != 0 else { return nil }
        let t = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / determinant
        let u = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / determinant
        guard t > 0, t < 1, u > 0, u < 1 else { return nil }
        return PathArrangement.GridPoint(CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t))
    }

    /// Returns whether a point is on the edge.
    private func isNear(_ point: PathArrangement.GridPoint) -> Bool {
        let (a, b, p) = (from.point, to.point, point.point)
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let t = min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0), 1)
        return hypot(a.x + dx * t - p.x, a.y + dy * t - p.y) < Self.tolerance
    }
}
