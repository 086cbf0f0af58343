public import Foundation

extension Path {
    /// The distance of a control point from the end of a quarter circle, as a fraction of the
    /// radius.
    private static let quarter: CGFloat = 0.552_284_749_830_793_4

    /// Starts a subpath at the first point, and adds lines through the others.
    public mutating func addLines(_ lines: [CGPoint]) {
        guard let first = lines.first else { return }
        move(to: first)
        for end in lines.dropFirst() { addLine(to: end) }
    }

    /// Adds a rectangle.
    public mutating func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        var path = Path()
        path.addLines([
            CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
            CGPoint(x: rect.minX, y: rect.maxY),
        ])
        path.closeSubpath()
        addPath(path, transform: transform)
    }

    /// Adds several rectangles.
    public mutating func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    /// Adds the ellipse in a rectangle.
    public mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        var circle = Path()
        circle.addArc(center: .zero, radius: 1, startAngle: .zero, endAngle: .degrees(360), clockwise: false)
        circle.closeSubpath()
        let toRect = CGAffineTransform(
            a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY)
        addPath(circle, transform: toRect.concatenating(transform))
    }

    /// Adds a rectangle with rounded corners of a size, which is at most half of the sides.
    public mutating func addRoundedRect(
        in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous, transform: CGAffineTransform = .identity
    ) {
        let (width, height) = (min(cornerSize.width, rect.width / 2), min(cornerSize.height, rect.height / 2))
        let corner = CGSize(width: max(width, 0), height: max(height, 0))
        addRoundedRect(rect, corners: [corner, corner, corner, corner], transform: transform)
    }

    /// Adds a rectangle with corners of different radii, each at most half of the shorter side.
    public mutating func addRoundedRect(
        in rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous,
        transform: CGAffineTransform = .identity
    ) {
        let limit = max(min(rect.width, rect.height) / 2, 0)
        let radii = [cornerRadii.topLeading, cornerRadii.topTrailing, cornerRadii.bottomTrailing, cornerRadii.bottomLeading]
        let corners = radii.map { CGSize(width: min(max($0, 0), limit), height: min(max($0, 0), limit)) }
        addRoundedRect(rect, corners: corners, transform: transform)
    }

    /// Adds a rectangle with corners of the given sizes, clockwise from the top left.
    private mutating func addRoundedRect(_ rect: CGRect, corners: [CGSize], transform: CGAffineTransform) {
        guard corners.contains(where: { $0.width > 0 && $0.height > 0 }) else { return addRect(rect, transform: transform) }
        var path = Path()
        /// Adds the line to a corner, and the curve around it from `corner + before` to
        /// `corner + after`.
        func round(_ x: CGFloat, _ y: CGFloat, before: CGSize, after: CGSize) {
            let (k, corner) = (1 - Self.quarter, CGPoint(x: x, y: y))
            func at(_ size: CGSize, _ scale: CGFloat) -> CGPoint {
                CGPoint(x: corner.x + size.width * scale, y: corner.y + size.height * scale)
            }
            if path.isEmpty { path.move(to: at(before, 1)) } else { path.addLine(to: at(before, 1)) }
            path.addCurve(to: at(after, 1), control1: at(before, k), control2: at(after, k))
        }
        let (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
        round(
            rect.maxX, rect.minY, before: CGSize(width: -topRight.width, height: 0),
            after: CGSize(width: 0, height: topRight.height))
        round(
            rect.maxX, rect.maxY, before: CGSize(width: 0, height: -bottomRight.height),
            after: CGSize(width: -bottomRight.width, height: 0))
        round(
            rect.minX, rect.maxY, before: CGSize(width: bottomLeft.width, height: 0),
            after: CGSize(width: 0, height: -bottomLeft.height))
        round(
            rect.minX, rect.minY, before: CGSize(width: 0, height: topLeft.height),
            after: CGSize(width: topLeft.width, height: 0))
        path.closeSubpath()
        addPath(path, transform: transform)
    }

    /// Adds an arc of a circle, with a line from the current point to its start.
    ///
    /// - Parameters:
    ///   - center: The center of the circle.
    ///   - radius: The radius of the circle.
    ///   - startAngle: The angle of the arc's start, from the x axis.
    ///   - endAngle: The angle of the arc's end.
    ///   - clockwise: The direction in a coordinate system whose y axis points up, as on Apple's
    ///     platforms. On the screen, where the y axis points down, `false` is clockwise.
    ///   - transform: A transform that applies to the arc.
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let turn = 2 * Double.pi
        var delta = endAngle.radians - startAngle.radians
        if clockwise {
            if delta > 0 { delta = delta.truncatingRemainder(dividingBy: turn) - turn }
            delta = max(delta, -turn)
        } else {
            if delta < 0 { delta = delta.truncatingRemainder(dividingBy: turn) + turn }
            delta = min(delta, turn)
        }
        addRelativeArc(
            center: center, radius: radius, startAngle: startAngle, delta: .radians(delta), transform: transform)
    }

    /// Adds an arc of a circle by its start and its length, with a line from the current point to
    /// its start.
    ///
    /// The arc is made of cubic curves. One that is longer than 1,024 turns, or not finite, is not
    /// added.
    public mutating func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle, transform: CGAffineTransform = .identity
    ) {
        guard delta.radians.isFinite, startAngle.radians.isFinite else { return }
        // One cubic curve approximates an arc well if it is no longer than a quarter turn.
        let count = max(Int((abs(delta.radians) / (.pi / 2)).rounded(.up)), 1)
        guard count <= 4_096 else { return }
        let step = delta.radians / Double(count)
        let reach = CGFloat(4 / 3 * tan(step / 4)) * radius
        func point(_ angle: Double, _ along: CGFloat = 0) -> CGPoint {
            let (cosine, sine) = (CGFloat(cos(angle)), CGFloat(sin(angle)))
            return CGPoint(x: center.x + radius * cosine - along * sine, y: center.y + radius * sine + along * cosine)
                .applying(transform)
        }
        let start = point(startAngle.radians)
        if isEmpty { move(to: start) } else { addLine(to: start) }
        for index in 0..<count {
            let (from, to) = (startAngle.radians + step * Double(index), startAngle.radians + step * Double(index + 1))
            addCurve(to: point(to), control1: point(from, reach), control2: point(to, -reach))
        }
    }

    /// Adds an arc that rounds the corner at `tangent1End`, between the line from the current point
    /// and the line to `tangent2End`. A line leads from the current point to the arc.
    public mutating func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        let (corner, end) = (tangent1End.applying(transform), tangent2End.applying(transform))
        guard let from = currentPoint else { return move(to: corner) }
        let (first, second) = (CGVector2(from: corner, to: from), CGVector2(from: corner, to: end))
        let half = acos(max(-1, min(1, first.unit.dot(second.unit)))) / 2
        guard first.length > 0, second.length > 0, half > 0.000_1, half < .pi / 2 - 0.000_1 else { return addLine(to: corner) }
        let distance = radius / tan(half)
        let (start, stop) = (first.unit.point(from: corner, distance), second.unit.point(from: corner, distance))
        let reach = 4 / 3 * tan((.pi / 2 - half) / 2) * radius
        addLine(to: start)
        addCurve(
            to: stop, control1: first.unit.point(from: corner, distance - reach),
            control2: second.unit.point(from: corner, distance - reach))
    }
}

/// A vector: the difference between two points.
private struct CGVector2 {
    var dx, dy: CGFloat

    init(from start: CGPoint, to end: CGPoint) { (dx, dy) = (end.x - start.x, end.y - start.y) }

    var length: CGFloat { (dx * dx + dy * dy).squareRoot() }
    var unit: CGVector2 {
        var unit = self
        if length > 0 { (unit.dx, unit.dy) = (dx / length, dy / length) }
        return unit
    }

    func dot(_ other: CGVector2) -> CGFloat { dx * other.dx + dy * other.dy }
    func point(from start: CGPoint, _ distance: CGFloat) -> CGPoint {
        CGPoint(x: start.x + dx * distance, y: start.y + dy * distance)
    }
}
