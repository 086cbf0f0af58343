public import Foundation

// # Measuring curves
//
// The length of a cubic Bézier curve, its extremes and its intersections with a line have no simple
// formula. Lengths, bounds and containment are therefore computed on a polyline: each line is one
// segment of it, and each curve 32 segments between points at evenly spaced parameters. For a
// quarter circle with a radius of 300 points, the polyline is a tenth of a point off. Cutting a
// curve is exact, by de Casteljau's algorithm; only the parameter at which to cut it is found on
// the polyline.

extension Path {
    /// A line or a curve between two points, as a cubic Bézier curve.
    private struct Segment {
        var from, control1, control2, to: CGPoint
        var isLine: Bool
        /// Whether the segment starts where the one before ends.
        var isJoined: Bool

        /// Returns the two parts of the curve before and after a parameter, by de Casteljau's
        /// algorithm.
        func split(at t: CGFloat) -> (Segment, Segment) {
            func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint { CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t) }
            let (a, b, c) = (mix(from, control1), mix(control1, control2), mix(control2, to))
            let (ab, bc) = (mix(a, b), mix(b, c))
            let middle = mix(ab, bc)
            return (
                Segment(from: from, control1: a, control2: ab, to: middle, isLine: isLine, isJoined: isJoined),
                Segment(from: middle, control1: bc, control2: c, to: to, isLine: isLine, isJoined: true)
            )
        }

        func point(at t: CGFloat) -> CGPoint { split(at: t).0.to }

        /// The lengths from the start to the points at evenly spaced parameters.
        var lengths: [CGFloat] {
            let count = isLine ? 1 : 32
            var lengths: [CGFloat] = [0]
            var last = from
            for index in 1...count {
                let next = index == count ? to : point(at: CGFloat(index) / CGFloat(count))
                lengths.append((lengths.last ?? 0) + hypot(next.x - last.x, next.y - last.y))
                last = next
            }
            return lengths
        }

        /// Returns the parameter of the point at a length from the start.
        func parameter(at length: CGFloat) -> CGFloat {
            let lengths = lengths
            guard let index = lengths.firstIndex(where: { $0 >= length }), index > 0 else { return length <= 0 ? 0 : 1 }
            let step = lengths[index] - lengths[index - 1]
            let part = step > 0 ? (length - lengths[index - 1]) / step : 0
            return (CGFloat(index - 1) + part) / CGFloat(lengths.count - 1)
        }
    }

    /// The lines and curves of the path, all as cubic curves. A closed subpath ends with a line to
    /// its start, unless it is there already.
    private var segments: [Segment] {
        var segments: [Segment] = []
        var (start, current, isJoined) = (CGPoint.zero, CGPoint.zero, false)
        func add(_ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint, isLine: Bool) {
            segments.append(
                Segment(from: current, control1: control1, control2: control2, to: end, isLine: isLine, isJoined: isJoined))
            (current, isJoined) = (end, true)
        }
        func line(to end: CGPoint) {
            let (dx, dy) = ((end.x - current.x) / 3, (end.y - current.y) / 3)
            add(CGPoint(x: current.x + dx, y: current.y + dy), CGPoint(x: end.x - dx, y: end.y - dy), end, isLine: true)
        }
        for element in elements {
            switch element {
            case .move(let end): (start, current, isJoined) = (end, end, false)
            case .line(let end): line(to: end)
            case .quadCurve(let end, let control):
                func toward(_ point: CGPoint) -> CGPoint {
                    CGPoint(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
                }
                add(toward(current), toward(end), end, isLine: false)
            case .curve(let end, let control1, let control2): add(control1, control2, end, isLine: false)
            case .closeSubpath: if current != start { line(to: start) }
            }
        }
        return segments
    }

    /// The points of the polyline of each subpath.
    var polylines: [[CGPoint]] {
        var lines: [[CGPoint]] = []
        for segment in segments {
            if !segment.isJoined || lines.isEmpty { lines.append([segment.from]) }
            let count = segment.isLine ? 1 : 32
            for index in 1..<count { lines[lines.count - 1].append(segment.point(at: CGFloat(index) / CGFloat(count))) }
            lines[lines.count - 1].append(segment.to)
        }
        return lines
    }

    /// Returns the part of the path between two fractions of its length, which are clamped to 0
    /// through 1. The part is empty unless the first fraction is smaller than the second.
    public func trimmedPath(from startFraction: CGFloat, to endFraction: CGFloat) -> Path {
        guard startFraction > 0 || endFraction < 1 else { return self }
        let segments = segments
        let lengths = segments.map { $0.lengths.last ?? 0 }
        let total = lengths.reduce(0, +)
        let (first, last) = (max(startFraction, 0) * total, min(endFraction, 1) * total)
        var path = Path()
        guard first < last else { return path }
        var (passed, isJoined) = (CGFloat(0), false)
        for (segment, length) in zip(segments, lengths) {
            defer { passed += length }
            guard passed + length > first, passed < last else { continue }
            var part = segment
            let (from, to) = (segment.parameter(at: first - passed), segment.parameter(at: last - passed))
            if to < 1 { part = part.split(at: to).0 }
            if from > 0, to > 0 { part = part.split(at: from / to).1 }
            if !isJoined || !part.isJoined || from > 0 { path.move(to: part.from) }
            isJoined = true
            if part.isLine {
                path.addLine(to: part.to)
            } else {
                path.addCurve(to: part.to, control1: part.control1, control2: part.control2)
            }
        }
        return path
    }

    /// The smallest rectangle that contains the path, approximated for curves. `CGRect.null` for an
    /// empty path.
    public var boundingRect: CGRect {
        var points: [CGPoint] = []
        for element in elements { if case .move(let end) = element { points.append(end) } }
        for segment in segments {
            points.append(segment.to)
            if !segment.isLine { for index in 1..<32 { points.append(segment.point(at: CGFloat(index) / 32)) } }
        }
        guard let first = points.first else { return .null }
        var (low, high) = (first, first)
        for point in points {
            low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// Returns whether a point is inside the path: by the nonzero winding rule, or by the even-odd
    /// rule if `eoFill` is true. Open subpaths count as closed.
    public func contains(_ point: CGPoint, eoFill: Bool = false) -> Bool {
        var winding = 0
        func cross(_ from: CGPoint, _ to: CGPoint) {
            guard (from.y <= point.y) != (to.y <= point.y) else { return }
            let x = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
            if x > point.x { winding += to.y > from.y ? 1 : -1 }
        }
        var closed = self
        closed.closeOpenSubpaths()
        for segment in closed.segments {
            let count = segment.isLine ? 1 : 32
            var last = segment.from
            for index in 1...count {
                let next = index == count ? segment.to : segment.point(at: CGFloat(index) / CGFloat(count))
                cross(last, next)
                last = next
            }
        }
        return eoFill ? winding % 2 != 0 : winding != 0
    }

    /// Closes each subpath that is not closed.
    private mutating func closeOpenSubpaths() {
        var path = Path()
        var isOpen = false
        for element in elements {
            if case .move = element, isOpen { path.closeSubpath() }
            isOpen = element != .closeSubpath
            path.add(element)
        }
        if isOpen { path.closeSubpath() }
        self = path
    }
}
